import {
  labelKeys,
  ok,
  parseLabelSelector,
  type Labels,
  type MaintenanceClusters,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** A cluster as policies select it. */
export interface PolicyCluster {
  readonly name: string;
  /** Of its MemberCluster. */
  readonly labels: Labels;
}

/** The clusters that a policy is for: all, or those that match each part that it has (E/MP-001). */
export function parsePolicyClusters(
  clusters: MaintenanceClusters,
): Result<(cluster: PolicyCluster) => boolean> {
  if (clusters.all === true) return ok(() => true);
  const selector = parseLabelSelector(clusters.clusterSelector ?? {});
  if (!selector.ok) return selector;
  const fleets = clusters.fleets && new Set(clusters.fleets);
  const names = clusters.names && new Set(clusters.names);
  if (fleets === undefined && names === undefined && clusters.clusterSelector === undefined)
    return ok(() => false);
  return ok(
    ({ name, labels }) =>
      (fleets === undefined || fleets.has(labels[labelKeys.fleet] ?? '')) &&
      (names === undefined || names.has(name)) &&
      selector.value(labels),
  );
}
