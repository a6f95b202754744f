import type {
  ProvidedCluster,
  UpgradeRequest,
  UpgradeStart,
  VersionListener,
  VersionProvider,
} from '@fleetstage/backstage-plugin-fleetstage-node';
import type { ApiResource, KubeClient, KubeObject } from '@fleetstage/kube-client';
import { objectKey, watchResource } from '@fleetstage/kube-client';
import type { Ports, Timer } from '../../ports';
import { asProviderError, classified } from '../asProviderError';
import { parseId, toProvided } from '../objectIds';
import { ensureAllowed, noSuchCluster, readRequest } from '../readRequest';
import { retryConflicts } from '../retryConflicts';
import { advance, nextChange } from './advance';
import { checkSimulated, observeSimulated } from './observe';
import { readSimulated, SIMULATED_LABEL, STATE_KEY, writeState } from './readSimulated';
import { setDesired } from './setDesired';
import type { SimulatedCluster, SimulatedState } from './simulatedCluster';

const CONFIG_MAPS: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
};
const LABELLED = `${SIMULATED_LABEL}=true`;
const FIELD_MANAGER = 'fleetstage-simulated';
const RETRY_MS = 5_000;

export interface SimulatedProviderOptions {
  readonly name: string;
  /** Of the cluster that has the ConfigMaps. Stays the caller's. */
  readonly client: KubeClient;
  readonly ports: Pick<Ports, 'clock' | 'timers' | 'jitter'>;
}

/**
 * Clusters that exist as ConfigMaps only (label `fleetstage.io/simulated-cluster: "true"`): upgrades take their time node by
 * node, and kubectl sets how fast, and what goes wrong. For the embedded fleet, where there is nothing to upgrade.
 *
 * All state is in the object, as what was desired and since when; where the upgrade is by now follows from the clock. So it
 * survives a restart, and replicas need not agree on who moves it.
 */
export class SimulatedProvider implements VersionProvider {
  readonly name: string;
  readonly capabilities = { separateNodes: true, singlePools: true };

  constructor(private readonly options: SimulatedProviderOptions) {
    this.name = options.name;
  }

  async listClusters(signal: AbortSignal): Promise<readonly ProvidedCluster[]> {
    const { items } = await classified(() =>
      this.options.client.list(CONFIG_MAPS, { labelSelector: LABELLED, signal }),
    );
    return items.map(({ metadata }) => toProvided(metadata));
  }

  async getClusterState(id: string, signal: AbortSignal) {
    const cluster = await classified(() => this.find(id, signal));
    return cluster && observeSimulated(cluster, this.now());
  }

  async checkUpgrade(request: UpgradeRequest, signal: AbortSignal) {
    const upgrade = readRequest(request);
    const cluster = await classified(() => this.get(request.cluster, signal));
    return checkSimulated(cluster, upgrade, this.now());
  }

  async startUpgrade(request: UpgradeRequest, signal: AbortSignal): Promise<UpgradeStart> {
    const upgrade = readRequest(request);
    return this.change(request.cluster, signal, cluster => {
      const now = this.now();
      ensureAllowed(checkSimulated(cluster, upgrade, now));
      return setDesired(cluster.state, upgrade, now);
    });
  }

  watch(listener: VersionListener, signal: AbortSignal): void {
    const timers = new Map<string, Timer>();
    signal.addEventListener('abort', () => timers.forEach(timer => timer.cancel()), { once: true });
    void this.follow(listener, timers, signal).catch(error => {
      if (!signal.aborted) listener.failed(asProviderError(error));
    });
  }

  private async follow(
    listener: VersionListener,
    timers: Map<string, Timer>,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, ports } = this.options;
    const known = new Set<string>();
    const events = watchResource(client, CONFIG_MAPS, {
      labelSelector: LABELLED,
      signal,
      jitter: () => ports.jitter.next(),
      onProblem: error => listener.failed(asProviderError(error)),
    });
    for await (const event of events) {
      if (event.type === 'SYNCED') {
        for (const id of known)
          if (!event.keys.has(id)) {
            known.delete(id);
            listener.changed(id);
          }
        continue;
      }
      const id = objectKey(event.object.metadata);
      if (event.type === 'DELETED') known.delete(id);
      else known.add(id);
      listener.changed(id);
      timers.get(id)?.cancel();
      if (event.type !== 'DELETED') this.keepMoving(id, event.object, { listener, timers, signal });
    }
  }

  /** Writes what time has done to a cluster as it falls due; each write comes back as an event, which sets the next timer. */
  private keepMoving(
    id: string,
    object: KubeObject,
    context: {
      readonly listener: VersionListener;
      readonly timers: Map<string, Timer>;
      readonly signal: AbortSignal;
    },
  ): void {
    const { listener, timers, signal } = context;
    const cluster = readSimulated(object, this.now());
    if (!cluster.ok) return;
    const { state, settings } = cluster.value;
    const isOtherPace = writeState({ ...state, pace: settings.pace }) !== writeState(state);
    const at = isOtherPace ? this.now() : nextChange(state);
    if (at === undefined) return;
    const later = (ms: number): void => {
      if (!signal.aborted) timers.set(id, this.options.ports.timers.after(ms, settle));
    };
    const settle = () => {
      this.change(id, signal, one => one.state).catch(error => {
        if (error instanceof Error && signal.aborted) return;
        listener.failed(asProviderError(error));
        later(RETRY_MS);
      });
    };
    later(at - this.now());
  }

  /** Reads, advances, changes and writes; again where somebody else wrote in between. */
  private change(
    id: string,
    signal: AbortSignal,
    decide: (cluster: SimulatedCluster) => SimulatedState,
  ): Promise<UpgradeStart> {
    return classified(() => retryConflicts(() => this.changeOnce(id, signal, decide)));
  }

  private async changeOnce(
    id: string,
    signal: AbortSignal,
    decide: (cluster: SimulatedCluster) => SimulatedState,
  ): Promise<UpgradeStart> {
    const object = await this.findObject(id, signal);
    if (object === undefined) throw noSuchCluster(id);
    const cluster = this.read(object);
    const state = decide(cluster);
    const { name, namespace, resourceVersion } = object.metadata;
    const text = writeState(state);
    if ((object.data as Record<string, string> | undefined)?.[STATE_KEY] !== text)
      await this.options.client.patch(
        CONFIG_MAPS,
        { name, namespace },
        {
          patch: { type: 'merge', body: { metadata: { resourceVersion }, data: { [STATE_KEY]: text } } },
          fieldManager: FIELD_MANAGER,
          signal,
        },
      );
    return { isNew: state !== cluster.state };
  }

  private async find(id: string, signal: AbortSignal): Promise<SimulatedCluster | undefined> {
    const object = await this.findObject(id, signal);
    return object && this.read(object);
  }

  private async get(id: string, signal: AbortSignal): Promise<SimulatedCluster> {
    const cluster = await this.find(id, signal);
    if (cluster === undefined) throw noSuchCluster(id);
    return cluster;
  }

  private async findObject(id: string, signal: AbortSignal): Promise<KubeObject | undefined> {
    const at = parseId(id);
    const object = at && (await this.options.client.find(CONFIG_MAPS, at, { signal }));
    return object?.metadata.labels?.[SIMULATED_LABEL] === 'true' ? object : undefined;
  }

  private read(object: KubeObject): SimulatedCluster {
    const now = this.now();
    const read = readSimulated(object, now);
    if (!read.ok) throw asProviderError(new Error(read.error));
    const { settings, state } = read.value;
    return { ...read.value, state: advance(state, settings.pace, now) };
  }

  private now() {
    return this.options.ports.clock.now();
  }
}
