// @ts-check

/*
 * Purpose: a start of the fleet compares again what nobody has compared since, and people see when that was.
 * Locks: adds columns without a default, which rewrites no row.
 * Cost: 8 bytes per placement and cluster, written with each comparison: one in ten minutes.
 * Way back: `down` drops the columns.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('work_reports', builder => {
    builder
      .bigInteger('verified_at')
      .comment('when all objects were compared with what is wanted; null: not known');
  });
  await knex.schema.alterTable('hub_leases', builder => {
    builder
      .bigInteger('fleet_started_at')
      .comment('when a replica took the lease that no running one had held');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('hub_leases', builder => {
    builder.dropColumn('fleet_started_at');
  });
  await knex.schema.alterTable('work_reports', builder => {
    builder.dropColumn('verified_at');
  });
};
