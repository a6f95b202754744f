import { setTimeout as delay } from 'node:timers/promises';
import type { VersionListener } from '@fleetstage/backstage-plugin-fleetstage-node';
import {
  apiVersionOf,
  objectKey,
  UnknownKindError,
  watchResource,
  type ApiResource,
  type KubeClient,
  type KubeMetadata,
  type KubeObject,
} from '@fleetstage/kube-client';
import { asProviderError } from '../asProviderError';
import { unlessUnknown, type ManagementCluster } from './ManagementCluster';
import { CLUSTER_NAME_LABEL, type CapiCluster } from './objects';

/** Parts of clusters, which change without a change of their Cluster. */
const PARTS = ['MachineDeployment', 'MachinePool', 'Machine'];
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

interface Following {
  readonly client: KubeClient;
  readonly management: ManagementCluster;
  readonly jitter: () => number;
  readonly listener: VersionListener;
  readonly signal: AbortSignal;
}

/**
 * Follows a management cluster by watches: Clusters, and whatever belongs to one by its label. Which kinds control planes have
 * is in the Clusters, so those watches begin with the first Cluster that names a kind.
 */
export function watchClusters(following: Following): void {
  const controlPlanes = new Set<string>();
  const onCluster = async (object: KubeObject) => {
    const target = await following.management.controlPlaneTarget(object as CapiCluster).catch(unlessUnknown);
    if (target === undefined) return;
    const kind = `${apiVersionOf(target)} ${target.kind}`;
    if (controlPlanes.has(kind)) return;
    controlPlanes.add(kind);
    follow(following, async () => target, { onChange: clusterOfPart });
  };
  follow(following, () => following.management.target('Cluster'), {
    onChange: clusterItself,
    onObject: onCluster,
  });
  for (const kind of PARTS)
    follow(following, () => following.management.target(kind), { onChange: clusterOfPart });
  follow(following, () => following.management.target('ClusterClass'), {
    onChange: ({ namespace = '', name }, listener) => listener.versionsChanged?.({ namespace, name }),
  });
}

type OnChange = (metadata: KubeMetadata, listener: VersionListener) => void;

const clusterItself: OnChange = (metadata, listener) => listener.changed(objectKey(metadata));

const clusterOfPart: OnChange = ({ namespace, labels }, listener) => {
  const name = labels?.[CLUSTER_NAME_LABEL];
  if (name !== undefined) listener.changed(objectKey({ namespace, name }));
};

interface Kind {
  readonly onChange: OnChange;
  /** Gets whole objects; without it only their metadata is read. */
  readonly onObject?: (object: KubeObject) => Promise<void>;
}

/** Follows a kind until the signal ends, and asks again for a kind that is not served yet. */
function follow(following: Following, find: () => Promise<ApiResource>, kind: Kind): void {
  const { signal, listener } = following;
  const run = async () => {
    for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      try {
        return await followKind(following, await find(), kind);
      } catch (error) {
        if (signal.aborted) return undefined;
        // Kinds of features that are switched off are missing for good; without Clusters nothing is well.
        if (!(error instanceof UnknownKindError) || kind.onObject !== undefined)
          listener.failed(asProviderError(error));
        await delay(wait, undefined, { signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  void run();
}

async function followKind(
  { client, jitter, listener, signal }: Following,
  target: ApiResource,
  { onChange, onObject }: Kind,
): Promise<void> {
  /** What names the cluster of each object: an object that went in a gap must be reported, too. */
  const known = new Map<string, KubeMetadata>();
  const events = watchResource(client, target, {
    signal,
    jitter,
    metadataOnly: onObject === undefined,
    onProblem: error => listener.failed(asProviderError(error)),
  });
  for await (const event of events) {
    if (event.type === 'SYNCED') {
      const gone = [...known].filter(([key]) => !event.keys.has(key));
      for (const [key, metadata] of gone) {
        known.delete(key);
        onChange(metadata, listener);
      }
      continue;
    }
    const { name, namespace, labels } = event.object.metadata;
    const metadata = { name, namespace, labels };
    if (event.type === 'DELETED') known.delete(objectKey(metadata));
    else known.set(objectKey(metadata), metadata);
    await onObject?.(event.object);
    onChange(metadata, listener);
  }
}
