import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../../__testUtils__/databases';
import { loadStrategyUses } from './strategyUses';

const databases = createTestDatabases();
const HUB = 'hub';

describe.each(databases.eachSupportedId())('what uses a strategy, on %s', databaseId => {
  let database: TestDatabase['database'];
  let knex: TestDatabase['knex'];

  const run = (name: string, strategy: string, more: object = {}) => ({
    kind: 'ClusterStagedUpdateRun',
    name,
    parent: 'web',
    body: JSON.stringify({ metadata: { name, ...more }, spec: { stagedRolloutStrategyName: strategy } }),
  });
  const placement = (name: string, annotations: object = {}) => ({
    kind: 'ClusterResourcePlacement',
    name,
    parent: null,
    body: JSON.stringify({ metadata: { name, annotations }, spec: {} }),
  });
  const uses = (of?: string) => database.transact(tx => loadStrategyUses(tx, HUB, of));

  beforeAll(async () => {
    ({ database, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const rows = [
      run('r1', 'careful'),
      run('r2', 'careful-two'),
      // Its own annotation has the name: that makes it no user.
      run('r3', 'quick', { annotations: { why: 'careful' } }),
      placement('web'),
      placement('api', { [annotationKeys.acceptedStrategies]: 'careful, quick' }),
    ];
    await knex('objects').insert(
      rows.map(row => ({ hub: HUB, namespace: '', resource_version: '1', stamp: null, ...row })),
    );
  }, 60_000);

  it('is read of all strategies', async () => {
    const { runs, named, placements } = await uses();
    expect(runs.map(({ name, strategy }) => [name, strategy]).sort()).toEqual([
      ['r1', 'careful'],
      ['r2', 'careful-two'],
      ['r3', 'quick'],
    ]);
    expect([...named]).toEqual([
      ['careful', ['api']],
      ['quick', ['api']],
    ]);
    expect([...placements].sort()).toEqual(['api', 'web']);
  });

  it('is read of one strategy alone', async () => {
    const { runs, named, placements } = await uses('careful');
    expect(runs).toEqual([{ name: 'r1', placement: 'web', isOver: false, strategy: 'careful' }]);
    expect(named.get('careful')).toEqual(['api']);
    expect([...placements].sort()).toEqual(['api', 'web']);
    expect((await uses('none')).runs).toEqual([]);
  });

  it('needs no body of a run by another one, nor of a placement that accepts any', async () => {
    await knex('objects').whereIn('name', ['r2', 'web']).update({ body: '{' });
    expect((await uses('careful')).runs).toHaveLength(1);
    await expect(uses()).rejects.toThrow('the object of ClusterStagedUpdateRun "r2" cannot be read');
  });
});
