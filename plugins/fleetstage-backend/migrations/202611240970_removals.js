// @ts-check

/*
 * Purpose: a brake on the removal of many placements at once, and on what the deletion of a definition takes with it.
 * Locks: two new tables.
 * Cost: none; the definitions are recorded with the next start.
 * Way back: `down` drops both; an older version carries out at once what is held.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('removals', table => {
    table.comment('Placements that are to leave all of their clusters');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('uid').notNullable().comment('of the object that the rows are made for');
    table.text('state').notNullable().comment('requested, held, granted, confirmed, released');
    table.text('cause').comment('why it is held');
    table.bigInteger('requested_at').notNullable();
    table.bigInteger('decided_at').comment('when it was granted, held, confirmed or released');
    table.text('actor').comment('who confirmed or released it');
    table.text('comment');
    table.primary(['hub', 'placement']);
    table.index(['hub', 'state']);
  });
  await knex.schema.createTable('placement_definitions', table => {
    table.comment('Definitions (CRDs) that the placements of a hub were made under');
    table.text('hub').notNullable();
    table.text('kind').notNullable();
    table.text('uid').notNullable();
    table.primary(['hub', 'kind']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('placement_definitions');
  await knex.schema.dropTable('removals');
};
