// @ts-check

/*
 * Purpose: a cluster is a member once at most, and stays the member that it joined as.
 * Locks: a new table.
 * Cost: none; members that have joined before are recorded with their next probe.
 * Way back: `down` drops the table; an older version takes every cluster for the member that its credentials name.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('memberships', table => {
    table.comment('Which cluster has joined as which MemberCluster');
    table.text('hub').notNullable();
    table.text('member').notNullable();
    table.text('member_uid').notNullable().comment('uid of the MemberCluster');
    table.text('cluster_uid').notNullable().comment('uid of the namespace kube-system of the cluster');
    table.bigInteger('joined_at').notNullable();
    table.bigInteger('created_at').notNullable().comment('when the MemberCluster was created');
    table.primary(['hub', 'member']);
    table.unique(['hub', 'cluster_uid']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('memberships');
};
