// @ts-check

/*
 * Purpose: the evictions from one cluster, of any placement, by an index: the page of a cluster and its drain read no others.
 * Locks: a column without a default on the mirror; its rows of evictions are written once. Two small indexes.
 * Cost: a name per eviction object.
 * Way back: `down` drops column and indexes; an earlier version reads all evictions of the hub.
 */

const EVICTION = 'ClusterResourcePlacementEviction';

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('objects', table => {
    table.text('cluster').comment('of an eviction: where from');
  });
  const rows = await knex('objects').where({ kind: EVICTION }).select('hub', 'name', 'body');
  for (const { hub, name, body } of rows) {
    const cluster = clusterOf(body);
    if (cluster !== undefined) await knex('objects').where({ hub, kind: EVICTION, name }).update({ cluster });
  }
  await knex.schema.alterTable('objects', table => {
    table.index(['hub', 'kind', 'cluster'], 'objects_cluster', { predicate: knex.whereNotNull('cluster') });
  });
  await knex.schema.alterTable('evictions', table => table.index(['hub', 'cluster'], 'evictions_cluster'));
};

/** As a key that each database takes: what cannot be the name of a cluster stays none.
 * @param {string} body
 * @returns {string | undefined}
 */
function clusterOf(body) {
  try {
    const cluster = JSON.parse(body)?.spec?.clusterName;
    if (typeof cluster !== 'string') return undefined;
    return cluster.slice(0, 254).replace(/[/\p{Cc}\p{Cs}]/gu, ' ');
  } catch {
    return undefined;
  }
}

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('evictions', table =>
    table.dropIndex(['hub', 'cluster'], 'evictions_cluster'),
  );
  await knex.schema.alterTable('objects', table => {
    table.dropIndex(['hub', 'kind', 'cluster'], 'objects_cluster');
  });
  await knex.schema.alterTable('objects', table => table.dropColumn('cluster'));
};
