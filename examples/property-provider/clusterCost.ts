import { createBackendModule } from '@backstage/backend-plugin-api';
import {
  propertyProvidersExtensionPoint,
  type PropertyProvider,
} from '@fleetstage/backstage-plugin-fleetstage-node';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const WHERE = { namespace: 'kube-system', name: 'cluster-cost' };

/**
 * What a member costs, as its administrators have written it into a ConfigMap there; a placement ranks clusters by it:
 *
 *     preference: { propertySorter: { name: example.com/cost-per-hour, sortOrder: Ascending } }
 */
export const clusterCost: PropertyProvider = {
  name: 'cluster-cost',
  everyMs: 10 * 60_000,
  async collect({ read }) {
    const found = await read.get(CONFIG_MAP, WHERE);
    const { perHour } = (found?.data ?? {}) as { readonly perHour?: string };
    if (perHour === undefined)
      throw new Error('ConfigMap kube-system/cluster-cost has no perHour; write one such as "0.25"');
    return { 'example.com/cost-per-hour': perHour };
  },
};

export default createBackendModule({
  pluginId: 'fleetstage',
  moduleId: 'cluster-cost',
  register(env) {
    env.registerInit({
      deps: { providers: propertyProvidersExtensionPoint },
      async init({ providers }) {
        providers.addProvider(clusterCost);
      },
    });
  },
});
