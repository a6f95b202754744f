import {
  MEMBER_AGENT,
  condition,
  isTrue,
  mergeConditions,
  toRfc3339,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  Condition,
  ConditionClaim,
  Instant,
  MemberClusterAgentStatus,
  MemberClusterStatus,
  Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CollectionRecord } from '../cluster/collection';
import type { ClusterFacts, MemberHealth } from '../cluster/facts';
import { foldWarnings } from './foldWarnings';
import { healthClaim } from './healthClaim';
import { projectPullMember, type AgentView } from './projectPullMember';

export interface MemberClusterView {
  readonly cluster: ClusterFacts;
  /** When the core properties were read. */
  readonly propertiesObservedAt?: Instant;
  /** How the last collections went; absent before the first one. */
  readonly collection?: CollectionRecord;
  /** Of a pull member; absent: we are the member agent. */
  readonly agent?: AgentView;
  /** The status on the hub: transition times and foreign conditions are taken from it. */
  readonly previous?: MemberClusterStatus;
}

/**
 * Status of a MemberCluster (A/PL-076…082, C/MC-024…030, MC-036…043, PP-012, PP-013); of a push member we are the agent
 * that it speaks of. The namespaces that another agent has reported stay until they are collected.
 */
export function projectMemberCluster(view: MemberClusterView, statement: Statement): MemberClusterStatus {
  const { cluster, previous } = view;
  const namespaces = cluster.namespaces ?? previous?.namespaces;
  const properties = datedProperties(view);
  return {
    ...(namespaces ? { namespaces } : {}),
    ...(view.agent
      ? projectPullMember({ ...view, agent: view.agent, report: view.collection?.agent }, statement)
      : projectPushMember(view, statement)),
    ...(properties ? { properties } : {}),
    ...(cluster.resourceUsage ? { resourceUsage: cluster.resourceUsage } : {}),
  };
}

/** C/MC-024…030, as nobody but us reports of the member. */
function projectPushMember(
  view: MemberClusterView,
  statement: Statement,
): Pick<MemberClusterStatus, 'conditions' | 'agentStatus'> {
  const claims = [...membershipClaims(view.cluster), ...collectionClaims(view)];
  const before = view.previous?.conditions;
  const provided = providedConditions(view.collection, before, statement);
  return {
    conditions: withProvided(mergeConditions(before, claims, statement), provided),
    agentStatus: projectAgents(view, statement),
  };
}

/** Each with the time at which it was reported: providers have periods of their own. */
function datedProperties({
  cluster,
  propertiesObservedAt,
  collection,
}: MemberClusterView): MemberClusterStatus['properties'] {
  const { core = {}, providers = {} } = collection ?? {};
  const names = Object.keys(providers).sort();
  const dated = Object.entries(cluster.properties).flatMap(([name, value]) => {
    const provider = name in core ? undefined : names.find(one => name in providers[one].properties);
    const observedAt = provider === undefined ? propertiesObservedAt : providers[provider].observedAt;
    return observedAt === undefined ? [] : [[name, { value, observationTime: toRfc3339(observedAt) }]];
  });
  const isCollected = propertiesObservedAt !== undefined || dated.length > 0;
  return isCollected ? Object.fromEntries(dated) : undefined;
}

function membershipClaims({ name, health, isLeaving }: ClusterFacts): ConditionClaim[] {
  if (isLeaving && health?.joined === false) {
    return [
      condition(
        'ReadyToJoin',
        'False',
        'MemberClusterNotReadyToJoin',
        'Member cluster is not ready to join the fleet',
      ),
      condition('Joined', 'False', 'MemberClusterLeft', 'Member cluster has left the fleet'),
    ];
  }
  return [
    condition('ReadyToJoin', 'True', 'MemberClusterReadyToJoin', 'Member cluster is ready to join the fleet'),
    joinedClaim(name, health),
    ...memberWarnings(health),
  ];
}

function joinedClaim(name: string, health: MemberHealth | undefined): ConditionClaim {
  if (health?.joined)
    return condition(
      'Joined',
      'True',
      'MemberClusterJoined',
      'Member cluster has successfully joined the fleet',
    );
  if (health?.mistaken) return condition('Joined', 'False', health.mistaken, health.message ?? '');
  return condition('Joined', 'Unknown', 'MemberClusterJoinStateUnknown', explainMissing(name, health));
}

const UNIDENTIFIED =
  'it is unknown whether the cluster is the hub or another member, since its namespace kube-system is not shown to us: ' +
  'allow our credentials to get the namespace kube-system';

function memberWarnings(health: MemberHealth | undefined): ConditionClaim[] {
  const { isUnidentified, insecurity } = health ?? {};
  return foldWarnings([
    ...(isUnidentified
      ? [condition('FleetstageWarning', 'True', 'FleetstageClusterUnidentified', UNIDENTIFIED)]
      : []),
    ...(insecurity
      ? [condition('FleetstageWarning', 'True', 'FleetstageInsecureConnection', insecurity)]
      : []),
  ]);
}

const explainMissing = (name: string, health: MemberHealth | undefined) =>
  health?.message
    ? `Member cluster ${name} has not been reached: ${health.message}`
    : `Member cluster ${name} has not reported all the expected agents, expected 1, got 0`;

