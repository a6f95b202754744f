import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../../decision';
import type { AddedGate, GateDecision, GateInput, GateKind, GateProgress, GateViewInput } from './gate';
import type { GateHold, GateStatus, PlacedGate, PlannedGateView } from './gateStatus';

/**
 * Every gate of a kind that a module has added. Only a pass asks the kind; whoever shows the run reads the answer that the pass got,
 * so that a run is shown, and held, when its kind is not installed any more.
 *
 *   shut, never asked before  → waits from now
 *   shut again before it was used, as when an approval beside it takes long → waits anew
 */
export const addedGate: GateKind = {
  isForPeople: false,
  decide,
  use: () => [],
  findRevocation: () => undefined,
  restore: () => [],
  preview: gate => {
    const { title, says } = memoryOf(gate);
    return { kind: gate.kind, title, says };
  },
  show,
  explain,
  sayPlanned,
  sayNext: sayPlanned,
  claims: undefined,
  besideApproval: (gate, left) =>
    `${titleOf(gate)} ${gate.task} ${gate.stage} holds it${left === undefined ? '' : `, for ${left} more`}; ` +
    `the approval takes effect then.`,
};

const memoryOf = ({ kind, added }: GateProgress): AddedGate => added ?? { title: kind, says: '' };

const titleOf = ({ kind, title }: Pick<GateStatus, 'kind' | 'title'>) => title ?? kind;

function sayPlanned({ kind, title = kind, says }: PlannedGateView): string {
  return says ? `${title} (${says})` : title;
}

function decide(gate: GateProgress, input: GateInput): GateDecision {
  const { now } = input;
  const { waits, ...plan } = memoryOf(gate);
  const answer = input.ask?.(gate, input);
  if (answer === undefined) return asLeft(gate, input);
  const { doneAt, added: _, ...rest } = gate;
  const task = plan.title;
  if (answer.kind === 'open') {
    const events = doneAt === undefined ? [{ event: 'gateOpened', task } as const] : [];
    return { kind: 'open', gate: { ...rest, added: plan, doneAt: doneAt ?? now }, events };
  }
  const { kind, wakeAt, ...wait } = answer;
  const next = { ...rest, added: { ...plan, waits: { ...wait, since: waits?.since ?? now } } };
  const { message } = wait;
  const events = waits === undefined ? [{ event: 'gateWaiting', task, message } as const] : [];
  return { kind, gate: next, events, blocker: blockerOf(next, input), wakeAt };
}

const asLeft = (gate: GateProgress, input: GateInput): GateDecision =>
  gate.doneAt === undefined
    ? { kind: 'waiting', gate, blocker: blockerOf(gate, input) }
    : { kind: 'open', gate };

function blockerOf(gate: GateProgress, { stage, side }: GateInput): Blocker {
  const { title, waits } = memoryOf(gate);
  const at = `gate "${title}" ${side === 'beforeStage' ? 'before' : 'after'} stage "${stage.name}"`;
  if (waits === undefined) return { cause: 'GateWaiting', message: `${at} was not asked yet` };
  const { message, since, until, actor } = waits;
  return {
    cause: 'GateWaiting',
    actor,
    message: `${at} is shut: ${message}`,
    since,
    ...(until !== undefined && { until }),
  };
}

function show(gate: GateProgress, { isOver }: GateViewInput): Omit<GateStatus, 'kind'> {
  const { title, says, waits } = memoryOf(gate);
  const words = { title, ...(says && { says }) };
  if (gate.doneAt !== undefined) return { ...words, state: 'passed', doneAt: toRfc3339(gate.doneAt) };
  if (waits === undefined) return { ...words, state: isOver ? 'notReached' : 'notAsked' };
  if (isOver) return { ...words, state: 'cutShort' };
  const { message, since, until, actor } = waits;
  return {
    ...words,
    state: 'waiting',
    message,
    beganAt: toRfc3339(since),
    ...(until !== undefined && { endsAt: toRfc3339(until) }),
    actsNext: actor,
  };
}

function explain(gate: PlacedGate): GateHold {
  const { task, stage, message, actsNext = 'engine', beganAt, endsAt } = gate;
  return {
    cause: 'GateWaiting',
    actor: actsNext,
    message: `${titleOf(gate)} ${task} ${stage}: ${message ?? 'it was not asked yet.'}`,
    ...(beganAt && { since: beganAt }),
    ...(endsAt && { until: endsAt }),
  };
}
