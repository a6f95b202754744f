import {
  NotFoundError,
  UnknownKindError,
  type ApiResource,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import {
  CAPI_GROUP,
  CAPI_VERSIONS,
  CLUSTER_NAME_LABEL,
  type CapiCluster,
  type CapiControlPlane,
  type CapiMachine,
  type CapiPool,
  type ClusterObjects,
} from './objects';
import type { ClusterName } from '../objectIds';

/** Reads Cluster API's objects, in the newest version that the management cluster serves. */
export class ManagementCluster {
  constructor(private readonly client: KubeClient) {}

  /** @throws UnknownKindError where Cluster API is not installed */
  target(kind: string): Promise<ApiResource> {
    return this.resolve(CAPI_GROUP, kind, CAPI_VERSIONS);
  }

  /** Where the control plane of a cluster is served: of any provider, as its reference names it. */
  async controlPlaneTarget({
    spec: { controlPlaneRef: ref },
  }: CapiCluster): Promise<ApiResource | undefined> {
    if (ref === undefined) return undefined;
    const [group, version] = ref.apiVersion?.split('/') ?? [ref.apiGroup ?? ''];
    return this.resolve(group, ref.kind, [...CAPI_VERSIONS, ...(version ? [version] : [])]);
  }

  /** `undefined`: there is no such cluster. The parts are read after the Cluster, so they are never older than it. */
  async read({ namespace, name }: ClusterName, signal: AbortSignal): Promise<ClusterObjects | undefined> {
    const found = await this.client.find(await this.target('Cluster'), { namespace, name }, { signal });
    if (found === undefined) return undefined;
    const cluster = found as CapiCluster;
    const labelled = { namespace, labelSelector: `${CLUSTER_NAME_LABEL}=${name}`, signal };
    const list = async (kind: string) => {
      const target = await this.target(kind).catch(unlessUnknown);
      return target === undefined ? [] : (await this.client.list(target, labelled)).items;
    };
    const [controlPlane, machineDeployments, machinePools, machines] = await Promise.all([
      this.findControlPlane(cluster, signal),
      list('MachineDeployment'),
      list('MachinePool'),
      list('Machine'),
    ]);
    return {
      cluster,
      ...(controlPlane && { controlPlane: controlPlane as CapiControlPlane }),
      machineDeployments: machineDeployments as readonly CapiPool[],
      machinePools: machinePools as readonly CapiPool[],
      machines: machines as readonly CapiMachine[],
    };
  }

  private async findControlPlane(cluster: CapiCluster, signal: AbortSignal): Promise<KubeObject | undefined> {
    const target = await this.controlPlaneTarget(cluster);
    const name = cluster.spec.controlPlaneRef?.name;
    if (target === undefined || name === undefined) return undefined;
    return this.client.find(target, { namespace: cluster.metadata.namespace, name }, { signal });
  }

  private async resolve(group: string, kind: string, versions: readonly string[]): Promise<ApiResource> {
    for (const version of versions) {
      const found = await this.client.resolve({ group, version, kind }).catch(unlessUnknown);
      if (found !== undefined) return found;
    }
    return this.client.resolve({ group, version: versions[0], kind });
  }
}

/** Not served in this version, or in none. */
export function unlessUnknown(error: unknown): undefined {
  if (error instanceof UnknownKindError || error instanceof NotFoundError) return undefined;
  throw error;
}
