// @ts-check

/*
 * Purpose: statuses of placed objects as the members show them, for placements that ask to have them reported back.
 * Locks: a new table, and two columns without a default, which rewrite no row.
 * Cost: none on existing rows; a placement that asks for statuses has its clusters checked once after the upgrade.
 * Way back: `down` drops all of it; an older version reports nothing back, and leaves on the hub what was written there.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('back_reports', table => {
    table.comment('Statuses of placed objects as the members show them, of placements that ask for them');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('cluster').notNullable();
    table.text('object').notNullable().comment('group//kind/namespace/name: the same in every version');
    table.text('identity').notNullable().comment('JSON: group, version, kind, namespace, name, envelope');
    table.text('hash').notNullable().comment('identity of the status');
    table.text('body').comment('JSON, sealed where there is a key; absent: too large to keep');
    table.text('key_id').comment('the key that sealed it; absent: in clear');
    table.bigInteger('observed_at').notNullable().comment('when the member was first seen to show it');
    table.text('written_hash').comment('the status on the original, as far as we know');
    table
      .bigInteger('written_at')
      .comment('when the original was last compared, by the clock of the database');
    table.primary(['hub', 'placement', 'cluster', 'object']);
    table.index(['hub', 'object']);
  });
  await knex.schema.alterTable('placements', table => {
    table.text('report_back_mode').comment('keep or write; absent: no status is kept');
    table.text('report_back_problems').comment('JSON: what could not be reported back');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('placements', table => {
    table.dropColumn('report_back_mode');
    table.dropColumn('report_back_problems');
  });
  await knex.schema.dropTable('back_reports');
};