/** How the last collections of a cluster went (C/PP-012, PP-013, PP-020). */
export function collectionClaims(
  view: Pick<MemberClusterView, 'collection' | 'propertiesObservedAt'>,
): ConditionClaim[] {
  const { collection } = view;
  return [
    ...startedClaims(collection?.providers ?? {}),
    ...propertyClaims(view),
    ...namespaceClaims(collection),
  ];
}

/** C/PP-012. */
function startedClaims(providers: CollectionRecord['providers']): ConditionClaim[] {
  const type = 'ClusterPropertyProviderStarted';
  const all = Object.values(providers);
  if (all.length === 0) return [];
  const failed = all.flatMap(({ notStarted }) => notStarted ?? []);
  const message = failed.map(one => one.message).join('; ');
  if (failed.some(({ reason }) => reason === 'FailedToStart'))
    return [condition(type, 'False', 'FailedToStart', message)];
  if (failed.length > 0) return [condition(type, 'False', 'TimedOut', message)];
  return [condition(type, 'True', 'Started', 'The property provider has started successfully')];
}

/** Conditions of property providers, under the types that they give them; the first provider that reports a type counts (C/PP-014). */
export function providedConditions(
  collection: CollectionRecord | undefined,
  previous: readonly Condition[] | undefined,
  { generation, now }: Statement,
): Condition[] {
  const reported = Object.keys(collection?.providers ?? {})
    .sort()
    .flatMap(name => collection?.providers[name].conditions ?? []);
  const first = reported.filter(({ type }, i) => reported.findIndex(one => one.type === type) === i);
  return first.map(one => {
    const before = previous?.find(({ type }) => type === one.type);
    const isSame = before?.status === one.status;
    const lastTransitionTime = isSame ? before.lastTransitionTime : toRfc3339(now);
    return { ...one, observedGeneration: generation, lastTransitionTime };
  });
}

/** The conditions with those of providers in the place of what they said before. */
export function withProvided(
  conditions: readonly Condition[],
  provided: readonly Condition[],
): readonly Condition[] {
  const types = new Set(provided.map(({ type }) => type));
  return [...conditions.filter(({ type }) => !types.has(type)), ...provided];
}

/** Whether the last collection of a cluster gave all that it is asked for. */
export function hasCollected(view: Pick<MemberClusterView, 'collection' | 'propertiesObservedAt'>): boolean {
  const type = 'ClusterPropertyCollectionSucceeded';
  const { agent } = view.collection ?? {};
  if (agent !== undefined) return isTrue(agent.conditions, type);
  return propertyClaims(view).some(claim => claim.status === 'True');
}

/** The loudest first: what failed, what was late, what is still busy. */
const REASONS = ['FleetstageCollectionFailed', 'TimedOut', 'TooManyCalls'] as const;

function propertyClaims({
  propertiesObservedAt,
  collection,
}: Pick<MemberClusterView, 'collection' | 'propertiesObservedAt'>): ConditionClaim[] {
  const type = 'ClusterPropertyCollectionSucceeded';
  const { failure, providers = {} } = collection ?? {};
  const failures = [failure, ...Object.values(providers).map(provider => provider.failure)].flatMap(one =>
    one === undefined ? [] : [one],
  );
  const reason = REASONS.find(word => failures.some(one => one.reason === word));
  if (reason !== undefined) {
    const what = failures.map(({ message }) => message).join('; ');
    return [condition(type, 'False', reason, `${what}; the last values stay`)];
  }
  if (propertiesObservedAt === undefined) return [];
  const message = 'The property provider has returned the latest cluster properties';
  return [condition(type, 'True', 'PropertiesCollected', message)];
}

function namespaceClaims(collection: CollectionRecord | undefined): ConditionClaim[] {
  const type = 'NamespaceCollectionSucceeded';
  if (collection?.namespaces === 'Succeeded')
    return [condition(type, 'True', 'Succeeded', 'The namespaces of the cluster are collected')];
  if (collection?.namespaces === undefined) return [];
  const message =
    'Namespaces are collected in a degraded mode since the number of namespaces reaches the track limit';
  return [condition(type, 'False', 'Degraded', message)];
}

/** Agents of others stay as they are; ours appears with the first probe. */
function projectAgents(
  { cluster, previous }: MemberClusterView,
  statement: Statement,
): MemberClusterAgentStatus[] {
  const others = (previous?.agentStatus ?? []).filter(agent => agent.type !== MEMBER_AGENT);
  if (!cluster.health) return others;
  const before = previous?.agentStatus?.find(agent => agent.type === MEMBER_AGENT);
  const { lastHeartbeatAt } = cluster.health;
  return [
    {
      type: MEMBER_AGENT,
      conditions: mergeConditions(
        before?.conditions,
        agentClaims(cluster.health, cluster.isLeaving),
        statement,
      ),
      ...(lastHeartbeatAt === undefined ? {} : { lastReceivedHeartbeat: toRfc3339(lastHeartbeatAt) }),
    },
    ...others,
  ];
}

function agentClaims(health: MemberHealth, isLeaving: boolean): ConditionClaim[] {
  if (!health.joined && isLeaving) return [condition('Joined', 'False', 'InternalMemberClusterLeft', '')];
  return [agentJoinedClaim(health), healthClaim(health)];
}

function agentJoinedClaim({ joined, mistaken, message = '' }: MemberHealth): ConditionClaim {
  if (joined) return condition('Joined', 'True', 'InternalMemberClusterJoined', '');
  if (mistaken) return condition('Joined', 'False', mistaken, message);
  return condition('Joined', 'Unknown', 'InternalMemberClusterFailedToJoin', message);
}
