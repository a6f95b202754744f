import {
  fromRfc3339,
  type ClusterResourceBinding,
  type ResourceBinding,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  claimConditions,
  type Binding,
  type WorkClaim,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

/** Not evidence of anything, and not silence either: a cluster that says nothing at all would hold up a rollout for ever. */
const UNKNOWN = {
  status: 'False',
  reason: 'NotKnownAfterRestore',
  message: 'The hub shows nothing of how this revision does on the cluster; the next change finds out',
} as const;

/**
 * What a cluster last said of the revision that it runs, as its published binding shows. Needed where the content of that
 * revision did not come back: without content the work is never read, so nothing else will ever be said of it.
 */
export function toRestoredReport(
  { cluster, revision = '', createdAt }: Binding,
  { metadata, status }: ClusterResourceBinding | ResourceBinding,
): WorkReport {
  const current = (status?.conditions ?? []).filter(
    ({ observedGeneration }) => observedGeneration === metadata.generation,
  );
  const found = Object.entries(claimConditions).flatMap(([name, type]) => {
    const one = current.find(condition => condition.type === type);
    if (one === undefined) return [];
    const { status: value, reason, message, lastTransitionTime } = one;
    const claim: WorkClaim = {
      status: value,
      reason,
      message: message ?? '',
      at: fromRfc3339(lastTransitionTime) ?? createdAt,
    };
    return [[name, claim] as const];
  });
  const claims = found.length > 0 ? Object.fromEntries(found) : { available: { ...UNKNOWN, at: createdAt } };
  return { cluster, revision, ...claims, failed: [], drifted: [], diffed: [], observedAt: createdAt };
}
