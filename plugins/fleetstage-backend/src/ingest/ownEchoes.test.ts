import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import type { Database } from '../database/db';
import { savePublication, toStatusHash } from '../database/publicationStore';
import type { ObjectChange } from './keysFor';
import { findOwnEchoes } from './ownEchoes';

const databases = createTestDatabases();

const web = (status?: unknown, metadata: Partial<KubeObject['metadata']> = {}): KubeObject => ({
  ...aPlacementObject('web', {}, metadata),
  ...(status !== undefined && { status }),
});

const change = (
  before: KubeObject | undefined,
  after: KubeObject | undefined,
  kind: ObjectChange['kind'] = 'ClusterResourcePlacement',
): ObjectChange => ({ kind, name: (after ?? before)!.metadata.name, before, after });

describe.each(databases.eachSupportedId())('findOwnEchoes on %s', databaseId => {
  let database: Database;
  beforeAll(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await database.transact(async tx => {
      const object = { kind: 'ClusterResourcePlacement', name: 'web', hash: toStatusHash('said', 'live') };
      await savePublication(tx, 'hub', object);
    });
  });

  const find = (changes: readonly ObjectChange[], hub = 'hub') =>
    database.transact(tx => findOwnEchoes(tx, hub, changes));

  it.each<[string, boolean, ObjectChange]>([
    ['the status that we wrote', true, change(web({ hash: 'old' }), web({ hash: 'live' }))],
    ['our first status', true, change(web(), web({ hash: 'live' }))],
    ['a foreign status', false, change(web({ hash: 'live' }), web({ hash: 'foreign' }))],
    ['what we said, which the hub has changed', false, change(web(), web({ hash: 'said' }))],
    ['a status that was taken away', false, change(web({ hash: 'live' }), web())],
    ['a status without a hash', false, change(web(), web({ conditions: [] }))],
    [
      'our status together with an edit',
      false,
      change(web({ hash: 'old' }), web({ hash: 'live' }, { generation: 2 })),
    ],
    ['an object that is new to us', false, change(undefined, web({ hash: 'live' }))],
    ['an object that is gone', false, change(web({ hash: 'live' }), undefined)],
    [
      'the status of another object',
      false,
      change(aPlacementObject('db'), { ...aPlacementObject('db'), status: { hash: 'live' } }),
    ],
    [
      'the status of another kind of this name',
      false,
      change(aMemberObject('web'), { ...aMemberObject('web'), status: { hash: 'live' } }, 'MemberCluster'),
    ],
  ])('%s is an echo: %p', async (_, isEcho, one) => {
    expect((await find([one])).has(one)).toBe(isEcho);
  });

  it('keeps apart what comes together, and hubs', async () => {
    const echo = change(web(), web({ hash: 'live' }));
    const foreign = change(web({ hash: 'live' }), web({ hash: 'foreign' }));
    expect([...(await find([foreign, echo]))]).toEqual([echo]);
    expect((await find([echo], 'other')).size).toBe(0);
  });
});
