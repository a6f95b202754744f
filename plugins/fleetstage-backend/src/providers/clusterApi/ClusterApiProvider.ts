import type { UpgradeCheck } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  VersionProviderError,
  type ObservedCluster,
  type ProvidedCluster,
  type UpgradeRequest,
  type UpgradeStart,
  type VersionListener,
  type VersionProvider,
  type VersionProviderCapabilities,
  type VersionSource,
} from '@fleetstage/backstage-plugin-fleetstage-node';
import { gvkOf, InvalidError, type KubeClient } from '@fleetstage/kube-client';
import type { Ports } from '../../ports';
import { asProviderError, classified } from '../asProviderError';
import { parseId, toProvided } from '../objectIds';
import { ensureAllowed, noSuchCluster, readRequest } from '../readRequest';
import { retryConflicts } from '../retryConflicts';
import { judgeClusterApi } from './judgeClusterApi';
import { ManagementCluster } from './ManagementCluster';
import type { ClusterObjects } from './objects';
import { observeCluster } from './observeCluster';
import { planUpgrade, type NodeUpgrades, type PlannedWrite } from './planUpgrade';
import { readRefusal } from './readRefusal';
import { watchClusters } from './watchClusters';

const FIELD_MANAGER = 'fleetstage';

export interface ClusterApiProviderOptions {
  readonly name: string;
  /** Of the management cluster. Stays the caller's. */
  readonly client: KubeClient;
  readonly ports: Pick<Ports, 'clock' | 'jitter'>;
  /** Whether nodes of topology clusters wait for a separate start (E/FL-007). Default `Held`. */
  readonly nodeUpgrades?: NodeUpgrades;
}

/** Upgrades clusters of one management cluster of Cluster API (D §13, E §11). Ids are `namespace/name`. */
export class ClusterApiProvider implements VersionProvider {
  readonly name: string;
  readonly capabilities: VersionProviderCapabilities;
  private readonly management: ManagementCluster;

  constructor(private readonly options: ClusterApiProviderOptions) {
    this.name = options.name;
    this.capabilities = { separateNodes: this.nodeUpgrades === 'Held', singlePools: true };
    this.management = new ManagementCluster(options.client);
  }

  async listClusters(signal: AbortSignal): Promise<readonly ProvidedCluster[]> {
    const { items } = await classified(async () =>
      this.options.client.list(await this.management.target('Cluster'), { metadataOnly: true, signal }),
    );
    return items.map(({ metadata }) => toProvided(metadata));
  }

  async getClusterState(id: string, signal: AbortSignal): Promise<ObservedCluster | undefined> {
    const objects = await classified(() => this.read(id, signal));
    return objects && observeCluster(objects, this.now());
  }

  async listVersions(source: VersionSource, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const found = await classified(async () =>
      this.options.client.find(await this.management.target('ClusterClass'), source, { signal }),
    );
    if (found === undefined) return undefined;
    return (found.spec as { readonly kubernetesVersions?: readonly string[] }).kubernetesVersions ?? [];
  }

  async checkUpgrade(request: UpgradeRequest, signal: AbortSignal): Promise<UpgradeCheck> {
    try {
      await this.upgrade(request, { signal, dryRun: true });
      return { ok: true };
    } catch (error) {
      if (error instanceof VersionProviderError && error.refusal !== undefined)
        return { ok: false, reason: error.refusal, message: error.message };
      throw error;
    }
  }

  async startUpgrade(request: UpgradeRequest, signal: AbortSignal): Promise<UpgradeStart> {
    const writes = await this.upgrade(request, { signal, dryRun: false });
    return { isNew: writes.length > 0 };
  }

  watch(listener: VersionListener, signal: AbortSignal): void {
    const { client, ports } = this.options;
    watchClusters({
      client,
      management: this.management,
      jitter: () => ports.jitter.next(),
      listener,
      signal,
    });
  }

  /** Reads, judges, plans and writes; again where somebody wrote in between. The dry run is the same but for the last step. */
  private async upgrade(
    request: UpgradeRequest,
    options: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<readonly PlannedWrite[]> {
    const upgrade = readRequest(request);
    const attempt = async () => {
      const objects = await this.read(request.cluster, options.signal);
      if (objects === undefined) throw noSuchCluster(request.cluster);
      ensureAllowed(judgeClusterApi(objects, observeCluster(objects, this.now()), upgrade));
      const writes = planUpgrade(objects, upgrade, this.nodeUpgrades);
      for (const write of writes) await this.write(write, options);
      return writes;
    };
    return retryConflicts(attempt).catch(error => {
      throw toRefusal(error);
    });
  }

  private async write(
    { object, operations }: PlannedWrite,
    options: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<void> {
    const { name, namespace } = object.metadata;
    const patch = { type: 'json', body: operations } as const;
    const target = gvkOf(object);
    await this.options.client.patch(
      target,
      { name, namespace },
      { patch, fieldManager: FIELD_MANAGER, ...options },
    );
  }

  private async read(id: string, signal: AbortSignal): Promise<ClusterObjects | undefined> {
    const name = parseId(id);
    return name && this.management.read(name, signal);
  }

  private get nodeUpgrades(): NodeUpgrades {
    return this.options.nodeUpgrades ?? 'Held';
  }

  private now() {
    return this.options.ports.clock.now();
  }
}

/** Admission that refuses the version says so in its causes; anything else that is invalid is a fault of ours or of the object. */
function toRefusal(error: unknown): VersionProviderError {
  if (!(error instanceof InvalidError)) return asProviderError(error);
  const causes = error.status?.details?.causes?.flatMap(({ message }) => message ?? []) ?? [];
  const message = causes.length > 0 ? causes.join('; ') : error.message;
  const refusal = readRefusal(error.message) ?? readRefusal(message);
  return refusal === undefined
    ? asProviderError(error)
    : new VersionProviderError(message, { kind: 'refused', refusal, cause: error });
}
