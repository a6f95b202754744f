// @ts-check

/*
 * Purpose: contents of snapshots encrypted at rest: which key each was sealed with, how large it is in clear, and the
 *   wrapped secret that identities of contents are made with; what the last capture of a placement left out and why, and
 *   since when changed content waits to become a snapshot.
 * Locks: on PostgreSQL nullable columns without a default on snapshot_contents and captures: a moment of an exclusive lock.
 * Cost: none on existing rows; the index is built over them. Rows in clear are sealed by the background sweep.
 * Way back: `down` drops the columns and tables, the secret of identities with them. Contents that are sealed cannot be
 *   read by an older version: they are deleted, and the snapshots that hold one stay without contents, so that nobody
 *   goes back to them; snapshots in clear keep theirs. Members keep what they run. Snapshots made while sealing was on
 *   keep an identity as their hash, which an older version takes for other content: its first capture of such a
 *   placement makes a snapshot with the next index, and rolls it out, though nothing has changed. After another `up` a
 *   new secret is drawn, and the hash on the hub's snapshot says whether content is the same.
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
  await forgetSealed(knex);
  await knex.schema.alterTable('snapshot_contents', table => {
    table.dropIndex(['hub', 'key_id'], 'snapshot_contents_key');
    table.dropColumn('key_id');
    table.dropColumn('bytes');
  });
};

/**
 * Snapshots with a sealed content cannot be applied, not even in part.
 * @param {import('knex').Knex} knex
 */
async function forgetSealed(knex) {
  const sealed = await knex('snapshot_contents').whereNotNull('key_id').select('hub', 'hash');
  if (sealed.length === 0) return;
  const gone = new Set(sealed.map(({ hub, hash }) => `${hub}\n${hash}`));
  const snapshots = await knex('resource_snapshots').select('hub', 'placement', 'idx', 'contents');
  for (const { hub, placement, idx, contents } of snapshots) {
    const ids = JSON.parse(contents) ?? [];
    if (ids.some((/** @type {string} */ id) => gone.has(`${hub}\n${id}`)))
      await knex('resource_snapshots').where({ hub, placement, idx }).update({ contents: 'null' });
  }
  await knex('snapshot_contents').whereNotNull('key_id').delete();
}
