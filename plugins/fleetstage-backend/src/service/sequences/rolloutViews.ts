import {
  toRfc3339,
  type KubeObject,
  type RolloutStageStatus,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isRolloutActive,
  projectProgress,
  refuseRolloutAct,
  rolloutHolds,
  selectorInWords,
  toRolloutToAct,
  type RolloutAct,
  type RolloutHold,
  type RolloutMemory,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { VersionRolloutRecord } from '../../database/sequences/versionRolloutStore';
import type { SequenceResource } from '../../permissions/resources';
import type { Schemas } from '../contract';
import type { Permit, SequenceRight, Viewer } from '../viewer';

/** A rollout that the engine has created, with its object as far as that is on the hub. */
export interface ShownRollout {
  readonly record: VersionRolloutRecord;
  readonly object?: KubeObject;
}

/** People change the spec of the object; of one that is not there it is as it was last seen. */
export const specOfRollout = ({ record, object }: ShownRollout): VersionRolloutSpec =>
  (object?.spec as VersionRolloutSpec | undefined) ?? record.spec;

export function toRolloutSummary(shown: ShownRollout): Schemas['VersionRolloutSummary'] {
  const { name, sequence, uid = '', createdAt, memory } = shown.record;
  const { upgradeType, version, trigger, intent, ignoreMaintenance } = specOfRollout(shown);
  const { summary, stages, ...progress } = projectProgress(memory);
  const { text, ...counts } = summary;
  const current = stages.find(({ number }) => number === progress.currentStageNumber);
  const [first] = rolloutHolds(memory);
  return {
    ...{ name, uid, sequence, upgradeType, version, trigger, intent },
    phase: progress.phase,
    ...(progress.reason !== undefined && { reason: progress.reason }),
    ...(progress.message !== undefined && { message: progress.message }),
    isOver: !isRolloutActive(memory),
    createdAt: toRfc3339(createdAt),
    ...(progress.startTime !== undefined && { startedAt: progress.startTime }),
    ...(progress.completionTime !== undefined && { endedAt: progress.completionTime }),
    ...(progress.currentStage !== undefined && { currentStage: progress.currentStage }),
    ...(progress.currentStageNumber !== undefined && { currentStageNumber: progress.currentStageNumber }),
    ...(progress.currentStagePhase !== undefined && { currentStagePhase: progress.currentStagePhase }),
    ...(current?.soakEndTime !== undefined && { soakEndsAt: current.soakEndTime }),
    ...(ignoreMaintenance === true && { ignoresMaintenance: true }),
    ...{ counts, text },
    stages: stages.map(toStageBar),
    ...(first && { waitsFor: toBlocker(first, name) }),
  };
}

const NO_TARGETS: Schemas['TargetCounts'] = {
  ...{ total: 0, succeeded: 0, running: 0, pending: 0, paused: 0 },
  ...{ failed: 0, skipped: 0, ineligible: 0, removed: 0 },
};

const toStageBar = (stage: RolloutStageStatus): Schemas['VersionStageBar'] => ({
  number: stage.number,
  name: stage.name,
  phase: stage.phase,
  counts: stage.counts ?? NO_TARGETS,
  ...(stage.forced === true && { forced: true }),
  ...(stage.soakEndTime !== undefined && { soakEndsAt: stage.soakEndTime }),
});

/** The pipeline of the page of a rollout. */
export const toVersionStages = (memory: RolloutMemory): Schemas['VersionStage'][] =>
  projectProgress(memory).stages.map(stage => {
    const selector = selectorInWords({ labelSelector: stage.clusterSelector });
    return {
      ...toStageBar(stage),
      fleets: [...(stage.fleets ?? [])],
      ...(selector !== undefined && { selector }),
      ...(stage.startTime !== undefined && { startedAt: stage.startTime }),
      ...(stage.soakStartTime !== undefined && { soakStartedAt: stage.soakStartTime }),
      ...(stage.endTime !== undefined && { endedAt: stage.endTime }),
      ...(stage.soakDuration !== undefined && { soakDuration: stage.soakDuration }),
      soakSource: stage.soakSource ?? 'Sequence',
    };
  });

/** Names that a blocker shows. */
const SHOWN_CLUSTERS = 20;

/** Who can act on a cause; the engine by itself, unless it is named here. */
const ACTORS: Readonly<Record<string, Schemas['ActorRole']>> = {
  PausedByUser: 'operator',
  PausedBySystem: 'operator',
  RolloutPaused: 'operator',
  MaintenanceExclusion: 'operator',
  ClusterNotReady: 'clusterOwner',
  NoProgress: 'clusterOwner',
  ProviderPaused: 'clusterOwner',
  UpgradeFailed: 'clusterOwner',
  RefusedByProvider: 'clusterOwner',
  AttemptsExhausted: 'clusterOwner',
  DeprecatedAPIUsage: 'appOwner',
};

export function toBlocker(hold: RolloutHold, rollout: string): Schemas['Blocker'] {
  const { cause, state, message, stage, clusters, since, until } = hold;
  return {
    ...{ cause, state, message },
    ...(stage !== undefined && { stage }),
    clusters: clusters.slice(0, SHOWN_CLUSTERS),
    clusterCount: clusters.length,
    since: toRfc3339(since),
    ...(until !== undefined && { until: toRfc3339(until) }),
    actor: ACTORS[cause] ?? 'engine',
    subject: { kind: 'version-rollout', name: rollout },
  };
}

const no = (reason: string): Permit => ({ isAllowed: false, reason });

/** The state of things first: who lacks a permission for what cannot be done anyway need not see that. */
export function rolloutPermits(
  shown: ShownRollout,
  viewer: Viewer,
  resource: SequenceResource | undefined,
): Schemas['VersionRolloutPermits'] {
  const { name, memory } = shown.record;
  const spec = specOfRollout(shown);
  const subject = toRolloutToAct({ name, spec, memory });
  const stage = subject.currentStage ?? '';
  const obstacle = shown.object === undefined ? 'The rollout is not on the hub.' : undefined;
  const may = (right: SequenceRight, act: RolloutAct) => {
    if (obstacle !== undefined) return no(obstacle);
    const refusal = refuseRolloutAct(subject, act);
    if (refusal !== undefined) return no(refusal.message);
    return resource === undefined
      ? no('Its sequence was deleted, which cancels the rollout.')
      : viewer.maySequence(right, resource);
  };
  const hasFailed = subject.failedClusters.size > 0;
  const ignore = spec.ignoreMaintenance !== true;
  const retry = may('retryCluster', {
    kind: 'RetryClusters',
    clusters: [...subject.failedClusters],
    requestedAt: '',
  });
  return {
    pause: may('pauseRollout', { kind: 'Pause' }),
    resume: may('pauseRollout', { kind: 'Resume' }),
    cancel: may('cancelRollout', { kind: 'Cancel' }),
    forceComplete: may('forceComplete', { kind: 'ForceComplete', stage }),
    overrideSoak: may('overrideSoak', { kind: 'OverrideSoak', stage }),
    skipCluster: may('skipCluster', { kind: 'SkipClusters', clusters: [] }),
    retry: hasFailed || !retry.isAllowed ? retry : no('No upgrade has failed.'),
    ignoreMaintenance: may('ignoreMaintenance', { kind: 'IgnoreMaintenance', ignore }),
  };
}
