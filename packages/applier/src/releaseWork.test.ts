import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError } from '@fleetstage/kube-client';
import { applyWork, type ApplyResult } from './applyWork';
import type { Inventory, InventoryEntry } from './inventory';
import { releaseWork } from './releaseWork';
import { statusOf } from './testing';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
afterEach(() => c.stop());

it('B/WA-130 removes everything that is ours alone, and only then says so', async () => {
  c = await startCluster({ garbage: 'manual' });
  const { inventory } = await applyWork(c.client, aWork());
  const asked = await releaseWork(c.client, {
    placement: 'web',
    cluster: 'c1',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  expect(asked).toMatchObject({ kind: 'releasing', message: 'AppliedWork web-work is being deleted' });
  expect(c.stub.find('deployments', 'app', 'web')).toBeDefined();
  c.stub.calls.length = 0;
  await releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion: 'Delete' });
  expect(c.stub.calls.filter(call => call.startsWith('DELETE'))).toEqual([]);
  c.stub.collectGarbage();
  const done = await releaseWork(c.client, {
    placement: 'web',
    cluster: 'c1',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  expect(done).toEqual({ kind: 'released' });
  expect(c.stub.find('deployments', 'app', 'web')).toBeUndefined();
});

it('waits for objects that outlive their AppliedWork', async () => {
  c = await startCluster();
  const { inventory } = await applyWork(c.client, aWork());
  const configMap = c.stub.find('configmaps', 'app', 'web')!;
  await releaseWork(c.client, {
    placement: 'web',
    cluster: 'c1',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  c.stub.put({ group: '', version: 'v1', plural: 'configmaps' }, configMap);
  const result = await releaseWork(c.client, {
    placement: 'web',
    cluster: 'c1',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  expect(result).toMatchObject({ kind: 'releasing', message: 'ConfigMap web/app are still there' });
});

describe('a co-owner that garbage collection cannot find out about (B/WA-132, WA-133)', () => {
  const place = { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' };
  const stranger = { apiVersion: 'gone.example.com/v1', kind: 'Gone', name: 'x', uid: 'gone' };
  const release = (more: object = {}) =>
    releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion: 'Delete', ...more });

  async function shareConfigMap() {
    const { inventory } = await applyWork(c.client, aWork());
    const [own] = c.stub.find('configmaps', 'app', 'web')?.metadata.ownerReferences ?? [];
    c.stub.merge(place, { metadata: { ownerReferences: [own, stranger] } });
    return inventory;
  }
  /** The AppliedWork, and what it owns alone. */
  function loseOthers() {
    c.stub.remove('appliedworks', 'web-work');
    c.stub.remove('deployments', 'app', 'web');
    c.stub.merge(
      { group: '', version: 'v1', plural: 'namespaces', name: 'web' },
      { metadata: { ownerReferences: [] } },
    );
  }
  const owners = () => c.stub.find('configmaps', 'app', 'web')?.metadata.ownerReferences;

  it('keeps the object, and the release ends', async () => {
    c = await startCluster({ garbage: 'manual' });
    const previousInventory = await shareConfigMap();
    loseOthers();
    expect(await release({ previousInventory })).toEqual({ kind: 'released' });
    expect(owners()).toEqual([stranger]);
  });

  it('is waited for a minute while the AppliedWork is being deleted, no longer', async () => {
    c = await startCluster({ garbage: 'manual' });
    const previousInventory = await shareConfigMap();
    await release({ previousInventory });
    const deletedAt = Date.parse(c.stub.find('appliedworks', 'web-work')?.metadata.deletionTimestamp ?? '');
    await release({ previousInventory, now: instant(deletedAt + 59_999) });
    expect(owners()).toHaveLength(2);
    await release({ previousInventory, now: instant(deletedAt + 60_000) });
    expect(owners()).toEqual([stranger]);
  });

  it('is tried again where somebody was faster', async () => {
    c = await startCluster({ garbage: 'manual' });
    const previousInventory = await shareConfigMap();
    c.stub.remove('appliedworks', 'web-work');
    c.stub.intercept = ({ verb, place: { plural } }) =>
      verb === 'PATCH' && plural === 'configmaps' ? statusOf(409, 'Conflict', 'changed') : undefined;
    expect(await release({ previousInventory })).toMatchObject({ kind: 'releasing' });
  });

  it.each([
    ['the rights of Fleetstage', 403, 'Forbidden'],
    ['a webhook', 400, 'BadRequest'],
  ])('is left where %s refuses, once the AppliedWork is gone', async (_, code, reason) => {
    c = await startCluster({ garbage: 'manual' });
    const previousInventory = await shareConfigMap();
    c.stub.intercept = ({ verb, place: { plural } }) =>
      verb === 'PATCH' && plural === 'configmaps' ? statusOf(code, reason, 'not you') : undefined;
    await release({ previousInventory });
    const now = instant(Date.parse('2100-01-01T00:00:00Z'));
    await expect(release({ previousInventory, now })).rejects.toThrow('not you');
    loseOthers();
    expect(await release({ previousInventory })).toEqual({
      kind: 'released',
      refusals: [expect.stringMatching(/^ConfigMap web\/app: .*not you/)],
    });
  });
});

it('leaves the objects in place when it is to abandon them (B/WA-134, RUL 15)', async () => {
  c = await startCluster();
  const { inventory } = await applyWork(c.client, aWork());
  const result = await releaseWork(c.client, {
    placement: 'web',
    cluster: 'c1',
    previousInventory: inventory,
    deletion: 'Abandon',
  });
  expect(result).toEqual({ kind: 'released' });
  expect(c.stub.find('appliedworks', 'web-work')).toBeUndefined();
  expect(c.stub.find('deployments', 'app', 'web')?.metadata.ownerReferences).toEqual([]);
});

it('B/WA-131 has nothing to do where nothing was applied', async () => {
  c = await startCluster();
  await expect(
    releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion: 'Delete' }),
  ).resolves.toEqual({
    kind: 'released',
  });
});

const APPLIED_WORKS = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural: 'appliedworks' };
const takeOvers = () => c.stub.calls.filter(call => /^PATCH .*\/appliedworks\/web-work$/.test(call));
const release = (cluster: string, { inventory }: ApplyResult, memberNamespaces?: readonly string[]) =>
  releaseWork(c.client, {
    ...(memberNamespaces && { memberNamespaces: new Set(memberNamespaces) }),
    placement: 'web',
    cluster,
    previousInventory: inventory,
    deletion: 'Delete',
  });

describe('a cluster that is registered under two names', () => {
  const a = aWork({ cluster: 'a' });
  const b = aWork({ cluster: 'b', manifests: [aNamespace(), aConfigMap({ by: 'b' })] });
  const remember = ({ report, inventory }: ApplyResult) => ({
    previousReport: report,
    previousInventory: inventory,
  });
  const holder = () => c.stub.find('appliedworks', 'web-work')?.spec;
  const deletions = () => c.stub.calls.filter(call => call.startsWith('DELETE'));

  it('keeps what the later registration has placed when the earlier one lets go', async () => {
    c = await startCluster();
    const first = await applyWork(c.client, a);
    const second = await applyWork(c.client, b);
    expect(holder()).toEqual({ workName: 'web-work', workNamespace: 'fleet-member-b' });
    expect(second.inventory.appliedWorkUid).toBe(first.inventory.appliedWorkUid);
    c.stub.calls.length = 0;
    expect(await release('a', first)).toEqual({ kind: 'released', holder: 'fleet-member-b' });
    expect(deletions()).toEqual([]);
    expect(c.stub.find('configmaps', 'app', 'web')?.data).toEqual({ by: 'b' });
    expect(await release('b', second)).toEqual({ kind: 'released' });
    expect(c.stub.find('appliedworks', 'web-work')).toBeUndefined();
    expect(c.stub.find('configmaps', 'app', 'web')).toBeUndefined();
  });

  it('stays with the later one although the earlier one goes on applying', async () => {
    c = await startCluster();
    const first = await applyWork(c.client, a);
    const second = await applyWork(c.client, b);
    const again = await applyWork(c.client, { ...a, ...remember(first) });
    expect(holder()).toMatchObject({ workNamespace: 'fleet-member-b' });
    expect(await release('a', again)).toMatchObject({ kind: 'released', holder: 'fleet-member-b' });
    await applyWork(c.client, { ...b, ...remember(second) });
    expect(takeOvers()).toHaveLength(1);
  });

  it('is cleaned by the earlier one when the later one has left the fleet', async () => {
    c = await startCluster();
    const first = await applyWork(c.client, a);
    await applyWork(c.client, b);
    expect(await release('a', first, ['fleet-member-a'])).toEqual({ kind: 'released' });
    expect(c.stub.find('appliedworks', 'web-work')).toBeUndefined();
  });

  it('is not taken over by a pass whose time is over', async () => {
    c = await startCluster();
    await applyWork(c.client, a);
    const signal = AbortSignal.abort(new Error('the lease was lost'));
    await expect(applyWork(c.client, { ...b, signal })).rejects.toThrow('the lease was lost');
    expect(takeOvers()).toEqual([]);
  });

  it('loses nothing when it is taken over while the earlier one is about to delete', async () => {
    c = await startCluster();
    const first = await applyWork(c.client, a);
    c.stub.intercept = ({ verb, place }) => {
      if (verb !== 'DELETE') return undefined;
      const spec = { workNamespace: 'fleet-member-b' };
      c.stub.intercept = undefined;
      c.stub.merge(place, { spec });
      return undefined;
    };
    await expect(release('a', first)).rejects.toThrow(ConflictError);
    expect(await release('a', first)).toEqual({ kind: 'released', holder: 'fleet-member-b' });
    expect(c.stub.find('configmaps', 'app', 'web')).toBeDefined();
  });

  it('waits for a deletion under way rather than take over what is going', async () => {
    c = await startCluster({ garbage: 'manual' });
    const first = await applyWork(c.client, a);
    await release('a', first);
    await expect(applyWork(c.client, b)).rejects.toThrow('is being deleted');
    expect(holder()).toMatchObject({ workNamespace: 'fleet-member-a' });
  });
});

it('takes over an AppliedWork of the same member that another controller has made, and releases it', async () => {
  c = await startCluster();
  const spec = { workName: 'web-work', workNamespace: 'fleet-member-c1' };
  const apiVersion = 'placement.kubernetes-fleet.io/v1';
  const object = { apiVersion, kind: 'AppliedWork', metadata: { name: 'web-work' }, spec };
  const { metadata } = c.stub.put(APPLIED_WORKS, object, 'work-api-agent');
  const result = await applyWork(c.client, aWork());
  expect(result.inventory.appliedWorkUid).toBe(metadata.uid);
  expect(takeOvers()).toEqual([]);
  expect(await release('c1', result)).toEqual({ kind: 'released' });
  expect(c.stub.find('deployments', 'app', 'web')).toBeUndefined();
});

it('deletes and writes nothing once its time is over: somebody else may have begun meanwhile', async () => {
  c = await startCluster();
  const { report, inventory } = await applyWork(c.client, aWork());
  const before = c.stub.calls.length;
  const signal = AbortSignal.abort(new Error('the lease was lost'));
  await expect(
    releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion: 'Delete', signal }),
  ).rejects.toThrow('the lease was lost');
  const older = aWork({
    manifests: [aConfigMap({ a: 'older' }), aNamespace()],
    previousReport: report,
    previousInventory: inventory,
    signal,
  });
  await expect(applyWork(c.client, older)).rejects.toThrow('the lease was lost');
  expect(c.stub.calls.slice(before).filter(call => !call.startsWith('GET'))).toEqual([]);
});

