import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../../decision';
import type { GatedStage, GateEffect, GateEvent, GateProgress, GateRunInput, Side } from './gate';
import { gateKindOf } from './gateKinds';

/** What the gates of one run share in one decision. */
export interface GateContext {
  readonly gates: GateRunInput;
  readonly ledger: {
    readonly now: Instant;
    act(effect: GateEffect): void;
    record(event: GateEvent & { readonly stage: string }): void;
    wait(blocker: Blocker, wakeAt?: Instant): void;
  };
}

/** Gates after this pass; they hold the stage while one of them has no `doneAt`. */
export interface GatesOutcome {
  readonly gates: readonly GateProgress[];
  readonly failure?: string;
}

export const areOpen = (gates: readonly GateProgress[]) => gates.every(({ doneAt }) => doneAt !== undefined);

interface SidedStage extends GatedStage {
  readonly before: readonly GateProgress[];
  readonly after: readonly GateProgress[];
}

/** Moves the gates of one side of a stage along; all of them run side by side (C/UR-119). */
export function decideGates(
  { gates: facts, ledger }: GateContext,
  stage: SidedStage,
  side: Side,
): GatesOutcome {
  const known = side === 'beforeStage' ? stage.before : stage.after;
  const gates: GateProgress[] = [];
  for (const gate of known) {
    const decision = gateKindOf(gate.kind).decide(gate, { ...facts, now: ledger.now, stage, side });
    if (decision.kind === 'failed') return { gates: known, failure: decision.message };
    for (const event of decision.events ?? []) ledger.record({ ...event, stage: stage.name });
    for (const effect of decision.effects ?? []) ledger.act(effect);
    if (decision.kind === 'waiting') ledger.wait(decision.blocker, decision.wakeAt);
    gates.push(decision.gate);
  }
  return { gates };
}

/** What is behind the gates has begun. */
export function useGates({ gates: facts, ledger }: GateContext, gates: readonly GateProgress[]): void {
  for (const gate of gates) for (const effect of gateKindOf(gate.kind).use(gate, facts)) ledger.act(effect);
}

/** The first gate of a finished stage that was shut again before `next` could start (RUL 7). */
export function findRevoked(
  { gates: facts }: GateContext,
  gates: readonly GateProgress[],
  next: string,
): Blocker | undefined {
  for (const gate of gates) {
    const blocker = gateKindOf(gate.kind).findRevocation(gate, facts, next);
    if (blocker !== undefined) return blocker;
  }
  return undefined;
}

/** Makes again what the gates of a finished stage need until they are used (C/AP-017). */
export function restoreGates({ gates: facts, ledger }: GateContext, stage: SidedStage): void {
  for (const gate of stage.after) {
    const effects = gateKindOf(gate.kind).restore(gate, { ...facts, stage, side: 'afterStage' });
    for (const effect of effects) ledger.act(effect);
  }
}
