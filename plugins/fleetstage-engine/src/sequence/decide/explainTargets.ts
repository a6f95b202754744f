import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isBlockerCause } from '../../blocker/causes';
import { compareText, earliest, type Blocker } from '../../decision';
import { groupBy } from '../../groupBy';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import { systemPause } from '../rollout/systemPause';
import { stageNumberOf } from '../rollout/targetIndex';
import type { TargetMemory } from '../state/rolloutMemory';

/** Everything for which clusters wait, one blocker for each rollout, stage and reason; and when time alone changes one. */
export function explainTargets(pass: SequencePass, ledger: SequenceLedger): void {
  for (const rollout of ledger.rollouts()) {
    for (const { until } of rollout.memory.targets) ledger.remind(until);
    for (const blocker of blockersOf(rollout)) ledger.wait(blocker);
    const paused = pausedBlocker(pass, rollout);
    if (paused !== undefined) ledger.wait(paused);
  }
  for (const { unknownAt } of pass.clusters.values()) ledger.remind(unknownAt);
}

function blockersOf({ name, memory }: OpenRollout): readonly Blocker[] {
  const stageOf = ({ cluster }: TargetMemory) =>
    memory.progress.stages[(stageNumberOf(memory, cluster) ?? 0) - 1];
  const waiting = memory.targets.filter(
    target =>
      holdsStage(target) && stageOf(target)?.enteredAt !== undefined && target.reason !== 'RolloutPaused',
  );
  return [...groupBy(waiting, target => `${stageOf(target).name} ${target.reason}`)]
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

function pausedBlocker(pass: SequencePass, { name, memory }: OpenRollout): Blocker | undefined {
  const { phase, reason, message, since } = memory;
  if (!isActive(memory) || phase !== 'Paused' || reason === 'WaitingForNextStage') return undefined;
  return {
    cause: reason === 'PausedByUser' ? 'RolloutPaused' : systemCause(pass, memory),
    subject: name,
    message,
    since,
  };
}

function systemCause(pass: SequencePass, memory: OpenRollout['memory']): Blocker['cause'] {
  if (pass.state.sequence.spec.suspend === true) return 'SequenceSuspended';
  return systemPause(pass, memory) === 'Failures' ? 'TooManyFailedClusters' : 'StageTimedOut';
}
