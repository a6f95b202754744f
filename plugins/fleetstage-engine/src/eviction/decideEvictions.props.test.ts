import fc from 'fast-check';
import type { DisruptionBudgetSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  anAvailableReport,
  anUnavailableReport,
  NOON,
  PICK_ALL,
  pickN,
  secondsAfter,
} from '../testing/builders';
import {
  decideEvictions,
  disruptionsNow,
  type DecidedEviction,
  type EvictionState,
  type PendingEviction,
} from './decideEvictions';

const MAX_CLUSTERS = 6;
const cluster = fc.integer({ min: 1, max: MAX_CLUSTERS }).map(number => `c${number}`);
const limit = fc.oneof(
  fc.integer({ min: 0, max: 7 }),
  fc.integer({ min: 0, max: 100 }).map(share => `${share}%`),
);
const budget: fc.Arbitrary<DisruptionBudgetSpec> = fc.oneof(
  fc.record({ maxUnavailable: limit }),
  fc.record({ minAvailable: limit }),
  fc.constant({}),
);
const policy = fc.oneof(
  fc.constant(PICK_ALL),
  fc.integer({ min: 0, max: 8 }).map(count => pickN(count)),
);

type Step =
  | { readonly kind: 'evict'; readonly clusters: readonly string[] }
  | { readonly kind: 'budget'; readonly budget: DisruptionBudgetSpec }
  | { readonly kind: 'policy'; readonly policy: ReturnType<typeof pickN> }
  | {
      readonly kind: 'available' | 'unavailable' | 'silent' | 'cleaned' | 'picked';
      readonly cluster: string;
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('evict' as const),
      clusters: fc.array(cluster, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('budget' as const), budget }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('policy' as const), policy }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'available' as const,
        'unavailable' as const,
        'silent' as const,
        'cleaned' as const,
        'picked' as const,
      ),
      cluster,
    }),
  },
);

const start = fc.record({ policy, budget, steps: fc.array(step, { maxLength: 25 }) });

const EMPTY = { bindings: [], reports: [] } as const;
const first = (setting: {
  policy: ReturnType<typeof pickN>;
  budget: DisruptionBudgetSpec;
}): EvictionState => ({
  placement: { spec: { policy: setting.policy } },
  bindings: Array.from({ length: MAX_CLUSTERS }, (_, i) => aBoundBinding(`c${i + 1}`)),
  reports: Array.from({ length: MAX_CLUSTERS }, (_, i) => anAvailableReport(`c${i + 1}`)),
  budget: setting.budget,
});

const evictionsOf = (clusters: readonly string[]): PendingEviction[] =>
  clusters.map((name, i) => ({ name: `e${i}`, uid: `u${i}`, cluster: name, createdAt: secondsAfter(i) }));

/** The world goes on: what was evicted is cleaned, clusters are picked again, and report. */
function advance(
  state: EvictionState,
  { kind, cluster: name }: Extract<Step, { cluster: string }>,
): EvictionState {
  const others = {
    bindings: state.bindings.filter(one => one.cluster !== name),
    reports: state.reports.filter(one => one.cluster !== name),
  };
  const binding = state.bindings.find(one => one.cluster === name);
  if (kind === 'picked')
    return binding ? state : { ...state, bindings: [...state.bindings, aBoundBinding(name)] };
  if (binding === undefined) return state;
  if (kind === 'cleaned') return binding.releasedAt === undefined ? state : { ...state, ...others };
  if (kind === 'silent') return { ...state, reports: others.reports };
  const report = kind === 'available' ? anAvailableReport(name) : anUnavailableReport(name);
  return { ...state, reports: [...others.reports, report] };
}

function play(setting: typeof start extends fc.Arbitrary<infer T> ? T : never, check: Check): void {
  let state = first(setting);
  for (const one of setting.steps) {
    if (one.kind === 'budget') state = { ...state, budget: one.budget };
    else if (one.kind === 'policy') state = { ...state, placement: { spec: { policy: one.policy } } };
    else if (one.kind !== 'evict') state = advance(state, one);
    else {
      const { decided, released } = decideEvictions(state, evictionsOf(one.clusters), NOON);
      const leaving = new Map(released.map(binding => [binding.cluster, binding]));
      const after = { ...state, bindings: state.bindings.map(b => leaving.get(b.cluster) ?? b) };
      check({ before: state, after, decided, clusters: one.clusters });
      state = after;
    }
  }
}

type Check = (round: {
  readonly before: EvictionState;
  readonly after: EvictionState;
  readonly decided: readonly DecidedEviction[];
  readonly clusters: readonly string[];
}) => void;

const countsOf = (state: EvictionState) => disruptionsNow(state)!;

describe('evictions in any order', () => {
  it('C/DB-022, EV-012: never lead below a budget', () => {
    fc.assert(
      fc.property(start, setting =>
        play(setting, ({ before, after }) => {
          const [was, is] = [countsOf(before), countsOf(after)];
          const lost = was.available - is.available;
          expect(lost).toBeGreaterThanOrEqual(0);
          if (lost === 0) return;
          if (is.limit === 'minAvailable') expect(is.available).toBeGreaterThanOrEqual(is.scaled);
          else if (is.limit === 'maxUnavailable')
            expect(is.total - is.available).toBeLessThanOrEqual(is.scaled);
          else throw new Error(`${lost} lost under a budget that allows nothing`);
        }),
      ),
    );
  });

  it('C/EV-012: decided together or one by one, they come to the same', () => {
    fc.assert(
      fc.property(start, setting =>
        play(setting, ({ before, decided, clusters }) => {
          let state = before;
          const alone = evictionsOf(clusters).map(eviction => {
            const one = decideEvictions(state, [eviction], NOON);
            const leaving = new Map(one.released.map(binding => [binding.cluster, binding]));
            state = { ...state, bindings: state.bindings.map(b => leaving.get(b.cluster) ?? b) };
            return one.decided[0];
          });
          expect(decided).toEqual(alone);
        }),
      ),
    );
  });

  it('C/EV-017: what was executed stays executed when it is decided again before it was shown', () => {
    fc.assert(
      fc.property(start, setting =>
        play(setting, ({ after, decided, clusters }) => {
          const again = decideEvictions(after, evictionsOf(clusters), NOON);
          const executedBefore = decided.map(({ verdict }) => verdict === 'executed');
          const executedNow = again.decided.map(({ verdict }) => verdict === 'executed');
          executedBefore.forEach((was, i) => was && expect(executedNow[i]).toBe(true));
        }),
      ),
    );
  });

  it('a placement without bindings evicts nothing', () => {
    fc.assert(
      fc.property(fc.array(cluster), clusters => {
        const { decided, released } = decideEvictions(
          { ...EMPTY, placement: { spec: { policy: PICK_ALL } } },
          evictionsOf(clusters),
          NOON,
        );
        expect(released).toEqual([]);
        expect(decided.every(({ cause }) => cause === 'NoBinding')).toBe(true);
      }),
    );
  });
});
