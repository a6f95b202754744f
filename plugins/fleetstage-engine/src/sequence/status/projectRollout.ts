import {
  formatDuration,
  plus,
  toRfc3339,
  type Condition,
  type Instant,
  type RolloutClusterStatus,
  type RolloutStageStatus,
  type RolloutTargetStatus,
  type VersionRolloutStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { currentIndex, phaseOfStage } from '../rollout/stagePhase';
import { targetsOf } from '../rollout/targetIndex';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import type { SequenceRollout } from '../state/sequenceState';
import { blockersOfStage, countTargets, summarize } from './countTargets';
import { rolloutClaims } from './rolloutClaims';
import { stateClaims } from './sequenceClaim';
import { trimRollout } from './trimRollout';

export interface RolloutStatement {
  readonly now: Instant;
  readonly previous?: readonly Condition[];
  /** Whether the sequence is there. */
  readonly hasSequence?: boolean;
}

export type RolloutProgress = Omit<VersionRolloutStatus, 'phase' | 'summary' | 'stages'> &
  Required<Pick<VersionRolloutStatus, 'phase' | 'summary' | 'stages'>>;

/** The status of a Rollout (E §4.3), cut to what the store takes (E/ST-020). */
export function projectRollout(
  rollout: SequenceRollout,
  { now, previous, hasSequence = true }: RolloutStatement,
): VersionRolloutStatus {
  const { memory, generation } = rollout;
  const statement = { generation, now, ...(previous && { previous }) };
  const conditions = stateClaims(rolloutClaims(rollout, hasSequence), statement);
  if (memory === undefined) return { observedGeneration: generation, conditions };
  return trimRollout({
    ...projectProgress(memory),
    observedGeneration: generation,
    clusters: projectClusters(memory),
    conditions,
  });
}

/** What a rollout has done, without its clusters one by one: lists and pages show the same as the status. */
export function projectProgress(memory: RolloutMemory): RolloutProgress {
  const { phase, reason, message, progress, endedAt } = memory;
  return {
    phase,
    ...(reason !== undefined && { reason }),
    message,
    startTime: toRfc3339(progress.startedAt ?? memory.createdAt),
    ...(endedAt !== undefined && { completionTime: toRfc3339(endedAt) }),
    ...currentStage(memory),
    summary: summarize(memory.targets),
    stages: progress.stages.map((_, index) => projectStage(memory, index)),
  };
}

/** The earliest stage that is not completed (E/ST-004); `forceCompletedStages` may name this one alone. */
function currentStage(memory: RolloutMemory) {
  const index = currentIndex(memory);
  const stage = memory.progress.stages[index];
  if (stage === undefined) return {};
  return {
    currentStage: stage.name,
    currentStageNumber: index + 1,
    currentStagePhase: phaseOfStage(memory, index),
  };
}

function projectStage(memory: RolloutMemory, index: number): RolloutStageStatus {
  const { name, startedAt, enteredAt, updatedAt, succeededAt } = memory.progress.stages[index];
  const { fleets, clusterSelector, soakMs, soakSource, forced } = memory.stages[index];
  const phase = phaseOfStage(memory, index);
  const targets = memory.members
    .filter(({ stage }) => stage === index + 1)
    .flatMap(({ cluster }) => targetsOf(memory, cluster));
  const isSoakKnown = updatedAt !== undefined && phase !== 'Skipped' && phase !== 'Cancelled';
  const blockers = phase === 'Pending' || phase === 'Cancelled' ? [] : blockersOfStage(targets);
  return {
    number: index + 1,
    name,
    phase,
    fleets,
    ...(clusterSelector && { clusterSelector }),
    ...timeOf('startTime', startedAt ?? enteredAt),
    ...timeOf('soakStartTime', updatedAt),
    ...(isSoakKnown && timeOf('soakEndTime', plus(updatedAt, soakMs))),
    ...timeOf('endTime', succeededAt),
    soakDuration: formatDuration(soakMs),
    soakSource,
    ...(forced && { forced: true }),
    counts: countTargets(targets),
    ...(blockers.length > 0 && { blockers }),
  };
}

const timeOf = <Key extends string>(key: Key, at: Instant | undefined): Partial<Record<Key, string>> =>
  at === undefined ? {} : ({ [key]: toRfc3339(at) } as Partial<Record<Key, string>>);

function projectClusters(memory: RolloutMemory): readonly RolloutClusterStatus[] {
  return [...memory.members]
    .sort((a, b) => compareText(a.cluster, b.cluster))
    .flatMap(({ cluster, stage }) => {
      const targets = targetsOf(memory, cluster);
      if (targets.length === 0) return [];
      const changedAt = Math.max(...targets.map(({ since }) => since)) as Instant;
      return [
        {
          name: cluster,
          stage: memory.progress.stages[stage - 1]?.name ?? '',
          lastUpdateTime: toRfc3339(changedAt),
          targets: targets.map(projectTarget),
        },
      ];
    });
}

/** E/ST-009. */
export function projectTarget(target: TargetMemory): RolloutTargetStatus {
  const { nodePool, state, reason, message, from, version, startedAt, endedAt, attempts, past } = target;
  const { operation } = target;
  const nextAt = past.kind === 'Failed' ? past.nextAttemptAt : target.refusal?.until;
  return {
    ...(nodePool !== undefined && { nodePool }),
    state,
    reason,
    message,
    ...(from !== undefined && { fromVersion: from }),
    ...(version !== undefined && { version }),
    ...timeOf('startTime', startedAt),
    ...timeOf('endTime', endedAt),
    ...(attempts > 0 && { attempts }),
    ...(state === 'Pending' && timeOf('nextAttemptTime', nextAt)),
    ...(operation !== undefined && { operation }),
  };
}
