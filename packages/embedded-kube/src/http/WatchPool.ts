import type { Watch } from '../api/Watch';
import type { Cluster } from '../cluster/Cluster';
import type { WatchOutput } from './WatchOutput';

/** Bookmarks and time-outs need no better. */
const TICK_MS = 1000;

/** All open watches of the fleet, on one timer. */
export class WatchPool {
  private readonly watches = new Map<Watch, WatchOutput>();
  private readonly timer = setInterval(() => this.tick(), TICK_MS);

  add(watch: Watch, output: WatchOutput): void {
    this.watches.set(watch, output);
  }

  /** Of the watches of a cluster that are open. */
  outputsOf(cluster: Cluster): WatchOutput[] {
    return [...this.watches.values()].filter(output => output.cluster === cluster && !output.isOver);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const watch of this.watches.keys()) watch.stop();
    this.watches.clear();
  }

  private tick(): void {
    for (const watch of this.watches.keys()) if (!watch.tick()) this.watches.delete(watch);
  }
}
