import type { SvgIconComponent } from '@mui/icons-material';
import HowToReg from '@mui/icons-material/HowToReg';
import Lock from '@mui/icons-material/Lock';
import LockOpen from '@mui/icons-material/LockOpen';
import ReportProblem from '@mui/icons-material/ReportProblem';
import ThumbDownAlt from '@mui/icons-material/ThumbDownAlt';
import Timer from '@mui/icons-material/Timer';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isForPeople, type BuiltInGateKind } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { StatusLook } from './words';

export type GateState = Schemas['GateState'];
export type GateKind = Schemas['GateKind'];
/** Pages have words for these; every other kind was added by a module and sends its own. */
export type { BuiltInGateKind };

/** Without its words: they are under `gate.<kind>.<state>` in the translations. */
type Look = Omit<StatusLook, 'label'>;
type Looks = Readonly<Record<string, Look>>;

interface KindLook {
  /** Of a gate that nothing has happened at. */
  readonly icon: SvgIconComponent;
  /** Used for a state that the kind does not have. */
  readonly fresh: GateState;
  readonly states: Looks;
}

const approval = {
  icon: HowToReg,
  fresh: 'notAsked',
  states: {
    notAsked: { icon: HowToReg, tone: 'neutral', isEnd: false },
    asked: { icon: HowToReg, tone: 'warning', isEnd: false },
    given: { icon: HowToReg, tone: 'info', isEnd: false },
    approved: { icon: HowToReg, tone: 'success', isEnd: true },
    wrongGeneration: { icon: ReportProblem, tone: 'warning', isEnd: false },
    rejected: { icon: ThumbDownAlt, tone: 'error', isEnd: true },
    notReached: { icon: HowToReg, tone: 'neutral', isEnd: true },
    cutShort: { icon: HowToReg, tone: 'neutral', isEnd: true },
  },
} as const satisfies KindLook;

const wait = {
  icon: Timer,
  fresh: 'notBegun',
  states: {
    notBegun: { icon: Timer, tone: 'neutral', isEnd: false },
    counting: { icon: Timer, tone: 'info', isEnd: false },
    elapsed: { icon: Timer, tone: 'success', isEnd: true },
    notReached: { icon: Timer, tone: 'neutral', isEnd: true },
    cutShort: { icon: Timer, tone: 'neutral', isEnd: true },
  },
} as const satisfies KindLook;

const added = {
  icon: Lock,
  fresh: 'notAsked',
  states: {
    notAsked: { icon: Lock, tone: 'neutral', isEnd: false },
    waiting: { icon: Lock, tone: 'warning', isEnd: false },
    passed: { icon: LockOpen, tone: 'success', isEnd: true },
    notReached: { icon: Lock, tone: 'neutral', isEnd: true },
    cutShort: { icon: Lock, tone: 'neutral', isEnd: true },
  },
} as const satisfies KindLook;

/** Does not compile while a kind has no look. */
const looks = { approval, wait } as const satisfies Record<BuiltInGateKind, KindLook>;

export type GateLabel =
  | `gate.approval.${keyof typeof approval.states}`
  | `gate.wait.${keyof typeof wait.states}`
  | `gate.added.${keyof typeof added.states}`;

export const isBuiltIn = (kind: GateKind): kind is BuiltInGateKind => Object.hasOwn(looks, kind);

const lookOf = (kind: GateKind): KindLook => (isBuiltIn(kind) ? looks[kind] : added);

/** A state that the kind does not have counts as not begun. */
export function gateStatus(kind: GateKind, state: GateState): StatusLook<GateLabel> {
  const { states, fresh } = lookOf(kind);
  const key = Object.hasOwn(states, state) ? state : fresh;
  return { label: `gate.${isBuiltIn(kind) ? kind : 'added'}.${key}` as GateLabel, ...states[key] };
}

export const gateIcon = (kind: GateKind): SvgIconComponent => lookOf(kind).icon;

interface Planned {
  readonly kind: GateKind;
  readonly waitSeconds?: number;
  readonly title?: string;
  readonly says?: string;
}

/** A planned gate in the words of the page for our own kinds, in those of its module for the others. */
export function plannedGateWords<G extends Planned>(
  gate: G,
  words: Readonly<Record<BuiltInGateKind, (gate: G) => string>>,
): string {
  const { kind, says } = gate;
  if (isBuiltIn(kind)) return words[kind](gate);
  return says ? `${gateTitle(gate)} (${says})` : gateTitle(gate);
}

/** What an added kind is called. */
export const gateTitle = ({ kind, title }: Pick<Planned, 'kind' | 'title'>): string => title ?? kind;

/** A person may decide it now. */
export const isOpenApproval = (gate: { kind: GateKind; state: GateState }) =>
  isForPeople(gate) && (gate.state === 'asked' || gate.state === 'wrongGeneration');
