// @ts-check

/*
 * Purpose: of which generation of a placement the resources were last read, so that a changed policy is not followed before
 * its selectors are known to be good.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: none; until the next capture of a placement its policy is followed at once, as before.
 * Way back: `down` drops the column; nothing else depends on it.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('captures', table => {
    table.bigInteger('generation').comment('of the placement, as the last capture read it');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('captures', table => {
    table.dropColumn('generation');
  });
};
