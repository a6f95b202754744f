// @ts-check

/*
 * Purpose: every replica reports which kinds the hub's watcher cannot watch, and captures of each warn of them.
 * Locks: adds a column without a default, which rewrites no row.
 * Cost: none; the holder of the lease writes it with its renewal.
 * Way back: `down` drops the column.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('hub_leases', builder => {
    builder
      .text('unwatched')
      .comment('JSON: kinds that the holder cannot watch, since when and why; null: none');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('hub_leases', builder => {
    builder.dropColumn('unwatched');
  });
};
