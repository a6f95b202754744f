import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

const YES = { isAllowed: true };

type Counts = Schemas['TargetCounts'];

/** The total follows from the others. */
export function targetCounts(counts: Partial<Omit<Counts, 'total'>> = {}): Counts {
  const all = {
    succeeded: 0,
    running: 0,
    pending: 0,
    paused: 0,
    failed: 0,
    skipped: 0,
    ineligible: 0,
    removed: 0,
    ...counts,
  };
  return { ...all, total: Object.values(all).reduce((sum, count) => sum + count, 0) };
}

export const aVersionStage = (
  number: number,
  name: string,
  more: Partial<Schemas['VersionStage']> = {},
): Schemas['VersionStage'] => ({
  number,
  name,
  phase: 'Pending',
  counts: targetCounts(),
  fleets: [name],
  soakSource: 'Sequence',
  ...more,
});

/** Runs in its first stage that is not over; who looks at it may do everything. */
export function aVersionRollout(
  pipeline: readonly Schemas['VersionStage'][],
  more: Partial<Schemas['VersionRollout']> = {},
): Schemas['VersionRollout'] {
  const current = pipeline.find(({ phase }) => !['Completed', 'Skipped', 'Cancelled'].includes(phase));
  const sum = (key: keyof Counts) => pipeline.reduce((total, { counts }) => total + counts[key], 0);
  const counts = Object.fromEntries(
    (Object.keys(targetCounts()) as (keyof Counts)[]).map(key => [key, sum(key)]),
  ) as unknown as Counts;
  const name = more.name ?? 'bank-cp-1-31-4';
  return {
    name,
    uid: `uid-${name}`,
    sequence: 'bank',
    upgradeType: 'ControlPlane',
    version: '1.31.4',
    trigger: 'System',
    intent: 'Regular',
    phase: 'Running',
    isOver: false,
    createdAt: '2026-11-20T08:00:00Z',
    startedAt: '2026-11-20T08:00:00Z',
    ...(current && {
      currentStage: current.name,
      currentStageNumber: current.number,
      currentStagePhase: current.phase,
      ...(current.soakEndsAt !== undefined && { soakEndsAt: current.soakEndsAt }),
    }),
    counts,
    text: `${counts.succeeded}/${counts.total}`,
    stages: [...pipeline],
    resourceVersion: '7',
    generation: 2,
    pipeline: [...pipeline],
    blockers: [],
    conditions: [],
    spec: { sequence: 'bank', upgradeType: 'ControlPlane', version: '1.31.4' },
    manifest: { kind: 'Rollout', metadata: { name } },
    clusterCount: counts.total,
    may: {
      pause: YES,
      resume: YES,
      cancel: YES,
      forceComplete: YES,
      overrideSoak: YES,
      skipCluster: YES,
      retry: YES,
      ignoreMaintenance: YES,
    },
    ...more,
  };
}

export const aRolloutCluster = (
  name: string,
  more: Partial<Schemas['VersionRolloutCluster']> = {},
): Schemas['VersionRolloutCluster'] => ({
  name,
  stage: 'testing',
  stageNumber: 1,
  state: 'Succeeded',
  reason: 'Upgraded',
  message: 'Upgraded to 1.31.4.',
  isSkipped: false,
  targets: [],
  ...more,
});
