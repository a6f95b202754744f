import type { Watch } from '../api/Watch';

/** Bookmarks and time-outs need no better. */
const TICK_MS = 1000;

/** All open watches of the fleet, on one timer. */
export class WatchPool {
  private readonly watches = new Set<Watch>();
  private readonly timer = setInterval(() => this.tick(), TICK_MS);

  add(watch: Watch): void {
    this.watches.add(watch);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const watch of this.watches) watch.stop();
    this.watches.clear();
  }

  private tick(): void {
    for (const watch of this.watches) if (!watch.tick()) this.watches.delete(watch);
  }
}
