import { applyWork } from './applyWork';
import { releaseWork } from './releaseWork';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

let c: Awaited<ReturnType<typeof startCluster>>;
afterEach(() => c.stop());

it('removes everything that is ours alone, and only then says so', async () => {
  c = await startCluster({ garbage: 'manual' });
  const { inventory } = await applyWork(c.client, aWork());
  const asked = await releaseWork(c.client, {
    placement: 'web',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  expect(asked).toMatchObject({ kind: 'releasing', message: 'AppliedWork web-work is being deleted' });
  expect(c.stub.find('deployments', 'app', 'web')).toBeDefined();
  c.stub.calls.length = 0;
  await releaseWork(c.client, { placement: 'web', deletion: 'Delete' });
  expect(c.stub.calls.filter(call => call.startsWith('DELETE'))).toEqual([]);
  c.stub.collectGarbage();
  const done = await releaseWork(c.client, {
    placement: 'web',
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
  await releaseWork(c.client, { placement: 'web', previousInventory: inventory, deletion: 'Delete' });
  c.stub.put({ group: '', version: 'v1', plural: 'configmaps' }, configMap);
  const result = await releaseWork(c.client, {
    placement: 'web',
    previousInventory: inventory,
    deletion: 'Delete',
  });
  expect(result).toMatchObject({ kind: 'releasing', message: 'ConfigMap web/app are still there' });
});

it('leaves the objects in place when told to abandon them (RUL 15)', async () => {
  c = await startCluster();
  const { inventory } = await applyWork(c.client, aWork());
  const result = await releaseWork(c.client, {
    placement: 'web',
    previousInventory: inventory,
    deletion: 'Abandon',
  });
  expect(result).toEqual({ kind: 'released' });
  expect(c.stub.find('appliedworks', 'web-work')).toBeUndefined();
  expect(c.stub.find('deployments', 'app', 'web')?.metadata.ownerReferences).toEqual([]);
});

it('has nothing to do where nothing was applied', async () => {
  c = await startCluster();
  await expect(releaseWork(c.client, { placement: 'web', deletion: 'Delete' })).resolves.toEqual({
    kind: 'released',
  });
});

it('deletes and writes nothing once its time is over: somebody else may have begun meanwhile', async () => {
  c = await startCluster();
  const { report, inventory } = await applyWork(c.client, aWork());
  const before = c.stub.calls.length;
  const signal = AbortSignal.abort(new Error('the lease was lost'));
  await expect(releaseWork(c.client, { placement: 'web', deletion: 'Delete', signal })).rejects.toThrow(
    'the lease was lost',
  );
  const older = aWork({
    manifests: [aConfigMap({ a: 'older' }), aNamespace()],
    previousReport: report,
    previousInventory: inventory,
    signal,
  });
  await expect(applyWork(c.client, older)).rejects.toThrow('the lease was lost');
  expect(c.stub.calls.slice(before).filter(call => !call.startsWith('GET'))).toEqual([]);
});
