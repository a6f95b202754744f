import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, anObject } from '../__testUtils__/objects';
import { aCatalog, aSequence } from '../__testUtils__/sequenceTrial';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { keyOfObject } from '../database/placementObject';
import { followSequences } from './followSequences';
import { keysFor, type AuthoredKind, type ObjectChange } from './keysFor';

const databases = createTestDatabases();
const POLICY = anObject('MaintenancePolicy', 'nights', { spec: { clusters: { all: true } } });
const ROLLOUT = anObject('Rollout', 'bank-cp-1-31-2', { spec: { sequence: 'bank', version: '1.31.2' } });

const changed = (object: KubeObject, metadata: Partial<KubeObject['metadata']>): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

describe.each(databases.eachSupportedId())('what edits on the hub wake, on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aSequence('bank', [{ name: 'a', fleets: ['testing'] }]));
      await saveObject(tx, 'hub', aSequence('other', [{ name: 'a', fleets: ['dev'] }]));
      await saveObject(tx, 'hub', POLICY);
    });
  });

  async function wokenBy(before: KubeObject | undefined, after: KubeObject | undefined) {
    const object = (after ?? before)!;
    const change: ObjectChange = {
      kind: object.kind as AuthoredKind,
      name: keyOfObject(object),
      ...(before && { before }),
      ...(after && { after }),
    };
    await database.transact(tx => followSequences(tx, 'hub', [change]));
    return database.transact(async tx => {
      const rows = await tx.sql('dirty_keys').orderBy(['queue', 'key']).select('queue', 'key');
      await tx.sql('dirty_keys').delete();
      return rows.map(({ queue, key }) => `${queue} ${key}`);
    });
  }

  const BOTH = ['rollout-sequence hub/bank', 'rollout-sequence hub/other'];
  const UNASSIGNED = 'publish-member-versions hub/fleets/none';

  it('a sequence concerns all: fleets pass from one to the other (E/RV-011)', async () => {
    const bank = aSequence('bank', [{ name: 'a', fleets: ['testing'] }]);
    expect(await wokenBy(bank, changed(bank, { generation: 2 }))).toEqual([UNASSIGNED, ...BOTH]);
    expect(await wokenBy(bank, undefined)).toEqual([UNASSIGNED, ...BOTH]);
  });

  it('a catalogue and a policy concern all, and their own status', async () => {
    expect(await wokenBy(undefined, aCatalog('1.30', '1.31.2'))).toEqual([
      UNASSIGNED,
      'publish-version-catalog hub/default',
      ...BOTH,
    ]);
    expect(await wokenBy(POLICY, undefined)).toEqual([
      'publish-maintenance-policy hub/nights',
      UNASSIGNED,
      ...BOTH,
    ]);
  });

  it('a rollout concerns its sequence alone, which comes at once', async () => {
    expect(await wokenBy(ROLLOUT, changed(ROLLOUT, { generation: 2 }))).toEqual([
      `ensure-version-rollout hub/${ROLLOUT.metadata.name}`,
      `publish-version-rollout hub/${ROLLOUT.metadata.name}`,
      'rollout-sequence hub/bank',
    ]);
  });

  it('labels and annotations of a MemberCluster concern all; its finalizers and status nobody', async () => {
    const member = aMemberObject('t1', { 'fleetstage.io/fleet': 'testing' });
    expect(await wokenBy(member, changed(member, { labels: { 'fleetstage.io/fleet': 'dev' } }))).toEqual([
      'publish-maintenance-policy hub/nights',
      UNASSIGNED,
      ...BOTH,
    ]);
    expect(await wokenBy(member, changed(member, { finalizers: ['x'] }))).toEqual([]);
    expect(await wokenBy(member, { ...member, status: { hash: 'x' } })).toEqual([]);
  });

  it('a foreign status is put right, and wakes no pass', async () => {
    const after = { ...ROLLOUT, status: { hash: 'x' } };
    const change = { kind: 'Rollout', name: ROLLOUT.metadata.name, before: ROLLOUT, after } as const;
    expect(await wokenBy(ROLLOUT, after)).toEqual([]);
    expect(keysFor(change, { runs: [] })).toEqual([
      { queue: 'publish-version-rollout', name: ROLLOUT.metadata.name, afterMs: 500 },
    ]);
  });
});
