// @ts-check

/*
 * Purpose: whoever owns the member applies what somebody has asked to be applied now, whatever its back-off says.
 * Locks: a nullable column without a default on `work_reports`, which rewrites nothing.
 * Cost: null for nearly all works.
 * Way back: `down` drops the column; an older version waits for its back-off.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('work_reports', table => {
    table
      .bigInteger('apply_asked_at')
      .nullable()
      .comment('when somebody asked for an apply now; null: nobody has since the last one');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('work_reports', table => table.dropColumn('apply_asked_at'));
};
