import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { hasUse, triable, type RunAct } from './actUse';

type State = Schemas['RunSummary']['state'];

const ACTS: readonly RunAct[] = ['approve', 'reject', 'stop', 'resume', 'start', 'retry', 'end', 'delete'];
const useful = (state: State, counts: Schemas['Counts'] = {}) =>
  ACTS.filter(act => hasUse(act, { state, tally: tallyOf(counts) }));

describe('what an act finds to do', () => {
  it.each<[State, Schemas['Counts'], RunAct[]]>([
    ['succeeded', { updated: 3 }, ['delete']],
    ['failed', { failing: 1 }, ['delete']],
    ['ended', { updated: 1 }, ['delete']],
    ['couldNotPrepare', {}, ['delete']],
    ['preparing', {}, ['approve', 'reject', 'stop', 'end']],
    ['readyToStart', {}, ['approve', 'reject', 'start', 'end']],
    ['updating', { updating: 1 }, ['approve', 'reject', 'stop', 'end']],
    ['waitingForApproval', {}, ['approve', 'reject', 'stop', 'end']],
    ['stuck', { stuck: 1 }, ['approve', 'reject', 'stop', 'retry', 'end']],
    ['stopping', { failing: 1 }, ['resume', 'retry', 'end']],
    ['stopped', {}, ['resume', 'end']],
  ])('%s: %j', (state, counts, acts) => {
    expect(useful(state, counts)).toEqual(acts);
  });

  it('rolls back only where the engine names a snapshot', () => {
    const run = { state: 'stuck', tally: tallyOf({}) } as const;
    const rollBack = { from: '14', touched: 2, verified: 2, others: [] };
    expect(hasUse('rollback', run)).toBe(false);
    expect(hasUse('rollback', { ...run, rollBack })).toBe(false);
    expect(hasUse('rollback', { ...run, rollBack: { ...rollBack, to: '13' } })).toBe(true);
  });

  it('tries again only what is under way of the clusters that a link names', () => {
    const pipeline = [
      {
        clusters: [
          { name: 'a', state: 'failing', isInFlight: true },
          { name: 'b', state: 'updated' },
        ],
      },
    ] as unknown as Schemas['Stage'][];
    const run = { state: 'failing' as const, tally: tallyOf({ failing: 1 }), pipeline };
    expect(triable(run, ['b', 'a', 'gone'])).toEqual(['a']);
    expect(hasUse('retry', run, ['a', 'b'])).toBe(true);
    expect(hasUse('retry', run, ['b'])).toBe(false);
  });
});
