// @ts-check

/*
 * Purpose: rows of blockers name their run by uid, so that a run recreated under the same name takes over none.
 * Locks: a column with a default; rows of runs are written once, a few per run.
 * Cost: rows of runs that have begun are kept, by the uid that their memory has. Those of a run without one, or recreated
 *   meanwhile, are deleted or not read: its next pass, which the start marks, writes them again.
 * Way back: `down` drops the column; an earlier version compares the uid of the run's memory.
 */

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.alterTable('blockers', table => {
    table.text('owner_uid').notNullable().defaultTo('').comment('of a run; empty: of a placement');
  });
  await knex('blockers')
    .where({ owner_kind: 'run' })
    .update({
      owner_uid: knex.raw(
        "coalesce((select uid from runs where runs.hub = blockers.hub and runs.name = blockers.owner), '')",
      ),
    });
  await knex('blockers').where({ owner_kind: 'run', owner_uid: '' }).delete();
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex.schema.alterTable('blockers', table => table.dropColumn('owner_uid'));
};
