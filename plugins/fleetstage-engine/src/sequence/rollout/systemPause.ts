import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { concurrencyLimit } from '../../staged/slots';
import { listOf } from '../../words';
import type { SystemPause } from '../eligibility/targetFacts';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import type { RolloutMemory } from '../state/rolloutMemory';
import { maxUpgradeMs } from './planStages';
import type { SequenceLedger } from './sequenceLedger';
import { currentIndex } from './stagePhase';
import { targetsOf } from './targetIndex';

/** What pauses an active rollout, beside people. */
export function systemPause(pass: SequencePass, memory: RolloutMemory): SystemPause | undefined {
  if (timeoutOf(pass, memory) === 'Pause') return 'Timeout';
  const limit = failureLimit(pass, memory);
  return limit !== undefined && failedClusters(memory).length >= limit ? 'Failures' : undefined;
}

/** The sentence of the rollout: what paused it, and what ends the pause. */
export function explainPause(pass: SequencePass, memory: RolloutMemory, by: SystemPause): string {
  const { name } = memory.progress.stages[currentIndex(memory)];
  if (by === 'Timeout')
    return `stage "${name}" was not upgraded within maxUpgradeTime; complete it, skip its open clusters, or raise maxUpgradeTime`;
  const failed = failedClusters(memory);
  const clusters = `${failed.length === 1 ? 'cluster' : 'clusters'} ${listOf(failed)}`;
  return `${clusters} of stage "${name}" failed, and failurePolicy.maxFailedClusters pauses at ${failureLimit(pass, memory)}; retry or skip them, complete the stage, or raise it`;
}

/** Stages that took longer than the sequence lets them, with clusters that are open (E/RS-015). */
export function timeoutOf(pass: SequencePass, memory: RolloutMemory): 'Pause' | 'Cancel' | undefined {
  const { onTimeout = 'ForceSoak' } = pass.state.sequence.spec;
  if (onTimeout === 'ForceSoak') return undefined;
  const endsAt = timeoutAt(pass, memory);
  return endsAt !== undefined && pass.now >= endsAt && openClusters(memory).length > 0
    ? onTimeout
    : undefined;
}

export function remindOfTimeout(pass: SequencePass, ledger: SequenceLedger, memory: RolloutMemory): void {
  if ((pass.state.sequence.spec.onTimeout ?? 'ForceSoak') !== 'ForceSoak')
    ledger.remind(timeoutAt(pass, memory));
}

/** When the upgrades of the current stage have taken as long as they may (E/RS-014). */
export function timeoutAt(pass: SequencePass, memory: RolloutMemory): Instant | undefined {
  const stage = countingStage(memory);
  return stage?.startedAt === undefined ? undefined : plus(stage.startedAt, maxUpgradeMs(pass));
}

/** The current stage while its clusters are upgraded; one that a person completes is held by nothing. */
function countingStage(memory: RolloutMemory) {
  const index = currentIndex(memory);
  const stage = memory.progress.stages[index];
  const isCounting = stage?.startedAt !== undefined && stage.updatedAt === undefined;
  return isCounting && memory.stages[index]?.forced !== 'Person' ? stage : undefined;
}

/** How many failed clusters pause the current stage; absent: it has no such limit. Of a share it is at least 1. */
function failureLimit({ state }: SequencePass, memory: RolloutMemory): number | undefined {
  const most = state.sequence.spec.failurePolicy?.maxFailedClusters;
  if (most === undefined || countingStage(memory) === undefined) return undefined;
  return concurrencyLimit(most, stageClusters(memory).length);
}

/** Open clusters whose last attempt failed; one that a person wants to be retried counts again when it fails again. */
const failedClusters = (memory: RolloutMemory): readonly string[] =>
  openClusters(memory)
    .filter(cluster =>
      targetsOf(memory, cluster).some(
        target => holdsStage(target) && target.past.kind === 'Failed' && target.attempts > 0,
      ),
    )
    .sort(compareText);

const openClusters = (memory: RolloutMemory): readonly string[] =>
  stageClusters(memory).filter(cluster => targetsOf(memory, cluster).some(holdsStage));

function stageClusters(memory: RolloutMemory): readonly string[] {
  const number = currentIndex(memory) + 1;
  return memory.members.flatMap(({ stage, cluster }) => (stage === number ? [cluster] : []));
}
