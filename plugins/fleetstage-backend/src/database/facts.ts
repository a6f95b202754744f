import {
  acceptedStrategiesOf,
  annotationKeys,
  finalizerKeys,
  fromRfc3339,
  instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterApprovalRequest,
  ClusterResourcePlacement,
  ClusterResourcePlacementEviction,
  ClusterStagedUpdateRun,
  Condition,
  Instant,
  KubeObject,
  ObjectMeta,
  ResourcePlacement,
  StagedUpdateRun,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ApprovalRequest,
  PendingEviction,
  PlacementFacts,
  RunFacts,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { isTakenBack, type Approval } from './approvalStore';
import type { Tx } from './db';
import type { HubKey, PlacementRef } from './keys';
import { loadObject } from './mirrorStore';
import { placementObject } from './placementObject';
import { runObject } from './stagedObjects';

/**
 * Mirrored objects as the engine's facts. Their shape and their defaults were seen to by the API server (CRD schema), so
 * the casts below are borders, not hopes.
 */
export function toPlacementFacts(object: KubeObject): PlacementFacts {
  const { metadata, spec } = object as unknown as ClusterResourcePlacement | ResourcePlacement;
  const removalAnswer = metadata.annotations?.[annotationKeys.confirmRemoval];
  const has = (finalizer: string) => metadata.finalizers?.includes(finalizer) === true;
  const acceptedStrategies = acceptedStrategiesOf(object);
  return {
    ...toIdentity(object),
    ...(metadata.namespace && { namespace: metadata.namespace }),
    spec,
    hasFinalizers: has(finalizerKeys.placement) && has(finalizerKeys.scheduler),
    hasSomeFinalizer: has(finalizerKeys.placement) || has(finalizerKeys.scheduler),
    ...(acceptedStrategies && { acceptedStrategies }),
    ...describedBy(metadata),
    ...(removalAnswer && { removalAnswer }),
  };
}

export function toRunFacts(object: KubeObject): RunFacts {
  const { metadata, spec } = object as unknown as ClusterStagedUpdateRun | StagedUpdateRun;
  const reason = metadata.annotations?.[annotationKeys.endRun]?.trim();
  const { hasEnded } = (object.status ?? {}) as { hasEnded?: boolean };
  return {
    ...toIdentity(object),
    ...(metadata.namespace && { namespace: metadata.namespace }),
    spec,
    ...(hasEnded && { hasEnded }),
    ...(reason && { end: { reason } }),
    ...describedBy(metadata),
    hasFinalizer: metadata.finalizers?.includes(finalizerKeys.updateRun) === true,
  };
}

/** An eviction as last seen on the hub. */
export interface EvictionFacts extends PendingEviction {
  readonly placement: string;
  readonly generation: number;
  readonly conditions: readonly Condition[];
  readonly deletedAt?: Instant;
  /** Who made it through Fleetstage, and why: its annotations. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export function toEvictionFacts(object: KubeObject): EvictionFacts {
  const { metadata, spec, status } = object as unknown as Partial<ClusterResourcePlacementEviction> &
    Pick<ClusterResourcePlacementEviction, 'metadata'>;
  return {
    ...toIdentity(object),
    placement: spec?.placementName ?? '',
    cluster: spec?.clusterName ?? '',
    conditions: status?.conditions ?? [],
    ...(metadata.annotations && { annotations: metadata.annotations }),
  };
}

/** `decision`: what was decided through Fleetstage. A withdrawal counts before it is written to the hub. */
export function toApprovalFacts(object: KubeObject, decision: Approval | undefined): ApprovalRequest {
  const { metadata, spec, status } = object as unknown as ClusterApprovalRequest;
  const stated = status?.conditions?.find(condition => condition.type === 'Approved');
  const approved = stated && isTakenBack(stated, decision) ? undefined : stated;
  const accepted = status?.conditions?.find(condition => condition.type === 'ApprovalAccepted');
  const runUid = metadata.annotations?.[annotationKeys.runUid];
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 0,
    run: spec.parentStageRollout,
    stage: spec.targetStage,
    ...(approved && {
      approved: {
        status: approved.status,
        observedGeneration: approved.observedGeneration ?? 0,
        at: momentOf(approved.lastTransitionTime),
        reason: approved.reason,
        message: approved.message,
      },
    }),
    isAccepted: accepted?.status === 'True',
    isDeleting: metadata.deletionTimestamp !== undefined,
    ...(runUid !== undefined && { runUid }),
    ...(decision && toDecisionFacts(decision)),
  };
}

function toDecisionFacts({ verdict, actor, comment, at }: Approval): Partial<ApprovalRequest> {
  if (verdict === 'approved') return { actor, ...(comment !== undefined && { comment }) };
  return verdict === 'rejected' ? { rejected: { actor, at, reason: comment ?? '' } } : {};
}

export async function loadPlacementFacts(tx: Tx, at: PlacementRef): Promise<PlacementFacts | undefined> {
  const object = await loadObject(tx, placementObject(at));
  return object && toPlacementFacts(object);
}

export async function loadRunFacts(tx: Tx, { hub, name }: HubKey): Promise<RunFacts | undefined> {
  const object = await loadObject(tx, runObject({ hub, name }));
  return object && toRunFacts(object);
}

function toIdentity({ metadata }: KubeObject) {
  const deletedAt = fromRfc3339(metadata.deletionTimestamp);
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 0,
    createdAt: momentOf(metadata.creationTimestamp),
    ...(deletedAt !== undefined && { deletedAt }),
  };
}

const describedBy = ({ labels, annotations }: ObjectMeta) => ({
  ...(labels && { labels }),
  ...(annotations && { annotations }),
});

/** Objects that a test or an old server wrote without a time count as the oldest. */
const momentOf = (text: string | undefined): Instant => fromRfc3339(text) ?? instant(0);
