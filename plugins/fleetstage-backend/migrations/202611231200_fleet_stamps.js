// @ts-check

/*
 * Purpose: a pass sees by a short stamp whether it has parsed the row of a cluster before, and leaves everything else
 * unread.
 * Locks: adds columns without a default, which rewrite no row.
 * Cost: none; rows without a stamp are parsed, until they are written the next time.
 * Way back: `down` drops the columns; nothing else depends on them.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  for (const table of ['objects', 'clusters'])
    await knex.schema.alterTable(table, builder => {
      builder.text('stamp').comment('hash of the row; of objects, of MemberClusters alone');
    });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  for (const table of ['objects', 'clusters'])
    await knex.schema.alterTable(table, builder => {
      builder.dropColumn('stamp');
    });
};
