import type { Cluster } from '../cluster/Cluster';
import { send } from '../http/handle';
import type { WatchPool } from '../http/WatchPool';
import { FleetFaults } from './FleetFaults';
import { Restarts } from './Restarts';

export interface FaultTargets {
  readonly clusters: readonly Cluster[];
  readonly watches: WatchPool;
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  forget(clusters: readonly Cluster[]): void;
  restartListener(downMs: number): Promise<void>;
  onError(error: unknown): void;
}

/** What can be done to a fleet from outside. */
export function composeFaults({ watches, ...targets }: FaultTargets) {
  const outputsOf = (cluster: Cluster) => watches.outputsOf(cluster);
  const faults = new FleetFaults({
    clusters: targets.clusters,
    seed: targets.seed,
    of: cluster => ({
      send: ({ call, response }, answer) => send(response, answer, { method: call.method }),
      outputs: () => outputsOf(cluster),
    }),
  });
  return { faults, restarts: new Restarts({ ...targets, outputsOf }) };
}
