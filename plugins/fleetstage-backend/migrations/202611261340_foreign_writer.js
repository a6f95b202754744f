// @ts-check

/*
 * Purpose: every replica shows that another controller writes on the hub, which only the one that watches it finds out.
 * Locks: a nullable column without a default on `hub_leases`, a table of a few rows.
 * Cost: null unless KubeFleet's hub agent runs beside.
 * Way back: `down` drops the column; an older version has it in its log alone.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('hub_leases', table => {
    table
      .text('foreign_writer')
      .nullable()
      .comment('what another controller wrote of late; null: there is none');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('hub_leases', table => table.dropColumn('foreign_writer'));
};
