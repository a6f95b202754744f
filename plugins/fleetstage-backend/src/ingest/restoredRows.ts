import {
  annotationKeys,
  bindingName,
  finalizerKeys,
  fromRfc3339,
  instant,
  labelKeys,
  toPlacementKey,
  type Instant,
  type KubeObject,
  type ObjectMeta,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  advanceBinding,
  isKnownOverrides,
  snapshotHash,
  toIdentifier,
  type Binding,
  type MatchedOverrides,
  type PolicySnapshot,
  type PublishedPolicySnapshot,
  type PublishedResourceSnapshot,
  type ResourceSnapshot,
  type RolloutMark,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toFreeText } from '../database/freeText';
import { toKeyText } from '../database/keyText';
import type { AnyBinding, AnyPlacement } from './anyKind';
import { keyOf, renderingProof, type WorkHashes } from './restoredWorks';
import { bindingsOf } from './bindingsOf';
import { restoredMatch, type KnownOverrides } from './restoredOverrides';
import { toRestoredReport } from './restoredReport';

/** What the hub shows of the placements that an earlier database knew; kinds of both scopes together. */
export interface PublishedObjects {
  readonly policySnapshots: readonly PublishedPolicySnapshot[];
  readonly resourceSnapshots: readonly PublishedResourceSnapshot[];
  readonly bindings: readonly AnyBinding[];
  readonly overrides: KnownOverrides;
  /** Of KubeFleet; absent: there are none. */
  readonly works?: WorkHashes;
}

export interface RestoredSnapshot {
  readonly snapshot: ResourceSnapshot;
  /** Absent where the hub does not show them as they are: values of Secrets are masked. */
  readonly manifests?: readonly KubeObject[];
}

/** The rows of one placement, as far as the hub shows. */
export interface RestoredPlacement {
  /** Its key. */
  readonly name: string;
  readonly uid: string;
  readonly policySnapshots: readonly PolicySnapshot[];
  readonly resourceSnapshots: readonly RestoredSnapshot[];
  readonly bindings: readonly Binding[];
  /** Of bindings whose content, or overrides, did not come back. */
  readonly reports: readonly WorkReport[];
}

/**
 * Rows from what was published of them. Taken for ours: what belongs to a placement by its uid, and its bindings
 * (`bindingsOf`).
 *
 * A snapshot whose content is masked is kept where something depends on it: the newest, which the next capture fills when
 * the hub holds the same still, and those that clusters run.
 *
 * `identify` turns the hash that the hub shows into what rows call the content.
 */
export function restoreRows(
  placement: AnyPlacement,
  published: PublishedObjects,
  identify: (hash: string) => string = hash => hash,
): RestoredPlacement {
  const uid = placement.metadata.uid ?? '';
  const isOwn = ({ metadata }: { metadata: ObjectMeta }) =>
    (metadata.ownerReferences ?? []).some(owner => owner.uid === uid);
  const policySnapshots = published.policySnapshots.filter(isOwn).flatMap(toPolicySnapshot).sort(byIndex);
  const found = toResourceSnapshots(published.resourceSnapshots.filter(isOwn), identify);
  const { overrides, works = new Map<string, never>() } = published;
  const name = toPlacementKey(placement.metadata);
  const isProved = renderingProof(name, overrides.snapshots.values());
  const known = {
    snapshots: new Map(found.map(one => [one.snapshot.index, one])),
    overrides,
    works,
    isProved,
  };
  const restored = bindingsOf(placement, published.bindings).flatMap(shown =>
    toBinding(placement, shown, known).map(binding => ({ binding, shown })),
  );
  const bindings = restored.map(({ binding }) => binding);
  const inUse = new Set(bindings.map(({ resourceIndex }) => resourceIndex));
  const filled = new Set(found.flatMap(one => (one.manifests ? [one.snapshot.index] : [])));
  const isUnknown = ({ revision, resourceIndex, overrides: desired }: Binding) =>
    revision !== undefined &&
    ((resourceIndex !== undefined && !filled.has(resourceIndex)) || !isKnownOverrides(desired));
  return {
    name,
    uid,
    policySnapshots,
    resourceSnapshots: found.filter(
      one => one.manifests !== undefined || one === found.at(-1) || inUse.has(one.snapshot.index),
    ),
    bindings,
    reports: restored
      .filter(({ binding }) => isUnknown(binding))
      .map(({ binding, shown }) => toRestoredReport(binding, shown)),
  };
}

/** An earlier database has placed it: our finalizers come first. */
export const isHeld = ({ metadata }: AnyPlacement) =>
  metadata.finalizers?.includes(finalizerKeys.placement) === true;

function toPolicySnapshot({ metadata, spec }: PublishedPolicySnapshot): PolicySnapshot[] {
  const index = toNumber(metadata.labels?.[labelKeys.policyIndex]);
  if (index === undefined) return [];
  const { annotations = {} } = metadata;
  const numberOfClusters = toNumber(annotations[annotationKeys.numberOfClusters]);
  return [
    {
      index,
      hash: toFreeText(Buffer.from(spec.policyHash, 'base64').toString('ascii')),
      placementGeneration: toNumber(annotations[annotationKeys.placementGeneration]) ?? 0,
      createdAt: createdAt(metadata),
      ...(spec.policy && { policy: spec.policy }),
      ...(numberOfClusters !== undefined && { numberOfClusters }),
    },
  ];
}

