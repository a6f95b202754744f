// @ts-check

/*
 * Purpose: snapshots of overrides, and with which of them a binding's cluster runs. `state`: `latest` is what changes
 * placements, `kept` its history, `retired` what clusters may still run and nothing else refers to.
 * Locks: a new table; a nullable column without a default on `bindings`, which rewrites nothing.
 * Cost: a row per revision of an override, at most ten that are not retired; retired ones go after a month.
 * Way back: `down` drops both; an older version renders without overrides and rolls that out.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('override_snapshots', table => {
    table.comment('Revisions of ClusterResourceOverrides and ResourceOverrides');
    table.text('hub').notNullable();
    table.text('kind').notNullable().comment('of the override');
    table.text('namespace').notNullable().comment('empty for a ClusterResourceOverride');
    table.text('name').notNullable().comment('of the override');
    table.integer('idx').notNullable();
    table.text('hash').notNullable().comment('an override made anew counts from 0 again');
    table.text('spec').notNullable();
    table.text('state').notNullable().comment('latest, kept, retired');
    table.bigInteger('changed_at').notNullable().comment('when `state` last changed');
    table.primary(['hub', 'kind', 'namespace', 'name', 'idx', 'hash']);
    table.index(['hub', 'state'], 'override_snapshots_state');
  });
  await knex.schema.alterTable('bindings', table => {
    table.text('overrides_ref');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('bindings', table => table.dropColumn('overrides_ref'));
  await knex.schema.dropTable('override_snapshots');
};
