// @ts-check

/*
 * Purpose: the whole first schema: the queue of dirty keys, the mirror of authored objects, and what the engine derives
 *   (snapshots, verdicts, bindings, reports of members, runs, approvals, timeline).
 * Locks: none that matter; only new tables.
 * Cost: none on existing data; there is none.
 * Way back: `down` drops every table. What people wrote lives on the hub, and a new start derives everything else anew;
 *   the timeline and the names of approvers are lost.
 *
 * Times are milliseconds since the epoch, by the clock of the database where a lease, a due time or a retention
 * depends on them. JSON is text. Names of Kubernetes objects are text without a length: PostgreSQL stores both alike.
 */

const TABLES = [
  'dirty_keys',
  'hub_leases',
  'hubs',
  'objects',
  'clusters',
  'placements',
  'captures',
  'policy_snapshots',
  'resource_snapshots',
  'snapshot_contents',
  'shared_texts',
  'verdicts',
  'bindings',
  'work_reports',
  'runs',
  'approval_requests',
  'approvals',
  'finalizers',
  'timeline',
  'publications',
];

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await createQueue(knex);
  await createMirror(knex);
  await createPlacements(knex);
  await createSnapshots(knex);
  await createBindings(knex);
  await createRuns(knex);
  await createRecords(knex);
  if (knex.client.config.client === 'pg') await tuneQueue(knex);
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  for (const table of [...TABLES].reverse()) await knex.schema.dropTable(table);
};

/** @param {import('knex').Knex} knex */
async function createQueue(knex) {
  await knex.schema.createTable('dirty_keys', table => {
    table.comment('What has to be reconciled again; craft: a table of keys, not of jobs');
    table.text('queue').notNullable();
    table.text('key').notNullable().comment('begins with the name of the hub');
    table.text('grp').notNullable().defaultTo('').comment('keys that share a limit of concurrent work');
    table.smallint('priority').notNullable().defaultTo(0).comment('0 normal, 1 background');
    table.integer('version').notNullable().comment('bumped by every mark');
    table.bigInteger('due_at').notNullable();
    table.bigInteger('latest_at').notNullable().comment('debounce: due_at may not be moved beyond');
    table.text('lease_token');
    table.bigInteger('lease_until');
    table.integer('claimed_version').comment('version when the lease was taken');
    table.integer('attempts').notNullable().defaultTo(0);
    table.text('last_error');
    table.text('parked_reason').comment('a terminal error: nobody claims it until it is marked again');
    table.primary(['queue', 'key']);
    table.index(['queue', 'priority', 'due_at'], 'dirty_keys_due');
  });
  await knex.schema.createTable('hub_leases', table => {
    table.comment('Who watches a hub');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('holder').notNullable();
    table.bigInteger('token').notNullable().comment('grows with every change of holder');
    table.bigInteger('lease_until').notNullable();
    table.primary(['hub', 'name']);
  });
}

/** @param {import('knex').Knex} knex */
async function createMirror(knex) {
  await knex.schema.createTable('hubs', table => {
    table.comment('Which cluster the rows of a hub were read from');
    table.text('hub').primary();
    table.text('uid').notNullable().comment('of its namespace kube-system');
  });
  await knex.schema.createTable('objects', table => {
    table.comment('Authored objects of the hub as last seen');
    table.text('hub').notNullable();
    table.text('kind').notNullable();
    table.text('namespace').notNullable().defaultTo('');
    table.text('name').notNullable();
    table.text('resource_version').notNullable();
    table.text('parent').comment('placement of a run, run of an approval request');
    table.text('body').notNullable();
    table.primary(['hub', 'kind', 'namespace', 'name']);
    table.index(['hub', 'kind', 'parent'], 'objects_parent');
  });
  await knex.schema.createTable('clusters', table => {
    table.comment('What the member pass has seen of a cluster');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('health').comment('JSON; null before the first probe');
    table.text('properties').notNullable();
    table.text('resource_usage');
    table.primary(['hub', 'name']);
  });
}

/** @param {import('knex').Knex} knex */
async function createPlacements(knex) {
  await knex.schema.createTable('placements', table => {
    table.comment('One row per placement: its lock and the outcome of its last schedule');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('uid').notNullable().defaultTo('').comment('object that the derived rows were made for');
    table.integer('version').notNullable().comment('bumped to lock');
    table
      .text('propagation_policy')
      .notNullable()
      .defaultTo('Delete')
      .comment('Delete or Abandon, as that object last said: it may be gone when its clusters are released');
    table.text('schedule');
    table.primary(['hub', 'name']);
  });
  await knex.schema.createTable('captures', table => {
    table.comment('How far the capture of selected resources has come');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.integer('requested').notNullable().comment('bumped when something selected changed');
    table.integer('captured').notNullable().comment('value of requested that the last capture has covered');
    table.text('failure');
    table.primary(['hub', 'placement']);
  });
  await knex.schema.createTable('verdicts', table => {
    table.comment('Verdicts of the last schedule; clusters with the same verdict share a row');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.integer('ordinal').notNullable();
    table.text('verdict').notNullable().comment('JSON, the name of the cluster left open');
    table.text('clusters').notNullable().comment('JSON array of names');
    table.primary(['hub', 'placement', 'ordinal']);
  });
}

