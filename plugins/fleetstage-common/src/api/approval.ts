import { annotationKeys } from './keys';
import type { Condition, ObjectMeta } from './meta';
import { normalizeEntityRef } from '../values/entityRefs';

/** Reason of the Approved condition where Fleetstage has written it for a person. */
export const APPROVED_IN_FLEETSTAGE = 'FleetstageApproved';

/** Which stage of which run waits. */
export interface ApprovalRequestSpec {
  /** The update run. */
  readonly parentStageRollout: string;
  /** The stage. */
  readonly targetStage: string;
}

export interface ApprovalRequestStatus {
  /**
   * Approved is set by a person or a tool, ApprovalAccepted by Fleetstage.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** A stage that waits for a person: approve it by setting its condition Approved to True. */
export interface ClusterApprovalRequest {
  readonly apiVersion: string;
  readonly kind: 'ClusterApprovalRequest';
  readonly metadata: ObjectMeta;
  /**
   * Which stage of which run waits.
   * @cel self == oldSelf
   * @message spec is immutable; a request is made by the run for one stage and never changes
   */
  readonly spec: ApprovalRequestSpec;
  /** Whether it is approved. */
  readonly status?: ApprovalRequestStatus;
}

/** A stage of a run of its namespace that waits for a person: approve it by setting its condition Approved to True. */
export interface ApprovalRequest {
  readonly apiVersion: string;
  readonly kind: 'ApprovalRequest';
  readonly metadata: ObjectMeta;
  /**
   * Which stage of which run waits.
   * @cel self == oldSelf
   * @message spec is immutable; a request is made by the run for one stage and never changes
   */
  readonly spec: ApprovalRequestSpec;
  /** Whether it is approved. */
  readonly status?: ApprovalRequestStatus;
}

/**
 * The entity refs that the annotation of a strategy names; empty: the permission alone decides who approves. A ref without
 * a kind is a group, as that of an owner is; a text that is no ref stays, and names nobody.
 *
 *     'group:default/ops, user:Ada, Web'  →  ['group:default/ops', 'user:default/ada', 'group:default/web']
 */
export function approversOf({ metadata }: { readonly metadata: ObjectMeta }): readonly string[] {
  const text = metadata.annotations?.[annotationKeys.approvers] ?? '';
  const named = text.split(/[,\n]/).filter(ref => ref.trim() !== '');
  return [...new Set(named.map(ref => normalizeEntityRef(ref, 'group')))];
}
