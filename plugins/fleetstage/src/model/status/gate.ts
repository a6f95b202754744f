import HowToReg from '@mui/icons-material/HowToReg';
import ReportProblem from '@mui/icons-material/ReportProblem';
import ThumbDownAlt from '@mui/icons-material/ThumbDownAlt';
import Timer from '@mui/icons-material/Timer';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { StatusLook } from './words';

export type GateState = Schemas['GateState'];
export type GateKind = Schemas['GateMark']['kind'];

const approvals = {
  notAsked: { icon: HowToReg, tone: 'neutral', isEnd: false },
  asked: { icon: HowToReg, tone: 'warning', isEnd: false },
  given: { icon: HowToReg, tone: 'info', isEnd: false },
  approved: { icon: HowToReg, tone: 'success', isEnd: true },
  wrongGeneration: { icon: ReportProblem, tone: 'warning', isEnd: false },
  rejected: { icon: ThumbDownAlt, tone: 'error', isEnd: true },
  notReached: { icon: HowToReg, tone: 'neutral', isEnd: true },
  cutShort: { icon: HowToReg, tone: 'neutral', isEnd: true },
} as const;

const waits = {
  notBegun: { icon: Timer, tone: 'neutral', isEnd: false },
  counting: { icon: Timer, tone: 'info', isEnd: false },
  elapsed: { icon: Timer, tone: 'success', isEnd: true },
  notReached: { icon: Timer, tone: 'neutral', isEnd: true },
  cutShort: { icon: Timer, tone: 'neutral', isEnd: true },
} as const;

export type GateLabel = `gate.approval.${keyof typeof approvals}` | `gate.wait.${keyof typeof waits}`;

/** An approval in a state of waits, or the reverse, has not begun. */
export function gateStatus(kind: GateKind, state: GateState): StatusLook<GateLabel> {
  if (kind === 'approval') {
    const key = (state in approvals ? state : 'notAsked') as keyof typeof approvals;
    return { label: `gate.approval.${key}`, ...approvals[key] };
  }
  const key = (state in waits ? state : 'notBegun') as keyof typeof waits;
  return { label: `gate.wait.${key}`, ...waits[key] };
}

/** A person may decide it now. */
export const isOpenApproval = (gate: { kind: GateKind; state: GateState }) =>
  gate.kind === 'approval' && (gate.state === 'asked' || gate.state === 'wrongGeneration');
