import type { Cluster } from '../../cluster/Cluster';
import type { Change } from '../../storage/Change';
import { aggregateRules, CLUSTER_ROLES } from './aggregation';
import { forgetRules, RBAC_GROUP } from './RuleIndex';

const PREFIX = `${RBAC_GROUP}/`;

/** What a change of roles or bindings means for who may do what; any other change means nothing. */
export function followRules(cluster: Cluster, { stored }: Change): void {
  if (!stored.storageKey.startsWith(PREFIX)) return;
  forgetRules(cluster);
  if (stored.storageKey === CLUSTER_ROLES)
    cluster.work.add(`aggregation ${cluster.name}`, () => aggregateRules(cluster));
}
