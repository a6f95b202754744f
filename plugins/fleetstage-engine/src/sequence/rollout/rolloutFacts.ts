import type { RolloutFacts, SystemPause } from '../eligibility/targetFacts';
import type { SequencePass } from '../facts/sequencePass';
import type { RolloutMemory } from '../state/rolloutMemory';
import { isActive } from './stagePhase';
import type { OpenRollout } from './sequenceLedger';

/** The rollout as its targets are judged for it. */
export function rolloutFacts(
  { state }: SequencePass,
  { spec, memory, version }: OpenRollout,
  { pausedBy }: { readonly pausedBy?: SystemPause } = {},
): RolloutFacts {
  const { settings, sequence } = state;
  const { upgradeTypes } = memory;
  return {
    upgradeType: spec.upgradeType,
    version,
    state: stateOf(memory, {
      isPaused: spec.state === 'Pause' || pausedBy !== undefined,
      isSuspended: sequence.spec.suspend === true,
    }),
    ...(pausedBy !== undefined && spec.state !== 'Pause' && { pausedBy }),
    ...(upgradeTypes && { upgradeTypes }),
    ignoresMaintenance: spec.ignoreMaintenance === true,
    maxMinorStep: settings.maxMinorStep,
    maxNodeSkew: settings.maxNodeSkew,
    noProgressMs: settings.noProgressMs,
  };
}

function stateOf(
  memory: RolloutMemory,
  { isPaused, isSuspended }: { readonly isPaused: boolean; readonly isSuspended: boolean },
): RolloutFacts['state'] {
  if (memory.phase === 'Cancelled' || memory.isClosed === true) return 'Cancelled';
  if (isPaused && isActive(memory)) return 'Paused';
  return isSuspended ? 'Suspended' : 'Running';
}
