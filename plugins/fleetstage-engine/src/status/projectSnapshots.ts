import {
  annotationKeys,
  apiVersionOf,
  condition,
  derivedKinds,
  labelKeys,
  mergeConditions,
  policySnapshotName,
  resourceSnapshotName,
  subResourceSnapshotName,
  type ClusterResourceSnapshot,
  type ClusterSchedulingPolicySnapshot,
  type Instant,
  type KubeObject,
  type ObjectMeta,
  type ResourceSnapshot as NamespacedResourceSnapshot,
  type SchedulingPolicySnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { PlacementStatusInput, PolicySnapshot, ResourceSnapshot } from '../state/placement';
import { projectDecisions } from '../schedule/explainSchedule';
import { MAX_PART_BYTES, splitManifests } from '../snapshot/planSnapshot';
import { envelopeOf } from '../snapshot/envelope';
import { maskSecret } from './maskSecret';
import { toBase64 } from './toBase64';

/** A policy snapshot of either placement kind. */
export type PublishedPolicySnapshot = ClusterSchedulingPolicySnapshot | SchedulingPolicySnapshot;
/** A part of a resource snapshot of either placement kind. */
export type PublishedResourceSnapshot = ClusterResourceSnapshot | NamespacedResourceSnapshot;

/** The spec of a published snapshot never changes, so its generation is always the first. */
const SNAPSHOT_GENERATION = 1;

/**
 * The policy snapshots as the hub shows them (A/PL-190…194, POL-015); the newest carries the schedule. `previous` is
 * what the newest one says so far, for transition times.
 */
export function projectPolicySnapshots(
  state: PlacementStatusInput,
  previous: PublishedPolicySnapshot | undefined,
  now: Instant,
): PublishedPolicySnapshot[] {
  const latest = state.policySnapshots.at(-1);
  return state.policySnapshots.map(snapshot => {
    const projected = projectPolicySnapshot(state, snapshot, snapshot === latest);
    const { schedule } = state;
    if (snapshot !== latest || schedule?.policyIndex !== snapshot.index) return projected;
    if (schedule.isHeld) return withStatusOf(projected, previous);
    const claim = schedule.fulfilled
      ? condition('Scheduled', 'True', 'SchedulingPolicyFulfilled', schedule.message, schedule.at)
      : condition('Scheduled', 'False', 'SchedulingPolicyUnfulfilled', schedule.message, schedule.at);
    const statement = { generation: SNAPSHOT_GENERATION, now };
    return {
      ...projected,
      status: {
        observedCRPGeneration: schedule.placementGeneration,
        conditions: mergeConditions(previous?.status?.conditions, [claim], statement),
        targetClusters: projectDecisions(
          schedule.isRefresh ? state.verdicts.filter(({ selected }) => selected) : state.verdicts,
        ),
      },
    };
  });
}

/** A policy that cannot be evaluated leaves what the snapshot says of the last time that it could (A/SCH-001 row 8). */
function withStatusOf(
  projected: PublishedPolicySnapshot,
  previous: PublishedPolicySnapshot | undefined,
): PublishedPolicySnapshot {
  const isOfThis = previous?.metadata.name === projected.metadata.name;
  return isOfThis && previous.status ? { ...projected, status: previous.status } : projected;
}

function projectPolicySnapshot(
  state: PlacementStatusInput,
  snapshot: PolicySnapshot,
  isLatest: boolean,
): PublishedPolicySnapshot {
  const { index, hash, policy, placementGeneration, numberOfClusters } = snapshot;
  const kind = derivedKinds[kindOfPlacement(state.placement)].policySnapshot;
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      ...placeOf(state),
      name: policySnapshotName(state.placement.name, index),
      labels: {
        [labelKeys.parentPlacement]: state.placement.name,
        [labelKeys.isLatestSnapshot]: String(isLatest),
        [labelKeys.policyIndex]: String(index),
      },
      annotations: {
        [annotationKeys.placementGeneration]: String(placementGeneration),
        ...(numberOfClusters === undefined
          ? {}
          : { [annotationKeys.numberOfClusters]: String(numberOfClusters) }),
      },
      ownerReferences: ownersOf(state),
    },
    spec: { ...(policy === undefined ? {} : { policy }), policyHash: toBase64(hash) },
  };
}

export interface SnapshotContent {
  readonly snapshot: ResourceSnapshot;
  readonly manifests: readonly KubeObject[];
  /** Hash of the manifests, where the snapshot's is an identity made from it. */
  readonly hash?: string;
}

export interface ResourceSnapshotOptions {
  /** `masked`: keys of Secrets are shown, values are not (RUL 40). */
  readonly secrets: 'masked' | 'full';
  readonly maxPartBytes?: number;
}

/**
 * One resource snapshot as the hub shows it: a first part that says how many there are, and the rest of what does not
 * fit (A/SNP-002…006, PL-195).
 */
export function projectResourceSnapshot(
  state: PlacementStatusInput,
  { snapshot, manifests, hash = snapshot.hash }: SnapshotContent,
  { secrets, maxPartBytes = MAX_PART_BYTES }: ResourceSnapshotOptions,
): PublishedResourceSnapshot[] {
  const shown = secrets === 'full' ? manifests : manifests.map(maskSecret);
  const [first = [], ...others] = splitManifests(shown, maxPartBytes);
  const isLatest = snapshot.index === state.resourceSnapshots.at(-1)?.index;
  const { name } = state.placement;
  const labels = {
    [labelKeys.parentPlacement]: name,
    [labelKeys.resourceIndex]: String(snapshot.index),
  };
  const master: ObjectMeta = {
    ...placeOf(state),
    name: resourceSnapshotName(name, snapshot.index),
    labels: { ...labels, [labelKeys.isLatestSnapshot]: String(isLatest) },
    annotations: {
      [annotationKeys.resourceHash]: hash,
      [annotationKeys.numberOfResourceSnapshots]: String(1 + others.length),
      [annotationKeys.numberOfEnvelopes]: String(
        manifests.filter(one => envelopeOf(one) !== undefined).length,
      ),
    },
    ownerReferences: ownersOf(state),
  };
  return [
    toSnapshot(state, master, first),
    ...others.map((part, subIndex) =>
      toSnapshot(
        state,
        {
          ...placeOf(state),
          name: subResourceSnapshotName(name, snapshot.index, subIndex),
          labels,
          annotations: { [annotationKeys.subIndex]: String(subIndex) },
          ownerReferences: ownersOf(state),
        },
        part,
      ),
    ),
  ];
}

function toSnapshot(
  { placement }: PlacementStatusInput,
  metadata: ObjectMeta,
  selectedResources: readonly KubeObject[],
): PublishedResourceSnapshot {
  const kind = derivedKinds[kindOfPlacement(placement)].resourceSnapshot;
  return { apiVersion: apiVersionOf(kind), kind, metadata, spec: { selectedResources } };
}

/** What is derived of a ResourcePlacement is in the same namespace (A/PL-007, PL-009). */
const placeOf = ({ placement: { namespace } }: PlacementStatusInput) =>
  namespace === undefined ? {} : { namespace };

/** A/PL-067: the API server collects the snapshots of a placement that is gone. */
const ownersOf = ({ placement }: PlacementStatusInput) => [
  {
    apiVersion: apiVersionOf(kindOfPlacement(placement)),
    kind: kindOfPlacement(placement),
    name: placement.name,
    uid: placement.uid,
    controller: true,
    blockOwnerDeletion: true,
  },
];
