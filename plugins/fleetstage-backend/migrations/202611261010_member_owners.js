// @ts-check

/*
 * Purpose: each member has one owner among the replicas. `replicas` has a row per running process, `member_shards` who owns
 * which shard of the members, `dirty_keys.shard` to which shard a key belongs that is worked on by connecting to a member.
 * Locks: on PostgreSQL the generated column rewrites the queue, some thousand rows; SQLite has one process and needs no column.
 *   The keys of before have their shards at once, and so have those that a replica of an earlier version marks.
 * Cost: 2 bytes per key; a row per replica is written every two seconds, one per shard when its owner changes.
 * Way back: `down` drops all; replicas of an earlier version never read them.
 */

const isPostgres = knex => knex.client.config.client === 'pg';

/** `shardOf` of the engine; a name with a backslash is no member's, and must not fail the mark. */
const SHARD = `get_byte(sha256(decode(replace(case queue
    when 'apply-work' then grp
    when 'member' then substr(key, strpos(key, '/') + 1) end, '\\', '/'), 'escape')), 0) & 127`;

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('replicas', table => {
    table.comment('Running processes that may own members');
    table.text('hub').notNullable();
    table.text('id').notNullable().comment('never used again: who is late comes back under another one');
    table.bigInteger('lease_until').notNullable();
    table.primary(['hub', 'id']);
  });
  await knex.schema.createTable('member_shards', table => {
    table.comment('Which replica owns which shard of the members');
    table.text('hub').notNullable();
    table.smallint('shard').notNullable();
    table.text('owner').notNullable().comment('a row of replicas; any other value: nobody');
    table.bigInteger('token').notNullable().comment('grows with every change of owner');
    table.bigInteger('since').notNullable();
    table.primary(['hub', 'shard']);
  });
  if (isPostgres(knex))
    await knex.raw(
      `alter table dirty_keys add column shard smallint generated always as ((${SHARD})::smallint) stored`,
    );
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  if (isPostgres(knex)) await knex.schema.alterTable('dirty_keys', table => table.dropColumn('shard'));
  await knex.schema.dropTable('member_shards');
  await knex.schema.dropTable('replicas');
};
