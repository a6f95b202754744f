// @ts-check

/*
 * Purpose: what the overrides that concern a placement do beside each other (too many, two for one object): found by its
 * pass, shown as a condition.
 * Locks: a nullable column without a default on `placements`, which rewrites nothing.
 * Cost: null for nearly all placements.
 * Way back: `down` drops the column; an older version says nothing of it.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('placements', table => {
    table.text('override_warnings').nullable();
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('placements', table => table.dropColumn('override_warnings'));
};
