import type { KubeObject, MaintenancePolicySpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  parsePolicy,
  parsePolicyClusters,
  type MaintenanceRules,
  type PolicyCluster,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { listObjects } from '../mirrorStore';

/** A MaintenancePolicy, read. */
export interface KnownPolicy {
  readonly name: string;
  readonly rules: ReturnType<typeof parsePolicy>;
  /** Whether it is for a cluster (E/MP-001). */
  readonly matches: (cluster: PolicyCluster) => boolean;
}

export function readPolicy({ metadata, spec }: KubeObject): KnownPolicy {
  const { name } = metadata;
  const parsed = spec as MaintenancePolicySpec;
  const clusters = parsePolicyClusters(parsed.clusters);
  return { name, rules: parsePolicy(name, parsed), matches: clusters.ok ? clusters.value : () => false };
}

/** All of a hub, by name. */
export async function listPolicies(tx: Tx, hub: string): Promise<readonly KnownPolicy[]> {
  return (await listObjects(tx, hub, 'MaintenancePolicy')).map(readPolicy);
}

/** Those that say something for a cluster; one that is not accepted says nothing. */
export const rulesFor = (
  policies: readonly KnownPolicy[],
  cluster: PolicyCluster,
): readonly MaintenanceRules[] =>
  policies.flatMap(({ rules, matches }) => (rules.ok && matches(cluster) ? [rules.value] : []));
