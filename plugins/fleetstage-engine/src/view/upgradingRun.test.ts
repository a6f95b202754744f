import type { ClusterUpgrade } from '../cluster/facts';
import { aBoundBinding, aCluster, minutesBefore } from '../testing/builders';
import { started } from '../updaterun/decideRun.testing';
import type { RunState } from '../updaterun/state';
import { aBusyStage, at, buildRun, remembering } from './runView.testing';

const upgrade: ClusterUpgrade = {
  ...{ upgradeType: 'ControlPlane', version: '1.34.1', rollout: 'shop-cp-1-34-1' },
  since: minutesBefore(10),
};

/** A stage of c1 and c2 in the middle; c2 is being upgraded. */
const run = (c1: { readonly startedAt?: typeof started; readonly succeededAt?: typeof started }) => {
  const clusters = [{ cluster: 'c1', ...c1 }, { cluster: 'c2' }];
  return buildRun(
    withTwoSlots(
      at([aBusyStage('canary', { clusters })], {
        clusters: [aCluster('c1'), aCluster('c2', { upgrade })],
        bindings: [
          aBoundBinding('c1', { applyStrategy: {} }),
          aBoundBinding('c2', { applyStrategy: {}, resourceIndex: 1 }),
        ],
      }),
    ),
  );
};
/** Both clusters of the stage may be updated at once. */
function withTwoSlots(state: RunState): RunState {
  const plan = state.progress!.plan!;
  const stages = plan.stages.map(stage => ({ ...stage, maxConcurrency: 2 }));
  return remembering(state, { plan: { ...plan, stages } });
}

const MESSAGE = 'c2 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait.';

describe('a run whose clusters are being upgraded (holdWorkloads)', () => {
  it('waits, and its cluster says why and since when, with the way to the rollout', () => {
    const { state, stages, blockers } = run({ startedAt: started, succeededAt: started });
    expect([state, stages[0].state]).toEqual(['waiting', 'waiting']);
    expect(stages[0].clusters[1]).toMatchObject({
      ...{ state: 'waiting', cause: MESSAGE },
      since: minutesBefore(10),
    });
    expect(blockers).toMatchObject([
      {
        ...{ cause: 'ClusterUpgrading', state: 'waiting', actor: 'engine', message: MESSAGE },
        ...{ clusters: ['c2'], stage: 'canary' },
        subject: { kind: 'version-rollout', name: 'shop-cp-1-34-1' },
      },
    ]);
  });

  it('goes on where another cluster is being updated', () => {
    const { state, stages } = run({ startedAt: started });
    expect(state).toBe('updating');
    expect(stages[0].clusters.map(one => one.state)).toEqual(['updating', 'waiting']);
  });
});
