// @ts-check

/*
 * Purpose: the clusters that somebody has asked to drain and how far each is, so that a change of a placement finds the drains that
 * wait for it, and what a drain has reported is reported once.
 * Locks: a new table.
 * Cost: a row per cluster that is drained; it goes when the drain is taken back, or with the cluster.
 * Way back: `down` drops it; an older version does not drain. The hub keeps what was asked for.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('drains', table => {
    table.comment('Clusters that are drained');
    table.text('hub').notNullable();
    table.text('cluster').notNullable();
    table.text('asked_as').notNullable().comment('hash of the request: another one is another drain');
    table.bigInteger('since').notNullable();
    table.text('progress').notNullable();
    table.primary(['hub', 'cluster']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('drains');
};
