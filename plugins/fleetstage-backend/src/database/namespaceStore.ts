import type { Tx } from './db';
import { toFreeText } from './freeText';
import { isKeyText } from './keyText';
import { chunks } from './rows';

/** By name: the AppliedWork that owns the namespace, or nothing (A/PL-078). */
export type OwnedNamespaces = Readonly<Record<string, string>>;

/** The namespaces of a member, ordered by name. */
export async function loadNamespaces(tx: Tx, hub: string, cluster: string): Promise<OwnedNamespaces> {
  const rows = await tx.sql('cluster_namespaces').where({ hub, cluster }).select('namespace', 'owner');
  return Object.fromEntries(
    rows.map(row => [row.namespace, row.owner] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Writes what differs from what is known: heartbeats mostly report the same. What a member lists under a name that no
 * namespace can have is left out: no placement is in it.
 */
export async function saveNamespaces(
  tx: Tx,
  at: { readonly hub: string; readonly cluster: string },
  { before, after }: { readonly before: OwnedNamespaces; readonly after: OwnedNamespaces },
): Promise<void> {
  const gone = Object.keys(before).filter(name => !Object.hasOwn(after, name));
  const changed = Object.keys(after).filter(name => isKeyText(name) && before[name] !== after[name]);
  for (const part of chunks(gone))
    await tx.sql('cluster_namespaces').where(at).whereIn('namespace', part).delete();
  for (const part of chunks(changed))
    await tx
      .sql('cluster_namespaces')
      .insert(part.map(namespace => ({ ...at, namespace, owner: toFreeText(after[namespace]) })))
      .onConflict(['hub', 'namespace', 'cluster'])
      .merge();
}

export async function forgetNamespaces(tx: Tx, hub: string, cluster: string): Promise<void> {
  await tx.sql('cluster_namespaces').where({ hub, cluster }).delete();
}

/** Which members have a namespace, and who owns it there. */
export async function loadNamespaceHolders(
  tx: Tx,
  hub: string,
  namespace: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.sql('cluster_namespaces').where({ hub, namespace }).select('cluster', 'owner');
  return new Map(rows.map(row => [row.cluster, row.owner]));
}
