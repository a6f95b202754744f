// @ts-check

/*
 * Purpose: which Kubernetes Events of a placement the hub was told, so that a repeated look or a restart tells none twice.
 * Locks: none that matter; only a new table.
 * Cost: none on existing rows. Events of what stands at the first publication after the upgrade are told once.
 * Way back: `down` drops the table; an older version tells no Events.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('told_events', table => {
    table.comment('Events per placement: what stands, how often it began to, and what the hub was told');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('uid').notNullable().comment('a namesake that comes later has a row of its own');
    table.text('ledger').notNullable().comment('JSON');
    table.bigInteger('told_at').comment('when the hub was last told, by the clock of the database');
    table.primary(['hub', 'placement', 'uid']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('told_events');
};
