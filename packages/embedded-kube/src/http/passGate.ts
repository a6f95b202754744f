import type { Cluster } from '../cluster/Cluster';
import type { Exchange, Passage } from '../cluster/Gate';
import { cutOff } from './cutOff';

/** Nothing is in the way. */
export const UNHINDERED: Passage = { replace: answer => answer };

/** `undefined`: the request is over. */
export async function passGate(cluster: Cluster, exchange: Exchange): Promise<Passage | undefined> {
  if (!(await cluster.reach.pass())) {
    cutOff(exchange.response);
    return undefined;
  }
  return cluster.gate ? cluster.gate.pass(exchange) : UNHINDERED;
}
