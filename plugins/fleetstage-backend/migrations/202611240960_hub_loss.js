// @ts-check

/*
 * Purpose: every replica reports that the hub does not answer the replica that watches it.
 * Locks: adds columns without a default, which rewrites no row.
 * Cost: none; the holder of the lease writes them with its renewal.
 * Way back: `down` drops the columns.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('hub_leases', builder => {
    builder.bigInteger('lost_since').comment('the hub does not answer the holder since; null: it does');
    builder.text('lost_reason');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('hub_leases', builder => {
    builder.dropColumn('lost_reason');
    builder.dropColumn('lost_since');
  });
};
