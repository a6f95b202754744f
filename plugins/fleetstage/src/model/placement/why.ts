import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { causeName, type CauseName } from './causes';
import { compareLabels, type PolicyFacts, type Requirement } from './requirements';

type Row = Schemas['PlacementCluster'];

/** What keeps the cluster out, as far as its own row says. */
export interface Refusal {
  readonly cause: CauseName;
  /** `key=value:effect` */
  readonly taint?: string;
  readonly unmet: readonly Requirement[];
  /** The engine's sentence, for causes without words of ours. */
  readonly reason: string;
}

const TAINT = /taint &\{Key:(\S*) Value:(\S*) Effect:(\S*)\}/;

/** Without the policy, and the labels, that it was decided on: only what the engine has said then. */
export function refusalOf({ cause, reason, labels = {} }: Row, policy?: PolicyFacts): Refusal {
  const name = causeName(cause);
  const taint = TAINT.exec(reason);
  return {
    cause: name,
    ...(taint && { taint: taintInWords({ key: taint[1], value: taint[2], effect: taint[3] }) }),
    unmet:
      policy !== undefined && name === 'AffinityMismatch'
        ? compareLabels(policy, labels).filter(({ isMet }) => !isMet)
        : [],
    reason: plainReason(reason),
  };
}

/** `key=value:effect`, as kubectl writes it. */
export const taintInWords = ({ key, value, effect }: Schemas['Taint']) =>
  `${key}${value ? `=${value}` : ''}:${effect}`;

/** The engine's sentence without the scheduler's prefix. */
export function plainReason(reason: string): string {
  const text = reason.replace(/^ClusterUnschedulable, /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
