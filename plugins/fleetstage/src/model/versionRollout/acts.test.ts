import {
  aRolloutCluster,
  aVersionRollout,
  aVersionStage,
  targetCounts,
} from '../../__testUtils__/aVersionRollout';
import { heldByMaintenance, openStages, rolloutActCommand, rolloutActs } from './acts';
import { clusterActs } from './clusterActs';

const rollout = aVersionRollout([
  aVersionStage(1, 'testing', { phase: 'Completed' }),
  aVersionStage(2, 'prod', { phase: 'Running', counts: targetCounts({ pending: 2 }) }),
]);
const actsOf = (more: object) => rolloutActs({ ...rollout, ...more }).map(({ act }) => act);

describe('what may be done to a rollout', () => {
  it('E/AC-001…006 is all of it while it runs', () => {
    expect(actsOf({})).toEqual(['pause', 'overrideSoak', 'forceComplete', 'ignoreMaintenance', 'cancel']);
  });

  it('is to resume where a person has paused it, not where it only waits', () => {
    expect(actsOf({ spec: { state: 'Pause' } })[0]).toBe('resume');
    expect(actsOf({ phase: 'Paused', reason: 'WaitingForNextStage' })[0]).toBe('pause');
  });

  it('is to heed maintenance again where it is ignored', () => {
    expect(actsOf({ ignoresMaintenance: true })).toContain('heedMaintenance');
  });

  it('E/AC-010 is nothing when it is over or is being cancelled', () => {
    expect(actsOf({ isOver: true })).toEqual([]);
    expect(actsOf({ spec: { state: 'Cancel' } })).toEqual([]);
  });

  it('changes soaks of stages that are not over', () => {
    expect(openStages(rollout).map(({ name }) => name)).toEqual(['prod']);
  });

  it('counts clusters that only maintenance holds', () => {
    const blocker = { message: '', clusters: [], clusterCount: 2 };
    const blockers = [
      { ...blocker, cause: 'OutsideMaintenanceWindow' },
      { ...blocker, cause: 'MaintenanceExclusion' },
      { ...blocker, cause: 'WaitingForSlot' },
    ];
    expect(heldByMaintenance({ ...rollout, blockers })).toBe(4);
  });
});

describe('what may be done with a cluster', () => {
  const of = (more: object) => clusterActs(rollout, aRolloutCluster('c1', { stage: 'prod', ...more }));

  it('E/AC-004, AC-005 follows from its state while its stage is open', () => {
    expect(of({ state: 'Failed' })).toEqual(['retry', 'skip']);
    expect(of({ state: 'Pending' })).toEqual(['skip']);
    expect(of({ state: 'Skipped', isSkipped: true })).toEqual(['unskip']);
    expect(of({ state: 'Running' })).toEqual([]);
    expect(of({ state: 'Succeeded' })).toEqual([]);
  });

  it('is to retry alone behind a forced soak', () => {
    expect(of({ state: 'Failed', stage: 'testing' })).toEqual(['retry']);
    expect(of({ state: 'Skipped', isSkipped: true, stage: 'testing' })).toEqual([]);
  });
});

it('E/EX-009 says the same act with kubectl, lists with what is in them already', () => {
  const { name } = rollout;
  const spec = { ...rollout.spec, forceCompletedStages: ['testing'] };
  expect(rolloutActCommand({ name, spec }, { kind: 'Pause' })).toBe(
    `kubectl patch vro bank-cp-1-31-4 \\\n  --type=merge -p '{"spec":{"state":"Pause"}}'`,
  );
  expect(rolloutActCommand({ name, spec }, { kind: 'ForceComplete', stage: 'prod' })).toContain(
    '{"spec":{"forceCompletedStages":["testing","prod"]}}',
  );
});
