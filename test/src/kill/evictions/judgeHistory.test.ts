import { CLUSTERS, type Budget, type Policy } from './drawSequence';
import type { EvictionHistory, History, Presence } from './history';
import { floorOf, judgeHistory } from './judgeHistory';

const at = (ms: number) => ({ fromMs: ms, untilMs: ms + 2 });
const PICK_ALL: Policy = { placementType: 'PickAll' };
const pickN = (numberOfClusters: number): Policy => ({ placementType: 'PickN', numberOfClusters });

const placed = (ms: number, cluster: string): Presence => ({ ...at(ms), cluster, kind: 'placed' });
const removed = (ms: number, cluster: string): Presence => ({ ...at(ms), cluster, kind: 'removed' });

const says = (executed: 'True' | 'False', message: string) => ({
  text: `${executed} ${message}`,
  executed,
  message,
});
const byBudget = (available: number, total: number) =>
  says(
    'True',
    `Eviction is allowed by specified ClusterResourcePlacementDisruptionBudget, availablePlacements: ${available}, totalPlacements: ${total}`,
  );
const NO_BUDGET = says('True', 'Eviction is allowed, no ClusterResourcePlacementDisruptionBudget specified');
const BLOCKED = says('False', 'Eviction is blocked');

/** Made at `ms`, decided 10 ms later. */
const evicted = (ms: number, cluster: string, verdict = byBudget(5, 5)): EvictionHistory => ({
  ...{ name: `e${ms}`, cluster, createdMs: ms, verdicts: [{ ...at(ms + 10), ...verdict }] },
});

/** On all five from the start, with a budget of four. */
const aHistory = (patch: Partial<History> = {}, presence: readonly Presence[] = []): History => ({
  budgets: [{ ...at(1), value: { minAvailable: 4 } }],
  policies: [{ ...at(2), value: PICK_ALL }],
  evictions: [],
  ...patch,
  presence: [...CLUSTERS.map((name, i) => placed(10 + i, name)), ...presence],
});

const [C1, C2, C3] = CLUSTERS;
const TAKES_C1 = [evicted(100, C1)];
const TAKES_TWO = [evicted(100, C1), evicted(101, C2)];

describe('the judge of the trial', () => {
  it.each<[string, History]>([
    ['an eviction within the budget', aHistory({ evictions: TAKES_C1 }, [removed(120, C1), placed(140, C1)])],
    [
      'a deletion that is asked for again',
      aHistory({ evictions: TAKES_C1 }, [removed(120, C1), removed(130, C1)]),
    ],
    ['a blocked one', aHistory({ evictions: [...TAKES_C1, evicted(105, C2, BLOCKED)] }, [removed(120, C1)])],
    [
      'a budget that was there when the eviction was made, and not when it was decided',
      aHistory(
        {
          budgets: [
            { ...at(1), value: { minAvailable: 5 } },
            { ...at(105), value: { minAvailable: 4 } },
          ],
          evictions: TAKES_C1,
        },
        [removed(120, C1)],
      ),
    ],
    [
      'one by one, each after the other was replaced',
      aHistory({ evictions: [evicted(100, C1), evicted(200, C2)] }, [
        removed(120, C1),
        placed(140, C1),
        removed(220, C2),
      ]),
    ],
    [
      'a cluster that the scheduler dropped meanwhile',
      aHistory(
        {
          budgets: [{ ...at(1), value: { minAvailable: 4 } }],
          policies: [
            { ...at(2), value: pickN(5) },
            { ...at(111), value: pickN(4) },
          ],
          evictions: TAKES_C1,
        },
        [removed(115, C3), removed(120, C1)],
      ),
    ],
    [
      'without a budget',
      aHistory({ budgets: [], evictions: [evicted(100, C1, NO_BUDGET), evicted(101, C2, NO_BUDGET)] }, [
        removed(120, C1),
        removed(121, C2),
      ]),
    ],
  ])('accepts %s', (_, history) => expect(judgeHistory(history)).toEqual([]));

  it.each<[string, History, RegExp]>([
    [
      'two at once that each counted five',
      aHistory({ evictions: TAKES_TWO }, [removed(120, C1), removed(121, C2)]),
      /3 clusters have it, the budget asks for 4/,
    ],
    [
      'a second one before the first cluster is back',
      aHistory({ evictions: [evicted(100, C1), evicted(200, C2)] }, [
        removed(120, C1),
        removed(220, C2),
        placed(240, C1),
      ]),
      /e200 took the placement from member-2: 3/,
    ],
    [
      'one removal more than evictions',
      aHistory({ evictions: TAKES_C1 }, [removed(120, C1), placed(140, C1), removed(160, C1)]),
      /1 removals without an eviction/,
    ],
    [
      'a removal by a blocked one',
      aHistory({ evictions: [evicted(100, C1, BLOCKED)] }, [removed(120, C1)]),
      /1 removals without an eviction/,
    ],
    [
      'counts that the budget does not allow',
      aHistory({ evictions: [evicted(100, C1, byBudget(4, 5))] }),
      /e100 was executed at 4 of 5, below a budget of 4/,
    ],
    [
      'a budget that PickAll cannot have',
      aHistory({ budgets: [{ ...at(1), value: { maxUnavailable: 5 } }], evictions: TAKES_C1 }),
      /below a budget of Infinity/,
    ],
    [
      'no budget asked, though there is one',
      aHistory({ evictions: [evicted(100, C1, NO_BUDGET)] }, [removed(120, C1)]),
      /as without a budget/,
    ],
    ['no verdict', aHistory({ evictions: [{ ...evicted(100, C1), verdicts: [] }] }), /e100 was not decided/],
    [
      'another verdict later',
      aHistory({
        evictions: [
          {
            ...evicted(100, C1),
            verdicts: [
              { ...at(110), ...BLOCKED },
              { ...at(120), ...byBudget(5, 5) },
            ],
          },
        ],
      }),
      /e100 was decided twice/,
    ],
  ])('refuses %s', (_, history, why) => expect(judgeHistory(history).join('\n')).toMatch(why));

  it.each<[Budget, Policy, number, number | undefined]>([
    [undefined, PICK_ALL, 5, undefined],
    [{ minAvailable: 2 }, PICK_ALL, 5, 2],
    [{ minAvailable: '50%' }, PICK_ALL, 5, undefined],
    [{ maxUnavailable: 1 }, PICK_ALL, 5, undefined],
    [{ minAvailable: '50%' }, pickN(3), 5, 2],
    [{ maxUnavailable: 1 }, pickN(3), 3, 2],
    [{ maxUnavailable: '34%' }, pickN(3), 3, 1],
  ])('C/DB-019…021: %j of %j on %i keeps %s', (budget, policy, total, floor) => {
    expect(floorOf(budget, policy, total)).toBe(floor);
  });
});
