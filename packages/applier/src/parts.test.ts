import { applyWork, type ApplyResult } from './applyWork';
import { observeWork } from './observeWork';
import { aConfigMap, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
beforeEach(async () => {
  c = await startCluster();
});
afterEach(() => c.stop());

const APPLIED_WORKS = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural: 'appliedworks' };
const KIND = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'AppliedWork' };
const configMap = () => c.stub.find('configmaps', 'app', 'web')!;
const work = (data: Record<string, string> = { a: '1' }) => aWork({ manifests: [aConfigMap(data)] });
const next = ({ report, inventory }: ApplyResult) => ({
  previousReport: report,
  previousInventory: inventory,
});
const putOwn = () =>
  c.stub.put(APPLIED_WORKS, {
    ...KIND,
    metadata: { name: 'web-work' },
    spec: { workName: 'web-work', workNamespace: 'fleet-member-c1' },
  });
function putOwned(name: string, data = { a: '0' }) {
  const object = aConfigMap(data);
  const metadata = { ...object.metadata, ownerReferences: [{ ...KIND, name, uid: 'part' }] };
  c.stub.put({ group: '', version: 'v1', plural: 'configmaps' }, { ...object, metadata });
}
describe('RUL 37: an object that an AppliedWork with the name of a further part owns', () => {
  it('is somebody else’s where Fleetstage has made the AppliedWork of the placement', async () => {
    putOwned('web-1');
    let result = await applyWork(c.client, work());
    for (let pass = 0; pass < 2; pass += 1) {
      expect(result.report.failed[0].condition).toMatchObject({ reason: 'FailedToTakeOver' });
      expect(result.inventory.objects).toEqual([]);
      expect((await observeWork(c.client, { ...work(), ...next(result) })).needsApply).toBe('no');
      result = await applyWork(c.client, { ...work(), ...next(result) });
    }
    expect(configMap().data).toEqual({ a: '0' });
    await applyWork(c.client, { ...aWork({ manifests: [] }), ...next(result) });
    expect(configMap()).toBeDefined();
  });

  it('is ours where KubeFleet has', async () => {
    putOwn();
    putOwned('web-1');
    const result = await applyWork(c.client, work());
    expect(result.report.applied?.status).toBe('True');
    expect(configMap().data).toEqual({ a: '1' });
    const observed = await observeWork(c.client, { ...work(), ...next(result) });
    expect(observed).toMatchObject({ needsApply: 'no', report: { applied: { status: 'True' } } });
  });

  it('stays ours where the AppliedWork was made anew since', async () => {
    putOwn();
    putOwned('web-1');
    const first = await applyWork(c.client, work());
    c.stub.remove('appliedworks', 'web-work');
    const second = await applyWork(c.client, { ...work({ a: '2' }), ...next(first) });
    expect(configMap().data).toEqual({ a: '2' });
    await applyWork(c.client, { ...aWork({ manifests: [] }), ...next(second) });
    expect(configMap()).toBeUndefined();
  });

  it('is applied before it is judged where it was never seen to be ours', async () => {
    putOwn();
    putOwned('web-1');
    const first = await applyWork(c.client, work());
    const objects = first.inventory.objects.map(({ uid: _, ...entry }) => entry);
    const previousInventory = { ...first.inventory, objects };
    const observed = await observeWork(c.client, { ...work(), ...next(first), previousInventory });
    expect(observed.needsApply).toBe('missing');
    const second = await applyWork(c.client, { ...work(), ...next(first), previousInventory });
    expect(second.report.applied?.status).toBe('True');
  });

  it('of an envelope is ours in any case: the name has a hash', async () => {
    putOwned('web-work-envelope-9c1fb9c51f3ced07');
    expect((await applyWork(c.client, work())).report.applied?.status).toBe('True');
  });
});
