// @ts-check

/*
 * Purpose: which placement reads what of a cluster, so that the change of a cluster wakes only those; the namespaces of
 *   members; what property providers reported.
 * Locks: on PostgreSQL one nullable column without a default on placements and one on clusters: a moment of an exclusive
 *   lock each.
 * Cost: none on existing rows. Which placement reads what is written when the hub is watched for the first time; until
 *   the first pass over it, a placement counts as one that may still pick.
 * Way back: `down` drops the columns and tables; an older version wakes all placements instead.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('placement_inputs', table => {
    table.comment('What the policy of a placement reads of clusters, one row each');
    table.text('hub').notNullable();
    table.text('input').notNullable().comment('such as label/env, usage/available-cpu, eligibility');
    table.text('placement').notNullable();
    table.text('made_for').notNullable().comment('uid and generation of the placement');
    table.primary(['hub', 'input', 'placement']);
    table.index(['hub', 'placement'], 'placement_inputs_placement');
  });
  await knex.schema.alterTable('placements', table => {
    table
      .text('settled_for')
      .comment('uid and generation for which PickN or PickFixed has all it wants; null: it may still pick');
  });
  await knex.schema.alterTable('clusters', table => {
    table.text('collection').comment('JSON; how the last collections of properties and namespaces went');
  });
  await knex.schema.createTable('cluster_namespaces', table => {
    table.comment(
      'Namespaces of members; the key begins with the namespace, since placements ask who has one',
    );
    table.text('hub').notNullable();
    table.text('namespace').notNullable();
    table.text('cluster').notNullable();
    table.text('owner').notNullable().comment('AppliedWork that made it, or empty');
    table.primary(['hub', 'namespace', 'cluster']);
    table.index(['hub', 'cluster'], 'cluster_namespaces_cluster');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('cluster_namespaces');
  await knex.schema.alterTable('clusters', table => table.dropColumn('collection'));
  await knex.schema.alterTable('placements', table => table.dropColumn('settled_for'));
  await knex.schema.dropTable('placement_inputs');
};