/** @param {import('knex').Knex} knex */
async function createSnapshots(knex) {
  await knex.schema.createTable('policy_snapshots', table => {
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.integer('idx').notNullable();
    table.text('hash').notNullable();
    table.text('policy');
    table.bigInteger('placement_generation').notNullable();
    table.integer('number_of_clusters');
    table.bigInteger('created_at').notNullable();
    table.primary(['hub', 'placement', 'idx']);
  });
  await knex.schema.createTable('resource_snapshots', table => {
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.integer('idx').notNullable();
    table.text('hash').notNullable();
    table.text('identifiers').notNullable();
    table.text('contents').notNullable().comment('JSON array of hashes, in the order of identifiers');
    table.bigInteger('created_at').notNullable();
    table.primary(['hub', 'placement', 'idx']);
  });
  await knex.schema.createTable('snapshot_contents', table => {
    table.comment('Captured manifests by the hash of their content');
    table.text('hub').notNullable();
    table.text('hash').notNullable();
    table.text('body').notNullable();
    table.bigInteger('used_at').notNullable();
    table.primary(['hub', 'hash']);
  });
  await knex.schema.createTable('shared_texts', table => {
    table.comment('JSON that many rows have in common, by a short hash: claims, strategies, inventories');
    table.text('hub').notNullable();
    table.text('ref').notNullable();
    table.text('body').notNullable();
    table.bigInteger('used_at').notNullable();
    table.primary(['hub', 'ref']);
  });
}

/** @param {import('knex').Knex} knex */
async function createBindings(knex) {
  await knex.schema.createTable('bindings', table => {
    table.comment('One placement × cluster: the decision, and the revision that the cluster is to run');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('cluster').notNullable();
    table.text('name').notNullable();
    table.text('phase').notNullable();
    table.text('previous_phase');
    table.integer('policy_idx').notNullable();
    table.integer('resource_idx');
    table.text('revision');
    table.text('decision_ref').notNullable();
    table.text('strategy_ref');
    table.text('rollout_ref');
    table.bigInteger('rollout_at');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('released_at');
    table.primary(['hub', 'placement', 'cluster']);
    table.index(['hub', 'cluster'], 'bindings_cluster');
  });
  await knex.schema.createTable('work_reports', table => {
    table.comment('What applying a binding on its member has shown');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('cluster').notNullable();
    table.text('revision').notNullable();
    table.text('claims_ref').notNullable();
    table.text('claim_times').notNullable().comment('JSON array: the first moment, then differences to it');
    table.text('problems').comment('failed, drifted and diffed resources where there are any');
    table.text('inventory_ref').notNullable();
    table.text('inventory_own').notNullable().comment('uids and generations of the objects on this cluster');
    table.bigInteger('observed_at').notNullable();
    table.boolean('is_released').notNullable();
    table.primary(['hub', 'placement', 'cluster']);
  });
}

/** @param {import('knex').Knex} knex */
async function createRuns(knex) {
  await knex.schema.createTable('runs', table => {
    table.comment('Staged update runs: each row is the memory of one run');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('uid').notNullable();
    table.text('placement').notNullable();
    table.bigInteger('created_at').notNullable();
    table.boolean('is_over').notNullable();
    table.text('progress').notNullable();
    table.primary(['hub', 'name']);
    table.index(['hub', 'placement', 'is_over'], 'runs_placement');
  });
  await knex.schema.createTable('approval_requests', table => {
    table.comment('What the engine wants of the approval request objects on the hub');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('run').notNullable();
    table.text('run_uid').notNullable();
    table.text('stage').notNullable();
    table.text('task').notNullable();
    table.text('want').notNullable();
    table.primary(['hub', 'name']);
    table.index(['hub', 'run'], 'approval_requests_run');
  });
  await knex.schema.createTable('approvals', table => {
    table.comment('What a person has decided on an approval request; one decision counts');
    table.text('hub').notNullable();
    table.text('run').notNullable();
    table.text('stage').notNullable();
    table.text('task').notNullable();
    table.text('request_uid').notNullable();
    table.text('verdict').notNullable().comment('approved, rejected or withdrawn');
    table.text('actor').notNullable();
    table.text('comment');
    table.bigInteger('at').notNullable();
    table
      .bigInteger('undoes')
      .comment('withdrawn: since when the approval that is taken back was on the hub');
    table.primary(['hub', 'run', 'stage', 'task', 'request_uid']);
  });
}

/** @param {import('knex').Knex} knex */
async function createRecords(knex) {
  await knex.schema.createTable('finalizers', table => {
    table.comment('Whether our finalizers shall be on an object of the hub');
    table.text('hub').notNullable();
    table.text('kind').notNullable();
    table.text('name').notNullable();
    table.text('uid').notNullable();
    table.text('want').notNullable();
    table.primary(['hub', 'kind', 'name']);
  });
  await knex.schema.createTable('timeline', table => {
    table.comment('Every transition with its actor');
    table.bigIncrements('id');
    table.text('hub').notNullable();
    table.bigInteger('at').notNullable();
    table.text('subject_kind').notNullable();
    table.text('subject_name').notNullable();
    table.text('event').notNullable();
    table.text('actor').notNullable();
    table.text('cluster');
    table.text('stage');
    table.text('message');
    table.text('data');
    table.index(['hub', 'subject_kind', 'subject_name', 'id'], 'timeline_subject');
    table.index(['at'], 'timeline_at');
  });
  await knex.schema.createTable('publications', table => {
    table.comment('The last write of each status and derived object');
    table.text('hub').notNullable();
    table.text('kind').notNullable();
    table.text('name').notNullable();
    table.text('hash').notNullable();
    table.bigInteger('published_at').notNullable();
    table.primary(['hub', 'kind', 'name']);
  });
}

/**
 * Queue rows live for milliseconds: without an eager vacuum, claims would walk over their dead index entries.
 *
 * @param {import('knex').Knex} knex
 */
async function tuneQueue(knex) {
  await knex.raw(
    'alter table dirty_keys set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0)',
  );
}
