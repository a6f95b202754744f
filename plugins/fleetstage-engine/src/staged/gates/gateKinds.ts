import { approval } from './approval';
import type { GateKind } from './gate';
import type { GateFace } from './gateFace';
import { timedWait } from './timedWait';

/** The kinds of gate that there are; a new one is a file beside these and a line here. */
export const gateKinds: readonly GateKind[] = [approval, timedWait];

const kindOf = new Map(gateKinds.map(kind => [kind.type, kind]));

/** `undefined`: a strategy that nobody has validated yet names it. */
export const findGateKind = (type: string): GateKind | undefined => kindOf.get(type);

/** Admission and `validateStrategy` let no other type through, and a run remembers only what it planned. */
export function gateKindOf(type: string): GateKind {
  const kind = kindOf.get(type);
  if (kind === undefined) throw new Error(`no gate kind "${type}" is installed`);
  return kind;
}

/** What who approves another gate of the stage has to know of one that pages show as shut. */
export const sayBeside = ({ kind, stage }: { kind: GateFace['kind']; stage: string }, left?: string) =>
  gateKinds.find(({ face }) => face === kind)?.besideApproval?.(stage, left);
