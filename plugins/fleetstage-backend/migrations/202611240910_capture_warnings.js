// @ts-check

/*
 * Purpose: a status reports what a capture left on the hub because of what it could do on a member.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: none; a row without warnings has none, until its next capture.
 * Way back: `down` drops the column.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('capture_notes', builder => {
    builder.text('warnings').comment('reasons and messages for the status, as JSON; null: none');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('capture_notes', builder => {
    builder.dropColumn('warnings');
  });
};
