import { family, isGone, made, MAPS, ownedBy, secret, SECRETS } from './families';
import { configMap } from './objects';
import { contractSuite } from './suite';

/** What becomes of dependents. */
export const owners = contractSuite('owners', add => {
  add('Background removes the owner at once and dependents after it', async api => {
    await family(api);
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Background' });
    await api.get(api.in(MAPS, 'owner'));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('without a policy dependents go in the background', async api => {
    await family(api);
    await api.delete(api.in(MAPS, 'owner'));
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('a policy in the query counts', async api => {
    await family(api);
    await api.delete(`${api.in(MAPS, 'owner')}?propagationPolicy=Orphan`);
    await api.until(api.in(MAPS, 'owner'), isGone);
    await api.get(api.in(SECRETS, 'child'));
  });

  add('Orphan leaves dependents, without the reference', async api => {
    await family(api);
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Orphan' });
    await api.until(api.in(MAPS, 'owner'), isGone);
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata.ownerReferences === undefined);
  });

  add('orphanDependents is the old word for Orphan', async api => {
    await family(api);
    await api.delete(api.in(MAPS, 'owner'), { orphanDependents: true });
    await api.until(api.in(MAPS, 'owner'), isGone);
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata.ownerReferences === undefined);
  });

  add('orphanDependents false is the background', async api => {
    await family(api);
    await api.delete(api.in(MAPS, 'owner'), { orphanDependents: false });
    await api.until(api.in(SECRETS, 'child'), isGone);
  });

  add('Foreground keeps the owner until blocking dependents are gone', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    await made(
      api,
      api.in(SECRETS),
      secret('child', {
        finalizers: ['example.io/hold'],
        ownerReferences: [ownedBy(owner, { blockOwnerDeletion: true })],
      }),
    );
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await api.get(api.in(MAPS, 'owner'));
    await api.patch('merge', api.in(SECRETS, 'child'), { metadata: { finalizers: null } });
    await api.until(api.in(SECRETS, 'child'), isGone);
    await api.until(api.in(MAPS, 'owner'), isGone);
  });

  add('Foreground does not wait for dependents that do not block', async api => {
    const owner = await made(api, api.in(MAPS), configMap('owner'));
    const holds = { finalizers: ['example.io/hold'], ownerReferences: [ownedBy(owner)] };
    await made(api, api.in(SECRETS), secret('child', holds));
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    await api.until(api.in(MAPS, 'owner'), isGone);
    await api.until(api.in(SECRETS, 'child'), ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await api.patch('merge', api.in(SECRETS, 'child'), { metadata: { finalizers: null } });
  });

  add('Foreground without dependents removes the owner', async api => {
    await api.post(api.in(MAPS), configMap('owner'));
    await api.delete(api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    await api.until(api.in(MAPS, 'owner'), isGone);
  });

  add('Background asks for no finalizer', async api => {
    await api.post(api.in(MAPS), configMap('one', {}, { finalizers: ['example.io/hold'] }));
    await api.delete(api.in(MAPS, 'one'), { propagationPolicy: 'Background' });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: null } });
    await api.get(api.in(MAPS, 'one'));
  });

  add('watches hear of an owner that waits for its dependents, and of its end', async api => {
    await family(api, { blockOwnerDeletion: true });
    const stream = await api.watch(`${api.in(MAPS)}?watch=true&fieldSelector=metadata.name%3Downer`);
    await stream.until(1);
    await api.quietly('DELETE', api.in(MAPS, 'owner'), { propagationPolicy: 'Foreground' });
    await stream.until(({ type }) => type === 'DELETED');
    stream.close();
  });

  add('watches hear of an owner that orphans', async api => {
    await family(api);
    const stream = await api.watch(`${api.in(MAPS)}?watch=true&fieldSelector=metadata.name%3Downer`);
    await stream.until(1);
    await api.quietly('DELETE', api.in(MAPS, 'owner'), { propagationPolicy: 'Orphan' });
    await stream.until(({ type }) => type === 'DELETED');
    stream.close();
  });
});
