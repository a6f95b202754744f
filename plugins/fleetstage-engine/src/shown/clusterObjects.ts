import {
  fromRfc3339,
  instant,
  MEMBER_AGENT,
  plus,
  type Instant,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts, MemberHealth } from '../cluster/facts';

/** A heartbeat may be so much younger than the hub shows it (RUL 45). */
const PUBLISHED_EVERY_MS = 120_000;

/** A cluster as its object on the hub shows it. */
export function clusterFactsOf({ metadata, spec, status }: MemberCluster, now: Instant): ClusterFacts {
  const properties = Object.entries(status?.properties ?? {}).map(([name, { value }]) => [name, value]);
  const { heartbeatPeriodSeconds: seconds } = spec;
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: spec.taints ?? [],
    properties: Object.fromEntries(properties),
    ...(status?.resourceUsage && { resourceUsage: status.resourceUsage }),
    ...(seconds !== undefined && { heartbeatPeriodMs: seconds * 1000 }),
    ...(status?.namespaces && { namespaces: status.namespaces }),
    collectsNamespaces: hasCondition(status, 'NamespaceCollectionSucceeded'),
    health: healthOf(status, now),
    isLeaving: metadata.deletionTimestamp !== undefined,
  };
}

const hasCondition = (status: MemberCluster['status'], wanted: string) =>
  status?.conditions?.some(({ type }) => type === wanted) ?? false;

function healthOf(status: MemberCluster['status'], now: Instant): MemberHealth | undefined {
  const agent = status?.agentStatus?.find(({ type }) => type === MEMBER_AGENT);
  const healthy = agent?.conditions?.find(({ type }) => type === 'Healthy');
  const shownAt = fromRfc3339(agent?.lastReceivedHeartbeat);
  const changedAt = fromRfc3339(healthy?.lastTransitionTime);
  if (status === undefined) return undefined;
  return {
    joined: status.conditions?.some(one => one.type === 'Joined' && one.status === 'True') ?? false,
    healthy: healthy?.status ?? 'Unknown',
    ...(shownAt !== undefined && {
      lastHeartbeatAt: instant(Math.max(shownAt, Math.min(now, plus(shownAt, PUBLISHED_EVERY_MS)))),
    }),
    ...(changedAt !== undefined && { healthChangedAt: changedAt }),
    ...(healthy?.message && { message: healthy.message }),
  };
}
