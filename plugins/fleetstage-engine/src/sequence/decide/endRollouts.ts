import { plus, type CancelledReason } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SequencePass } from '../facts/sequencePass';
import { cancelRollout, isStopped } from '../rollout/endRollout';
import { saveIfChanged } from '../rollout/moveRollout';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import { startedClusters } from '../rollout/targetIndex';
import { formatVersion } from '../versions/version';

/** Ends rollouts that somebody wants to end, and those that were paused for too long (D/RO-029, E/RO-006, AC-001). */
export function endRollouts(pass: SequencePass, ledger: SequenceLedger): void {
  for (const rollout of ledger.rollouts()) {
    const seen = withSeen(rollout);
    saveIfChanged(ledger, rollout, seen.memory);
    if (isActive(seen.memory)) {
      const reason = whyEnded(pass, ledger, seen);
      if (reason !== undefined) saveIfChanged(ledger, seen, cancelRollout(seen.memory, reason, pass));
    } else if (isLeaving(pass, seen) && seen.memory.isClosed !== true) {
      saveIfChanged(ledger, seen, { ...seen.memory, isClosed: true });
    }
  }
}

const withSeen = (rollout: OpenRollout): OpenRollout =>
  rollout.hub === undefined || rollout.memory.isSeen
    ? rollout
    : { ...rollout, memory: { ...rollout.memory, isSeen: true } };

/** Its object, or the sequence's, is being deleted, or is gone. */
export const isLeaving = ({ state }: SequencePass, { hub, memory }: OpenRollout): boolean =>
  state.sequence.deletedAt !== undefined ||
  hub?.deletedAt !== undefined ||
  (hub === undefined && memory.isSeen === true);

function whyEnded(
  pass: SequencePass,
  ledger: SequenceLedger,
  rollout: OpenRollout,
): CancelledReason | undefined {
  const { spec, memory } = rollout;
  if (pass.state.sequence.deletedAt !== undefined) return 'SequenceDeleted';
  if (isLeaving(pass, rollout) || spec.state === 'Cancel') return 'CancelledByUser';
  if (!isPausedByWish(pass, memory)) return undefined;
  const endsAt = plus(memory.since, pass.state.settings.pausedTooLongMs);
  if (pass.now >= endsAt) return 'PausedTooLong';
  ledger.remind(endsAt);
  return undefined;
}

/** By a person, or by `onTimeout`: a suspended sequence keeps its rollouts, and waiting for a stage is no pause. */
const isPausedByWish = ({ state }: SequencePass, { phase, reason }: OpenRollout['memory']): boolean =>
  phase === 'Paused' &&
  (reason === 'PausedByUser' || (reason === 'PausedBySystem' && state.sequence.spec.suspend !== true));

/** A version that a person ended is not begun again by the catalogue (D §9, step 1). */
export function rememberStopped(ledger: SequenceLedger): void {
  const memory = ledger.memory();
  const stopped = ledger
    .rollouts()
    .filter(
      ({ memory: { phase, reason, endedAt } }) =>
        phase === 'Cancelled' && isStopped(reason) && endedAt === ledger.now,
    )
    .map(({ spec: { upgradeType }, version }) => ({ upgradeType, version: formatVersion(version) }))
    .filter(
      one =>
        !memory.stopped.some(
          ({ upgradeType, version }) => upgradeType === one.upgradeType && version === one.version,
        ),
    );
  if (stopped.length > 0) ledger.saveMemory({ ...memory, stopped: [...memory.stopped, ...stopped] });
}

/** Desired upgrades whose targets are not under way any more: done, refused, failed, or of a rollout that is gone. */
export function clearUpgrades(ledger: SequenceLedger): void {
  for (const upgrade of ledger.upgrades()) {
    const memory = ledger.rollout(upgrade.rollout)?.memory;
    if (memory === undefined || !startedClusters(memory).has(upgrade.cluster)) ledger.clear(upgrade);
  }
}
