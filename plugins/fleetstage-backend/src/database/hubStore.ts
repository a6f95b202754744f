import type { Tx } from './db';

/** Which cluster the rows of a hub were read from; `undefined` before the first time. */
export async function loadHubUid(tx: Tx, hub: string): Promise<string | undefined> {
  return (await tx.sql('hubs').where({ hub }).first('uid'))?.uid;
}

/** Said once; the rows of a hub never move to another cluster. */
export async function saveHubUid(tx: Tx, hub: string, uid: string): Promise<void> {
  await tx.sql('hubs').insert({ hub, uid }).onConflict('hub').ignore();
}
