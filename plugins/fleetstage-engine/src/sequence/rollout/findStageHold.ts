import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StagedBlocker } from '../../staged/context';
import { isBehind } from '../eligibility/judgedTarget';
import type { SequencePass } from '../facts/sequencePass';
import { selectVersion, type StageCandidate, type StageSelection } from '../selection/selectVersion';
import { formatVersion } from '../versions/version';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { isAtDoor, occupies } from './stagePhase';
import { targetsOf } from './targetIndex';

/** Who keeps a rollout out of a stage; `supersedes`: whom it ends by entering. */
export type StageEntry =
  | { readonly kind: 'Enter'; readonly supersedes: readonly string[] }
  | { readonly kind: 'Wait'; readonly blocker: StagedBlocker };

/**
 * Whether the rollout may enter the stage now (D/ST-101): the stage must be free (RO-032), and of all that stand in front of it
 * this version must be the one that is taken next (RO-042…048).
 */
export function findStageHold(
  pass: SequencePass,
  ledger: SequenceLedger,
  rollout: OpenRollout,
  { index, since }: { readonly index: number; readonly since: Instant | undefined },
): StageEntry {
  const others = ledger.rollouts().filter(({ spec }) => spec.upgradeType === rollout.spec.upgradeType);
  const occupant = others.find(other => other.name !== rollout.name && occupies(other.memory, index));
  const { name: stage } = pass.state.sequence.spec.stages[index];
  const dated = since === undefined ? {} : { since };
  if (occupant !== undefined) {
    const version = formatVersion(occupant.version);
    const message = `stage "${stage}" is occupied by ${version} (rollout "${occupant.name}")`;
    return { kind: 'Wait', blocker: { cause: 'StageOccupied', message, ...dated } };
  }
  const waiting = others.filter(({ memory, name }) => name === rollout.name || isAtDoor(memory, index));
  const selection = selectVersion(
    waiting.map(one => toCandidate(pass, one, index)),
    index === 0 ? 'Cluster' : 'Stage',
  );
  if (selection.kind !== 'Wait' && selection.rollout === rollout.name)
    return { kind: 'Enter', supersedes: selection.supersedes };
  return { kind: 'Wait', blocker: { ...explainRefusal(selection, rollout.name), ...dated } };
}

function toCandidate(
  { clusters }: SequencePass,
  { name, version, memory, spec }: OpenRollout,
  index: number,
): StageCandidate {
  const members = memory.members.filter(({ stage, standing }) => stage === index + 1 && standing !== 'Late');
  return {
    rollout: name,
    version,
    isPaused: spec.state === 'Pause',
    targets: members.flatMap(({ cluster }) =>
      targetsOf(memory, cluster).map(({ nodePool, ...verdict }) => ({
        cluster,
        ...(nodePool !== undefined && { nodePool }),
        // A target keeps state and reason of one verdict together.
        verdict: verdict as StageCandidate['targets'][number]['verdict'],
        isBehind: isBehind(verdict, { isOptedOut: clusters.get(cluster)?.isOptedOut ?? false }),
      })),
    ),
  };
}

function explainRefusal({ refused }: StageSelection, name: string): StagedBlocker {
  const own = refused.find(({ rollout }) => rollout === name);
  const clusters = own?.clusters ?? [];
  return {
    cause: own?.reason === 'Behind' ? 'ClustersBehind' : 'VersionNotNext',
    message: own?.message ?? 'another version enters the stage first',
    ...(clusters.length > 0 && { items: clusters }),
  };
}
