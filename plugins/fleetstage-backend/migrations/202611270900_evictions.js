// @ts-check

/*
 * Purpose: what became of evictions, stored in the transaction that removes the binding, so that a crash before the status is
 * written on the hub leaves no eviction undecided that has evicted.
 * Locks: a new table.
 * Cost: a row per eviction object; it goes with the object.
 * Way back: `down` drops it; an older version knows no evictions.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('evictions', table => {
    table.comment('Decided ClusterResourcePlacementEvictions');
    table.text('hub').notNullable();
    table.text('name').notNullable().comment('of the eviction');
    table
      .text('uid')
      .notNullable()
      .comment('of the object: one of the name that is made anew is another one');
    table.text('placement').notNullable();
    table.text('cluster').notNullable();
    table.text('outcome').notNullable();
    table.bigInteger('decided_at').notNullable();
    table.primary(['hub', 'name']);
    table.index(['hub', 'placement'], 'evictions_placement');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('evictions');
};
