import { approval } from './approval';
import type { GateKind } from './gate';
import type { GateStatus } from './gateStatus';
import { timedWait } from './timedWait';

/** The kinds of gate that there are; a new one is a file beside these and a line here. */
export const gateKinds: readonly GateKind[] = [approval, timedWait];

const kindOf = new Map(gateKinds.map(kind => [kind.type, kind]));

/** `undefined`: a strategy that nobody has validated yet names it. */
export const findGateKind = (type: string): GateKind | undefined => kindOf.get(type);

/** Admission and `validateStrategy` let no other type through, and a run remembers only what it planned. */
export function gateKindOf(type: string): GateKind {
  const kind = findGateKind(type);
  if (kind === undefined) throw new Error(`no gate kind "${type}" is installed`);
  return kind;
}

const kindShownAs = new Map(gateKinds.map(kind => [kind.shownAs, kind]));

/** The kind of a gate that only its picture is known of. */
export function kindOfShown(shown: GateStatus['kind']): GateKind {
  const kind = kindShownAs.get(shown);
  if (kind === undefined) throw new Error(`no gate kind is shown as "${shown}"`);
  return kind;
}

/** People open it, by a decision on its request. */
export const isForPeople = ({ kind }: Pick<GateStatus, 'kind'>): boolean => kindOfShown(kind).isForPeople;
