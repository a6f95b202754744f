import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { lastSeen, type WorkloadSigns } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError, type CallOptions, type KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { runLimited } from './runLimited';

const MIB = 1024 * 1024;

/**
 * What one check of a workload reads at most, whatever the member holds: a first page of each list, and of it the pods that
 * are not ready and the newest events (0033).
 */
const BOUNDS = { page: 20, pods: 5, events: 10, bytes: 2 * MIB, timeoutMs: 5_000 } as const;

const POD = { group: '', version: 'v1', kind: 'Pod' };
const REPLICA_SET = { group: 'apps', version: 'v1', kind: 'ReplicaSet' };
const EVENT = { group: '', version: 'v1', kind: 'Event' };

/** The kinds whose pods are read. */
export const hasPods = ({ group, kind }: { readonly group: string; readonly kind: string }): boolean =>
  (group === 'apps' && ['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind)) ||
  (group === 'batch' && kind === 'Job');

/**
 * Reads on the member what a person would read of a workload that is not available: the pods of its newest revision, and
 * the warnings of it, its ReplicaSet and two of these pods. At most 7 requests. What the credentials may not list is
 * named in the answer.
 *
 * @param workload as it is on the member, of a kind that has pods
 * @throws whatever else goes wrong with a request
 */
export async function readSigns(
  client: KubeClient,
  workload: KubeObject,
  { signal, as }: Pick<CallOptions, 'signal' | 'as'>,
): Promise<WorkloadSigns> {
  const forbidden = new Set<string>();
  const { namespace } = workload.metadata;
  const list: List = async (resource, target, options) => {
    const bounds = { namespace, maxBytes: BOUNDS.bytes, limit: BOUNDS.page, timeoutMs: BOUNDS.timeoutMs };
    try {
      for await (const { items } of client.listPages(target, { ...bounds, signal, as, ...options }))
        return items;
      return [];
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      forbidden.add(resource);
      return [];
    }
  };
  const owner = workload.kind === 'Deployment' ? await newestReplicaSet(list, workload) : workload;
  const pods = owner ? await podsInNeed(list, owner) : [];
  const about = [workload, ...(owner && owner !== workload ? [owner] : []), ...pods.slice(0, 2)];
  const events = (await runLimited(about, 4, object => warningsOf(list, object))).flat();
  return { pods, events: newest(events), forbidden: [...forbidden].sort() };
}

type List = (
  resource: string,
  target: typeof POD,
  options: { labelSelector?: string; fieldSelector?: string; metadataOnly?: boolean },
) => Promise<readonly KubeObject[]>;

/** By the revision that the controller of Deployments writes on its ReplicaSets. */
async function newestReplicaSet(list: List, deployment: KubeObject): Promise<KubeObject | undefined> {
  const labelSelector = podSelectorOf(deployment);
  if (labelSelector === undefined) return undefined;
  const sets = await list('replicasets', REPLICA_SET, { labelSelector });
  return sets.filter(set => isControlledBy(set, deployment)).sort((a, b) => revisionOf(b) - revisionOf(a))[0];
}

const revisionOf = ({ metadata }: KubeObject) =>
  Number(metadata.annotations?.['deployment.kubernetes.io/revision']) || 0;

async function podsInNeed(list: List, owner: KubeObject): Promise<readonly KubeObject[]> {
  const labelSelector = podSelectorOf(owner);
  if (labelSelector === undefined) return [];
  const inNeed = (pods: readonly KubeObject[]) =>
    pods.filter(pod => isControlledBy(pod, owner) && !isReady(pod)).slice(0, BOUNDS.pods);
  const first = await list('pods', POD, { labelSelector });
  const found = inNeed(first);
  if (found.length > 0 || first.length < BOUNDS.page) return found;
  // Of thousands the first page may be ready: those that have not started are asked for by themselves.
  return inNeed(await list('pods', POD, { labelSelector, fieldSelector: 'status.phase=Pending' }));
}

/** Only its own, by uid: whoever writes events names whom they are about. */
const warningsOf = async (list: List, { metadata }: KubeObject) =>
  metadata.uid === undefined
    ? []
    : list('events', EVENT, { fieldSelector: `involvedObject.uid=${metadata.uid},type=Warning` });

const newest = (events: readonly KubeObject[]) =>
  [...events].sort((a, b) => (lastSeen(a) > lastSeen(b) ? -1 : 1)).slice(0, BOUNDS.events);

const isControlledBy = ({ metadata }: KubeObject, owner: KubeObject) =>
  Array.isArray(metadata.ownerReferences) &&
  metadata.ownerReferences.some(({ uid }) => uid !== undefined && uid === owner.metadata.uid);

function isReady({ status }: KubeObject): boolean {
  if (!isJsonObject(status)) return false;
  if (status.phase === 'Succeeded') return true;
  const { conditions } = status;
  if (!Array.isArray(conditions)) return false;
  return conditions.some(
    condition => isJsonObject(condition) && condition.type === 'Ready' && condition.status === 'True',
  );
}

/** `spec.selector` as a query, by its labels alone: whose pods they are their owner reference says. */
export function podSelectorOf({ spec }: KubeObject): string | undefined {
  const selector = isJsonObject(spec) && isJsonObject(spec.selector) ? spec.selector : {};
  const labels = isJsonObject(selector.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return labels.length === 0 ? undefined : labels.map(([key, value]) => `${key}=${String(value)}`).join(',');
}