/** Ascending index; the parts of one snapshot together. */
function toResourceSnapshots(
  objects: readonly PublishedResourceSnapshot[],
  identify: (hash: string) => string,
): RestoredSnapshot[] {
  const indexOf = ({ metadata }: PublishedResourceSnapshot) =>
    toNumber(metadata.labels?.[labelKeys.resourceIndex]);
  const partOf = ({ metadata }: PublishedResourceSnapshot) =>
    toNumber(metadata.annotations?.[annotationKeys.subIndex]) ?? -1;
  return objects
    .flatMap(first => {
      const index = indexOf(first);
      const hash = first.metadata.annotations?.[annotationKeys.resourceHash];
      if (index === undefined || hash === undefined) return [];
      const parts = objects.filter(other => indexOf(other) === index).sort((a, b) => partOf(a) - partOf(b));
      const manifests = parts.flatMap(({ spec }) => spec.selectedResources) as KubeObject[];
      const identifiers = manifests.map(toIdentifier);
      const snapshot = {
        index,
        hash: identify(toFreeText(hash)),
        identifiers,
        createdAt: createdAt(first.metadata),
      };
      return [{ snapshot, ...(snapshotHash(manifests) === hash && { manifests }) }];
    })
    .sort((a, b) => byIndex(a.snapshot, b.snapshot));
}

interface Known {
  /** By index. */
  readonly snapshots: ReadonlyMap<number, RestoredSnapshot>;
  readonly overrides: KnownOverrides;
  readonly works: WorkHashes;
  readonly isProved: ReturnType<typeof renderingProof>;
}

function toBinding(
  { metadata: placement }: AnyPlacement,
  shown: AnyBinding,
  { snapshots, overrides, works, isProved }: Known,
): Binding[] {
  const { metadata, spec, status } = shown;
  const { name, uid = '' } = placement;
  const { targetCluster, clusterDecision, applyStrategy = {} } = spec;
  const cluster = toKeyText(targetCluster);
  const { selected, reason, clusterScore: score } = clusterDecision;
  const previousPhase = toPreviousPhase(metadata.annotations?.[annotationKeys.previousBindingState]);
  const binding: Binding = {
    name: bindingName(name, uid, cluster),
    cluster,
    phase: spec.state as Binding['phase'],
    ...(previousPhase !== undefined && { previousPhase }),
    policyIndex: toNumber(spec.schedulingPolicySnapshotName?.slice(name.length + 1)) ?? 0,
    decision: { cluster, selected, code: 'Restored', reason, ...(score && { score }) },
    createdAt: createdAt(metadata),
  };
  const index = toNumber(spec.resourceSnapshotName?.slice(name.length + 1).replace(/-snapshot$/, ''));
  const rollout = toRollout(status?.conditions) ?? unknownRollout(binding);
  if (index === undefined) return [binding];
  // Of a snapshot that nobody knows any more the cluster still holds something that is to be kept, or cleaned.
  const snapshot = { index, hash: snapshots.get(index)?.snapshot.hash ?? 'unknown' };
  const isProvedHere = (matched: MatchedOverrides) =>
    isProved(works.get(keyOf(metadata.name, metadata.namespace)), {
      index,
      matched,
      manifests: snapshots.get(index)?.manifests,
    });
  const desired = { snapshot, applyStrategy, overrides: restoredMatch(shown, overrides, isProvedHere) };
  const advanced = advanceBinding(binding, { ...desired, rollout });
  return [
    { ...advanced, phase: binding.phase, ...(previousPhase && { previousPhase: binding.previousPhase }) },
  ];
}

const PREVIOUS = ['Scheduled', 'Bound'] as const satisfies readonly Binding['previousPhase'][];
const toPreviousPhase = (text: string | undefined) => PREVIOUS.find(phase => phase === text);

type Conditions = NonNullable<AnyBinding['status']>['conditions'];

function toRollout(conditions: Conditions): RolloutMark | undefined {
  const started = conditions?.find(({ type }) => type === 'RolloutStarted');
  if (started === undefined) return undefined;
  // KubeFleet's word for it is the shorter one.
  const run = /, (?:clusterStagedUpdateRun|stagedUpdateRun|updateRun): (\S+)$/.exec(
    started.message ?? '',
  )?.[1];
  const isStarted = started.status === 'True';
  return {
    status: isStarted ? 'True' : 'False',
    reason: isStarted ? 'RolloutStarted' : 'RolloutNotStartedYet',
    message: started.message ?? '',
    at: fromRfc3339(started.lastTransitionTime) ?? instant(0),
    ...(run !== undefined && { run }),
  };
}

const unknownRollout = ({ createdAt: at }: Binding): RolloutMark => ({
  status: 'True',
  reason: 'RolloutStarted',
  message: 'restored from what the hub shows',
  at,
});

const createdAt = ({ creationTimestamp }: ObjectMeta): Instant =>
  fromRfc3339(creationTimestamp) ?? instant(0);

const byIndex = (a: { readonly index: number }, b: { readonly index: number }) => a.index - b.index;

/** Whole numbers as our names and labels carry them. */
const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
