// @ts-check

/*
 * Purpose: contents of snapshots encrypted at rest: which key each was sealed with, how large it is in clear, and the
 *   wrapped secret that identities of contents are made with; what the last capture of a placement left out and why, and
 *   since when changed content waits to become a snapshot.
 * Locks: on PostgreSQL nullable columns without a default on snapshot_contents and captures: a moment of an exclusive lock.
 * Cost: none on existing rows; the index is built over them. Rows in clear are sealed by the background sweep.
 * Way back: `down` drops the columns and tables. Contents that are sealed cannot be read by an older version: it captures
 *   them again where the hub holds them still.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('snapshot_contents', table => {
    table.text('key_id').comment('id of the key that body is sealed with; null: in clear');
    table.integer('bytes').comment('of the manifest as JSON in clear');
    table.index(['hub', 'key_id'], 'snapshot_contents_key');
  });
  await knex.schema.alterTable('captures', table => {
    table.bigInteger('candidate_at').comment('when content that waits to become a snapshot was first seen');
  });
  await knex.schema.createTable('vault_keys', table => {
    table.comment('The secret that identities of contents are made with, sealed with each configured key');
    table.text('key_id').notNullable();
    table.text('generation').notNullable().comment('first part of the identities made with it');
    table.text('body').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['key_id', 'generation']);
  });
  await knex.schema.createTable('capture_notes', table => {
    table.comment('What the last capture left out and wondered about: names and reasons, no contents');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.text('notes').notNullable();
    table.primary(['hub', 'placement']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('capture_notes');
  await knex.schema.dropTable('vault_keys');
  await knex.schema.alterTable('captures', table => {
    table.dropColumn('candidate_at');
  });
  const sealed = await knex('snapshot_contents').whereNotNull('key_id').delete();
  if (sealed > 0) await knex('resource_snapshots').update({ contents: 'null' });
  await knex.schema.alterTable('snapshot_contents', table => {
    table.dropIndex(['hub', 'key_id'], 'snapshot_contents_key');
    table.dropColumn('key_id');
    table.dropColumn('bytes');
  });
};
