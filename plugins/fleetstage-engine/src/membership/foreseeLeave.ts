import { memberNamespace, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberClusterAgentStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { agentsOf, hasLeft } from './joinState';

export interface LeaveFacts {
  readonly name: string;
  /** It has a namespace on the hub: it has an agent, or had one until it got credentials. */
  readonly hasNamespace: boolean;
  /** What its agents reported last. */
  readonly agents: readonly MemberClusterAgentStatus[];
  /** When its MemberCluster was deleted; absent: nobody has asked for it. */
  readonly deletedAt?: Instant;
  readonly forceAfterMs: number;
}

/** What a member that leaves has to wait for, or waits for. */
export interface LeaveForesight {
  way: 'atOnce' | 'namespace' | 'agent';
  /** Goes with the member. */
  namespace?: string;
  since?: Instant;
  /** When it leaves without its agent. */
  forcedAt?: Instant;
}

/**
 * How a member leaves (C/MC-053…060, FF-014), by the rules that {@link decideLeave} follows; what it runs stays.
 *
 *     no namespace on the hub         → at once
 *     no agent has ever reported      → as soon as its namespace is gone
 *     its agents have left            → the same
 *     else                            → its agent stops first, or `forceAfterMs` after the deletion it is not waited for
 */
export function foreseeLeave({
  name,
  hasNamespace,
  agents,
  deletedAt,
  forceAfterMs,
}: LeaveFacts): LeaveForesight {
  const asked = deletedAt === undefined ? {} : { since: deletedAt };
  if (!hasNamespace) return { way: 'atOnce', ...asked };
  const namespace = memberNamespace(name);
  const expected = agentsOf({ agentStatus: [...agents] });
  if (expected.length === 0 || hasLeft(expected)) return { way: 'namespace', namespace, ...asked };
  const forced = deletedAt === undefined ? {} : { forcedAt: plus(deletedAt, forceAfterMs) };
  return { way: 'agent', namespace, ...asked, ...forced };
}
