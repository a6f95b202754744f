import {
  fromRfc3339,
  type Condition,
  type JsonObject,
  type MaintenancePolicyStatus,
  type RolloutSequenceStatus,
  type VersionCatalogSpec,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  findFleetConflicts,
  projectCatalog,
  projectPolicy,
  projectRollout,
  projectSequence,
  type SequenceRollout,
  type SequenceState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { fromHubKey } from '../../database/keys';
import { loadObject } from '../../database/mirrorStore';
import { queues } from '../../database/queue/queues';
import { resolveKnown } from '../../database/sequences/catalogs';
import {
  loadSequenceClusters,
  loadSequenceState,
  ownObject,
} from '../../database/sequences/loadSequenceState';
import { readPolicy, type KnownPolicy } from '../../database/sequences/policies';
import { loadVersionRollout } from '../../database/sequences/versionRolloutStore';
import type { Clock } from '../../ports';
import type { SequencesSettings } from '../../sequenceSettings';
import type { StatusSource } from '../publishStatus';
import { toJson } from '../statusSources';

/**
 * Status of a RolloutSequence (E §2.3). A status speaks of the generation that it names: nothing is said of one that no pass has
 * decided on, but for a sequence whose fleets an older one has, of which passes decide nothing.
 */
export const sequenceStatus = (clock: Clock, settings: SequencesSettings): StatusSource<SequenceState> => ({
  queue: queues.publishSequence,
  kindOf: () => 'RolloutSequence',
  async load(tx, key, { metadata }) {
    const loaded = await loadSequenceState(tx, fromHubKey(key), settings);
    if (loaded === undefined || loaded.uid !== metadata.uid) return undefined;
    const { state } = loaded;
    const { name, createdAt, generation, memory, spec } = state.sequence;
    const isUndecided = memory !== undefined && memory.generation !== generation;
    const isBlocked = () =>
      findFleetConflicts({ name, createdAt, stages: spec.stages }, state.siblings).length > 0;
    return isUndecided && !isBlocked() ? undefined : state;
  },
  project(state, live) {
    const previous = live as RolloutSequenceStatus | undefined;
    return toJson(projectSequence(state, { now: clock.now(), ...(previous && { previous }) }));
  },
});

interface RolloutRows {
  readonly rollout: SequenceRollout;
  readonly hasSequence: boolean;
}

/** Status of a Rollout (E §4.3); one that the engine did not create is told so, and nothing else (E/RO-005). */
export const versionRolloutStatus = (clock: Clock): StatusSource<RolloutRows> => ({
  queue: queues.publishVersionRollout,
  kindOf: () => 'Rollout',
  async load(tx, key, object) {
    const at = fromHubKey(key);
    const spec = object.spec as VersionRolloutSpec;
    const sequence = await loadObject(tx, { hub: at.hub, kind: 'RolloutSequence', name: spec.sequence });
    const hasSequence = sequence !== undefined;
    const record = await loadVersionRollout(tx, at);
    if (record === undefined || ownObject(record, object) === undefined) {
      const generation = object.metadata.generation ?? 0;
      return { rollout: { name: at.name, generation, spec }, hasSequence };
    }
    const { name, generation, memory } = record;
    return { rollout: { name, generation, spec: record.spec, memory }, hasSequence };
  },
  project: ({ rollout, hasSequence }, live) =>
    toJson(projectRollout(rollout, { now: clock.now(), hasSequence, ...previousOf(live) })),
});

interface CatalogRows {
  readonly spec: VersionCatalogSpec;
  readonly resolved: Awaited<ReturnType<typeof resolveKnown>>;
  readonly generation: number;
}

/** Status of a VersionCatalog (E/VC-006). */
export const catalogStatus = (clock: Clock): StatusSource<CatalogRows> => ({
  queue: queues.publishCatalog,
  kindOf: () => 'VersionCatalog',
  async load(tx, key, { metadata, spec }) {
    const catalog = spec as VersionCatalogSpec;
    const resolved = await resolveKnown(tx, fromHubKey(key).hub, catalog);
    return { spec: catalog, resolved, generation: metadata.generation ?? 0 };
  },
  project: ({ spec, resolved, generation }, live) =>
    toJson(projectCatalog(spec, resolved, { generation, now: clock.now(), ...previousOf(live) })),
});

interface PolicyRows {
  readonly policy: KnownPolicy;
  readonly clusterCount: number;
  readonly generation: number;
}

/** Status of a MaintenancePolicy (E/MP-009): it changes by itself whenever a window or an exclusion begins or ends. */
export const policyStatus = (clock: Clock): StatusSource<PolicyRows> => {
  const project = (
    { policy, clusterCount, generation }: PolicyRows,
    live?: JsonObject,
  ): MaintenancePolicyStatus =>
    projectPolicy(policy.rules, clusterCount, { generation, now: clock.now(), ...previousOf(live) });
  return {
    queue: queues.publishPolicy,
    kindOf: () => 'MaintenancePolicy',
    async load(tx, key, object) {
      const policy = readPolicy(object);
      const clusters = await loadSequenceClusters(tx, fromHubKey(key).hub);
      return {
        policy,
        clusterCount: clusters.filter(policy.matches).length,
        generation: object.metadata.generation ?? 0,
      };
    },
    project: (rows, live) => toJson(project(rows, live)),
    validMs(rows) {
      const next = fromRfc3339(project(rows).nextChange);
      return next === undefined ? undefined : Math.max(MIN_VALID_MS, next - clock.now());
    },
  };
};

/** A clock that is a little behind finds the change of a moment ago still ahead. */
const MIN_VALID_MS = 1_000;

function previousOf(live: JsonObject | undefined): { readonly previous?: readonly Condition[] } {
  const previous = live?.conditions as readonly Condition[] | undefined;
  return { ...(previous && { previous }) };
}
