import fc from 'fast-check';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideSequence } from './decideSequence';
import {
  checkEnd,
  checkFinal,
  checkOccupancy,
  checkRequests,
  checkSoaks,
  checkWords,
  qualifiedIn,
} from './sequenceChecks.testing';
import { act, aPlay, clearTheWay, openPlay } from './sequenceDeeds.testing';
import { HOUR } from './sequenceStory.testing';

/** `SEQUENCE_RUNS=20000` searches long. */
const RUNS = Number(process.env.SEQUENCE_RUNS ?? 300);

describe('a sequence under random fleets, edits and clocks (D §6–§9)', () => {
  it('qualifies before it goes on, never goes down or too far, and says what everybody waits for', () => {
    fc.assert(
      fc.property(aPlay, play => {
        const story = openPlay(play);
        const over = new Map<string, string>();
        let qualified: ReadonlySet<string> = new Set();
        story.watch = () => {
          checkRequests(story);
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
      { numRuns: RUNS },
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
