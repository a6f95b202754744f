// @ts-check

/*
 * Purpose: what holds a placement or a run is kept with the decision that found it.
 * Locks: a new table.
 * Cost: none; the first pass over each placement and run after the start fills it. Until then nothing counts as held.
 * Way back: `down` drops it; an older version decides again to show it.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('blockers', table => {
    table.comment(
      'What holds placements and runs; one row per cause and subject, whatever number of clusters',
    );
    table.text('hub').notNullable();
    table.text('owner_kind').notNullable().comment('placement, run');
    table.text('owner').notNullable().comment('key of the placement, name of the run');
    table.integer('slot').notNullable().comment('a new one takes the slot of a gone one');
    table.text('cause').notNullable().comment('of the catalogue in the engine');
    table.text('subject').notNullable().comment('distinguishes two of one cause; mostly empty');
    table.text('message').notNullable();
    table.bigInteger('since').notNullable();
    table.bigInteger('until').comment('when time alone ends it; null: it does not');
    table.text('actor').notNullable().comment('who can act');
    table
      .text('parts')
      .notNullable()
      .comment('JSON with its version: words, clusters and moments of each part');
    table.primary(['hub', 'owner_kind', 'owner', 'slot']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('blockers');
};
