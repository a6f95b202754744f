import {
  failure,
  ok,
  type AutoUpgradeType,
  type Instant,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseAssigner, type StageAssignment } from '../assignment/assignClusters';
import { nextAvailableAt } from '../catalog/designate';
import { sequenceChannel, type SequenceChannel } from '../catalog/sequenceChannel';
import { endOfSupportOf } from '../catalog/support';
import { maintenanceAt, type MaintenanceState } from '../maintenance/maintenanceState';
import type { Judgements } from '../rollout/judgements';
import type { SequenceState } from '../state/sequenceState';
import { viewCluster, type ClusterView } from './clusterView';

/** Why no version is designated for the sequence now. */
export interface ChannelProblem {
  readonly reason: 'CatalogNotFound' | 'ChannelNotFound';
  readonly message: string;
}

/** Everything that stays the same during one pass. */
export interface SequencePass {
  readonly state: SequenceState;
  readonly now: Instant;
  /** Today's. */
  readonly assignment: StageAssignment;
  readonly channel: Result<SequenceChannel, ChannelProblem>;
  /** All clusters of the hub. */
  readonly clusters: ReadonlyMap<string, ClusterView>;
  readonly existing: ReadonlySet<string>;
  /** When the catalogue designates something new. */
  readonly nextDesignationAt?: Instant;
  maintenanceOf(view: ClusterView, step: AutoUpgradeType): MaintenanceState;
  /** What was found already; nothing outlives the pass. */
  readonly judgements: Judgements;
}

/** The error is a sentence on a selector of the sequence that does not compile; admission refuses such. */
export function openPass(state: SequenceState, now: Instant): Result<SequencePass> {
  const { sequence, settings, catalog } = state;
  const parsed = parseAssigner(sequence.spec);
  // A sequence that is deleted needs no stages any more.
  const assigner = parsed.ok || sequence.deletedAt === undefined ? parsed : parseAssigner({ stages: [] });
  if (!assigner.ok) return assigner;
  const assignment = assigner.value(state.clusters);
  const clusters = new Map(
    state.clusters.map(cluster => [cluster.name, viewCluster(cluster, now, settings)] as const),
  );
  const next = catalog.ok ? nextAvailableAt(catalog.value, now) : undefined;
  return ok({
    state,
    now,
    assignment,
    channel: channelOf(state, assignment, clusters),
    clusters,
    existing: new Set(clusters.keys()),
    ...(next !== undefined && { nextDesignationAt: next }),
    maintenanceOf: rememberMaintenance(state, now),
    judgements: new Map(),
  });
}

function channelOf(
  { catalog, sequence }: SequenceState,
  { stages }: StageAssignment,
  clusters: ReadonlyMap<string, ClusterView>,
): SequencePass['channel'] {
  if (!catalog.ok) return failure(catalog.error);
  const { channel } = sequence.spec;
  const found = sequenceChannel(catalog.value, {
    ...(channel !== undefined && { set: channel }),
    ofClusters: stages.flatMap(stage => stage.clusters.map(name => clusters.get(name)?.channelLabel)),
  });
  return found.ok ? found : failure({ reason: 'ChannelNotFound', message: found.error });
}

const ALWAYS_OPEN: MaintenanceState = { kind: 'Open' };

/** Openings of 90 days are searched once for each step and set of policies, which clusters of a fleet have in common. */
function rememberMaintenance({ catalog }: SequenceState, now: Instant): SequencePass['maintenanceOf'] {
  const known = new Map<string, MaintenanceState>();
  return ({ cluster: { policies }, controlPlane }, step) => {
    if (policies.length === 0) return ALWAYS_OPEN;
    const minor = controlPlane?.unit?.current;
    const endOfSupport = catalog.ok && minor ? endOfSupportOf(catalog.value, minor) : undefined;
    const key = JSON.stringify([step, endOfSupport ?? null, policies.map(({ name }) => name)]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const state = maintenanceAt(policies, now, {
      step,
      ...(endOfSupport !== undefined && { endOfSupport }),
    });
    known.set(key, state);
    return state;
  };
}
