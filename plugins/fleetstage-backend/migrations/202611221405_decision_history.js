// @ts-check

/*
 * Purpose: every decision of a placement with the verdict on every cluster, not the last one alone. A verdict is stored once for
 *   all decisions that agree on it: its row says from which to which decision it held.
 * Locks: PostgreSQL rewrites no row for the new columns; the new index locks the verdicts while it is built.
 * Cost: one row per placement that was scheduled; its verdicts become those of decision 1.
 * Way back: `down` keeps the verdicts of the last decisions and drops those of earlier ones.
 */

const PAGE = 500;

/** @param {import('knex').Knex} knex */
exports.up = async function up(knex) {
  await knex.schema.createTable('decisions', table => {
    table.comment('What the scheduler decided on a placement, decision by decision');
    table.text('hub').notNullable();
    table.text('placement').notNullable();
    table.integer('number').notNullable().comment('from 1, without gaps but for those that were pruned');
    table.bigInteger('at').notNullable().comment('by the clock of the database');
    table.text('outcome').notNullable().comment('JSON');
    table.text('summary').comment('JSON; null where it was decided before there was a history');
    table.primary(['hub', 'placement', 'number']);
    table.index(['hub', 'at'], 'decisions_at');
  });
  await knex.schema.alterTable('verdicts', table => {
    table.integer('since').notNullable().defaultTo(1).comment('number of the first decision that said so');
    table
      .integer('until')
      .comment('number of the first decision that did not; null: the last decision says so');
  });
  await knex.raw('create index verdicts_current on verdicts (hub, placement) where until is null');
  await keepLastDecisions(knex);
};

/** @param {import('knex').Knex} knex */
exports.down = async function down(knex) {
  await knex('verdicts').whereNotNull('until').delete();
  await knex.raw('drop index verdicts_current');
  await knex.schema.alterTable('verdicts', table => {
    table.dropColumn('since');
    table.dropColumn('until');
  });
  await knex.schema.dropTable('decisions');
};

/** @param {import('knex').Knex} knex */
async function keepLastDecisions(knex) {
  const rows = await knex('placements').whereNotNull('schedule').select('hub', 'name', 'schedule');
  for (let i = 0; i < rows.length; i += PAGE) {
    await knex('decisions').insert(
      rows.slice(i, i + PAGE).map(({ hub, name, schedule }) => ({
        hub,
        placement: name,
        number: 1,
        at: JSON.parse(String(schedule)).at,
        outcome: String(schedule),
        summary: null,
      })),
    );
  }
}
