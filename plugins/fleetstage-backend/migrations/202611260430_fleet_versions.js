// @ts-check

/*
 * Purpose: a pass that begins to read clusters finds whether one of them has changed since it read them, by comparing a
 * number, and need not be requeued for a recheck.
 * Locks: creates a table. Its one row per hub is locked by whoever changes a cluster, until the commit.
 * Cost: one statement for each change of a cluster that a placement may read; none on SQLite.
 * Way back: `down` drops the table.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('fleet_versions', builder => {
    builder.comment('Counts the changes of clusters that placements may read (PostgreSQL)');
    builder.text('hub').primary();
    builder.integer('version').notNullable();
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('fleet_versions');
};
