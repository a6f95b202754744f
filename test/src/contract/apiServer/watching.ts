import type { Api, How } from './Api';
import type { WatchEvent } from './watchStream';

/** Empty in a new namespace, other than config maps. */
export const SECRETS = 'v1/secrets';

export const secret = (name: string, metadata: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, ...metadata },
});

/** A bookmark's revision is that of the whole store, which other writers move too. */
export const withoutBookmarkRevisions = (events: readonly WatchEvent[]) =>
  events.map(event => {
    const { type, object } = event;
    if (type !== 'BOOKMARK') return event;
    const rows = object.rows?.map((row: WatchEvent) => ({ ...row, object: unversioned(row.object) }));
    return { type, object: { ...unversioned(object), ...(rows && { rows }) } };
  });

const unversioned = (object: WatchEvent['object']) => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: '<rv>' },
});

/** Bookmarks besides the one that ends the initial events come when a server likes. */
export const withoutOtherBookmarks = (events: readonly WatchEvent[]) =>
  withoutBookmarkRevisions(
    events.filter(({ type, object }) => type !== 'BOOKMARK' || JSON.stringify(object).includes(INITIAL_END)),
  );

const INITIAL_END = 'k8s.io/initial-events-end';

/** `ADDED one`: the story without its objects. */
export const inShort = (events: readonly WatchEvent[]) =>
  events.map(({ type, object }) => `${type} ${object.metadata.name ?? object.kind}`);

/** Of the collection as it is now. */
export async function revisionOf(api: Api, path: string): Promise<string> {
  const { body } = await api.quietly('GET', path);
  return body.metadata.resourceVersion;
}

/** Asks for a watch that the server refuses, or ends by itself, and notes the whole answer. */
export async function refusedWatch(api: Api, path: string, how?: How): Promise<void> {
  const stream = await api.watch(path, how);
  await stream.ended();
  stream.close();
}
