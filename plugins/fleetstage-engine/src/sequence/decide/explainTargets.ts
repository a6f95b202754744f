import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isBlockerCause } from '../../blocker/causes';
import { compareText, earliest, type Blocker } from '../../decision';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import type { TargetMemory } from '../state/rolloutMemory';

/** Everything for which clusters wait, one blocker for each rollout, stage and reason; and when time alone changes one. */
export function explainTargets(pass: SequencePass, ledger: SequenceLedger): void {
  for (const rollout of ledger.rollouts()) {
    for (const target of rollout.memory.targets) if (holdsStage(target)) ledger.remind(target.until);
    for (const blocker of blockersOf(rollout)) ledger.wait(blocker);
    const paused = pausedBlocker(pass, rollout);
    if (paused !== undefined) ledger.wait(paused);
  }
  for (const { unknownAt } of pass.clusters.values()) ledger.remind(unknownAt);
}

function blockersOf({ name, memory }: OpenRollout): readonly Blocker[] {
  const stages = new Map(memory.members.map(({ cluster, stage }) => [cluster, stage] as const));
  const groups = new Map<string, TargetMemory[]>();
  for (const target of memory.targets) {
    const stage = stages.get(target.cluster) ?? 0;
    const isEntered = memory.progress.stages[stage - 1]?.enteredAt !== undefined;
    if (!holdsStage(target) || !isEntered || target.reason === 'RolloutPaused') continue;
    const key = `${memory.progress.stages[stage - 1].name} ${target.reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [target]);
    else group.push(target);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([key, targets]) => toBlocker(`${name}/${key.split(' ')[0]}`, targets));
}

function toBlocker(subject: string, targets: readonly TargetMemory[]): readonly Blocker[] {
  const [first] = targets;
  const { reason: cause, message } = first;
  if (!isBlockerCause(cause)) return [];
  const until = earliest(...targets.map(target => target.until));
  return [
    {
      cause,
      subject,
      message: `${first.cluster}: ${message}`,
      brief: message,
      clusters: [...new Set(targets.map(({ cluster }) => cluster))].sort(compareText),
      since: Math.min(...targets.map(({ since }) => since)) as Instant,
      ...(until !== undefined && { until }),
    },
  ];
}

function pausedBlocker({ state }: SequencePass, { name, memory }: OpenRollout): Blocker | undefined {
  const { phase, reason, message, since } = memory;
  if (!isActive(memory) || phase !== 'Paused' || reason === 'WaitingForNextStage') return undefined;
  const isSuspended = state.sequence.spec.suspend === true;
  const bySystem = isSuspended ? 'SequenceSuspended' : 'StageTimedOut';
  return { cause: reason === 'PausedByUser' ? 'RolloutPaused' : bySystem, subject: name, message, since };
}
