import {
  apiVersionOf,
  condition,
  kinds,
  mergeConditions,
  toRfc3339,
  type ClusterResourcePlacementStatus,
  type Condition,
  type ConditionClaim,
  type Instant,
  type PlacementStatus,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

const SYNCED = 'ClusterResourcePlacementStatusSynced';

/** What the copy is made of. */
export interface CopiedStatus {
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
  /** As it is published. */
  readonly status: PlacementStatus;
}

/**
 * The copy of a published status in the namespace that is placed (A/ST-070, PL-066, PL-180). It says nothing of the
 * copying itself, and goes with the placement.
 */
export function projectStatusCopy(
  { name, uid, namespace, status }: CopiedStatus,
  now: Instant,
): ClusterResourcePlacementStatus {
  const { conditions, ...rest } = status;
  const copied = conditions?.filter(({ type }) => type !== SYNCED);
  return {
    apiVersion: apiVersionOf('ClusterResourcePlacementStatus'),
    kind: 'ClusterResourcePlacementStatus',
    metadata: {
      name,
      namespace,
      ownerReferences: [
        {
          apiVersion: apiVersionOf('ClusterResourcePlacement'),
          kind: kinds.ClusterResourcePlacement.kind,
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    sourceStatus: { ...rest, ...(copied && { conditions: copied }) },
    lastUpdatedTime: toRfc3339(now),
  };
}

/** How the copying went (A/ST-071, ST-076). */
export const syncedClaim = (namespace: string, failure?: string): ConditionClaim =>
  failure === undefined
    ? condition(
        SYNCED,
        'True',
        'StatusSyncSucceeded',
        `Successfully created or updated ClusterResourcePlacementStatus in namespace '${namespace}'`,
      )
    : condition(
        SYNCED,
        'False',
        'StatusSyncFailed',
        `Failed to create or update ClusterResourcePlacementStatus: ${failure}`,
      );

/** The conditions with this one stated anew, in its place; all others stay as they are. */
export function withSynced(
  conditions: readonly Condition[] | undefined,
  claim: ConditionClaim,
  statement: Statement,
): Condition[] {
  const before = conditions ?? [];
  const [stated] = mergeConditions(
    before.filter(({ type }) => type === SYNCED),
    [claim],
    statement,
  );
  return before.some(({ type }) => type === SYNCED)
    ? before.map(old => (old.type === SYNCED ? stated : old))
    : [...before, stated];
}

/** What was said of the copying; the effect that copies says it anew. */
export const keptSynced = (conditions: readonly Condition[] | undefined): Condition[] =>
  (conditions ?? []).filter(({ type }) => type === SYNCED);
