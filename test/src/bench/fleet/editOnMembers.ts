import { KubeClient, readKubeconfig, watchResource, type KubeObject } from '@fleetstage/kube-client';
import { PLACEMENT_API } from '../benchObjects';
import type { BenchSite } from '../benchSite';
import { preciseNow } from '../recording';

/** What somebody changes on each member. */
export interface KeptEdit {
  readonly target: { readonly group: string; readonly version: string; readonly kind: string };
  readonly namespace: string;
  readonly name: string;
  readonly patch: object;
  /** It keeps the edit, and its status says on which clusters there is one. */
  readonly placement: string;
}

/** The same, while a watch of the benchmark's own waits for it to be repaired. */
export interface RepairedEdit extends Omit<KeptEdit, 'placement'> {
  readonly isRepaired: (object: KubeObject) => boolean;
}

const PATIENCE_MS = 120_000;

/** All members at once; milliseconds from the answer to the edit until the object is as wanted again, one for each. */
export const untilRepaired = (site: BenchSite, edit: RepairedEdit): Promise<readonly number[]> =>
  withClients(site, (clients, signal) =>
    Promise.all([...clients.values()].map(client => repairOne(client, edit, signal))),
  );

/** All members at once; milliseconds from the answer to the edit until the hub's status says that the member has drifted. */
export const untilSeen = (site: BenchSite, edit: KeptEdit): Promise<readonly number[]> =>
  withClients(site, async (clients, signal) => {
    const seen = followDrifts(site.hub.client, edit.placement, signal);
    await seen.synced;
    const edited = await Promise.all(
      [...clients].map(async ([name, client]) => {
        await editObject(client, edit);
        return [name, preciseNow()] as const;
      }),
    );
    return Promise.all(edited.map(async ([name, at]) => Math.max(0, (await seen.of(name)) - at)));
  });

async function withClients<T>(
  { kubeconfig, memberNames }: BenchSite,
  work: (clients: ReadonlyMap<string, KubeClient>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const open = async (name: string) =>
    [name, new KubeClient(await readKubeconfig(kubeconfig, name))] as const;
  const clients = new Map(await Promise.all(memberNames.map(open)));
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
  try {
    return await work(clients, ending.signal);
  } finally {
    clearTimeout(timer);
    ending.abort();
    await Promise.all([...clients.values()].map(client => client.close()));
  }
}

const editObject = (client: KubeClient, { target, namespace, name, patch }: Omit<KeptEdit, 'placement'>) =>
  client.patch(
    target,
    { name, namespace },
    { fieldManager: 'somebody', patch: { type: 'merge', body: patch } },
  );

async function repairOne(client: KubeClient, edit: RepairedEdit, signal: AbortSignal): Promise<number> {
  const { target, namespace, name, isRepaired } = edit;
  const fieldSelector = `metadata.name=${name}`;
  const events = watchResource(client, target, { signal, jitter: Math.random, namespace, fieldSelector });
  let editedAt: number | undefined;
  let wasDrifted = false;
  for await (const event of events) {
    if (event.type === 'SYNCED' && editedAt === undefined) {
      await editObject(client, edit);
      editedAt = preciseNow();
    } else if (event.type === 'MODIFIED' && event.object.metadata.name === name) {
      const isAsWanted = isRepaired(event.object);
      if (isAsWanted && wasDrifted && editedAt !== undefined) return Math.max(0, preciseNow() - editedAt);
      wasDrifted ||= !isAsWanted;
    }
  }
  throw new Error(`${target.kind} ${name} was not repaired within ${PATIENCE_MS} ms`);
}

/** When the status of a placement named a cluster as drifted first, by cluster. */
function followDrifts(hub: KubeClient, placement: string, signal: AbortSignal) {
  const found = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const target = { ...PLACEMENT_API, kind: 'ClusterResourcePlacement' };
  const fieldSelector = `metadata.name=${placement}`;
  const note = (object: KubeObject, at: number) => {
    for (const cluster of driftedOn(object).filter(name => !found.has(name))) {
      found.set(cluster, at);
      waiting.get(cluster)?.(at);
    }
  };
  let ended: Promise<never> | undefined;
  const synced = new Promise<void>(resolve => {
    const follow = async () => {
      for await (const event of watchResource(hub, target, { signal, jitter: Math.random, fieldSelector })) {
        if (event.type === 'SYNCED') resolve();
        else if (event.type === 'MODIFIED') note(event.object, preciseNow());
      }
      throw new Error(
        `the status of ${placement} named ${found.size} drifted clusters within ${PATIENCE_MS} ms`,
      );
    };
    ended = follow();
    ended.catch(() => resolve());
  });
  const of = (cluster: string) =>
    found.get(cluster) ??
    Promise.race([ended, new Promise<number>(resolve => waiting.set(cluster, resolve))] as Promise<number>[]);
  return { synced, of };
}

interface DriftStatus {
  readonly placementStatuses?: readonly {
    readonly clusterName?: string;
    readonly driftedPlacements?: readonly unknown[];
  }[];
}

function driftedOn({ status }: KubeObject): string[] {
  const { placementStatuses = [] } = (status ?? {}) as DriftStatus;
  return placementStatuses.flatMap(({ clusterName, driftedPlacements = [] }) =>
    clusterName !== undefined && driftedPlacements.length > 0 ? [clusterName] : [],
  );
}
