import {
  annotationKeys,
  bindingName,
  type ClusterResourcePlacement,
  type KubeObject,
  type ObjectMeta,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  projectBinding,
  projectPolicySnapshots,
  projectResourceSnapshot,
  snapshotHash,
  toIdentifier,
  unknownOverrides,
  type MatchedOverrides,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementState,
  aPolicySnapshot,
  aResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { aPlacementObject } from '../__testUtils__/objects';
import type { AnyPlacement } from './anyKind';
import { restoreRows as restoreOne, type PublishedObjects } from './restoredRows';

const restoreRows = (shown: PublishedObjects & { readonly placements: readonly AnyPlacement[] }) =>
  shown.placements.map(placement => restoreOne(placement, shown));

const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'key', namespace: 'web' },
  data: { key: 'aHVudGVyMg==' },
};

const aSnapshotOf = (index: number, manifests: readonly KubeObject[]) =>
  aResourceSnapshot({
    index,
    hash: snapshotHash(manifests),
    identifiers: manifests.map(toIdentifier),
    createdAt: NOON,
  });

/** What the hub shows of one placement whose snapshots hold these manifests, in this order. */
function publish(
  contents: readonly (readonly KubeObject[])[],
  boundTo: number,
  overrides?: MatchedOverrides,
) {
  const placement = aPlacement({ name: 'web', uid: 'uid-web' });
  const name = bindingName('web', 'uid-web', 'c1');
  const binding = {
    ...aBoundBinding('c1', { name, resourceIndex: boundTo, createdAt: NOON }),
    ...(overrides && { overrides }),
    rollout: {
      status: 'True',
      reason: 'RolloutStarted',
      message: `Detected the new changes, resourceSnapshotIndex: ${boundTo}, clusterStagedUpdateRun: run-1`,
      at: NOON,
      run: 'run-1',
    },
  } as const;
  const resourceSnapshots = contents.map((manifests, index) => aSnapshotOf(index, manifests));
  const policySnapshots = [aPolicySnapshot({ index: 0 }), aPolicySnapshot({ index: 3, hash: 'abc' })];
  const state = aPlacementState({ placement, resourceSnapshots, policySnapshots, bindings: [binding] });
  const created = <T extends { metadata: object }>(object: T): T => ({
    ...object,
    metadata: { ...object.metadata, creationTimestamp: '2026-11-21T12:00:00Z' },
  });
  return {
    binding,
    objects: {
      placements: [aPlacementObject('web')] as unknown as ClusterResourcePlacement[],
      policySnapshots: projectPolicySnapshots(state, undefined, NOON).map(created),
      resourceSnapshots: resourceSnapshots
        .flatMap((snapshot, i) =>
          projectResourceSnapshot(state, { snapshot, manifests: contents[i] }, { secrets: 'masked' }),
        )
        .map(created),
      bindings: [projectBinding(state, binding, { generation: 1, now: NOON })].map(created),
      overrides: { snapshots: new Map(), labels: new Map() },
    },
  };
}

