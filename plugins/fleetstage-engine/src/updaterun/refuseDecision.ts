import { explainOutcome, type RunOutcome } from './runOutcome';

/** An approval of a run, as whoever is asked to decide on it may know it. */
export interface GateForPeople {
  readonly run: string;
  readonly stage: string;
  readonly when: 'before' | 'after';
  /** How the run is over. */
  readonly end?: RunOutcome | undefined;
  /** What is behind the gate has begun. */
  readonly isUsed: boolean;
  readonly isStopped: boolean;
  /** Who said no, which stopped the run. */
  readonly refusedBy?: string | undefined;
  readonly isAsked: boolean;
}

export const describeGate = ({ run, stage, when }: Pick<GateForPeople, 'run' | 'stage' | 'when'>) =>
  `the approval ${when} stage "${stage}" of run "${run}"`;

/** Why nobody can decide on it now (RUL 44); `undefined`: it is open. */
export function refuseDecision(gate: GateForPeople): string | undefined {
  const { run, end, isUsed, isStopped, refusedBy, isAsked } = gate;
  if (end !== undefined) return explainOutcome(run, end);
  if (isUsed) return `${describeGate(gate)} was given, and the next stage has begun`;
  if (isStopped) {
    const rejected = refusedBy === undefined ? '' : ` when ${refusedBy} said no`;
    return `run "${run}" was stopped${rejected}; resume it first`;
  }
  return isAsked ? undefined : `${describeGate(gate)} has not been asked for yet`;
}