describe('RUL 37: AppliedWorks that KubeFleet has made for envelopes and further parts', () => {
  const ENVELOPE = 'web-work-envelope-9c1fb9c51f3ced07';
  const PARTS = [ENVELOPE, 'web-0'];
  const OTHERS = ['web-0-work', 'webs-0', 'other-work'];
  const KIND = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'AppliedWork' };
  const uids = new Map<string, string>();
  const uidOf = (name: string) => uids.get(name) ?? 'gone';
  const entryOf = (name: string): InventoryEntry => ({
    ...{ ordinal: 0, group: '', version: 'v1', kind: 'ConfigMap', namespace: 'web', name },
  });
  /** With one ConfigMap of its name, which it lists. */
  function putPart(name: string, { holds = [name], member = 'c1' } = {}) {
    const { metadata } = c.stub.put(APPLIED_WORKS, {
      ...KIND,
      metadata: { name },
      spec: { workName: name, workNamespace: `fleet-member-${member}` },
      status: { appliedResources: holds.map(entryOf) },
    });
    uids.set(name, metadata.uid ?? '');
    for (const held of holds) putConfigMap(held, [name]);
  }
  function putConfigMap(name: string, owners: string[]) {
    const ownerReferences = owners.map(owner => ({ ...KIND, name: owner, uid: uidOf(owner) }));
    const object = aConfigMap({ a: '1' }, name);
    c.stub.put(
      { group: '', version: 'v1', plural: 'configmaps' },
      { ...object, metadata: { ...object.metadata, ownerReferences } },
    );
  }
  beforeEach(() => uids.clear());
  const left = () => OTHERS.concat(PARTS, 'web-work').filter(name => c.stub.find('appliedworks', name));
  const configMap = (name: string) => c.stub.find('configmaps', name, 'web');
  const releaseBy = (
    deletion: 'Delete' | 'Abandon',
    previousInventory: Inventory = { appliedWorkUid: uidOf('web-work'), objects: PARTS.map(entryOf) },
  ) => releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion, previousInventory });

  it.each(['Delete', 'Abandon'] as const)('go with that of the placement: %s', async deletion => {
    c = await startCluster();
    for (const name of ['web-work', ...PARTS, ...OTHERS]) putPart(name);
    expect(await releaseBy(deletion)).toEqual({ kind: 'released' });
    expect(left()).toEqual(OTHERS);
    for (const name of PARTS) {
      if (deletion === 'Delete') expect(configMap(name)).toBeUndefined();
      else expect(configMap(name)?.metadata.ownerReferences).toEqual([]);
    }
  });

  it.each(['Delete', 'Abandon'] as const)(
    'go where that of the placement was made anew by Fleetstage: %s',
    async deletion => {
      c = await startCluster();
      const { inventory } = await applyWork(c.client, aWork({ manifests: [aConfigMap()] }));
      for (const name of PARTS) putPart(name);
      const previous = { ...inventory, objects: [...inventory.objects, ...PARTS.map(entryOf)] };
      expect(await releaseBy(deletion, previous)).toMatchObject({ kind: 'releasing' });
      expect(await releaseBy(deletion, previous)).toEqual({ kind: 'released' });
      expect(left()).toEqual([]);
      for (const name of PARTS) expect(configMap(name) === undefined).toBe(deletion === 'Delete');
    },
  );

  it('go where that of the placement was being deleted before', async () => {
    c = await startCluster({ garbage: 'manual' });
    for (const name of ['web-work', ...PARTS]) putPart(name);
    await c.client.delete({ ...APPLIED_WORKS, kind: 'AppliedWork', namespaced: false }, { name: 'web-work' });
    await releaseBy('Delete');
    c.stub.collectGarbage();
    await releaseBy('Delete');
    c.stub.collectGarbage();
    expect(await releaseBy('Delete')).toEqual({ kind: 'released' });
    expect(left()).toEqual([]);
  });

  it.each([
    ['is of another member', () => putPart(ENVELOPE, { member: 'other' }), ENVELOPE],
    ['holds nothing of the placement', () => putPart('web-0', { holds: ['theirs'] }), 'web-0'],
    ['holds something else, too', () => putPart('web-0', { holds: ['web-0', 'theirs'] }), 'web-0'],
    ['says nothing of what it holds', () => putPart('web-0', { holds: [] }), 'web-0'],
  ])('stay, with what they own, where one %s', async (_, put, name) => {
    c = await startCluster();
    putPart('web-work');
    put();
    if (name === 'web-0') putConfigMap('web-0', ['web-0']);
    for (const deletion of ['Delete', 'Abandon'] as const)
      expect(await releaseBy(deletion)).toEqual({ kind: 'released' });
    expect(left()).toEqual([name]);
    if (name === 'web-0') expect(configMap('web-0')).toBeDefined();
  });

  it('are not listed where the placement was never that of KubeFleet', async () => {
    c = await startCluster();
    const { inventory: previousInventory } = await applyWork(c.client, aWork());
    c.stub.calls.length = 0;
    await releaseWork(c.client, { placement: 'web', cluster: 'c1', deletion: 'Delete', previousInventory });
    expect(c.stub.calls.filter(call => /\/appliedworks( |$)/.test(call))).toEqual([]);
  });

  it('objects that they own are waited for', async () => {
    c = await startCluster({ garbage: 'manual' });
    for (const name of ['web-work', ENVELOPE]) putPart(name);
    expect(await releaseBy('Delete')).toMatchObject({ message: 'AppliedWork web-work is being deleted' });
    c.stub.remove('appliedworks', 'web-work');
    expect(await releaseBy('Delete')).toMatchObject({ message: `ConfigMap web/${ENVELOPE} are still there` });
    c.stub.remove('configmaps', ENVELOPE, 'web');
    expect(await releaseBy('Delete')).toEqual({ kind: 'released' });
  });

  it('and ours together are no strangers: the object is not shared', async () => {
    c = await startCluster({ garbage: 'manual' });
    for (const name of ['web-work', ENVELOPE]) putPart(name);
    putConfigMap(ENVELOPE, ['web-work', ENVELOPE]);
    c.stub.remove('appliedworks', 'web-work');
    expect(await releaseBy('Delete')).toMatchObject({ kind: 'releasing' });
    expect(configMap(ENVELOPE)?.metadata.ownerReferences).toHaveLength(2);
  });
});
