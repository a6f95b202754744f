// @ts-check

/*
 * Purpose: signals go to people who view the fleet and may see it; replicas share who does.
 * Locks: creates a table.
 * Cost: a row per person, written once a minute while they view it; rows of a day ago go.
 * Way back: `down` drops it; people are noted anew with their next request.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('signal_readers', builder => {
    builder.comment('People who have asked for something and may see the fleet');
    builder.string('user_ref').primary().comment('entity ref');
    builder.bigInteger('asked_at').notNullable().comment('time of the database, in ms');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('signal_readers');
};
