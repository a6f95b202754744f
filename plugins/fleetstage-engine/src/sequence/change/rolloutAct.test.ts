import type { VersionRolloutSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseRolloutAct, rolloutActPatch, type RolloutAct, type RolloutToAct } from './rolloutAct';

const spec: VersionRolloutSpec = {
  sequence: 'bank',
  upgradeType: 'ControlPlane',
  version: '1.31.4',
  trigger: 'System',
  intent: 'Regular',
};
const rollout: RolloutToAct = {
  name: 'bank-cp-1-31-4',
  spec,
  phase: 'Running',
  currentStage: 'staging',
  openStages: ['staging', 'us-west1'],
  clusters: new Set(['prod-1', 'prod-2']),
  failedClusters: new Set(['prod-2']),
};
const requestedAt = '2026-11-27T13:00:00Z';

describe('the patch of an act', () => {
  it.each<[string, Partial<VersionRolloutSpec>, RolloutAct, unknown]>([
    ['E/AC-001 pauses', {}, { kind: 'Pause' }, { state: 'Pause' }],
    ['E/AC-001 resumes', { state: 'Pause' }, { kind: 'Resume' }, { state: 'Run' }],
    ['E/AC-001 cancels', {}, { kind: 'Cancel' }, { state: 'Cancel' }],
    [
      'E/AC-002 keeps stages that were completed by force before',
      { forceCompletedStages: ['testing'] },
      { kind: 'ForceComplete', stage: 'staging' },
      { forceCompletedStages: ['testing', 'staging'] },
    ],
    [
      'E/AC-003 replaces the soak of its stage alone',
      {
        soakOverrides: [
          { stage: 'staging', soakDuration: '1h' },
          { stage: 'us-west1', soakDuration: '2h' },
        ],
      },
      { kind: 'OverrideSoak', stage: 'staging', soakDuration: '4h' },
      {
        soakOverrides: [
          { stage: 'us-west1', soakDuration: '2h' },
          { stage: 'staging', soakDuration: '4h' },
        ],
      },
    ],
    [
      'E/AC-003 takes an override back',
      { soakOverrides: [{ stage: 'staging', soakDuration: '1h' }] },
      { kind: 'OverrideSoak', stage: 'staging' },
      { soakOverrides: [] },
    ],
    [
      'E/AC-004 skips each cluster once',
      { skippedClusters: ['prod-2'] },
      { kind: 'SkipClusters', clusters: ['prod-1', 'prod-2'] },
      { skippedClusters: ['prod-1', 'prod-2'] },
    ],
    [
      'E/AC-004 takes a cluster in again',
      { skippedClusters: ['prod-1', 'prod-2'] },
      { kind: 'UnskipClusters', clusters: ['prod-1'] },
      { skippedClusters: ['prod-2'] },
    ],
    [
      'E/AC-005 asks once per cluster for another attempt',
      { retries: [{ cluster: 'prod-2', requestedAt: '2026-11-20T00:00:00Z' }] },
      { kind: 'RetryClusters', clusters: ['prod-2'], requestedAt },
      { retries: [{ cluster: 'prod-2', requestedAt }] },
    ],
    ['E/AC-006', {}, { kind: 'IgnoreMaintenance', ignore: true }, { ignoreMaintenance: true }],
  ])('%s', (_, has, act, expected) => {
    expect(rolloutActPatch({ ...spec, ...has }, act)).toEqual(expected);
  });

  it('E/AC-005 drops the oldest retries beyond what the list takes', () => {
    const retries = Array.from({ length: 1_000 }, (_, i) => ({
      cluster: `c-${i}`,
      requestedAt: new Date(1_700_000_000_000 + i * 1_000).toISOString(),
    }));
    const { retries: after } = rolloutActPatch(
      { ...spec, retries },
      { kind: 'RetryClusters', clusters: ['prod-2'], requestedAt },
    ) as unknown as VersionRolloutSpec;
    expect(after).toHaveLength(1_000);
    expect(after?.some(({ cluster }) => cluster === 'c-0')).toBe(false);
    expect(after?.some(({ cluster }) => cluster === 'prod-2')).toBe(true);
  });
});

describe('an act that is refused', () => {
  it.each<[string, Partial<RolloutToAct>, RolloutAct, string | undefined]>([
    ['E/AC-010 when it is over', { phase: 'Completed' }, { kind: 'Pause' }, 'ROLLOUT_FINAL'],
    ['E/AC-001 cancel is final', { spec: { ...spec, state: 'Cancel' } }, { kind: 'Resume' }, 'ROLLOUT_FINAL'],
    ['E/AC-001 pauses what runs', {}, { kind: 'Pause' }, undefined],
    [
      'E/AC-001 not what is paused',
      { spec: { ...spec, state: 'Pause' } },
      { kind: 'Pause' },
      'NOTHING_TO_DO',
    ],
    ['E/AC-001 resumes nothing that runs', {}, { kind: 'Resume' }, 'NOTHING_TO_DO'],
    ['E/AC-002 the current stage', {}, { kind: 'ForceComplete', stage: 'staging' }, undefined],
    ['E/AC-002 not a later one', {}, { kind: 'ForceComplete', stage: 'us-west1' }, 'STAGE_NOT_CURRENT'],
    [
      'E/AC-002 not twice',
      { spec: { ...spec, forceCompletedStages: ['staging'] } },
      { kind: 'ForceComplete', stage: 'staging' },
      'NOTHING_TO_DO',
    ],
    [
      'E/AC-003 an open stage',
      {},
      { kind: 'OverrideSoak', stage: 'us-west1', soakDuration: '1h' },
      undefined,
    ],
    [
      'E/AC-003 not one of before',
      {},
      { kind: 'OverrideSoak', stage: 'testing', soakDuration: '1h' },
      'STAGE_NOT_OPEN',
    ],
    ['E/AC-004 its clusters', {}, { kind: 'SkipClusters', clusters: ['prod-1'] }, undefined],
    ['E/AC-004 not others', {}, { kind: 'SkipClusters', clusters: ['prod-1', 'x'] }, 'CLUSTER_UNKNOWN'],
    ['E/AC-004 one that left is taken out', {}, { kind: 'UnskipClusters', clusters: ['x'] }, undefined],
    ['E/AC-005 what failed', {}, { kind: 'RetryClusters', clusters: ['prod-2'], requestedAt }, undefined],
    [
      'E/AC-005 not what did not',
      {},
      { kind: 'RetryClusters', clusters: ['prod-1'], requestedAt },
      'CLUSTER_UNKNOWN',
    ],
    ['E/AC-006 what is so already', {}, { kind: 'IgnoreMaintenance', ignore: false }, 'NOTHING_TO_DO'],
  ])('%s', (_, has, act, code) => {
    expect(refuseRolloutAct({ ...rollout, ...has }, act)?.code).toBe(code);
  });
});
