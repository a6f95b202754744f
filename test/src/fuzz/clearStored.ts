import type { Send } from './send';
import { readStored, type StoredItem } from './checkStored';

/** What was there before anything was tried stays. */
export async function listPaths(send: Send): Promise<ReadonlySet<string>> {
  return new Set((await readStored(send)).map(({ path }) => path));
}

/** Names that are written to again and again, so that there are few. */
const RECURRING = /\/f-\d$/;

/** Deletes what has a mutated name, so that memory can be compared: such names are others each time. */
export async function clearStored(send: Send, kept: ReadonlySet<string>): Promise<void> {
  const others = (await readStored(send)).filter(({ path }) => !kept.has(path) && !RECURRING.test(path));
  for (const item of others) await remove(send, item).catch(() => undefined);
}

async function remove(send: Send, { path, isHeld }: StoredItem): Promise<void> {
  await send({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0`, headers: {} });
  if (!isHeld) return;
  const body = Buffer.from('{"metadata":{"finalizers":null}}');
  await send({ method: 'PATCH', path, headers: { 'content-type': 'application/merge-patch+json' }, body });
}
