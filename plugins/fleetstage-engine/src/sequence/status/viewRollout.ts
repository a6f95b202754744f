import { plus, toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { holdsStage } from '../eligibility/targetVerdict';
import { currentIndex, isActive, phaseOfStage } from '../rollout/stagePhase';
import { targetsOf } from '../rollout/targetIndex';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import { countOf } from '../../words';
import { heldTargets, STUCK } from './countTargets';

/** A cluster with all of its targets; the status may leave some out (E/ST-020). */
export interface ClusterInRollout {
  readonly cluster: string;
  /** From 1. */
  readonly stage: number;
  readonly stageName: string;
  /** The target that matters most: of several pools the one that is furthest from done. */
  readonly worst: TargetMemory;
  readonly targets: readonly TargetMemory[];
}

/** By stage, then by name (E/UI-003). */
export const clustersInRollout = (memory: RolloutMemory): readonly ClusterInRollout[] =>
  [...memory.members]
    .sort((a, b) => a.stage - b.stage || compareText(a.cluster, b.cluster))
    .flatMap(({ cluster, stage }) => {
      const targets = targetsOf(memory, cluster);
      const worst = worstOf(targets);
      if (worst === undefined) return [];
      return [{ cluster, stage, stageName: memory.progress.stages[stage - 1]?.name ?? '', worst, targets }];
    });

export const worstOf = (targets: readonly TargetMemory[]): TargetMemory | undefined =>
  targets.find(({ state }) => state === 'Failed') ?? targets.find(holdsStage) ?? targets[0];

/** Why a rollout, or a stage of it, waits: why, since when, until when (E/UI-002). */
export interface RolloutHold {
  /** Reason of the rollout or of its targets, or `StageSoaking`. */
  readonly cause: string;
  /** How loud it is. */
  readonly state: 'failing' | 'stuck' | 'waiting';
  readonly message: string;
  readonly stage?: string;
  readonly clusters: readonly string[];
  readonly since: Instant;
  readonly until?: Instant;
}

/** That of the whole rollout first, then by stage; none where it is over. */
export function rolloutHolds(memory: RolloutMemory): readonly RolloutHold[] {
  if (!isActive(memory)) return [];
  const stages = memory.progress.stages.flatMap((_, index) => stageHolds(memory, index));
  const { phase, reason, message, since } = memory;
  if (phase !== 'Paused' || reason === undefined) return stages;
  const stage = memory.progress.stages[currentIndex(memory)]?.name;
  const whole = { cause: reason, state: 'waiting', message, clusters: [], since } as const;
  return [{ ...whole, ...(stage !== undefined && { stage }) }, ...stages];
}

/**
 * What ends of soaks set off, as ends of waits of runs do (ui §5.1, Next 24 hours).
 *
 *   a soak before another stage → "Soak of staging ends, canary starts: 3 clusters."
 *   a paused rollout            → nothing: none of its stages soaks (E/ST-007)
 */
export const comingSoakEnds = (memory: RolloutMemory) =>
  rolloutHolds(memory).flatMap(({ cause, stage, until }) =>
    stage === undefined || until === undefined || !SOAKS.includes(cause)
      ? []
      : [{ at: toRfc3339(until), stage, text: `Soak of ${stage} ends${thenInWords(memory, stage)}` }],
  );

const SOAKS: readonly string[] = ['StageSoaking', 'StageForcedSoaking'];

function thenInWords({ progress, members }: RolloutMemory, name: string): string {
  const index = progress.stages.findIndex(stage => stage.name === name);
  const next = progress.stages[index + 1];
  if (next === undefined) return ': the rollout is completed.';
  const clusters = members.filter(({ stage }) => stage === index + 2).length;
  return `, ${next.name} starts: ${clusters === 0 ? 'no clusters' : countOf(clusters, 'cluster')}.`;
}

function stageHolds(memory: RolloutMemory, index: number): readonly RolloutHold[] {
  const phase = phaseOfStage(memory, index);
  if (phase === 'Pending' || phase === 'Completed' || phase === 'Skipped') return [];
  const { name, updatedAt } = memory.progress.stages[index];
  const members = memory.members.filter(({ stage }) => stage === index + 1);
  const held = heldTargets(members.flatMap(({ cluster }) => targetsOf(memory, cluster))).map(
    ({ reason, ...one }): RolloutHold => ({ ...one, cause: reason, state: loudnessOf(reason), stage: name }),
  );
  const isSoaking = phase === 'Soaking' || phase === 'ForcedSoaking';
  if (!isSoaking || updatedAt === undefined) return held;
  const { soakMs } = memory.stages[index];
  const soak: RolloutHold = {
    cause: phase === 'Soaking' ? 'StageSoaking' : 'StageForcedSoaking',
    state: 'waiting',
    message: `stage "${name}" soaks`,
    stage: name,
    clusters: [],
    since: updatedAt,
    until: plus(updatedAt, soakMs),
  };
  return [soak, ...held];
}

const FAILED: readonly TargetMemory['reason'][] = ['UpgradeFailed', 'RefusedByProvider', 'AttemptsExhausted'];

const loudnessOf = (reason: TargetMemory['reason']): RolloutHold['state'] =>
  FAILED.includes(reason) ? 'failing' : STUCK.includes(reason) ? 'stuck' : 'waiting';
