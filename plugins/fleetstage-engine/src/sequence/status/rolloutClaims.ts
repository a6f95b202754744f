import { listOf, sentence } from '../../words';
import { currentIndex, phaseOfStage } from '../rollout/stagePhase';
import { targetsOf } from '../rollout/targetIndex';
import type { RolloutMemory } from '../state/rolloutMemory';
import type { SequenceRollout } from '../state/sequenceState';
import { findStuck } from './countTargets';
import { claim, type SequenceClaim } from './sequenceClaim';

/** Accepted, Progressing and Succeeded (E/CO-001…003). */
export function rolloutClaims(rollout: SequenceRollout, hasSequence: boolean): readonly SequenceClaim[] {
  const { memory, spec } = rollout;
  if (memory === undefined)
    return [
      claim('Rollout', 'Accepted', 'False', [
        'NotCreatedByEngine',
        'Fleetstage did not create it, and does not execute it; set spec.target of the sequence instead.',
      ]),
    ];
  const accepted = hasSequence
    ? claim('Rollout', 'Accepted', 'True', ['RolloutAccepted', acceptedMessage(rollout, memory)])
    : claim('Rollout', 'Accepted', 'False', [
        'SequenceNotFound',
        `Sequence "${spec.sequence}" is not there.`,
      ]);
  return [accepted, progressing(memory), succeeded(memory)];
}

/** What of the spec has no effect (E/AC-003). */
function acceptedMessage({ spec }: SequenceRollout, memory: RolloutMemory): string {
  const ignored = (spec.soakOverrides ?? [])
    .map(({ stage }) => stage)
    .filter(
      name =>
        memory.progress.stages.find(one => one.name === name)?.succeededAt !== undefined ||
        !isStage(memory, name),
    );
  return ignored.length === 0
    ? 'It is executed.'
    : sentence(
        `it is executed; soakOverrides of ${listOf(ignored)} are ignored: no such stage, or it is completed`,
      );
}

const isStage = ({ progress }: RolloutMemory, name: string) =>
  progress.stages.some(stage => stage.name === name);

function progressing(memory: RolloutMemory): SequenceClaim {
  const { phase, reason, message } = memory;
  switch (phase) {
    case 'Completed':
      return claim('Rollout', 'Progressing', 'False', ['RolloutCompleted', message]);
    case 'Cancelled':
      return claim('Rollout', 'Progressing', 'False', ['RolloutCancelled', message]);
    case 'Paused':
      return claim('Rollout', 'Progressing', 'False', [
        reason === 'WaitingForNextStage' ? 'StageWaiting' : 'RolloutPaused',
        message,
      ]);
    default:
      return progressingStage(memory);
  }
}

function progressingStage(memory: RolloutMemory): SequenceClaim {
  const index = currentIndex(memory);
  switch (phaseOfStage(memory, index)) {
    case 'Soaking':
      return claim('Rollout', 'Progressing', 'True', ['StageSoaking', memory.message]);
    case 'ForcedSoaking':
      return claim('Rollout', 'Progressing', 'True', ['StageForcedSoaking', memory.message]);
    default: {
      const targets = memory.members
        .filter(({ stage }) => stage === index + 1)
        .flatMap(({ cluster }) => targetsOf(memory, cluster));
      const stuck = findStuck(targets);
      return stuck === undefined
        ? claim('Rollout', 'Progressing', 'True', ['StageRunning', memory.message])
        : claim('Rollout', 'Progressing', 'False', ['StageStuck', stuck.join(' ')]);
    }
  }
}

function succeeded({ phase, message }: RolloutMemory): SequenceClaim {
  switch (phase) {
    case 'Completed':
      return claim('Rollout', 'Succeeded', 'True', ['RolloutCompleted', message]);
    case 'Cancelled':
      return claim('Rollout', 'Succeeded', 'False', ['RolloutCancelled', message]);
    default:
      return claim('Rollout', 'Succeeded', 'Unknown', ['RolloutInProgress', 'It is not over.']);
  }
}
