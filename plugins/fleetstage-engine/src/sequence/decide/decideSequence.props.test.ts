import fc from 'fast-check';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideSequence } from './decideSequence';
import {
  checkClosing,
  checkEnd,
  checkFinal,
  checkOccupancy,
  checkRequests,
  checkSoaks,
  checkWords,
  qualifiedIn,
} from './sequenceChecks.testing';
import { act, clearTheWay, DEEDS, openPlay } from './sequenceDeeds.testing';
import { HOUR } from './sequenceStory.testing';

/** `SEQUENCE_RUNS=20000` searches long. */
const RUNS = Number(process.env.SEQUENCE_RUNS ?? 150);

const aFleetCluster = fc.record({
  fleet: fc.nat(1),
  canary: fc.boolean(),
  controlPlane: fc.nat(4),
  /** How far pools are behind. */
  pools: fc.array(fc.nat(2), { maxLength: 2 }),
  minutes: fc.constantFrom(5, 30, 600),
  policy: fc.constantFrom('none', 'none', 'window', 'exclusion'),
  optOut: fc.constantFrom(false, false, false, true),
});

const aPlay = fc.record({
  clusters: fc.array(aFleetCluster, { minLength: 1, maxLength: 5 }),
  soaks: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  maxConcurrency: fc.constantFrom<(number | string)[]>(1, 2, '50%', '100%'),
  emptyStages: fc.constantFrom('Soak' as const, 'Skip' as const),
  deeds: fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), choice: fc.nat(20) }), { maxLength: 25 }),
});

/** The pass has to follow the rollout twice: that a pool is done is said in other words once it is remembered. */
const POOL_COMES: typeof aPlay extends fc.Arbitrary<infer Play> ? Play : never = {
  clusters: [
    { fleet: 0, canary: false, controlPlane: 4, pools: [1], minutes: 5, policy: 'none', optOut: false },
  ],
  soaks: [0, 0, 0],
  maxConcurrency: 1,
  emptyStages: 'Soak',
  deeds: [
    { deed: 'target', choice: 10 },
    { deed: 'addPool', choice: 0 },
  ],
};

describe('a sequence under random fleets, edits and clocks (D §6–§9)', () => {
  it('qualifies before it goes on, never goes down or too far, and says what everybody waits for', () => {
    fc.assert(
      fc.property(aPlay, play => {
        const story = openPlay(play);
        const over = new Map<string, string>();
        const closed = new Set<string>();
        let qualified: ReadonlySet<string> = new Set();
        story.watch = () => {
          checkRequests(story);
          checkClosing(story, closed);
          checkSoaks(story, qualified);
          checkWords(story);
          checkOccupancy(story);
          checkFinal(story, over);
          qualified = qualifiedIn(story);
        };
        for (const { deed, choice } of play.deeds) {
          // What was decided before the deed was so at another time.
          story.now = plus(story.now, 1);
          act(story, deed, choice);
          story.runUntil(story.now);
          // An edit may have given stages other numbers.
          qualified = qualifiedIn(story);
        }
        clearTheWay(story);
        story.runUntil(plus(story.now, 1500 * HOUR));
        checkEnd(story);
      }),
      { numRuns: RUNS, examples: [[POOL_COMES]] },
    );
  });

  it('decides the same whatever the order of what it reads', () => {
    fc.assert(
      fc.property(aPlay, play => {
        const story = openPlay(play);
        for (const { deed, choice } of play.deeds.slice(0, 8)) {
          act(story, deed, choice);
          const state = story.state();
          const reversed = {
            ...state,
            clusters: [...state.clusters].reverse(),
            rollouts: [...state.rollouts].reverse(),
            upgrades: [...state.upgrades].reverse(),
          };
          const [one, other] = [state, reversed].map(given => decideSequence(given, story.now));
          expect(sortActions(other)).toEqual(sortActions(one));
        }
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});

const sortActions = ({ actions, ...decision }: ReturnType<typeof decideSequence>) => ({
  ...decision,
  actions: actions.map(action => JSON.stringify(action)).sort(),
});
