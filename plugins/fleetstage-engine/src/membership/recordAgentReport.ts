import {
  fromRfc3339,
  instant,
  isLabelValue,
  type Condition,
  type InternalMemberClusterStatus,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AgentReport, CollectionRecord } from '../cluster/collection';
import type { KnownProperties } from '../cluster/recordCollection';
import { MAX_NAMESPACES } from '../cluster/toNamespaces';

/** Whose properties they are, where providers are named. */
const AGENT = 'member-agent';
/** An agent speaks of its cluster; whether that has joined is judged here. */
const OURS: ReadonlySet<string> = new Set(['ReadyToJoin', 'Joined', 'Healthy', 'FleetstageWarning']);

/**
 * What is known of a pull member after its agent has reported (C/MC-032, PP-010, PP-014): the same rows as those of a
 * member that is probed. Where the agent reports nothing the last values stay.
 */
export function recordAgentReport(
  previous: KnownProperties | undefined,
  status: InternalMemberClusterStatus | undefined,
  now: Instant,
): KnownProperties {
  if (status === undefined || (status.agentStatus ?? []).length === 0) return previous ?? { properties: {} };
  const { resourceUsage, conditions = [], agentStatus = [] } = status;
  const reported: AgentReport = {
    agents: agentStatus,
    conditions: conditions.filter(({ type }) => !OURS.has(type)),
  };
  const namespaces = namespacesOf(status.namespaces);
  const properties = Object.fromEntries(
    Object.entries(status.properties ?? {})
      .map(([name, { value }]) => [name, value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const state = namespaceState(conditions);
  const observedAt = observedAtOf(status, now);
  const collection: CollectionRecord = {
    core: {},
    ...(state && { namespaces: state }),
    providers: { [AGENT]: { properties, observedAt } },
    agent: reported,
  };
  return {
    properties,
    ...(resourceUsage && { resourceUsage }),
    collection,
    ...(state && { namespaces }),
  };
}

/** Of the newest property, or of the usage where there is none. */
function observedAtOf(
  { properties = {}, resourceUsage }: InternalMemberClusterStatus,
  now: Instant,
): Instant {
  const times = Object.values(properties).flatMap(
    ({ observationTime }) => fromRfc3339(observationTime) ?? [],
  );
  if (times.length > 0) return instant(Math.max(...times));
  return fromRfc3339(resourceUsage?.observationTime) ?? now;
}

/** A member says by this condition whether it collects namespaces (A/SCH-057, A/PL-081). */
function namespaceState(conditions: readonly Condition[]): CollectionRecord['namespaces'] {
  const found = conditions.find(({ type }) => type === 'NamespaceCollectionSucceeded');
  if (found === undefined) return undefined;
  return found.status === 'True' ? 'Succeeded' : 'Degraded';
}

/** What cannot be the name of a namespace is none: an agent may write any text there. */
function namespacesOf(reported: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const named = Object.entries(reported)
    .filter(([name, work]) => isLabelValue(name) && name !== '' && isPlain(work))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.slice(0, MAX_NAMESPACES));
}

/** PostgreSQL takes no NUL in a text. */
const isPlain = (text: string) => !text.includes('\0');
