// @ts-check

/*
 * Purpose: how the copying of a placement's status into its namespace went, so that the placement's page can say it.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: none; until the next copy nothing is shown of the last one.
 * Way back: `down` drops the column; nothing else depends on it.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('placements', table => {
    table.text('status_copy').comment('JSON: namespace and condition, as they are on the hub');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('placements', table => {
    table.dropColumn('status_copy');
  });
};
