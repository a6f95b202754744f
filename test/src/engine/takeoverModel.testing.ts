/* eslint-disable jest/no-export -- a part of the story of takeover.kube.test.ts, on its fleet */
import type { EngineProcess } from '../engineChild/startEngine';
import { LONG_OVERRIDE, versionsOf } from '../kubefleet/modelFleet';
import { readObject } from '../kubefleet/modelPlacements';
import type { WrittenObject } from '../kubefleet/writeKube';
import type { Fleet } from '../story/startFleet';
import { conditionsOf, list, namesOf, read } from './fleet';

export interface ModelStory {
  readonly fleet: Fleet;
  readonly engine: EngineProcess;
  /** What KubeFleet has placed on each member, and how it stood there. */
  readonly placed: readonly WrittenObject[];
  readonly versions: readonly string[];
  soon<T>(what: string, probe: () => Promise<T>): Promise<T>;
}

const NO_SNAPSHOT_YET = [
  ['clusterresourcesnapshots', undefined, 'server-side'],
  ['clusterresourcesnapshots', undefined, 'boxed'],
  ['resourcesnapshots', 'team', 'web'],
] as const;

/** What the recorded fleet has none of: server-side apply, a ResourcePlacement, envelopes, an override with a long name. */
export function describeModelFleet(story: () => ModelStory): void {
  const { soon } = { soon: <T>(what: string, probe: () => Promise<T>) => story().soon(what, probe) };
  const onHub = (kind: string, name: string, namespace?: string) =>
    read(story().fleet.hub, kind, name, namespace);
  const editOnHub = (kind: string, name: string, namespace: string, patch: unknown) =>
    story().fleet.hub.kubectl([
      ...['patch', kind, name, '-n', namespace, '--type=json', '-p', JSON.stringify(patch)],
    ]);
  const onMembers = async (what: string, probe: (member: Fleet['members'][number]) => Promise<void>) => {
    for (const member of story().fleet.members) await soon(`${what} on ${member.name}`, () => probe(member));
  };
  const config = (namespace: string, name: string) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
  });

  it('RUL 37: placements by server-side apply, of a namespace, and of envelopes are complete', async () => {
    for (const [kind, name, namespace] of [
      ['crp', 'server-side'],
      ['crp', 'boxed'],
      ['rp', 'web', 'team'],
    ] as const)
      await soon(`${name} is available`, async () => {
        const { status } = await onHub(kind, name, namespace);
        const prefix = kind === 'crp' ? 'ClusterResourcePlacement' : 'ResourcePlacement';
        expect(conditionsOf(status)).toMatchObject({
          [`${prefix}Applied`]: 'True/ApplySucceeded',
          [`${prefix}Available`]: 'True/ResourceAvailable',
        });
        expect(status.placementStatuses).toHaveLength(story().fleet.members.length);
        expect(status.observedResourceIndex).toBe('0');
      });
  });

  it('RUL 37: none of their objects was written to, and there is no further snapshot', async () => {
    const { fleet, placed, versions } = story();
    expect(await versionsOf(fleet, placed)).toEqual(versions);
    for (const [kind, namespace, placement] of NO_SNAPSHOT_YET) {
      const labels = `kubernetes-fleet.io/parent-CRP=${placement}`;
      const names = await namesOf(fleet.hub, kind, { labels, ...(namespace !== undefined && { namespace }) });
      expect(names).toEqual([`${placement}-0-snapshot`]);
    }
  });

  it('B/WA-056: a key of server-side apply that is removed goes, and nobody else owns the others', async () => {
    await editOnHub('configmap', 'settings', 'server-side', [{ op: 'remove', path: '/data/region' }]);
    await onMembers('the key is gone', async member => {
      const { data, metadata } = await readObject(member, config('server-side', 'settings'));
      expect(data).toEqual({ mode: 'fast' });
      expect(metadata.managedFields).toEqual([
        expect.objectContaining({ manager: 'work-api-agent', operation: 'Apply' }),
      ]);
    });
  });

  it('RUL 37: a change of a ResourcePlacement is its next snapshot', async () => {
    await editOnHub('configmap', 'settings', 'team', [{ op: 'remove', path: '/data/region' }]);
    await onMembers('the key is gone', async member =>
      expect((await readObject(member, config('team', 'settings'))).data).toEqual({ mode: 'fast' }),
    );
    await soon('the next snapshot is shown', () => onHub('resourcesnapshots', 'web-1-snapshot', 'team'));
  });

  it('RUL 37: a change in an envelope arrives, and its objects keep the owner that KubeFleet gave them', async () => {
    const from = config('boxed', 'from-envelope');
    const ownersOf = ({ metadata }: WrittenObject) =>
      (metadata.ownerReferences as readonly { name: string }[]).map(({ name }) => name);
    await editOnHub('resourceenvelope', 'settings', 'boxed', [
      { op: 'remove', path: '/data/settings.yaml/data/region' },
    ]);
    await onMembers('the key is gone', async member => {
      const live = await readObject(member, from);
      expect(live.data).toEqual({ mode: 'fast', where: member.name });
      expect(ownersOf(live)).toEqual([expect.stringMatching(/^boxed-work-envelope-[0-9a-f]{16}$/)]);
    });
  });

  it('B §4.8: what somebody changes of an object of an envelope is repaired', async () => {
    for (const member of story().fleet.members)
      await member.kubectl([
        ...['patch', 'configmap', 'from-envelope', '-n', 'boxed', '--type=merge'],
        ...['-p', '{"data":{"mode":"theirs"}}'],
      ]);
    await onMembers('the key is back', async member =>
      expect((await readObject(member, config('boxed', 'from-envelope'))).data).toEqual({
        ...{ mode: 'fast', where: member.name },
      }),
    );
  });

  it('B/OV-015: an override whose name no label holds changes nothing, as before, says so, and can go', async () => {
    const { hub } = story().fleet;
    for (const member of story().fleet.members)
      expect((await readObject(member, config('team', 'settings'))).data).toMatchObject({ mode: 'fast' });
    await soon('an Event says why', async () => {
      const fields = `involvedObject.name=${LONG_OVERRIDE}`;
      expect(await list(hub, 'events', { namespace: 'team', fields })).toEqual([
        expect.objectContaining({
          type: 'Warning',
          message: expect.stringMatching(/at most 63 characters/),
        }),
      ]);
    });
    await hub.kubectl([
      ...['delete', 'resourceoverride', LONG_OVERRIDE, '-n', 'team', '--wait=true', '--timeout=30s'],
    ]);
  });
}
