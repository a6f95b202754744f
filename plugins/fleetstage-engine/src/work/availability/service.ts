import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { missing, part, untrackable, type Probe } from './probe';

/** By type: a cluster IP is assigned, or the load balancer has an address; others cannot be tracked (B/AV-013…015). */
export const service: Probe = live => {
  const spec = part(live, 'spec');
  switch (spec.type ?? 'ClusterIP') {
    case '':
    case 'ClusterIP':
    case 'NodePort':
      return missing(!firstOf(spec.clusterIPs) && 'no cluster IP is assigned');
    case 'LoadBalancer':
      return missing(!hasAddress(part(live, 'status').loadBalancer) && 'the load balancer has no address');
    default:
      return untrackable(`a Service of type ${spec.type} says nothing about its availability`);
  }
};

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

function hasAddress(loadBalancer: unknown): boolean {
  const ingress = isJsonObject(loadBalancer) ? firstOf(loadBalancer.ingress) : undefined;
  return isJsonObject(ingress) && Boolean(ingress.ip || ingress.hostname);
}
