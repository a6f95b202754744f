import type { SequencePass } from '../facts/sequencePass';
import { cancelRollout } from '../rollout/endRollout';
import { saveIfChanged } from '../rollout/moveRollout';
import type { SequenceLedger } from '../rollout/sequenceLedger';
import { isAtDoor, occupies } from '../rollout/stagePhase';
import { compareVersions } from '../versions/compareVersions';
import { parseVersion } from '../versions/version';

/** `spec.target.force`: what is still in the first stage makes way for the version that a person wants (D/VS-005, E/RS-013). */
export function forceFirstStage(pass: SequencePass, ledger: SequenceLedger): void {
  const { target } = pass.state.sequence.spec;
  const wanted = target?.force === true ? parseVersion(target.version) : undefined;
  if (wanted === undefined || !wanted.ok) return;
  for (const rollout of ledger.rollouts()) {
    const { version, memory, spec, name } = rollout;
    if (compareVersions(version, wanted.value) !== 0 || !isAtDoor(memory, 0) || spec.state === 'Pause')
      continue;
    for (const other of ledger.rollouts()) {
      const isSameType = other.spec.upgradeType === spec.upgradeType;
      if (other.name === name || !isSameType || !occupies(other.memory, 0)) continue;
      saveIfChanged(
        ledger,
        other,
        cancelRollout(other.memory, 'SupersededByUser', { now: pass.now, by: name }),
      );
    }
  }
}
