import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { resolvePackagePath } from '@backstage/backend-plugin-api';
import type { Knex } from 'knex';
import { createTestDatabases } from '../__testUtils__/databases';

const databases = createTestDatabases();
const directory = resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'migrations');

/** A row of that key is there, as SQLite and as PostgreSQL say it. */
const CONSTRAINT = { code: expect.stringMatching(/^SQLITE_CONSTRAINT|^23505$/) };

const TABLES = [
  'approval_requests',
  'approvals',
  'bindings',
  'captures',
  'clusters',
  'dirty_keys',
  'finalizers',
  'hub_leases',
  'objects',
  'placements',
  'policy_snapshots',
  'publications',
  'resource_snapshots',
  'runs',
  'shared_texts',
  'snapshot_contents',
  'timeline',
  'verdicts',
  'work_reports',
];

const existing = async (knex: Knex) => {
  const found = await Promise.all(
    TABLES.map(async table => ((await knex.schema.hasTable(table)) ? [table] : [])),
  );
  return found.flat();
};

describe.each(databases.eachSupportedId())('migrations on %s', databaseId => {
  it('20261121 creates every table, takes them away, and creates them again', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    await knex.migrate.up({ directory });
    expect(await existing(knex)).toEqual(TABLES);
    await knex('runs').insert({
      hub: 'hub',
      name: 'r1',
      uid: 'u1',
      placement: 'web',
      created_at: 1_795_262_400_000,
      is_over: false,
      progress: '{}',
    });
    await knex.migrate.down({ directory });
    expect(await existing(knex)).toEqual([]);
    await knex.migrate.up({ directory });
    expect(await existing(knex)).toEqual(TABLES);
    expect(await knex('runs')).toEqual([]);
  });

  it('202611240941 keeps viewers, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611240941_signal_readers.js';
    await knex.migrate.latest({ directory });
    const row = { user_ref: 'user:default/ada', asked_at: 1_795_262_400_000 };
    await knex('signal_readers').insert(row);
    await expect(knex('signal_readers').insert(row)).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('signal_readers')).toBe(false);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('signal_readers')).toEqual([]);
  });

  it('202611241040 keeps removals of before, whose placements nobody knows', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611241040_removal_subjects.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', placement: 'web', uid: 'u', state: 'held', requested_at: 1_795_262_400_000 };
    await knex('removals').insert({ ...row, asked_as: '{}' });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('removals').first()).not.toHaveProperty('asked_as');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('removals').first()).toMatchObject({ placement: 'web', asked_as: null });
  });

  it('202611241050 keeps leases of before, whose holders report no kind', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611241050_unwatched_kinds.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', name: 'ingest', holder: 'a', token: 1, lease_until: 1 };
    await knex('hub_leases').insert({ ...row, unwatched: '[]' });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('hub_leases').first()).not.toHaveProperty('unwatched');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('hub_leases').first()).toMatchObject({ holder: 'a', unwatched: null });
  });

  it('202611261340 keeps leases of before, whose holders report no other writer', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611261340_foreign_writer.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', name: 'ingest', holder: 'a', token: 1, lease_until: 1 };
    await knex('hub_leases').insert({ ...row, foreign_writer: '{}' });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('hub_leases').first()).not.toHaveProperty('foreign_writer');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('hub_leases').first()).toMatchObject({ holder: 'a', foreign_writer: null });
  });

  it('202611261400 keeps reports of before, which were applied directly', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611261400_carrier.js';
    await knex.migrate.latest({ directory });
    const at = {
      hub: 'hub',
      placement: 'web',
      cluster: 'c1',
      revision: 'r',
      observed_at: 1,
      is_released: false,
    };
    const texts = { claims_ref: 'a', claim_times: '[]', inventory_ref: 'b', inventory_own: '' };
    await knex('work_reports').insert({ ...at, ...texts, carrier: 'pull' });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('work_reports').first()).not.toHaveProperty('carrier');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('work_reports').first()).toMatchObject({ cluster: 'c1', carrier: null });
  });

  it('202611261010 knows the owners of no member, goes without, and keeps the keys of the queue', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611261010_member_owners.js';
    await knex.migrate.latest({ directory });
    const key = { queue: 'apply-work', grp: 'c1', version: 1, due_at: 1, latest_at: 1 };
    await knex('dirty_keys').insert({ ...key, key: 'hub/web/c1' });
    await knex('dirty_keys').insert({ ...key, key: 'hub/web/odd', grp: 'odd\\name' });
    await knex.migrate.down({ directory, name: file });
    for (const table of ['replicas', 'member_shards']) expect(await knex.schema.hasTable(table)).toBe(false);
    expect(await knex('dirty_keys').first()).not.toHaveProperty('shard');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('dirty_keys')).toHaveLength(2);
    for (const table of ['replicas', 'member_shards']) expect(await knex(table)).toEqual([]);
  });

  it('202611261100 keeps what holds runs that have begun, by their uids, and goes without', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    await knex.migrate.latest({ directory });
    await knex.migrate.down({ directory, name: '202611261100_blocker_owner_uid.js' });
    const run = {
      hub: 'hub',
      uid: 'uid-r1',
      placement: 'web',
      created_at: 0,
      is_over: false,
      progress: '{}',
    };
    await knex('runs').insert({ ...run, name: 'r1' });
    const row = { hub: 'hub', slot: 0, subject: '', message: 'm', since: 0, actor: 'engine', parts: '[]' };
    const owners = [
      ['run', 'r1'],
      ['run', 'not-begun'],
      ['placement', 'web'],
    ];
    await knex('blockers').insert(
      owners.map(([owner_kind, owner]) => ({ ...row, owner_kind, owner, cause: 'NotFoundYet' })),
    );
    await knex.migrate.up({ directory, name: '202611261100_blocker_owner_uid.js' });
    expect(await knex('blockers').orderBy('owner').select('owner', 'owner_uid')).toEqual([
      { owner: 'r1', owner_uid: 'uid-r1' },
      { owner: 'web', owner_uid: '' },
    ]);
  });

  it('202611221215 keeps who reads what of clusters, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221215_triggers.js';
    const tables = ['placement_inputs', 'cluster_namespaces'];
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', input: 'label/env', placement: 'team/web', made_for: 'u1/1' };
    await knex('placement_inputs').insert(row);
    await expect(knex('placement_inputs').insert({ ...row, made_for: 'u1/2' })).rejects.toMatchObject(
      CONSTRAINT,
    );
    await knex('clusters').insert({ hub: 'hub', name: 'c1', properties: '{}', collection: '{}' });
    await knex('placements').insert({ hub: 'hub', name: 'web', version: 1, settled_for: 'u1/1' });
    await knex.migrate.down({ directory, name: file });
    for (const table of tables) expect(await knex.schema.hasTable(table)).toBe(false);
    expect(await knex('clusters').first()).not.toHaveProperty('collection');
    expect(await knex('placements').first()).not.toHaveProperty('settled_for');
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    for (const table of tables) expect(await knex(table)).toEqual([]);
    expect(await knex('placements').first()).toMatchObject({ name: 'web', settled_for: null });
    expect(await knex('clusters').first()).toMatchObject({ name: 'c1', collection: null });
  });

  it('202611221235 keeps which Events were published, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221235_told_events.js';
    const row = { hub: 'hub', placement: 'team/web', uid: 'u1', ledger: '[]', told_at: 1_795_262_400_000 };
    await knex.migrate.latest({ directory });
    await knex('told_events').insert([row, { ...row, uid: 'u2', told_at: null }]);
    await expect(knex('told_events').insert(row)).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('told_events')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('told_events')).toEqual([]);
  });

  it('202611221245 keeps of which generation resources were read, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221245_capture_generation.js';
    await knex.migrate.latest({ directory });
    await knex('captures').insert({
      hub: 'hub',
      placement: 'web',
      requested: 1,
      captured: 1,
      failure: null,
      generation: 3,
    });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('captures').first()).not.toHaveProperty('generation');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('captures').first()).toMatchObject({ placement: 'web', generation: null });
  });

  it('202611221410 keeps how a status was copied, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221410_status_copy.js';
    await knex.migrate.latest({ directory });
    await knex('placements').insert({ hub: 'hub', name: 'web', uid: 'u', version: 1, status_copy: '{}' });
    await knex.migrate.down({ directory, name: file });
    expect(await knex('placements').first()).not.toHaveProperty('status_copy');
    await knex.migrate.up({ directory, name: file });
    expect(await knex('placements').first()).toMatchObject({ name: 'web', status_copy: null });
  });

  it('202611221415 keeps statuses of members, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221415_back_reports.js';
    const row = { hub: 'hub', placement: 'team/web', cluster: 'c1', object: 'apps//Deployment/web/app' };
    const kept = {
      ...row,
      identity: '{}',
      hash: 'h',
      body: '{}',
      key_id: null,
      observed_at: 1_795_262_400_000,
    };
    await knex.migrate.latest({ directory });
    await knex('back_reports').insert(kept);
    await expect(knex('back_reports').insert({ ...kept, hash: 'i' })).rejects.toMatchObject(CONSTRAINT);
    await knex('placements').insert({
      hub: 'hub',
      name: 'web',
      uid: 'u',
      version: 1,
      report_back_mode: 'write',
    });
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('back_reports')).toBe(false);
    expect(await knex('placements').first()).not.toHaveProperty('report_back_mode');
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('back_reports')).toEqual([]);
    expect(await knex('placements').first()).toMatchObject({ name: 'web', report_back_mode: null });
  });

  it('202611221405 keeps the last verdicts as those of the last decision, and drops earlier ones', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221405_decision_history.js';
    const schedule = JSON.stringify({ at: 1_795_262_400_000, policyIndex: 3 });
    const verdict = { hub: 'hub', placement: 'web', ordinal: 0, verdict: '{}', clusters: '["c1"]' };
    await knex.migrate.latest({ directory });
    await knex.migrate.down({ directory, name: file });
    await knex('placements').insert([
      { hub: 'hub', name: 'web', version: 1, schedule },
      { hub: 'hub', name: 'new', version: 1 },
    ]);
    await knex('verdicts').insert(verdict);
    await knex.migrate.up({ directory, name: file });
    const [{ at, ...decision }, ...others] = await knex('decisions');
    expect(others).toEqual([]);
    expect(decision).toEqual({ hub: 'hub', placement: 'web', number: 1, outcome: schedule, summary: null });
    expect(Number(at)).toBe(1_795_262_400_000);
    expect(await knex('verdicts')).toEqual([{ ...verdict, since: 1, until: null }]);
    await knex('verdicts').insert({ ...verdict, ordinal: 1, since: 1, until: 2 });
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('decisions')).toBe(false);
    expect(await knex('verdicts')).toEqual([verdict]);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('decisions')).toHaveLength(1);
  });

  it('202611262030 keeps which members join by an agent, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611262030_member_agents.js';
    const row = { hub: 'hub', member: 'c1', member_uid: 'u1' };
    await knex.migrate.latest({ directory });
    await knex('member_agents').insert([row, { ...row, hub: 'other', leaving_since: 5 }]);
    await expect(knex('member_agents').insert(row)).rejects.toMatchObject(CONSTRAINT);
    expect(await knex('member_agents').where({ hub: 'hub' }).first()).toMatchObject({ ensured_for: null });
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('member_agents')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('member_agents')).toEqual([]);
  });

  it('202611240920 keeps who has joined as which member, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611240920_memberships.js';
    const row = {
      hub: 'hub',
      member: 'c1',
      member_uid: 'u1',
      cluster_uid: 'east',
      joined_at: 1,
      created_at: 1,
    };
    await knex.migrate.latest({ directory });
    await knex('memberships').insert([
      row,
      { ...row, hub: 'other' },
      { ...row, member: 'c2', cluster_uid: 'west' },
    ]);
    await expect(knex('memberships').insert({ ...row, member: 'c3' })).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('memberships')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('memberships')).toEqual([]);
  });

  it('202611270900 keeps what became of evictions, one row per name, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611270900_evictions.js';
    await knex.migrate.latest({ directory });
    const row = {
      ...{ hub: 'hub', name: 'e1', uid: 'u1', placement: 'web', cluster: 'c1' },
      ...{ outcome: '{"verdict":"executed","cause":"NoBudget"}', decided_at: 1_795_262_400_000 },
    };
    await knex('evictions').insert([row, { ...row, hub: 'other' }]);
    await expect(knex('evictions').insert({ ...row, uid: 'u2' })).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('evictions')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('evictions')).toEqual([]);
  });

  it('202611271000 keeps which clusters are drained, one row per cluster, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611271000_drains.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', cluster: 'c1', asked_as: 'a', since: 1_795_262_400_000, progress: '{}' };
    await knex('drains').insert([row, { ...row, hub: 'other' }]);
    await expect(knex('drains').insert({ ...row, asked_as: 'b' })).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('drains')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('drains')).toEqual([]);
  });

  it('202611271340 keeps what providers have, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611271340_version_providers.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', provider: 'capi', id: 'fleet/web-1', name: 'web-1', labels: '{}' };
    await knex('version_providers').insert({ hub: 'hub', name: 'capi' });
    await knex('provided_clusters').insert([row, { ...row, provider: 'gke' }]);
    await expect(knex('provided_clusters').insert({ ...row, name: 'b' })).rejects.toMatchObject(CONSTRAINT);
    await expect(knex('version_providers').insert({ hub: 'hub', name: 'capi' })).rejects.toMatchObject(
      CONSTRAINT,
    );
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('provided_clusters')).toBe(false);
    expect(await knex.schema.hasTable('version_providers')).toBe(false);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('provided_clusters')).toEqual([]);
  });

  it('202611271830 knows no cluster that is being upgraded, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611271830_cluster_upgrades.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', cluster: 'c1', upgrade_type: 'ControlPlane', version: '1.34.1', since: 1 };
    await knex('cluster_upgrades').insert([row, { ...row, hub: 'other', rollout: 'shop-cp-1-34-1' }]);
    await expect(knex('cluster_upgrades').insert(row)).rejects.toMatchObject(CONSTRAINT);
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasTable('cluster_upgrades')).toBe(false);
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('cluster_upgrades')).toEqual([]);
  });

  it('202611271100 says from which cluster the evictions of before are, goes without, and says it again', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611271100_evicted_clusters.js';
    await knex.migrate.latest({ directory });
    const body = (clusterName: unknown) => JSON.stringify({ metadata: { name: 'e' }, spec: { clusterName } });
    const row = { hub: 'hub', kind: 'ClusterResourcePlacementEviction', name: 'e1', resource_version: '1' };
    const member = { ...row, kind: 'MemberCluster', name: 'c1', body: '{"spec":{"clusterName":"c9"}}' };
    await knex.migrate.down({ directory, name: file });
    expect(await knex.schema.hasColumn('objects', 'cluster')).toBe(false);
    await knex('objects').insert([
      { ...row, body: body('c1') },
      { ...row, name: 'e2', body: body('shop/c\u0000') },
      { ...row, name: 'e3', body: body(7) },
      { ...row, name: 'e4', body: 'no JSON' },
      member,
    ]);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('objects').orderBy('name').pluck('cluster')).toEqual([
      null,
      'c1',
      'shop c ',
      null,
      null,
    ]);
  });

  it('202611221205 keeps with what contents are sealed, and goes without what is sealed', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611221205_encryption.js';
    await knex.migrate.latest({ directory });
    const snapshot = { hub: 'hub', placement: 'web', idx: 0, hash: 'h', identifiers: '[]', created_at: 1 };
    const content = { hub: 'hub', hash: 'clear', body: '{}', used_at: 1 };
    const other = { ...snapshot, hub: 'other' };
    await knex('resource_snapshots').insert([
      { ...snapshot, contents: '["clear","sealed"]' },
      { ...snapshot, idx: 1, contents: '["clear"]' },
      { ...snapshot, idx: 2, contents: 'null' },
      { ...other, idx: 3, contents: '["sealed"]' },
    ]);
    await knex('snapshot_contents').insert([
      { ...content, key_id: null, bytes: 2 },
      { ...content, hash: 'sealed', key_id: 'k', bytes: 2 },
    ]);
    await knex('captures').insert({
      hub: 'hub',
      placement: 'web',
      requested: 1,
      captured: 1,
      candidate_at: 5,
    });
    await knex.migrate.down({ directory, name: file });
    for (const table of ['vault_keys', 'capture_notes'])
      expect(await knex.schema.hasTable(table)).toBe(false);
    expect(await knex('snapshot_contents').pluck('hash')).toEqual(['clear']);
    expect(await knex('resource_snapshots').orderBy('idx').pluck('contents')).toEqual([
      'null',
      '["clear"]',
      'null',
      '["sealed"]',
    ]);
    expect(await knex('captures').first()).not.toHaveProperty('candidate_at');
    expect(await existing(knex)).toEqual(TABLES);
    await knex.migrate.up({ directory, name: file });
    expect(await knex('snapshot_contents').first()).toMatchObject({
      hash: 'clear',
      key_id: null,
      bytes: null,
    });
    expect([await knex('vault_keys'), await knex('capture_notes')]).toEqual([[], []]);
  });

  it('202611271330 keeps what sequences remember, goes without, and begins anew', async () => {
    const knex = await databases.init(databaseId as TestDatabaseId);
    const file = '202611271330_sequences.js';
    await knex.migrate.latest({ directory });
    const row = { hub: 'hub', name: 'bank', uid: 'u', created_at: 1_795_262_400_000, memory: '{}' };
    await knex('rollout_sequences').insert(row);
    await expect(knex('rollout_sequences').insert(row)).rejects.toMatchObject(CONSTRAINT);
    expect(Number((await knex('rollout_sequences').first())?.told_until)).toBe(0);
    await knex.migrate.down({ directory, name: file });
    const tables = [
      'class_versions',
      'cluster_versions',
      'desired_upgrades',
      'rollout_sequences',
      'version_rollouts',
    ];
    for (const table of tables) expect(await knex.schema.hasTable(table)).toBe(false);
    await knex.migrate.up({ directory, name: file });
    for (const table of tables) expect(await knex(table)).toEqual([]);
  });
});
