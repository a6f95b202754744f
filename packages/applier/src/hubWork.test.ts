import { applyWork, type ApplyResult, type WorkInput } from './applyWork';
import { observeWork } from './observeWork';
import { releaseWork } from './releaseWork';
import { aConfigMap, aNamespace, aWork, NOON, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

/** A Work of the hub, as an agent applies it. */
const aHubWork = (work: string, patch: Partial<WorkInput> = {}) =>
  aWork({ placement: work, work, manifests: [aNamespace(), aConfigMap()], ...patch });
const ENVELOPE = 'web-work-envelope-9c1fb9c51f3ced07';
const owners = (name = 'app') =>
  c.stub.find('configmaps', name, 'web')?.metadata.ownerReferences?.map(owner => owner.name);
const reasonOf = ({ report }: ApplyResult) => report.failed.map(({ condition }) => condition.reason);
const release = (work: string) =>
  releaseWork(c.client, { placement: work, work, cluster: 'c1', deletion: 'Delete', now: NOON });

describe('a Work of the hub', () => {
  it('B/WA-010: gives its own name to the AppliedWork', async () => {
    await applyWork(c.client, aHubWork('web-0'));
    expect(owners()).toEqual(['web-0']);
    expect(c.stub.find('appliedworks', 'web-0')).toMatchObject({
      spec: { workName: 'web-0', workNamespace: 'fleet-member-c1' },
    });
  });

  it('B/WG-045: is applied as it is, an annotated ConfigMap too', async () => {
    const data = { entry: JSON.stringify(aConfigMap({ a: '1' }, 'inner')) };
    const envelope = aConfigMap(data, 'envelope');
    const annotations = { 'kubernetes-fleet.io/envelope-configmap': 'true' };
    const manifests = [aNamespace(), { ...envelope, metadata: { ...envelope.metadata, annotations } }];
    const { outcomes } = await applyWork(c.client, aHubWork('web-work', { manifests }));
    expect(outcomes.map(({ manifest }) => manifest.name)).toEqual(['web', 'envelope']);
    expect(c.stub.find('configmaps', 'inner', 'web')).toBeUndefined();
  });

  it('reports an outcome for each manifest, also of a pass that only reads', async () => {
    const work = aHubWork('web-work', { manifests: [aNamespace(), aConfigMap(), aConfigMap()] });
    const applied = await applyWork(c.client, work);
    const kinds = ({ outcomes }: Pick<ApplyResult, 'outcomes'>) => outcomes.map(({ result }) => result.kind);
    expect(kinds(applied)).toEqual(['applied', 'applied', 'failed']);
    const { report: previousReport, inventory: previousInventory } = applied;
    const seen = await observeWork(c.client, { ...work, previousReport, previousInventory });
    expect(kinds(seen)).toEqual(['applied', 'applied', 'failed']);
  });

  it.each([ENVELOPE, 'web-0'])('B/WA-064: has no part in what %s holds', async other => {
    await applyWork(c.client, aHubWork(other));
    const result = await applyWork(c.client, aHubWork('web-work', { manifests: [aConfigMap({ a: '2' })] }));
    expect(reasonOf(result)).toEqual(['FailedToTakeOver']);
    expect(owners()).toEqual([other]);
  });

  it('B/WA-130: takes nothing of another Work with it', async () => {
    await applyWork(c.client, aHubWork(ENVELOPE));
    await applyWork(c.client, aHubWork('web-work', { manifests: [aConfigMap({ a: '1' }, 'own')] }));
    await release('web-work');
    expect(c.stub.find('appliedworks', ENVELOPE)?.metadata.deletionTimestamp).toBeUndefined();
    expect(owners()).toEqual([ENVELOPE]);
  });

  it('B/WA-062: takes an object from a Work that is gone from the hub, and from no other', async () => {
    await applyWork(c.client, aHubWork('former-work'));
    const manifests = [aConfigMap({ a: '2' })];
    const works = new Set(['web-work', 'former-work']);
    const refused = await applyWork(c.client, aHubWork('web-work', { manifests, works }));
    expect(reasonOf(refused)).toEqual(['FailedToTakeOver']);
    await applyWork(c.client, aHubWork('web-work', { manifests, works: new Set(['web-work']) }));
    expect(owners()).toEqual(['web-work']);
  });
});
