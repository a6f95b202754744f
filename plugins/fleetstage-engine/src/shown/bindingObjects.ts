import {
  annotationKeys,
  fromRfc3339,
  instant,
  type ClusterResourceBinding,
  type Instant,
  type ResourceBinding,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '../state/placement';
import { claimConditions, type ClaimName, type WorkReport } from '../work/report';

export type AnyBinding = ClusterResourceBinding | ResourceBinding;

/** Stands for what a binding shall run: its conditions of this generation are all that is known of it. */
const revisionOfObject = ({ metadata }: AnyBinding) => `generation ${metadata.generation ?? 0}`;

/** The row that a published binding shows; the verdict's code and the policy's index are not in it. */
export function bindingOf(object: AnyBinding): Binding {
  const { metadata, spec } = object;
  const previous = metadata.annotations?.[annotationKeys.previousBindingState];
  const releasedAt = fromRfc3339(metadata.deletionTimestamp);
  const resourceIndex = indexOf(spec.resourceSnapshotName);
  return {
    name: metadata.name ?? '',
    cluster: spec.targetCluster,
    phase: spec.state === 'Bound' || spec.state === 'Unscheduled' ? spec.state : 'Scheduled',
    ...((previous === 'Bound' || previous === 'Scheduled') && { previousPhase: previous }),
    policyIndex: 0,
    decision: {
      ...{ cluster: spec.targetCluster, selected: spec.clusterDecision.selected, code: 'Picked' },
      reason: spec.clusterDecision.reason,
    },
    ...(resourceIndex !== undefined && { resourceIndex }),
    revision: revisionOfObject(object),
    createdAt: instantOf(metadata.creationTimestamp),
    ...(releasedAt !== undefined && { releasedAt }),
  };
}

/** What the cluster says of what it shall run now: a condition of an older generation says nothing. */
export function reportOf(object: AnyBinding): WorkReport {
  const { metadata, status } = object;
  const claims = Object.entries(claimConditions).flatMap(([name, type]) => {
    const found = status?.conditions?.find(
      one => one.type === type && one.observedGeneration === metadata.generation,
    );
    if (found === undefined) return [];
    const { status: value, reason, message, lastTransitionTime } = found;
    return [[name as ClaimName, { status: value, reason, message, at: instantOf(lastTransitionTime) }]];
  });
  return {
    ...{ cluster: object.spec.targetCluster, revision: revisionOfObject(object) },
    ...{ failed: [], drifted: [], diffed: [], observedAt: instantOf(metadata.creationTimestamp) },
    ...Object.fromEntries(claims),
  };
}

/** `web-3-snapshot` → 3 (A/PL-061). */
function indexOf(snapshotName: string): number | undefined {
  const [, digits] = /-(\d{1,9})-snapshot$/.exec(snapshotName) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** What has no time counts as the oldest. */
export const instantOf = (text: string | undefined): Instant => fromRfc3339(text) ?? instant(0);
