import type { Cluster } from '../cluster/Cluster';
import type { WatchOutput } from '../http/WatchOutput';
import type { RestartOptions } from './fault';

export interface RestartsParts {
  outputsOf(cluster: Cluster): readonly WatchOutput[];
  /** Forgets the history of these clusters; what is there stays. */
  forget(clusters: readonly Cluster[]): void;
  readonly clusters: readonly Cluster[];
  /** Closes the listener and every connection for a while. */
  restartListener(downMs: number): Promise<void>;
  /** It did not come back. */
  onError(error: unknown): void;
}

/** The answer to who ordered it gets away first. */
const LEAD_MS = 50;

/** How clusters, and the whole server, go away and come back. */
export class Restarts {
  constructor(private readonly parts: RestartsParts) {}

  /** Connections break, and break again until it is back. Resolves when it is. */
  async one(cluster: Cluster, { history = 'kept', downMs = 0 }: RestartOptions = {}): Promise<void> {
    this.stop(cluster);
    if (history === 'lost') this.parts.forget([cluster]);
    await new Promise(done => {
      setTimeout(done, downMs);
    });
    cluster.reach.thaw();
  }

  /** All clusters at once; connections are refused until it is back. Resolves when it is. */
  async all({ history = 'kept', downMs = 0 }: RestartOptions = {}): Promise<void> {
    if (history === 'lost') this.parts.forget(this.parts.clusters);
    await this.parts.restartListener(downMs);
  }

  /** Begins {@link one} or {@link all} a moment later and does not wait for it. */
  begin(restart: () => Promise<unknown>): void {
    setTimeout(() => restart().catch(error => this.parts.onError(error)), LEAD_MS);
  }

  /** As a machine that is switched off. */
  stop(cluster: Cluster): void {
    for (const output of this.parts.outputsOf(cluster)) output.cut('reset');
    cluster.cut();
  }
}
