// @ts-check

/*
 * Purpose: which clusters are being upgraded, where workloads wait for that (`fleetstage.sequences.holdWorkloads`): passes of
 * placements read it, and it says since when. The index finds the workloads that were moved a moment ago, for which upgrades wait.
 * Locks: a new table; the index takes a lock against writes of bindings while it is made: seconds for a million of them.
 * Cost: a row per cluster that is being upgraded; an index of 8 bytes and the key per binding.
 * Way back: `down` drops them; they are found again when the backend starts.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('cluster_upgrades', table => {
    table.comment('Clusters that are being upgraded, as far as workloads wait for that');
    table.text('hub').notNullable();
    table.text('cluster').notNullable();
    table.text('upgrade_type').notNullable();
    table.text('version').notNullable();
    table.text('rollout').comment('that has asked for it; absent: somebody else upgrades the cluster');
    table.bigInteger('since').notNullable();
    table.primary(['hub', 'cluster']);
  });
  await knex.schema.alterTable('bindings', table => {
    table.index(['hub', 'rollout_at'], 'bindings_rollout_at');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('bindings', table => {
    table.dropIndex(['hub', 'rollout_at'], 'bindings_rollout_at');
  });
  await knex.schema.dropTable('cluster_upgrades');
};
