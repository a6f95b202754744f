import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { UpgradeCheck } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type {
  ObservedCluster,
  ProvidedCluster,
  UpgradeRequest,
  UpgradeStart,
  VersionListener,
  VersionProvider,
  VersionSource,
} from '@fleetstage/backstage-plugin-fleetstage-node';

/** What a cluster on this version looks like, while it goes to `desired`. */
export const anObserved = (
  version: string,
  observedAt: Instant,
  { desired = version, ...more }: { readonly desired?: string; readonly failed?: string } = {},
): ObservedCluster => ({
  controlPlane: { version, desired, upgrading: desired !== version, healthy: true, ...more },
  pools: [
    { name: 'workers', versions: [{ version, nodes: 3 }], desired: version, upgrading: false, healthy: true },
  ],
  blocked: [],
  generation: desired,
  observedAt,
});

/** A provider of which a test says what it has, and how it fails. */
export class TestProvider implements VersionProvider {
  readonly capabilities = { separateNodes: true, singlePools: true };
  readonly clusters = new Map<
    string,
    { name: string; labels?: Record<string, string>; version: string; desired?: string }
  >();
  readonly classes = new Map<string, readonly string[]>();
  /** All that was asked for, in order. */
  readonly calls: string[] = [];
  /** What the next calls end with. */
  failure: Error | undefined;
  /** Of `checkUpgrade`. */
  check: UpgradeCheck = { ok: true };
  /** Awaited in each call, once what it says was read. */
  meanwhile: () => Promise<unknown> = async () => undefined;
  /** Of those who watch. */
  readonly listeners = new Set<VersionListener>();

  constructor(
    readonly name: string,
    private readonly now: () => Instant,
  ) {}

  async listClusters(): Promise<readonly ProvidedCluster[]> {
    return this.answer(
      'list',
      [...this.clusters].map(([id, { name, labels = {} }]) => ({ id, name, labels })),
    );
  }

  async getClusterState(id: string): Promise<ObservedCluster | undefined> {
    const cluster = this.clusters.get(id);
    const state = cluster && anObserved(cluster.version, this.now(), { desired: cluster.desired });
    // Stamped when the answer is there, as providers may do it.
    const answered = await this.answer(`state ${id}`, state);
    return answered && { ...answered, observedAt: this.now() };
  }

  async listVersions({ namespace, name }: VersionSource): Promise<readonly string[] | undefined> {
    return this.answer(`versions ${namespace}/${name}`, this.classes.get(`${namespace}/${name}`));
  }

  async checkUpgrade(request: UpgradeRequest): Promise<UpgradeCheck> {
    return this.answer(`check ${textOf(request)}`, this.check);
  }

  async startUpgrade(request: UpgradeRequest): Promise<UpgradeStart> {
    const cluster = this.clusters.get(request.cluster);
    const isNew = cluster?.desired !== request.version;
    if (cluster && this.failure === undefined) cluster.desired = request.version;
    return this.answer(`start ${textOf(request)}`, { isNew, operation: `op-${request.version}` });
  }

  watch(listener: VersionListener, signal: AbortSignal): void {
    this.calls.push('watch');
    this.listeners.add(listener);
    signal.addEventListener('abort', () => this.listeners.delete(listener), { once: true });
    for (const id of this.clusters.keys()) listener.changed(id);
  }

  private async answer<T>(call: string, value: T): Promise<T> {
    this.calls.push(call);
    await this.meanwhile();
    if (this.failure) throw this.failure;
    return value;
  }
}

const textOf = ({ cluster, upgradeType, version, pools }: UpgradeRequest) =>
  [cluster, upgradeType, version, ...(pools ?? [])].join(' ');
