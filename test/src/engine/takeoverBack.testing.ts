import { KUBEFLEET_MEMBERS } from '../kubefleet/buildKubeFleet';
import { list } from '../story/readObjects';
import type { Fleet, FleetCluster } from '../story/startFleet';

/* Objects are read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

const BINDINGS = 'clusterresourcebindings,resourcebindings';

/** What KubeFleet decides by, and finds again: all but statuses and versions. */
const toFound = ({ kind, metadata, spec }: any) => ({
  ...{ kind, name: metadata.name, namespace: metadata.namespace, uid: metadata.uid },
  ...{ labels: metadata.labels, annotations: metadata.annotations, finalizers: metadata.finalizers, spec },
});
const byUid = (a: any, b: any) => (a.uid < b.uid ? -1 : 1);

/** What KubeFleet has left, of which nothing may change while Fleetstage runs. */
export async function leftByKubeFleet({ hub, members }: Fleet): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {
    bindings: (await list(hub, BINDINGS))
      .filter(({ metadata }) => metadata.finalizers !== undefined)
      .map(toFound)
      .sort(byUid),
    works: (await list(hub, 'works')).map(toFound).sort(byUid),
  };
  for (const member of members)
    found[member.name] = (await list(member, 'appliedworks')).map(toFound).sort(byUid);
  return found;
}

/** As the guide says, once Fleetstage has stopped (docs/taking-over-kubefleet.md, How to go back). */
export async function deletePublishedBindings(hub: FleetCluster): Promise<number> {
  const published = (await list(hub, BINDINGS)).filter(({ metadata }) => metadata.finalizers === undefined);
  for (const { kind, metadata } of published)
    await hub.kubectl([
      ...['delete', kind, metadata.name],
      ...(metadata.namespace === undefined ? [] : ['-n', metadata.namespace]),
    ]);
  return published.length;
}

/** A placement has one newest snapshot, of the highest index; each binding names one of its own that is there. */
export async function expectReadableByKubeFleet({ hub, members }: Fleet): Promise<void> {
  const snapshots = await list(hub, 'clusterresourcesnapshots,resourcesnapshots');
  const placements = await list(hub, 'clusterresourceplacements,resourceplacements');
  for (const { metadata } of placements) {
    const own = snapshots.filter(one => one.metadata.ownerReferences[0].uid === metadata.uid);
    const indexOf = (one: any) => Number(one.metadata.labels['kubernetes-fleet.io/resource-index']);
    const latest = own.filter(
      one => one.metadata.labels['kubernetes-fleet.io/is-latest-snapshot'] === 'true',
    );
    expect(latest.map(indexOf)).toEqual([Math.max(...own.map(indexOf))]);
    expect(metadata.finalizers).toEqual([
      'kubernetes-fleet.io/crp-cleanup',
      'kubernetes-fleet.io/scheduler-cleanup',
    ]);
  }
  const names = new Set(snapshots.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  for (const { metadata, spec } of await list(hub, BINDINGS))
    if (spec.resourceSnapshotName !== '')
      expect(names).toContain(`${metadata.namespace}/${spec.resourceSnapshotName}`);
  const works = new Set((await list(hub, 'works')).map(({ metadata: m }) => `${m.namespace}/${m.name}`));
  for (const member of members)
    for (const object of await list(member, 'configmaps,deployments,namespaces,priorityclasses'))
      for (const { kind, name } of object.metadata.ownerReferences ?? [])
        if (kind === 'AppliedWork' && !isNewOn(member, name))
          expect(works).toContain(`fleet-member-${member.name}/${name}`);
}

/** The open run has reached this cluster under Fleetstage: KubeFleet makes its Work when it updates the binding. */
const isNewOn = ({ name }: FleetCluster, work: string) =>
  name === KUBEFLEET_MEMBERS[2] && work === 'staged-work';
