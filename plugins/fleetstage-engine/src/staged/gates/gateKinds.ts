import { addedGate } from './addedGate';
import { approval } from './approval';
import type { GateKind, TaskGateKind } from './gate';
import type { GateStatus } from './gateStatus';
import { timedWait } from './timedWait';

/** The kinds that the task of a strategy may have; a new one is a file beside these and a line here. */
const ours = [approval, timedWait] as const;

export const gateKinds: readonly TaskGateKind[] = ours;

/** What pages draw our own kinds as, and have words for. */
export type BuiltInGateKind = (typeof ours)[number]['shownAs'];

const kindOf = new Map(gateKinds.map(kind => [kind.type, kind]));

/** `undefined`: a strategy that nobody has validated yet names it. */
export const findGateKind = (type: string): TaskGateKind | undefined => kindOf.get(type);

/** A run remembers only what it planned, so every other type is the name of an added kind. */
export const gateKindOf = (type: string): GateKind => findGateKind(type) ?? addedGate;

const kindShownAs = new Map(gateKinds.map(kind => [kind.shownAs, kind]));

/** The kind of a gate of which only the view is known. */
export const kindOfShown = (shown: GateStatus['kind']): GateKind => kindShownAs.get(shown) ?? addedGate;

/** What pages draw a gate as. */
export const shownAs = (type: string): GateStatus['kind'] => findGateKind(type)?.shownAs ?? type;

/** Names that no added kind may have. */
export const takenGateNames: readonly string[] = gateKinds.flatMap(kind => [kind.type, kind.shownAs]);

/** People open it, by a decision on its request. */
export const isForPeople = ({ kind }: Pick<GateStatus, 'kind'>): boolean => kindOfShown(kind).isForPeople;
