import {
  isSameJson,
  plus,
  UPGRADE_TYPES,
  type Instant,
  type UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Decision } from '../../decision';
import { sentence } from '../../words';
import { fleetConflicts, sequenceHealth, type SequenceHealth } from '../facts/sequenceHealth';
import { openPass, type SequencePass } from '../facts/sequencePass';
import { followRollout, moveRollout } from '../rollout/moveRollout';
import { readsOf } from '../rollout/otherRollouts';
import { openSequenceLedger, type OpenRollout, type SequenceLedger } from '../rollout/sequenceLedger';
import type { SequenceAction } from '../state/sequenceAction';
import type { DesiredUpgrade, SequenceState } from '../state/sequenceState';
import { applyEdit, endUnknown, newSequenceMemory } from './applyEdit';
import { createRollouts } from './createRollouts';
import { clearUpgrades, endRollouts, rememberStopped } from './endRollouts';
import { explainTargets } from './explainTargets';
import { forceFirstStage } from './forceFirstStage';
import { hubActions, releaseDeleted } from './hubActions';

/** Far more than the longest chain of consequences; what is left then, the next pass does a second later. */
const MOST_ROUNDS = 60;
const CONTINUE_MS = 1000;

/**
 * Decides one pass of a sequence: everything that can happen now happens in this one decision, and whatever cannot is explained by
 * a blocker and by the state of each target. All actions must be committed together; the same pass on their result does nothing.
 *
 *     another sequence has a fleet of it, and is older → nothing at all, but what is deleted goes (E/RV-011)
 *     an edit moved a cluster                          → its rollouts end, and fresh ones begin in the same pass (E/MO-004)
 *     the soak of a stage is over                      → the next stage begins, or another version enters there (D §9)
 *     being deleted                                    → rollouts end; each goes when its upgrades are over (D/RS-044)
 */
export function decideSequence(state: SequenceState, now: Instant): Decision<SequenceAction> {
  const opened = openPass(state, now);
  if (!opened.ok)
    return { actions: [], blockers: [{ cause: 'SequenceInvalid', message: sentence(opened.error) }] };
  const pass = opened.value;
  const ledger = openSequenceLedger(state, state.sequence.memory ?? newSequenceMemory(pass), now);
  const isDeleted = state.sequence.deletedAt !== undefined;
  const [conflict] = isDeleted ? [] : fleetConflicts(pass);
  if (conflict === undefined) {
    if (!isDeleted) applyEdit(pass, ledger);
    if (!isDeleted) endUnknown(pass, ledger);
    playRounds(pass, ledger);
  }
  const health = sequenceHealth(pass);
  explainHealth(pass, ledger, health);
  if (conflict === undefined) explainTargets(pass, ledger);
  const hub = (conflict === undefined ? hubActions : releaseDeleted)(pass, ledger);
  const wakeAt = ledger.wakeAt();
  return {
    actions: [...savedActions(state, ledger), ...hub],
    blockers: ledger.blockers(),
    ...(wakeAt !== undefined && { wakeAt }),
  };
}

/** Control planes first, until nothing moves: nodes wait for what is on its way to them, and never the other way (D/EL-005). */
function playRounds(pass: SequencePass, ledger: SequenceLedger): void {
  playTypes(pass, ledger, ['ControlPlane']);
  playTypes(pass, ledger, UPGRADE_TYPES);
}

/** What makes way in one round lets others go on in the next. */
function playTypes(pass: SequencePass, ledger: SequenceLedger, types: readonly UpgradeType[]): void {
  const isDeleted = pass.state.sequence.deletedAt !== undefined;
  const onAll = (act: (rollout: OpenRollout) => void) =>
    ledger
      .rollouts()
      .filter(({ spec }) => types.includes(spec.upgradeType))
      .forEach(({ name }) => onEach(ledger, name, act));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = ledger.changes();
    ledger.beginRound();
    endRollouts(pass, ledger);
    rememberStopped(ledger);
    // Before anything is moved: nodes wait for a control plane whose rollout begins now (D/EL-005).
    if (!isDeleted) createRollouts(pass, ledger, types);
    onAll(one =>
      ledger.onceUnlessChanged(one.name, readsOf(ledger, one), () => followRollout(pass, ledger, one)),
    );
    if (!isDeleted) forceFirstStage(pass, ledger);
    onAll(one => moveRollout(pass, ledger, one));
    rememberStopped(ledger);
    clearUpgrades(ledger);
    if (ledger.changes() === before) return;
  }
  ledger.remind(plus(pass.now, CONTINUE_MS));
}

function onEach(ledger: SequenceLedger, name: string, act: (rollout: OpenRollout) => void): void {
  const rollout = ledger.rollout(name);
  if (rollout !== undefined) act(rollout);
}

function explainHealth(pass: SequencePass, ledger: SequenceLedger, { ready, state }: SequenceHealth): void {
  const { reason, message } = ready;
  switch (reason) {
    case 'FleetInOtherSequence':
      ledger.wait({ cause: reason, message });
      return;
    case 'CatalogNotFound':
    case 'ChannelNotFound':
    case 'NoClustersInSequence':
    case 'ProviderUnavailable':
    case 'SequenceSuspended':
      ledger.wait({ cause: reason, message });
      break;
    default:
      break;
  }
  const memory = ledger.memory();
  if (memory.operational.state !== state && pass.state.sequence.deletedAt === undefined)
    ledger.saveMemory({ ...memory, operational: { state, since: pass.now } });
}

function savedActions(state: SequenceState, ledger: SequenceLedger): readonly SequenceAction[] {
  const memory = ledger.memory();
  const events = ledger.sequenceEvents();
  const before = new Map(state.rollouts.map(one => [one.name, one.memory] as const));
  const isConflicting = ledger.changes() === 0 && state.sequence.memory === undefined;
  const isNewMemory = !isConflicting && !isSameJson(memory, state.sequence.memory);
  const rollouts = ledger.rollouts().flatMap(({ name, spec, memory: after, isNew }): SequenceAction[] => {
    const own = ledger.eventsOf(name);
    if (isNew) return [{ kind: 'createRollout', name, spec, memory: after, events: own }];
    const isChanged = own.length > 0 || !isSameJson(after, before.get(name));
    return isChanged ? [{ kind: 'saveRollout', name, memory: after, events: own }] : [];
  });
  return [
    ...(isNewMemory || events.length > 0 ? [{ kind: 'saveSequence' as const, memory, events }] : []),
    ...rollouts,
    ...upgradeActions(state.upgrades, ledger.upgrades()),
  ];
}

function upgradeActions(
  before: readonly DesiredUpgrade[],
  after: readonly DesiredUpgrade[],
): readonly SequenceAction[] {
  const requested = after.filter(one => !before.includes(one));
  const isKept = ({ cluster, upgradeType }: DesiredUpgrade) =>
    after.some(one => one.cluster === cluster && one.upgradeType === upgradeType);
  return [
    ...requested.map(({ answer: _, ...upgrade }): SequenceAction => ({ kind: 'requestUpgrade', ...upgrade })),
    ...before
      .filter(one => !isKept(one))
      .map(({ cluster, upgradeType, rollout }): SequenceAction => ({
        kind: 'clearUpgrade',
        cluster,
        upgradeType,
        rollout,
      })),
  ];
}
