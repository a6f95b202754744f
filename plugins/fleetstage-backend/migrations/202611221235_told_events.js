// @ts-check

/*
 * Purpose: which Kubernetes Events of a placement were published, so that a repeated pass or a restart publishes none
 * twice.
 * Locks: none that matter; only a new table.
 * Cost: none on existing rows. The state at the first publication after the upgrade gives each of its Events once.
 * Way back: `down` drops the table; an older version publishes no Events.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('told_events', table => {
    table.comment('Events per placement: the present ones, how often each began, and what was published');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('uid').notNullable().comment('a later namesake has its own row');
    table.text('ledger').notNullable().comment('JSON');
    table.bigInteger('told_at').comment('when Events were last published, by the clock of the database');
    table.primary(['hub', 'placement', 'uid']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('told_events');
};
