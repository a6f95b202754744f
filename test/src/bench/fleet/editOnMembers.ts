import { KubeClient, readKubeconfig, watchResource, type KubeObject } from '@fleetstage/kube-client';
import type { BenchSite } from '../benchSite';
import { preciseNow } from '../recording';

/** What somebody changes on each member, while a watch of the benchmark's own waits for it to be repaired. */
export interface MemberEdit {
  readonly target: { readonly group: string; readonly version: string; readonly kind: string };
  readonly namespace: string;
  readonly name: string;
  readonly patch: object;
  readonly isRepaired: (object: KubeObject) => boolean;
}

const PATIENCE_MS = 120_000;

/** All members at once; milliseconds from the answer to the edit until the object is as wanted again, one for each. */
export async function editOnMembers(
  { kubeconfig, memberNames }: BenchSite,
  edit: MemberEdit,
): Promise<readonly number[]> {
  const clients = await Promise.all(
    memberNames.map(async name => new KubeClient(await readKubeconfig(kubeconfig, name))),
  );
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
  try {
    return await Promise.all(clients.map(client => editOne(client, edit, ending.signal)));
  } finally {
    clearTimeout(timer);
    ending.abort();
    await Promise.all(clients.map(client => client.close()));
  }
}

async function editOne(client: KubeClient, edit: MemberEdit, signal: AbortSignal): Promise<number> {
  const { target, namespace, name, patch, isRepaired } = edit;
  const events = watchResource(client, target, {
    signal,
    jitter: Math.random,
    namespace,
    fieldSelector: `metadata.name=${name}`,
  });
  let editedAt: number | undefined;
  let wasDrifted = false;
  for await (const event of events) {
    if (event.type === 'SYNCED' && editedAt === undefined) {
      await client.patch(
        target,
        { name, namespace },
        {
          fieldManager: 'somebody',
          patch: { type: 'merge', body: patch },
        },
      );
      editedAt = preciseNow();
    } else if (event.type === 'MODIFIED' && event.object.metadata.name === name) {
      const isAsWanted = isRepaired(event.object);
      if (isAsWanted && wasDrifted && editedAt !== undefined) return Math.max(0, preciseNow() - editedAt);
      wasDrifted ||= !isAsWanted;
    }
  }
  throw new Error(`${target.kind} ${name} was not repaired within ${PATIENCE_MS} ms`);
}
