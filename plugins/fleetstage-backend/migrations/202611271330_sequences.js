// @ts-check

/*
 * Purpose: what sequences of versions and their rollouts remember, which versions clusters run, and which upgrades providers are to
 * be asked for. What people write of sequences, rollouts, catalogues and maintenance policies is in the mirror (`objects`).
 * Locks: new tables.
 * Cost: a row per sequence, per rollout (finished ones until they are pruned), per cluster, and per upgrade that is under way.
 * Way back: `down` drops them; an earlier version leaves the clusters as they are, and of rollouts that it does not know any more
 * the objects stay on the hub, not accepted (E/RO-005).
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await createMemories(knex);
  await createVersions(knex);
};

/** @param {import('knex').Knex} knex */
async function createMemories(knex) {
  await knex.schema.createTable('rollout_sequences', table => {
    table.comment('Memories of RolloutSequences');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('uid').notNullable().comment('of the object that the memory is of');
    table.bigInteger('created_at').notNullable().comment('creationTimestamp of that object');
    table.text('memory').notNullable();
    table
      .bigInteger('told_until')
      .notNullable()
      .defaultTo(0)
      .comment('lines of the timeline up to this id are Events on the hub');
    table.primary(['hub', 'name']);
  });
  await knex.schema.createTable('version_rollouts', table => {
    table.comment(
      'Rollouts that the engine has created, with their memories; those that are gone are history',
    );
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.text('sequence').notNullable();
    table.text('sequence_uid').notNullable();
    table
      .text('creation')
      .notNullable()
      .comment('annotation of the object by which it is known before its uid is');
    table.text('uid').comment('of the object, once it was created');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('generation').notNullable().comment('of the object, as the last pass has decided on it');
    table.text('phase').notNullable();
    table.text('want').notNullable().comment('of the object: present, deleted');
    table.bigInteger('gone_at').comment('since when the object is gone for good');
    table.text('spec').notNullable().comment('as it was last seen, or is to be created');
    table.text('memory').notNullable();
    table.primary(['hub', 'name']);
    table.index(['hub', 'sequence'], 'version_rollouts_sequence');
  });
}

/** @param {import('knex').Knex} knex */
async function createVersions(knex) {
  await knex.schema.createTable('cluster_versions', table => {
    table.comment('What providers say of clusters');
    table.text('hub').notNullable();
    table.text('cluster').notNullable();
    table.text('provider').comment('absent: none knows the cluster, or several do');
    table.text('provider_id');
    table.text('unmanaged').comment('why no provider has it, for people');
    table.text('labels').comment('copied from the cluster of the provider, where that is set up');
    table.text('observed');
    table.bigInteger('observed_at');
    table.bigInteger('silent_since').comment('the provider has not answered since');
    table.primary(['hub', 'cluster']);
  });
  await knex.schema.createTable('desired_upgrades', table => {
    table.comment('Upgrades that providers are to be asked for');
    table.text('hub').notNullable();
    table.text('cluster').notNullable();
    table.text('upgrade_type').notNullable();
    table.text('version').notNullable();
    table.text('pools').comment('of nodes: the pools');
    table.text('rollout').notNullable();
    table.bigInteger('requested_at').notNullable();
    table.text('answer').comment('absent: it was not asked yet, or is asked again');
    table.text('problem').comment('why the last call had no answer');
    table.primary(['hub', 'cluster', 'upgrade_type']);
    table.index(['hub', 'rollout'], 'desired_upgrades_rollout');
  });
  await knex.schema.createTable('class_versions', table => {
    table.comment('Versions that ClusterClasses list');
    table.text('hub').notNullable();
    table.text('provider').notNullable();
    table.text('namespace').notNullable();
    table.text('name').notNullable();
    table.text('versions').comment('absent: there is no such class');
    table.bigInteger('known_at').notNullable();
    table.primary(['hub', 'provider', 'namespace', 'name']);
  });
}

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  for (const table of [
    'class_versions',
    'desired_upgrades',
    'cluster_versions',
    'version_rollouts',
    'rollout_sequences',
  ])
    await knex.schema.dropTable(table);
};
