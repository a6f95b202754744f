// @ts-check

/*
 * Purpose: what Works on the hub carry to a member is known when the member gets credentials, or loses them.
 * Locks: a nullable column without a default on `work_reports`, which rewrites nothing.
 * Cost: null for works that were applied directly.
 * Way back: `down` drops the column; an older version applies directly, and leaves the Works to whoever finds them.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('work_reports', table => {
    table.text('carrier').nullable().comment('pull: by Works on the hub; null: directly');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('work_reports', table => table.dropColumn('carrier'));
};
