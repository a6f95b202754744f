import type { KubeClient } from '@fleetstage/kube-client';
import type { Database } from '../database/db';
import { loadHubUid, saveHubUid } from '../database/hubStore';
import { readClusterUid } from '../kube/readClusterUid';
import type { Log } from '../observe/log';

export interface HubIdentityOptions {
  readonly hub: string;
  readonly database: Database;
  readonly log: Log;
  /** Whether the hub may hide its namespace `kube-system`. */
  readonly mayBeUnidentified: boolean;
}

/**
 * Refuses a hub that is another cluster than the one the rows were read from: a wrong context, or a hub that was rebuilt.
 * To a pass, all that is not on it would have been deleted by people, and would be taken off the members.
 *
 * A hub that has no such namespace, or does not show it to us, is taken as it is where that is allowed: it cannot be
 * distinguished from another hub then, nor a member from it.
 *
 * @throws Error that names the problem and the two remedies
 */
export async function ensureSameHub(
  { hub, database, log, mayBeUnidentified }: HubIdentityOptions,
  client: KubeClient,
): Promise<void> {
  const uid = await readClusterUid(client);
  if (uid === undefined) {
    await judgeHidden({ hub, database, log, mayBeUnidentified });
    return;
  }
  const known = await database.transact(async tx => {
    await saveHubUid(tx, hub, uid);
    return loadHubUid(tx, hub);
  });
  if (known === uid) return;
  throw new Error(
    `hub "${hub}" is another cluster than the one that this database was filled from (uid of kube-system: ${uid}, known: ${known}). ` +
      'Nothing is read from it: what it lacks would be deleted on the members. ' +
      'Point fleetstage at the right cluster, or give the new hub another name in fleetstage.hubs[]',
  );
}

async function judgeHidden({ hub, database, log, mayBeUnidentified }: HubIdentityOptions): Promise<void> {
  const isKnown = (await database.transact(tx => loadHubUid(tx, hub))) !== undefined;
  if (mayBeUnidentified && !isKnown)
    return log.warn(
      'The hub does not show its namespace kube-system; no member can be distinguished from it',
      {
        hub,
      },
    );
  const otherwise = isKnown
    ? '. It did before, so another cluster may be answering'
    : `, or add ${hub} to fleetstage.connections.allowUnidentified. No member can be distinguished from such a hub`;
  throw new Error(
    `hub "${hub}" does not show its namespace kube-system: grant its credentials get on it, as examples/rbac/hub.yaml does${otherwise}`,
  );
}
