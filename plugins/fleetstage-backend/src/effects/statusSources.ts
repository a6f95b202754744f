import {
  fromRfc3339,
  isJsonObject,
  placementKindOf,
  stagedKindsOfKey,
  type Instant,
  type JsonObject,
  type KubeObject,
  type MemberClusterStatus,
  type PlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  projectMemberCluster,
  projectMemberEvent,
  projectPlacement,
  projectRun,
  isRunOver,
  statusEvents,
  toBlockers,
  trimStatus,
  type AgentView,
  type ClusterFacts,
  type CollectionRecord,
  type PlacementStatusInput,
  type ProfileView,
  type RunState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadCluster, toClusterFacts } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadRunState } from '../database/loadRunState';
import { loadMemberAgent } from '../database/memberAgentStore';
import { loadNamespaces } from '../database/namespaceStore';
import { loadStatusInput } from '../database/placementStore';
import { queues } from '../database/queue/queues';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import { viewOf } from './publishClusterProfile';
import type { StatusSource } from './publishStatus';
import { reportPlacement } from './reportPlacement';

/** Status of a placement, cut where it would not fit the store (RUL 42). */
export const placementStatus = (clock: Clock, metrics: Metrics): StatusSource<PlacementStatusInput> => ({
  queue: queues.publishPlacement,
  kindOf: placementKindOf,
  load: loadStatusInput,
  project(state, live) {
    const previous = asStatus<PlacementStatus>(live);
    const now = clock.now();
    const statement = { generation: state.placement.generation, now, ...(previous && { previous }) };
    return toJson(trimStatus(projectPlacement(state, previous, now), statement));
  },
  ...reportPlacement(clock, metrics),
});

/**
 * Status of an update run. A run that is not over waits for something: without a row that says what, no pass of this
 * version has decided yet, and nothing is said until one has.
 */
export const runStatus: StatusSource<RunState & { progress: NonNullable<RunState['progress']> }> = {
  queue: queues.publishRun,
  kindOf: name => stagedKindsOfKey(name).run,
  async load(tx, key) {
    const state = await loadRunState(tx, key);
    if (state?.progress === undefined || isUndecided(state)) return undefined;
    return { ...state, progress: state.progress };
  },
  project: state => toJson(projectRun(state.run, state.progress, toBlockers(state.blockers ?? []))),
};

const isUndecided = ({ run, progress, blockers }: RunState) =>
  blockers === undefined && run.deletedAt === undefined && progress !== undefined && !isRunOver(progress);

/** Status of a MemberCluster; times alone are written rarely (RUL 45). */
export const memberStatus = (
  clock: Clock,
  timesEveryMs: number,
  onWritten?: (tx: Tx, at: HubKey, view: ProfileView) => Promise<void>,
): StatusSource<MemberRows> => ({
  queue: queues.publishMember,
  kindOf: () => 'MemberCluster',
  timesEveryMs,
  async load(tx, key, object) {
    const { hub, name } = fromHubKey(key);
    const record = await loadCluster(tx, hub, name);
    if (record === undefined) return undefined;
    const { collection } = record;
    const namespaces = collection?.namespaces && (await loadNamespaces(tx, hub, name));
    const facts = toClusterFacts(object, record, { ...(namespaces && { namespaces }) });
    const generation = object.metadata.generation ?? 0;
    const agent = await loadAgentView(tx, { hub, name }, object);
    const profile = viewOf(object, facts, collection);
    return { facts, generation, profile, ...(collection && { collection }), ...(agent && { agent }) };
  },
  noteWritten: async (tx, at, { profile }) => onWritten?.(tx, at, profile),
  eventsOf({ metadata: { name, uid = '' } }, { agent }, live, status) {
    const before = asStatus<MemberClusterStatus>(live);
    const after = asStatus<MemberClusterStatus>(status) ?? {};
    return statusEvents({ ...(before && { before }), after, isPulled: agent !== undefined }).map(words =>
      projectMemberEvent({ name, uid }, words, clock.now()),
    );
  },
  project({ facts, generation, collection, agent }, live) {
    const previous = asStatus<MemberClusterStatus>(live);
    const observedAt = observedAtOf(facts);
    const view = {
      cluster: facts,
      ...(previous && { previous }),
      ...(observedAt !== undefined && { propertiesObservedAt: observedAt }),
      ...(collection && { collection }),
      ...(agent && { agent }),
    };
    return toJson(projectMemberCluster(view, { generation, now: clock.now() }));
  },
});

interface MemberRows {
  readonly facts: ClusterFacts;
  readonly generation: number;
  readonly profile: ProfileView;
  readonly collection?: CollectionRecord;
  /** Of a pull member. */
  readonly agent?: AgentView;
}

/** Whose agent is to leave since it has credentials is pushed to. */
async function loadAgentView(
  tx: Tx,
  { hub, name }: HubKey,
  { metadata }: KubeObject,
): Promise<AgentView | undefined> {
  const agent = await loadMemberAgent(tx, hub, name);
  if (agent === undefined || agent.memberUid !== metadata.uid || agent.leavingSince !== undefined)
    return undefined;
  const { ensuredFor, problem } = agent;
  return { isReady: ensuredFor !== undefined, ...(problem !== undefined && { problem }) };
}

const observedAtOf = ({ resourceUsage }: ClusterFacts): Instant | undefined =>
  fromRfc3339(resourceUsage?.observationTime);

/** The API server has checked the shape of a live status. */
const asStatus = <T extends object>(live: JsonObject | undefined) => live as T | undefined;

/** As it goes over the wire: without what is undefined. */
export function toJson(status: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(status));
  return isJsonObject(json) ? json : {};
}
