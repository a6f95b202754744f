import type { PlacementPolicy, RolloutStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aCluster,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aResourceSnapshot,
  clusters,
  pickN,
} from '../testing/builders';
import { aPromiseWatcher } from '../testing/promises';
import { expectGolden } from '../testing/transcript';
import { startSimulation, type Simulation } from '../testing/simulate';
import type { PlacementState } from '../state/placement';

const spec = (policy: PlacementPolicy, strategy: Partial<RolloutStrategy>) => {
  const base = aPlacementSpec({ policy });
  return { ...base, strategy: { ...base.strategy, ...strategy } };
};

/** The placement as it was just created; the resources are captured as `good-0`. */
const created = (
  patch: Partial<PlacementState>,
  policy: PlacementPolicy,
  strategy: Partial<RolloutStrategy>,
) =>
  aPlacementState({
    placement: aPlacement({ spec: spec(policy, strategy), hasFinalizers: false }),
    policySnapshots: [],
    resourceSnapshots: [aResourceSnapshot({ hash: 'good-0' })],
    ...patch,
  });

const newContent =
  (hash: string) => (state: PlacementState, at: PlacementState['placement']['createdAt']) => {
    const index = state.resourceSnapshots.at(-1)!.index + 1;
    return {
      ...state,
      resourceSnapshots: [...state.resourceSnapshots, aResourceSnapshot({ index, hash, createdAt: at })],
    };
  };

const newPolicy = (policy: PlacementPolicy) => (state: PlacementState) => ({
  ...state,
  placement: {
    ...state.placement,
    generation: state.placement.generation + 1,
    spec: { ...state.placement.spec, policy },
  },
});

function play(state: PlacementState, story: (simulation: Simulation) => void): Simulation {
  const simulation = startSimulation({ state, watch: aPromiseWatcher() });
  simulation.edit('created', s => s);
  simulation.runUntilQuiet();
  story(simulation);
  return simulation;
}

const inLocation = (loc: string): Partial<PlacementPolicy> => ({
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { loc } } }],
      },
    },
  },
});

describe('golden transcripts of placements', () => {
  it('requirement 002, example 1: a bad image reaches one cluster, its fix all of them', () => {
    const state = created({ clusters: clusters(4, { labels: { env: 'prod' } }) }, pickN(3), {
      rollingUpdate: { maxUnavailable: 1, maxSurge: 1, unavailablePeriodSeconds: 60 },
    });
    const simulation = play(state, s => {
      s.edit('the image is changed to a bad one', newContent('bad-1'));
      s.runUntilQuiet();
      s.edit('the image is fixed', newContent('good-2'));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'requirement-002-example-1', simulation.log());
  });

  it('requirement 002, example 2: a move from west to east', () => {
    const west = ['c1', 'c2'].map(name => aCluster(name, { labels: { loc: 'west' } }));
    const east = ['c3', 'c4'].map(name => aCluster(name, { labels: { loc: 'east' } }));
    const state = created({ clusters: [...west, ...east] }, pickN(2, inLocation('west')), {
      rollingUpdate: { maxSurge: 2 },
    });
    const simulation = play(state, s => {
      s.edit('the policy asks for east', newPolicy(pickN(2, inLocation('east'))));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'requirement-002-example-2', simulation.log());
  });

  it('scaled up, then down', () => {
    const state = created({ clusters: clusters(5) }, pickN(2), {});
    const simulation = play(state, s => {
      s.edit('five clusters are wanted', newPolicy(pickN(5)));
      s.runUntilQuiet();
      s.edit('one cluster is wanted', newPolicy(pickN(1)));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'scale-up-and-down', simulation.log());
  });

  it('C/UR-109: External without a run places nothing', () => {
    const state = created(
      { clusters: clusters(2) },
      { placementType: 'PickAll' },
      { type: 'External', rollingUpdate: undefined },
    );
    const simulation = play(state, s => {
      s.edit('the resources are changed', newContent('good-1'));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'external-without-a-run', simulation.log());
  });

  it('deleted while one cluster is leaving', () => {
    const state = created({ clusters: clusters(3) }, { placementType: 'PickAll' }, {});
    const simulation = play(state, s => {
      s.edit('c2 leaves the fleet', before => ({
        ...before,
        clusters: before.clusters.map(c => (c.name === 'c2' ? { ...c, isLeaving: true } : c)),
      }));
      s.runUntilQuiet();
      s.edit('the placement is deleted', (before, at) => ({
        ...before,
        placement: { ...before.placement, deletedAt: at },
      }));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'deletion', simulation.log());
  });

  it('availability that cannot be tracked takes its time', () => {
    const rollingUpdate = { maxUnavailable: 1, maxSurge: 1, unavailablePeriodSeconds: 60 };
    const state = created({ clusters: clusters(3) }, { placementType: 'PickAll' }, { rollingUpdate });
    const simulation = play(state, s => {
      s.edit('the resources are changed', newContent('mute-1'));
      s.runUntilQuiet();
    });
    expectGolden(__dirname, 'untrackable', simulation.log());
  });
});
