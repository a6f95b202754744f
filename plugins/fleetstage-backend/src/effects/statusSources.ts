import {
  fromRfc3339,
  isJsonObject,
  type Instant,
  type JsonObject,
  type MemberClusterStatus,
  type PlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideRun,
  projectMemberCluster,
  projectPlacement,
  projectRun,
  trimStatus,
  type ClusterFacts,
  type PlacementState,
  type RunState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadCluster, toClusterFacts } from '../database/clusterStore';
import { fromHubKey } from '../database/keys';
import { loadRunState } from '../database/loadRunState';
import { loadPlacementState } from '../database/placementStore';
import { queues } from '../database/queue/queues';
import type { Clock } from '../ports';
import type { StatusSource } from './publishStatus';

/** Status of a placement, cut where it would not fit the store (RUL 42). */
export const placementStatus = (clock: Clock): StatusSource<PlacementState> => ({
  queue: queues.publishPlacement,
  kind: 'ClusterResourcePlacement',
  load: loadPlacementState,
  project(state, live) {
    const previous = asStatus<PlacementStatus>(live);
    const now = clock.now();
    const statement = { generation: state.placement.generation, now, ...(previous && { previous }) };
    return toJson(trimStatus(projectPlacement(state, previous, now), statement));
  },
});

/** Status of an update run; what holds it back is decided anew, since a decision is a pure function of the rows. */
export const runStatus = (
  clock: Clock,
): StatusSource<RunState & { progress: NonNullable<RunState['progress']> }> => ({
  queue: queues.publishRun,
  kind: 'ClusterStagedUpdateRun',
  async load(tx, key) {
    const state = await loadRunState(tx, key);
    return state?.progress && { ...state, progress: state.progress };
  },
  project: state => toJson(projectRun(state.run, state.progress, decideRun(state, clock.now()).blockers)),
});

/** Status of a MemberCluster; times alone are written rarely (RUL 45). */
export const memberStatus = (
  clock: Clock,
  timesEveryMs: number,
): StatusSource<{ facts: ClusterFacts; generation: number }> => ({
  queue: queues.publishMember,
  kind: 'MemberCluster',
  timesEveryMs,
  async load(tx, key, object) {
    const { hub, name } = fromHubKey(key);
    const record = await loadCluster(tx, hub, name);
    return record && { facts: toClusterFacts(object, record), generation: object.metadata.generation ?? 0 };
  },
  project({ facts, generation }, live) {
    const previous = asStatus<MemberClusterStatus>(live);
    const observedAt = observedAtOf(facts);
    const view = {
      cluster: facts,
      ...(previous && { previous }),
      ...(observedAt !== undefined && { propertiesObservedAt: observedAt }),
    };
    return toJson(projectMemberCluster(view, { generation, now: clock.now() }));
  },
});

const observedAtOf = ({ resourceUsage }: ClusterFacts): Instant | undefined =>
  fromRfc3339(resourceUsage?.observationTime);

/** The API server has checked the shape of a live status. */
const asStatus = <T extends object>(live: JsonObject | undefined) => live as T | undefined;

/** As it goes over the wire: without what is undefined. */
function toJson(status: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(status));
  return isJsonObject(json) ? json : {};
}
