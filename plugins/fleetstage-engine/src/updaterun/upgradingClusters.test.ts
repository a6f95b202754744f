import type { ClusterUpgrade } from '../cluster/facts';
import { aBoundBinding, aCluster, aStage, anAvailableReport, minutesBefore } from '../testing/builders';
import { busy, decide, inTheMiddle, started } from './decideRun.testing';
import type { RunState } from './state';

const upgrade: ClusterUpgrade = {
  ...{ upgradeType: 'ControlPlane', version: '1.34.1', rollout: 'shop-cp-1-34-1' },
  since: minutesBefore(10),
};

/** A stage of c1, c2 and c3, which are on snapshot 1 and are to get snapshot 0; those named are being upgraded. */
function aState(
  maxConcurrency: number,
  upgrading: readonly string[],
  patch: Partial<RunState> = {},
): RunState {
  const names = ['c1', 'c2', 'c3'];
  const stage = busy(
    names.map(cluster => ({ cluster })),
    { startedAt: undefined, phase: undefined },
  );
  return inTheMiddle([aStage('staging', { maxConcurrency })], [stage], {
    clusters: names.map(name => aCluster(name, upgrading.includes(name) ? { upgrade } : {})),
    bindings: names.map(name => aBoundBinding(name, { applyStrategy: {}, resourceIndex: 1 })),
    ...patch,
  });
}

describe('clusters of a run that are being upgraded (holdWorkloads)', () => {
  it('are not started and take no slot: the others of the stage go on', () => {
    const { events, causes, blockers } = decide(aState(1, ['c1']));
    expect(events).toEqual(['stageStarted', 'clusterStarted c2']);
    expect(causes).toEqual(['ClusterUpgrading', 'ClusterUpdating', 'ConcurrencyLimit']);
    expect(blockers[0]).toEqual({
      cause: 'ClusterUpgrading',
      subject: 'shop-cp-1-34-1',
      message: 'c1 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait',
      clusters: ['c1'],
      since: minutesBefore(10),
    });
  });

  it('hold their stage, which waits for as long as they do and is not stuck', () => {
    const held = decide(aState(3, ['c1', 'c2', 'c3']));
    expect(held.kinds).toEqual([]);
    expect(held.causes).toEqual(['ClusterUpgrading', 'ClusterUpgrading', 'ClusterUpgrading']);
    expect(held.wakeAt).toBeUndefined();
    expect(held.progress.stages[0].succeededAt).toBeUndefined();
  });

  it('are started when the upgrade is over', () => {
    const { progress } = decide(aState(3, ['c1', 'c2', 'c3']));
    const { events } = decide(aState(3, [], { progress }));
    expect(events).toEqual(['clusterStarted c1', 'clusterStarted c2', 'clusterStarted c3']);
  });

  it('are finished where they are in the middle of their update', () => {
    const stage = busy([{ cluster: 'c1', startedAt: started }]);
    const state = inTheMiddle([aStage('staging')], [stage], {
      clusters: [aCluster('c1', { upgrade })],
      reports: [anAvailableReport('c1')],
    });
    expect(decide(state).events).toContain('clusterSucceeded c1');
  });

  it('succeed at once where they have the version: nothing is sent', () => {
    const stage = busy([{ cluster: 'c1' }], { startedAt: undefined, phase: undefined });
    const state = inTheMiddle([aStage('staging')], [stage], {
      clusters: [aCluster('c1', { upgrade })],
      reports: [anAvailableReport('c1')],
    });
    expect(decide(state).events).toContain('clusterSucceeded c1');
  });
});