describe('restoreRows', () => {
  it('takes over bindings and snapshots with their indexes', () => {
    const { objects, binding } = publish([[namespace], [namespace, secret]], 0);
    const [restored] = restoreRows(objects);
    expect(restored).toMatchObject({ name: 'web', uid: 'uid-web' });
    expect(restored.policySnapshots.map(({ index, hash }) => [index, hash])).toEqual([
      [0, aPolicySnapshot().hash],
      [3, 'abc'],
    ]);
    expect(restored.bindings).toMatchObject([
      { name: binding.name, cluster: 'c1', phase: 'Bound', resourceIndex: 0, rollout: { run: 'run-1' } },
    ]);
    expect(restored.bindings[0].revision).toBeDefined();
    expect(restored.resourceSnapshots[0]).toEqual({
      snapshot: aSnapshotOf(0, [namespace]),
      manifests: [namespace],
    });
  });

  it('makes no text of what the hub shows that a database refuses', () => {
    const { objects } = publish([[namespace]], 0);
    const NUL = 'a\u0000b';
    const [policy] = objects.policySnapshots;
    const [resources] = objects.resourceSnapshots;
    const [binding] = objects.bindings;
    const annotations = {
      [annotationKeys.resourceHash]: NUL,
      [annotationKeys.previousBindingState]: NUL,
    };
    const withThem = <T extends { metadata: ObjectMeta }>(object: T): T => ({
      ...object,
      metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } },
    });
    const policyHash = Buffer.from(NUL).toString('base64');
    const toNowhere = {
      ...binding,
      metadata: { ...binding.metadata, name: bindingName('web', 'uid-web', NUL) },
      spec: { ...binding.spec, targetCluster: NUL },
    };
    const [restored] = restoreRows({
      ...objects,
      policySnapshots: [{ ...policy, spec: { ...policy.spec, policyHash } }],
      resourceSnapshots: [withThem(resources)],
      bindings: [withThem(toNowhere)],
    });
    expect(restored.policySnapshots).toMatchObject([{ hash: 'a\ufffdb' }]);
    expect(restored.resourceSnapshots.map(({ snapshot }) => snapshot.hash)).toEqual(['a\ufffdb']);
    expect(restored.bindings.map(({ cluster, previousPhase }) => [cluster, previousPhase])).toEqual([
      ['a b', undefined],
    ]);
  });

  it('never takes masked values for content', () => {
    const { objects } = publish([[secret], [namespace, secret], [namespace, secret]], 1);
    const [{ resourceSnapshots }] = restoreRows(objects);
    const contents = resourceSnapshots.map(({ snapshot, manifests }) => [snapshot.index, manifests]);
    // Nothing depends on the first; the second is what a cluster runs, the third the newest.
    expect(contents).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
  });

  it('remembers a cluster whose snapshot is gone: it must be cleaned some day', () => {
    const { objects } = publish([[namespace]], 7);
    const [{ bindings }] = restoreRows(objects);
    expect(bindings).toMatchObject([{ cluster: 'c1', resourceIndex: 7 }]);
    expect(bindings[0].revision).toBeDefined();
  });

  it('keeps what a cluster said last of a revision whose content stays unknown: nothing else will report it', () => {
    const { objects, binding } = publish([[namespace], [secret]], 1);
    const [published] = objects.bindings;
    const { revision } = restoreRows(objects)[0].bindings[0];
    const claim = { reason: 'AllWorkAreAvailable', message: 'All works are available' };
    const available = {
      type: 'Available',
      status: 'True',
      observedGeneration: 7,
      lastTransitionTime: '2026-11-21T12:00:00Z',
      ...claim,
    } as const;
    const shown = (generation: number) => ({
      ...objects,
      bindings: [
        {
          ...published,
          metadata: { ...published.metadata, generation },
          status: { ...published.status, conditions: [available] },
        },
      ],
    });
    expect(restoreRows(shown(7))[0].reports).toMatchObject([
      { cluster: binding.cluster, revision, available: { status: 'True', ...claim, at: NOON } },
    ]);
    // As a report of another revision of the binding, it says nothing of this one.
    expect(restoreRows(shown(8))[0].reports).toMatchObject([
      { revision, available: { status: 'False', reason: 'NotKnownAfterRestore' } },
    ]);
    expect(restoreRows(publish([[namespace]], 0).objects)[0].reports).toEqual([]);
  });

  it('B/OV-060: remembers which overrides a cluster runs with, also where nobody knows what they say', () => {
    const listed = [
      { kind: 'ClusterResourceOverrideSnapshot', name: 'cro-3' },
      { kind: 'ResourceOverrideSnapshot', namespace: 'web', name: 'ro-0' },
    ] as const;
    const matched = { snapshots: listed.map(one => ({ ...one, hash: 'h', rules: [0] })), variables: {} };
    const [restored] = restoreRows(publish([[namespace]], 0, matched).objects);
    expect(restored.bindings[0].overrides).toEqual(unknownOverrides(listed));
    expect(restored.reports).toMatchObject([
      { revision: restored.bindings[0].revision, available: { reason: 'NotKnownAfterRestore' } },
    ]);
  });

  it('RUL 37: takes over the bindings of KubeFleet, under names of ours', () => {
    const { objects, binding } = publish([[namespace]], 0);
    const [ours] = objects.bindings;
    const foreign = (cluster: string, patch: Partial<ObjectMeta> = {}) => ({
      ...ours,
      metadata: {
        ...ours.metadata,
        name: `web-${cluster}-1a2b3c4d`,
        finalizers: ['kubernetes-fleet.io/scheduler-crb-cleanup'],
        ...patch,
      },
      spec: { ...ours.spec, targetCluster: cluster },
    });
    const bindings = [
      foreign('c1'),
      ours,
      foreign('c2'),
      foreign('c3', { finalizers: [] }),
      foreign('c4', { deletionTimestamp: '2026-11-21T12:00:00Z' }),
      foreign('c5', { creationTimestamp: '2026-11-21T11:59:59Z' }),
      foreign('c6', { labels: { 'kubernetes-fleet.io/parent-CRP': 'another' } }),
      foreign('c7', { namespace: 'shop' }),
      foreign(''),
    ];
    const [restored] = restoreRows({ ...objects, bindings });
    expect(
      restored.bindings.map(({ name, cluster, resourceIndex }) => [name, cluster, resourceIndex]),
    ).toEqual([
      [binding.name, 'c1', 0],
      [bindingName('web', 'uid-web', 'c2'), 'c2', 0],
    ]);
  });

  it('leaves alone what belongs to another placement of the name', () => {
    const { objects } = publish([[namespace]], 0);
    const [placement] = objects.placements;
    const anew = { ...placement, metadata: { ...placement.metadata, uid: 'another' } };
    expect(restoreRows({ ...objects, placements: [anew] })).toEqual([
      { name: 'web', uid: 'another', policySnapshots: [], resourceSnapshots: [], bindings: [], reports: [] },
    ]);
  });
});
