import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { hasUse, triable, type RunAct } from './actUse';

type State = Schemas['RunSummary']['state'];

const ACTS: readonly RunAct[] = ['approve', 'reject', 'stop', 'resume', 'start', 'retry'];
const useful = (state: State, counts: Schemas['Counts'] = {}) =>
  ACTS.filter(act => hasUse(act, { state, counts }));

describe('what an act finds to do', () => {
  it.each<[State, Schemas['Counts'], RunAct[]]>([
    ['succeeded', { updated: 3 }, []],
    ['failed', { failing: 1 }, []],
    ['couldNotPrepare', {}, []],
    ['preparing', {}, ['approve', 'reject', 'stop']],
    ['readyToStart', {}, ['approve', 'reject', 'start']],
    ['updating', { updating: 1 }, ['approve', 'reject', 'stop']],
    ['waitingForApproval', {}, ['approve', 'reject', 'stop']],
    ['stuck', { stuck: 1 }, ['approve', 'reject', 'stop', 'retry']],
    ['stopping', { failing: 1 }, ['resume', 'retry']],
    ['stopped', {}, ['resume']],
  ])('%s: %j', (state, counts, acts) => {
    expect(useful(state, counts)).toEqual(acts);
  });

  it('tries again only what is under way of the clusters that a link names', () => {
    const pipeline = [
      {
        clusters: [
          { name: 'a', state: 'failing' },
          { name: 'b', state: 'updated' },
        ],
      },
    ] as unknown as Schemas['Stage'][];
    const run = { state: 'failing' as const, counts: { failing: 1 }, pipeline };
    expect(triable(run, ['b', 'a', 'gone'])).toEqual(['a']);
    expect(hasUse('retry', run, ['a', 'b'])).toBe(true);
    expect(hasUse('retry', run, ['b'])).toBe(false);
  });
});
