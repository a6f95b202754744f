import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aCluster,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aResourceSnapshot,
} from '../testing/builders';
import { aPromiseWatcher } from '../testing/promises';
import { startSimulation, type Simulation } from '../testing/simulate';
import type { PlacementState } from '../state/placement';

type Edit =
  | { readonly kind: 'content'; readonly how: 'good' | 'bad' | 'mute' | 'wrong' }
  | { readonly kind: 'number'; readonly count: number }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'leave'; readonly cluster: number }
  | { readonly kind: 'steps'; readonly count: number };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('content' as const), how: fc.constantFrom('good', 'bad', 'mute', 'wrong') }),
  fc.record({ kind: fc.constant('number' as const), count: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('east', 'west', 'any') }),
  fc.record({ kind: fc.constant('leave' as const), cluster: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant('steps' as const), count: fc.integer({ min: 1, max: 6 }) }),
);

const limit = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('0%', '25%', '50%', '100%'));

const setting = fc.record({
  fleet: fc.integer({ min: 1, max: 8 }),
  type: fc.constantFrom('PickAll' as const, 'PickN' as const),
  maxUnavailable: limit,
  maxSurge: limit,
  edits: fc.array(edit, { maxLength: 8 }),
  seed: fc.integer({ min: 1 }),
});

type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

const inZone = (zone: string): Partial<PlacementPolicy> =>
  zone === 'any'
    ? {}
    : {
        affinity: {
          clusterAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              clusterSelectorTerms: [{ labelSelector: { matchLabels: { zone } } }],
            },
          },
        },
      };

function start({ fleet, type, maxUnavailable, maxSurge }: Setting, seed?: number): Simulation {
  const policy: PlacementPolicy = {
    placementType: type,
    ...(type === 'PickN' ? { numberOfClusters: 3 } : {}),
  };
  const rollingUpdate = { maxUnavailable, maxSurge, unavailablePeriodSeconds: 10 };
  const base = aPlacementSpec();
  const state = aPlacementState({
    placement: aPlacement({
      spec: { ...base, policy, revisionHistoryLimit: 2, strategy: { ...base.strategy, rollingUpdate } },
    }),
    policySnapshots: [],
    resourceSnapshots: [aResourceSnapshot({ hash: 'good-0' })],
    clusters: Array.from({ length: fleet }, (_, i) =>
      aCluster(`c${i}`, { labels: { zone: i % 2 === 0 ? 'east' : 'west' } }),
    ),
  });
  const simulation = startSimulation({ state, watch: aPromiseWatcher(), seed });
  simulation.edit('created', s => s);
  return simulation;
}

function play(simulation: Simulation, edits: readonly Edit[]): void {
  for (const step of edits) {
    if (step.kind === 'steps') simulation.run(step.count);
    else simulation.edit(JSON.stringify(step), (state, at) => apply(state, step, at));
  }
}

function apply(
  state: PlacementState,
  step: Exclude<Edit, { kind: 'steps' }>,
  at: PlacementState['placement']['createdAt'],
) {
  switch (step.kind) {
    case 'content': {
      const index = state.resourceSnapshots.at(-1)!.index + 1;
      const snapshot = aResourceSnapshot({ index, hash: `${step.how}-${index}`, createdAt: at });
      return { ...state, resourceSnapshots: [...state.resourceSnapshots, snapshot] };
    }
    case 'number':
      return withPolicy(state, { numberOfClusters: step.count });
    case 'zone':
      return withPolicy(state, { affinity: undefined, ...inZone(step.zone) });
    default:
      return { ...state, clusters: state.clusters.filter(c => c.name !== `c${step.cluster}`) };
  }
}

function withPolicy(state: PlacementState, patch: Partial<PlacementPolicy>): PlacementState {
  const { placement } = state;
  const policy = { ...placement.spec.policy!, ...patch };
  if (policy.placementType === 'PickAll') delete policy.numberOfClusters;
  return {
    ...state,
    placement: { ...placement, generation: placement.generation + 1, spec: { ...placement.spec, policy } },
  };
}

const endOf = (simulation: Simulation) =>
  simulation.state().bindings.map(b => [b.cluster, b.phase, b.resourceIndex, b.rollout?.status]);

describe('a rolling update, whatever happens', () => {
  // Promises and "deciding twice does nothing" are checked after every single step by the simulation itself.
  it('keeps its promises at every step, and acts, finishes or explains', () => {
    fc.assert(
      fc.property(setting, s => {
        const simulation = start(s, s.seed);
        play(simulation, s.edits);
        simulation.runUntilQuiet();
        const latest = simulation.state().resourceSnapshots.at(-1)?.index;
        const isDone = simulation
          .state()
          .bindings.every(b => b.phase === 'Bound' && b.resourceIndex === latest);
        expect(isDone || simulation.blockers().length > 0).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('comes through once the content is good, whatever went wrong before', () => {
    fc.assert(
      fc.property(setting, s => {
        const simulation = start(s, s.seed);
        play(simulation, s.edits);
        simulation.edit('mended', (state, at) => apply(state, { kind: 'content', how: 'good' }, at));
        simulation.runUntilQuiet();
        const state = simulation.state();
        const latest = state.resourceSnapshots.at(-1)?.index;
        const picked = state.verdicts.filter(v => v.selected).map(v => v.cluster);
        expect(endOf(simulation)).toEqual(picked.map(cluster => [cluster, 'Bound', latest, 'True']));
      }),
      { numRuns: 150 },
    );
  });

  it('ends alike in whatever order the members answer', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1 }), (s, otherSeed) => {
        const good = s.edits.filter(e => e.kind !== 'steps' && (e.kind !== 'content' || e.how === 'good'));
        const [one, other] = [start(s), start(s, otherSeed)];
        for (const simulation of [one, other]) {
          for (const step of good) {
            play(simulation, [step]);
            simulation.runUntilQuiet();
          }
        }
        expect(endOf(one)).toEqual(endOf(other));
      }),
      { numRuns: 80 },
    );
  });
});
