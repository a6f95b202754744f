// @ts-check

/*
 * Purpose: which clusters each version provider has, so that a MemberCluster finds its own by name, also while a provider does not
 * answer; and since when one does not.
 * Locks: new tables.
 * Cost: a row per provider, and one per cluster that a provider lists.
 * Way back: `down` drops them; providers list their clusters again.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('version_providers', table => {
    table.comment('Providers of versions of clusters, as they were last followed');
    table.text('hub').notNullable();
    table.text('name').notNullable();
    table.bigInteger('listed_at').comment('when it last listed its clusters; absent: never');
    table.bigInteger('silent_since').comment('it has not answered since');
    table.text('problem').comment('why not, for people');
    table.primary(['hub', 'name']);
  });
  await knex.schema.createTable('provided_clusters', table => {
    table.comment('Clusters of providers, as last listed');
    table.text('hub').notNullable();
    table.text('provider').notNullable();
    table.text('id').notNullable();
    table.text('name').notNullable();
    table.text('labels').notNullable().comment('those that are copied to what selectors see');
    table.primary(['hub', 'provider', 'id']);
    table.index(['hub', 'name'], 'provided_clusters_name');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.dropTable('provided_clusters');
  await knex.schema.dropTable('version_providers');
};
