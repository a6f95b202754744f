import { refuseHub } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ClusterEndpoint } from '@fleetstage/kube-client';
import { NotThisMemberError } from './kube/Connections';
import { insecurityOf } from './kube/insecurity';
import type { Log } from './observe/log';

export interface EndpointRules {
  readonly hub: string;
  /** Clusters that may be reached insecurely in production too. */
  readonly allowInsecure: ReadonlySet<string>;
  readonly isProduction: boolean;
  readonly log: Log;
}

/** Judges each way to a cluster before it is taken; what it allows with misgivings is warned of once per cluster. */
export function endpointJudge({ hub, allowInsecure, isProduction, log }: EndpointRules) {
  const warned = new Set<string>();
  return (cluster: string, endpoint: ClusterEndpoint, hubEndpoint: ClusterEndpoint | undefined): void => {
    if (hubEndpoint && isSameAddress(endpoint, hubEndpoint)) {
      const { reason, message } = refuseHub(cluster, hub);
      throw new NotThisMemberError(reason, message);
    }
    const insecurity = insecurityOf(endpoint);
    if (insecurity === undefined) return;
    if (isProduction && !allowInsecure.has(cluster))
      throw new Error(
        `${insecurity}; where that cannot be, add ${cluster} to fleetstage.connections.allowInsecure (NODE_ENV is neither development nor test)`,
      );
    if (!warned.has(cluster)) log.warn('A cluster is reached insecurely', { cluster, reason: insecurity });
    warned.add(cluster);
  };
}

/** One address can lead to several clusters, distinguished by the name in the certificate or by the proxy. */
const isSameAddress = (a: ClusterEndpoint, b: ClusterEndpoint) =>
  addressOf(a) === addressOf(b) && a.serverName === b.serverName && a.proxyUrl === b.proxyUrl;

/** Without the differences that are none: case of the host, the default port, a slash at the end. */
const addressOf = ({ server }: ClusterEndpoint) => new URL(server).href.replace(/\/$/, '');
