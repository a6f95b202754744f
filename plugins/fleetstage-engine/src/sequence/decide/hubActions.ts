import { UPGRADE_TYPES } from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf } from '../../words';
import type { SequencePass } from '../facts/sequencePass';
import { hasRunning } from '../rollout/endRollout';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import type { SequenceAction } from '../state/sequenceAction';
import { isLeaving } from './endRollouts';

/**
 * What is to become of the objects on the hub (E/RO-004, RO-006): finalizers, finished rollouts beyond those that are kept, rollouts of
 * a sequence that is deleted. A finalizer goes when no upgrade that the rollout has asked for runs.
 */
export function hubActions(pass: SequencePass, ledger: SequenceLedger): readonly SequenceAction[] {
  const surplus = new Set(findSurplus(pass, ledger));
  const actions = ledger.rollouts().flatMap(rollout => actionsOf(pass, ledger, { rollout, surplus }));
  return [...actions, ...foreignActions(pass), ...sequenceActions(pass, ledger, actions)];
}

/** The sequence does nothing, as another has a fleet of it: rollouts that are being deleted may go all the same (E/RV-011). */
export const releaseDeleted = (pass: SequencePass, ledger: SequenceLedger): readonly SequenceAction[] => [
  ...ledger.rollouts().flatMap(({ name, hub, memory }): SequenceAction[] => {
    const isFree = hub?.deletedAt !== undefined && hub.hasFinalizer && !hasRunning(memory);
    return isFree ? [{ kind: 'removeFinalizer', rollout: name }] : [];
  }),
  ...foreignActions(pass),
];

interface Asked {
  readonly rollout: OpenRollout;
  readonly surplus: ReadonlySet<string>;
}

function actionsOf(
  pass: SequencePass,
  ledger: SequenceLedger,
  { rollout, surplus }: Asked,
): SequenceAction[] {
  const { name, hub, memory } = rollout;
  const isRunning = hasRunning(memory);
  if (isLeaving(pass, rollout) && isRunning) explainRunning(ledger, rollout);
  if (hub === undefined) {
    const isGone = memory.isSeen === true || pass.state.sequence.deletedAt !== undefined;
    return isGone && !isRunning ? [{ kind: 'forgetRollout', rollout: name }] : [];
  }
  if (hub.deletedAt !== undefined)
    return hub.hasFinalizer && !isRunning ? [{ kind: 'removeFinalizer', rollout: name }] : [];
  if (pass.state.sequence.deletedAt !== undefined || surplus.has(name))
    return [{ kind: 'deleteRollout', rollout: name }];
  return hub.hasFinalizer ? [] : [{ kind: 'ensureFinalizer', rollout: name }];
}

function explainRunning(ledger: SequenceLedger, { name, memory }: OpenRollout): void {
  const running = memory.targets.filter(({ past }) => past.kind === 'Started');
  const clusters = [...new Set(running.map(({ cluster }) => cluster))];
  const message = `Rollout "${name}" goes when the upgrades of ${countOf(clusters.length, 'cluster')} are over.`;
  ledger.wait({ cause: 'UpgradesRunning', subject: name, message, clusters });
}

/** Who created the object is not known, but the finalizer is Fleetstage's (E/RO-005). */
const foreignActions = ({ state }: SequencePass): SequenceAction[] =>
  state.rollouts.flatMap(({ name, memory, hub }) =>
    memory === undefined && hub?.deletedAt !== undefined && hub.hasFinalizer
      ? [{ kind: 'removeFinalizer', rollout: name }]
      : [],
  );

function sequenceActions(
  { state }: SequencePass,
  ledger: SequenceLedger,
  actions: readonly SequenceAction[],
): SequenceAction[] {
  if (state.sequence.deletedAt === undefined) return [];
  const forgotten = actions.filter(({ kind }) => kind === 'forgetRollout').length;
  return ledger.rollouts().length === forgotten ? [{ kind: 'forgetSequence' }] : [];
}

/** The oldest finished ones of each type, as far as nothing of them runs. */
function findSurplus({ state }: SequencePass, ledger: SequenceLedger): readonly string[] {
  const finished = ledger.rollouts().filter(({ memory, hub }) => !isActive(memory) && hub !== undefined);
  return UPGRADE_TYPES.flatMap(type =>
    finished
      .filter(({ spec }) => spec.upgradeType === type)
      .sort((a, b) => (b.memory.endedAt ?? 0) - (a.memory.endedAt ?? 0))
      .slice(state.settings.keptFinished)
      .filter(({ memory }) => !hasRunning(memory))
      .map(({ name }) => name),
  );
}
