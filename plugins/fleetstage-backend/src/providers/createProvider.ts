import type { VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Ports } from '../ports';
import { ClusterApiProvider } from './clusterApi/ClusterApiProvider';
import type { NodeUpgrades } from './clusterApi/planUpgrade';
import { SimulatedProvider } from './simulated/SimulatedProvider';

/** The provider of an entry of `fleetstage.providers`; the client is of the cluster that has its objects, and the caller's. */
export function createProvider(
  {
    name,
    type,
    nodeUpgrades,
  }: {
    readonly name: string;
    readonly type: 'clusterApi' | 'simulated';
    readonly nodeUpgrades: NodeUpgrades;
  },
  { client, ports }: { readonly client: KubeClient; readonly ports: Ports },
): VersionProvider {
  return type === 'clusterApi'
    ? new ClusterApiProvider({ name, client, ports, nodeUpgrades })
    : new SimulatedProvider({ name, client, ports });
}
