import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stateGroups } from '../stateGroups';

/** Chips of the list. */
export const placementGroups = stateGroups({
  trouble: ['invalid', 'overrideFailed', 'notSent', 'applyFailed', 'diffFailed', 'stuck'],
  missing: ['notEnoughClusters', 'noMatch'],
  moving: ['notAvailable', 'held', 'deciding', 'working', 'deleting'],
  available: ['available', 'diffReported'],
} as const satisfies Record<string, readonly (Schemas['PlacementState'] | 'stuck')[]>);

/** `name`, or `namespace/name`, for links. */
export const linkName = ({ scope, name }: { readonly scope: string; readonly name: string }) =>
  scope === '_' ? name : `${scope}/${name}`;

/** The address of a placement by its {@link linkName}. */
export function keyOfLink(link: string): { readonly scope: string; readonly name: string } {
  const [scope, name] = link.split('/');
  return name === undefined ? { scope: '_', name: scope } : { scope, name };
}

export interface SnapshotWords {
  /** Index on clusters, newest first. */
  readonly on: Schemas['PlacementSummary']['snapshots'];
  /** The newest one where it is not everywhere. */
  readonly pending?: string;
}

/** Which snapshots run where, and the newest where it has not come to every cluster. */
export function snapshotWords({
  snapshots,
  latestSnapshot,
  picked,
}: Schemas['PlacementSummary']): SnapshotWords {
  const on = snapshots.find(({ index }) => index === latestSnapshot)?.clusters ?? 0;
  const isPending = latestSnapshot !== undefined && on < picked;
  return { on: snapshots, ...(isPending && { pending: latestSnapshot }) };
}

/** A small placement to start from. */
export const EXAMPLE = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: my-app
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: my-app
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  environment: staging
  strategy:
    type: External
`;
