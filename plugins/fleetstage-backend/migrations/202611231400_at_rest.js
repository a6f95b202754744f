// @ts-check

/*
 * Purpose: a placement whose bindings are where they shall be need not be decided again for each report of a cluster.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: none; a row without a number is not settled until its next pass.
 * Way back: `down` drops the column. A replica of an earlier version moves `version` with each hold, after which the
 * placement is decided again.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('placements', builder => {
    builder
      .integer('at_rest_as')
      .comment('version as of which nothing that clusters report could move the placement');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('placements', builder => {
    builder.dropColumn('at_rest_as');
  });
};
