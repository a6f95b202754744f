import { InputError, NotFoundError } from '@backstage/errors';
import {
  instant,
  parseLabelSelector,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  memberStatus,
  isOpen,
  markOf,
  parseLabelQuery,
  projectMemberCluster,
  findTrouble,
  hasJoinIdentity,
  pullMemberOf,
  type ClusterFacts,
  type MemberStatus,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadFleet } from '../database/clusterStore';
import { loadDrains } from '../database/drainStore';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey } from '../database/placementObject';
import { placementOfRun } from '../database/stagedObjects';
import { loadPresence, type Presence } from '../database/views/presence';
import { loadHoldings, type Holding } from '../database/views/holdings';
import { drainOfCluster } from './clusterDrain';
import type { Answer, Asked, Schemas } from './contract';
import { foreseeClusterLeave, readClusterEvictions, readLeave } from './clusterParts';
import { pageOf } from './paging';
import { carrierOf, checkHub, CLUSTER_SCOPE, codesOf, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';
import { buildUnfinished, everyRun, type BuiltRun, type BuiltRuns } from './runs';
import { manifestOf } from './wholeRuns';

export const CLUSTER_STATES: readonly Schemas['ClusterState'][] = [
  'notJoined',
  'credentialsRefused',
  'noHeartbeat',
  'unreachable',
  'unhealthy',
  'joining',
  'leaving',
  'healthy',
];

/** A member with its state: what lists sort and count by. */
export interface SeenCluster {
  readonly facts: ClusterFacts;
  readonly status: MemberStatus;
  readonly carrier: Schemas['ClusterCarrier'];
}

export const seeCluster = (
  deps: Pick<QueryDeps, 'carrierOf'>,
  facts: ClusterFacts,
  now: Instant,
): SeenCluster => ({
  facts,
  status: memberStatus(facts, now),
  carrier: carrierOf(deps, facts.name),
});

/** Trouble first, then by name. */
export const byTrouble = (a: SeenCluster, b: SeenCluster) =>
  CLUSTER_STATES.indexOf(a.status.state) - CLUSTER_STATES.indexOf(b.status.state) || byName(a, b);

const byName = (a: SeenCluster, b: SeenCluster) => (a.facts.name < b.facts.name ? -1 : 1);

export async function listClusters(
  deps: QueryDeps,
  asked: Asked<'/clusters'>,
  viewer: Viewer,
): Promise<Answer<'/clusters'>> {
  checkHub(deps, asked);
  const states = codesOf(asked.state, CLUSTER_STATES);
  const matches = labelPredicate(asked.label);
  const { fleet, drains } = await reading(deps, async tx => ({
    fleet: await loadFleet(tx, deps.hub),
    drains: await loadDrains(tx, deps.hub),
  }));
  const now = deps.clock.now();
  const found = fleet
    .filter(({ name, labels }) => (asked.q === undefined || name.includes(asked.q)) && matches(labels))
    .map(facts => seeCluster(deps, facts, now))
    .filter(({ status }) => states === undefined || states.has(status.state))
    .sort(asked.sort === 'name' ? byName : byTrouble);
  const page = pageOf(found, asked, ({ facts }) => facts.name);
  const names = page.items.map(({ facts }) => facts.name);
  const presence = await readPresence(deps, names);
  const comingTo = countComing(await buildUnfinished(deps));
  return {
    ...stampOf(deps),
    ...page,
    items: page.items.map(one => ({
      ...toClusterSummary(one, presence.get(one.facts.name), comingTo(one.facts.name)),
      ...drainOfCluster(one.facts, drains),
    })),
    total: found.length,
    healthy: found.filter(({ status }) => status.state === 'healthy').length,
    labelKeys: [deps.axes.rows, deps.axes.columns],
    mayJoin: viewer.mayJoinCluster(),
  };
}

function labelPredicate(text: string | undefined): (labels: Readonly<Record<string, string>>) => boolean {
  if (text === undefined || text.trim() === '') return () => true;
  const query = parseLabelQuery(text);
  if (!query.ok) throw new InputError(`label: ${query.error}`);
  const selector = parseLabelSelector(query.value);
  if (!selector.ok) throw new InputError(`label: ${selector.error}`);
  return selector.value;
}

/** The placements on the named clusters. */
export const readPresence = (deps: QueryDeps, names: readonly string[]) =>
  reading(deps, tx => loadPresence(tx, deps.hub, names));

/**
 * How many of the unfinished runs have work to do on a cluster: of none is that known while there is a run that cannot be read.
 */
export function countComing({ built, unreadable }: BuiltRuns): (cluster: string) => number | undefined {
  const coming = new Map<string, number>();
  const planned = built
    .flatMap(({ inputs }) => inputs.progress?.stages ?? [])
    .flatMap(stage => stage.clusters);
  for (const { cluster, succeededAt, failed } of planned) {
    if (succeededAt === undefined && failed === undefined)
      coming.set(cluster, (coming.get(cluster) ?? 0) + 1);
  }
  return name => (unreadable.length > 0 ? undefined : (coming.get(name) ?? 0));
}

export function toClusterSummary(
  { facts, status, carrier }: SeenCluster,
  presence: Presence | undefined,
  runsComing: number | undefined,
): Schemas['ClusterSummary'] {
  const { name, labels, taints, properties, health } = facts;
  const nodes = properties['kubernetes-fleet.io/node-count'];
  return {
    name,
    state: status.state,
    carrier,
    ...(status.message !== undefined && { message: status.message }),
    ...(status.since !== undefined && { since: toRfc3339(status.since) }),
    ...(health?.lastHeartbeatAt !== undefined && { lastSeenAt: toRfc3339(health.lastHeartbeatAt) }),
    labels: { ...labels },
    taints: taints.map(taint => ({ ...taint })),
    ...(properties['k8s.io/k8s-version'] && { kubernetesVersion: properties['k8s.io/k8s-version'] }),
    ...(nodes !== undefined && { nodes: Number(nodes) }),
    ...(facts.resourceUsage && { cpu: usageOf(facts, 'cpu'), memory: usageOf(facts, 'memory') }),
    placements: presence?.placements ?? 0,
    available: presence?.available ?? 0,
    ...(runsComing !== undefined && { runsComing }),
  };
}

function usageOf({ resourceUsage }: ClusterFacts, resource: string): Schemas['Usage'] {
  const total = resourceUsage?.capacity?.[resource];
  const allocatable = resourceUsage?.allocatable?.[resource];
  const available = resourceUsage?.available?.[resource];
  return {
    ...(total !== undefined && { total }),
    ...(allocatable !== undefined && { allocatable }),
    ...(available !== undefined && { available }),
  };
}

/** The run has nothing more to do on the cluster. */
const DONE_HERE: ReadonlySet<Schemas['RunClusterState']> = new Set(['updated', 'failed', 'removed']);

export async function getCluster(
  deps: QueryDeps,
  asked: Asked<'/clusters/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/clusters/{name}'>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { name } = asked;
  const { object, fleet, presence, holdings, drains, leave, evictions } = await reading(deps, async tx => ({
    object: await loadObject(tx, { hub, kind: 'MemberCluster', name }),
    fleet: await loadFleet(tx, hub, { only: name }),
    presence: await loadPresence(tx, hub, [name]),
    holdings: await loadHoldings(tx, hub, name),
    leave: await readLeave(tx, hub, name),
    evictions: await readClusterEvictions(tx, hub, name),
    drains: await loadDrains(tx, hub),
  }));
  const [facts] = fleet;
  if (object === undefined || facts === undefined)
    throw new NotFoundError(`Cluster "${name}" is no member of hub "${hub}"`);
  const built = everyRun(await buildUnfinished(deps));
  const now = deps.clock.now();
  const seen = seeCluster(deps, facts, now);
  const runsHere = built.flatMap(run => toRunHere(run, name));
  const coming = runsHere.filter(({ state }) => !DONE_HERE.has(state)).length;
  const summary = toClusterSummary(seen, presence.get(name), coming);
  return {
    ...stampOf(deps),
    cluster: {
      ...summary,
      ...drainOfCluster(facts, drains),
      ...objectFacts(object),
      may: {
        update: viewer.mayUpdateCluster(),
        leave: viewer.mayLeaveFleet(),
        drain: viewer.mayDrainCluster(),
        join: viewer.mayJoinCluster(),
      },
      leave: foreseeClusterLeave(deps, object, leave),
      ...evictions,
      joinsByToken: seen.carrier === 'pull' && hasJoinIdentity(pullMemberOf(object)),
      properties: { ...facts.properties },
      conditions: conditionsOf(seen, object, now),
      placementsHere: holdings.map(one => toHolding(one, built, now)),
      notAvailable: summary.placements - summary.available,
      runsHere,
      ...(facts.heartbeatPeriodMs !== undefined && {
        heartbeatPeriodSeconds: facts.heartbeatPeriodMs / 1000,
      }),
    },
  };
}

function objectFacts(object: KubeObject) {
  return {
    uid: object.metadata.uid ?? '',
    resourceVersion: object.metadata.resourceVersion ?? '',
    generation: object.metadata.generation ?? 0,
    manifest: manifestOf(object),
    ...(object.metadata.creationTimestamp !== undefined && { joinedAt: object.metadata.creationTimestamp }),
  };
}

/** The conditions that are published of the member; an undated one has no time. */
function conditionsOf(
  { facts }: SeenCluster,
  { metadata }: KubeObject,
  now: Instant,
): Schemas['Condition'][] {
  const undated = instant(0);
  const status = projectMemberCluster(
    { cluster: facts },
    { generation: metadata.generation ?? 0, now: undated },
  );
  const stated = [
    ...(status.conditions ?? []),
    ...(status.agentStatus ?? []).flatMap(agent => agent.conditions ?? []),
  ];
  const known = new Map(stated.map(condition => [condition.type, condition]));
  return [...known.values()].map(({ lastTransitionTime, ...condition }) => ({
    ...condition,
    ...(lastTransitionTime !== toRfc3339(undated) && now > 0 && { lastTransitionTime }),
  }));
}

/** A run that is not over and moves the placement takes its clusters in turn. */
function toHolding(holding: Holding, runs: readonly BuiltRun[], now: Instant) {
  const { placement, state, moves, mender, message, snapshot, since: at, verifiedAt, conditions } = holding;
  const { overrides, holder, isForUpgrades } = holding;
  const { namespace: scope = CLUSTER_SCOPE, name } = fromObjectKey(placement);
  const run = runs.find(({ model }) => placementOfRun('', model.assessment.run).name === placement)?.object
    .metadata;
  const since = at === undefined ? {} : { since: toRfc3339(at) };
  const trouble = findTrouble({ state, moves, mender, holder, isForUpgrades, run: run?.name, ...since }, now);
  return {
    scope,
    name,
    state,
    ...(trouble && { trouble }),
    ...(message !== undefined && { message }),
    ...(snapshot !== undefined && { snapshot: String(snapshot) }),
    ...(overrides && { overrides: [...overrides] }),
    ...since,
    ...(verifiedAt !== undefined && { verifiedAt: toRfc3339(verifiedAt) }),
    conditions,
  };
}

type RunHere = Schemas['Cluster']['runsHere'][number];

function toRunHere({ model, object }: BuiltRun, cluster: string): RunHere[] {
  for (const view of model.stages) {
    const index = view.clusters.findIndex(one => one.cluster.cluster === cluster);
    if (index < 0) continue;
    const previous = model.stages.find(one => one.index === view.index - 1);
    const gate = [...(previous?.after ?? []), ...view.before].find(isOpen);
    const plan = model.assessment.progress?.plan;
    return [
      {
        scope: object.metadata.namespace ?? CLUSTER_SCOPE,
        run: object.metadata.name,
        placement: model.assessment.run.spec.placementName,
        stage: view.stage.name,
        position: index + 1,
        of: view.clusters.length,
        state: view.clusters[index].state,
        ...(gate && { afterGate: markOf(gate) }),
        ...(plan && { snapshot: String(plan.resourceIndex) }),
      },
    ];
  }
  return [];
}
