// @ts-check

/*
 * Purpose: who may confirm a removal is judged by the placement as it was when its removal was asked for, also once it is gone.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: the labels of each placement whose removal waits.
 * Way back: `down` drops the column.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('removals', builder => {
    builder
      .text('asked_as')
      .comment('labels, and annotations that are read, when it was asked for; null: not known');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('removals', builder => {
    builder.dropColumn('asked_as');
  });
};
