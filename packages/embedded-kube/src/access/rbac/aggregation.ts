import { patchStored } from '../../api/patch';
import type { Cluster } from '../../cluster/Cluster';
import type { KubeObject } from '../../contracts';
import { selects } from '../../schema/builtinChecks';
import type { Draft } from '../../schema/builtinDraft';
import { isDeepEqual } from '../../schema/jsonValues';
import { keyOfRbac, RBAC_GROUP } from './RuleIndex';
import type { PolicyRule } from './rules';

export const AGGREGATION_MANAGER = 'clusterrole-aggregation-controller';
export const CLUSTER_ROLES = keyOfRbac('clusterroles');

/** Gives every ClusterRole that gathers rules those of the roles which it selects. */
export function aggregateRules(cluster: Cluster): void {
  const roles = cluster.objects.list(CLUSTER_ROLES).map(({ object }) => object);
  for (const role of roles) {
    if (role.aggregationRule === undefined) continue;
    const rules = gatherRules(role, roles);
    if (!isDeepEqual(rules, role.rules ?? [])) applyRules(cluster, role, rules);
  }
}

/**
 * Rules of the selected roles, one selector after the other, roles by name, each rule once.
 *
 *   selectors: team=a, team=b   a: [get pods]   b: [get pods, get nodes]   →   [get pods, get nodes]
 */
export function gatherRules(role: KubeObject, roles: readonly KubeObject[]): readonly PolicyRule[] {
  const { clusterRoleSelectors = [] } = role.aggregationRule as {
    readonly clusterRoleSelectors?: readonly Draft[];
  };
  const gathered: PolicyRule[] = [];
  for (const selector of clusterRoleSelectors) {
    for (const other of roles) {
      const isChosen =
        other.metadata.name !== role.metadata.name && selects(selector, other.metadata.labels ?? {});
      const rules = isChosen ? ((other.rules ?? []) as readonly PolicyRule[]) : [];
      gathered.push(...rules.filter(rule => !gathered.some(each => isDeepEqual(each, rule))));
    }
  }
  return gathered;
}

function applyRules(cluster: Cluster, { metadata }: KubeObject, rules: readonly PolicyRule[]): void {
  const type = cluster.catalog.builtin(RBAC_GROUP, 'v1', 'clusterroles');
  const { name } = metadata;
  const body = { kind: type.kind, apiVersion: `${RBAC_GROUP}/v1`, metadata: { name }, rules };
  const patch = { contentType: 'application/apply-patch+yaml', text: JSON.stringify(body), isForced: true };
  const options = { isDryRun: false, manager: AGGREGATION_MANAGER, fieldValidation: 'Ignore' } as const;
  patchStored({ cluster, type, namespace: '', name }, patch, options);
}
