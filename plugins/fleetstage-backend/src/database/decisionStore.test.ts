import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { ScheduleVerdict } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aPick, anOutcome } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../__testUtils__/databases';
import type { Database, Tx } from './db';
import { listDecisions, loadDecision } from './decisionStore';
import { lockPlacement } from './lockPlacement';
import { forgetPlacement, saveSchedule } from './placementStore';
import { prune } from './prune';
import { loadVerdicts, loadVerdictsOf } from './verdictStore';

const databases = createTestDatabases();

const WEB = { hub: 'hub', name: 'web' };
const SHOP = { hub: 'hub', name: 'shop/web' };
const DAY_MS = 24 * 3_600_000;

const refusal = (cluster: string, patch: Partial<ScheduleVerdict> = {}): ScheduleVerdict => ({
  cluster,
  selected: false,
  code: 'AffinityMismatch',
  reason: `ClusterUnschedulable, "${cluster}" does not match`,
  filter: 'ClusterAffinity',
  inputs: '0123456789ab',
  ...patch,
});
const picks = (count: number) => Array.from({ length: count }, (_, i) => aPick(`c${1000 + i}`));

/** Pseudo-random numbers, the same for each seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(databases.eachSupportedId())('the history of decisions on %s', databaseId => {
  let opened: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    opened = await openTestDatabase(databases, databaseId as TestDatabaseId);
    ({ database } = opened);
  });

  const locked = <T>(work: (tx: Tx) => Promise<T>) =>
    database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      return work(tx);
    });
  const decide = (verdicts: readonly ScheduleVerdict[], patch = {}) =>
    locked(tx => saveSchedule(tx, WEB, anOutcome(patch), verdicts));
  const read = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const rows = () => opened.knex('verdicts').orderBy('ordinal');

  it('records each decision that differs: number, cause, who gains and loses, input revision', async () => {
    await decide([aPick('c1', { inputs: 'a' }), refusal('c2')]);
    await decide([refusal('c1', { inputs: 'b' }), aPick('c2', { inputs: '0123456789ab' })]);
    const [second, first] = await read(tx => listDecisions(tx, WEB));
    expect(first).toMatchObject({ number: 1, summary: { cause: { kind: 'first' }, picked: 1 } });
    expect(second).toMatchObject({
      number: 2,
      outcome: anOutcome(),
      summary: {
        cause: {
          kind: 'clusters',
          clusters: [{ cluster: 'c1', before: 'Picked', after: 'AffinityMismatch' }],
          count: 1,
        },
        gained: { count: 1, names: ['c2'] },
        lost: { count: 1, names: ['c1'] },
        causes: [
          { cause: 'Picked', clusters: 1 },
          { cause: 'AffinityMismatch', clusters: 1 },
        ],
      },
    });
    expect(second.summary?.inputs).not.toBe(first.summary?.inputs);
    expect(second.at).toBeGreaterThanOrEqual(first.at);
    expect(await read(tx => loadDecision(tx, WEB, 1))).toEqual(first);
    expect(await read(tx => loadDecision(tx, WEB, 3))).toBeUndefined();
    expect(await read(tx => listDecisions(tx, WEB, { limit: 1 }))).toEqual([second]);
    expect(await read(tx => listDecisions(tx, WEB, { before: 2 }))).toEqual([first]);
  });

  it('is not made longer by the same verdicts, but by another policy', async () => {
    await decide(picks(2));
    const [first] = await read(tx => listDecisions(tx, WEB));
    await decide(picks(2), { message: 'in other words', placementGeneration: 8 });
    const [still, ...none] = await read(tx => listDecisions(tx, WEB));
    expect(none).toEqual([]);
    expect(still).toEqual({
      ...first,
      outcome: anOutcome({ message: 'in other words', placementGeneration: 8 }),
    });
    await decide(picks(2), { policyIndex: 5 });
    const [second] = await read(tx => listDecisions(tx, WEB));
    expect(second).toMatchObject({ number: 2, summary: { cause: { kind: 'policy' } } });
    expect(await read(tx => loadVerdictsOf(tx, WEB, 2))).toEqual(picks(2));
  });

  it('a verdict with its fields in another order is the same', async () => {
    await decide([{ inputs: 'a', ...aPick('c1') }]);
    await decide([{ ...aPick('c1'), inputs: 'a' }]);
    expect(await read(tx => listDecisions(tx, WEB))).toHaveLength(1);
  });

  it.each(['code', 'reason', 'selected', 'Picked'])('a cluster may be called %s', async cluster => {
    const verdicts = [refusal(cluster), aPick('other', { inputs: 'a' })];
    await decide(verdicts);
    expect(await read(tx => loadVerdicts(tx, WEB))).toEqual(
      [...verdicts].sort((a, b) => (a.cluster < b.cluster ? -1 : 1)),
    );
  });

  it('writes as much as has changed: one of a thousand clusters is two rows, one list and the decision', async () => {
    const fleet = picks(1000);
    await decide(fleet);
    const before = await rows();
    expect(before).toHaveLength(5);
    await decide(fleet.map((verdict, i) => (i === 300 ? refusal(verdict.cluster) : verdict)));
    const after = await rows();
    expect(after).toHaveLength(7);
    const untouched = after.filter(row => before.some(old => JSON.stringify(old) === JSON.stringify(row)));
    expect(untouched).toHaveLength(4);
    expect(after.slice(5)).toMatchObject([
      { since: 1, until: 2, clusters: '["c1300"]' },
      { since: 2, until: null, clusters: '["c1300"]' },
    ]);
  });

  it.each([3, 7, 11, 19, 42])('reads at each decision what was saved at it (seed %s)', async seed => {
    const draw = drawer(seed);
    const verdictOf = (cluster: string) => {
      const inputs = `i${draw(2)}`;
      return [aPick(cluster, { inputs }), refusal(cluster, { inputs }), refusal(cluster, { code: 'Held' })][
        draw(3)
      ];
    };
    let fleet = new Map<string, ScheduleVerdict>();
    const saved = new Map<number, readonly ScheduleVerdict[]>();
    for (let step = 0; step < 12; step += 1) {
      fleet = new Map(fleet);
      for (let change = draw(6); change > 0; change -= 1) {
        const cluster = `c${draw(9)}`;
        if (draw(5) === 0) fleet.delete(cluster);
        else fleet.set(cluster, verdictOf(cluster));
      }
      const verdicts = [...fleet.values()].sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
      await decide(verdicts, { policyIndex: draw(2) });
      await locked(tx => saveSchedule(tx, SHOP, anOutcome(), verdicts.slice(1)));
      const [{ number }] = await read(tx => listDecisions(tx, WEB));
      saved.set(number, verdicts);
      expect(await read(tx => loadVerdicts(tx, WEB))).toEqual(verdicts);
    }
    for (const [number, verdicts] of saved)
      expect(await read(tx => loadVerdictsOf(tx, WEB, number))).toEqual(verdicts);
    const last = Math.max(...saved.keys());
    const kept = 1 + draw(last);
    await opened.knex('decisions').where('number', '<', kept).update({ at: 0 });
    await opened.knex('decisions').where({ placement: SHOP.name }).update({ at: 0 });
    await read(tx => prune(tx, 'hub', { timelineMs: DAY_MS }));
    for (const [number, verdicts] of saved)
      if (number >= kept) expect(await read(tx => loadVerdictsOf(tx, WEB, number))).toEqual(verdicts);
    expect(await read(tx => listDecisions(tx, WEB))).toHaveLength(last - kept + 1);
    const ended = await opened.knex('verdicts').where({ placement: WEB.name }).whereNotNull('until');
    expect(ended.every(({ until }) => Number(until) > kept)).toBe(true);
  });

  it('keeps the last decision whatever its age, and goes with the placement', async () => {
    await decide(picks(2));
    await decide(picks(3));
    await opened.knex('decisions').update({ at: 0 });
    const pruned = await read(tx => prune(tx, 'hub', { timelineMs: DAY_MS }));
    expect(pruned.decisions).toBe(1);
    expect(await read(tx => listDecisions(tx, WEB))).toMatchObject([{ number: 2 }]);
    expect(await read(tx => loadVerdicts(tx, WEB))).toEqual(picks(3));
    await decide(picks(4));
    expect(await read(tx => listDecisions(tx, WEB))).toMatchObject([{ number: 3 }, { number: 2 }]);
    await locked(tx => forgetPlacement(tx, 'hub', 'web'));
    expect(await read(tx => listDecisions(tx, WEB))).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});
