import type { Api } from './Api';
import { contractSuite } from './suite';
import { revisionOf, secret, SECRETS } from './watching';
import type { WatchEvent } from './watchStream';

const WRITERS = 8;
const WRITES_EACH = 50;
/** Names that each writer makes, changes and deletes in turn. */
const NAMES_EACH = 5;

/** Creates, changes and deletes its own names in turn: of three writes to a name the third removes it. */
async function write(api: Api, writer: number): Promise<void> {
  for (let index = 0; index < WRITES_EACH; index += 1) {
    const name = `w${writer}-${index % NAMES_EACH}`;
    const step = Math.floor(index / NAMES_EACH) % 3;
    const labels = { step: String(index) };
    if (step === 0) await api.quietly('POST', api.in(SECRETS), secret(name, { labels }));
    else if (step === 1) await api.quietly('PATCH', api.in(SECRETS, name), { metadata: { labels } }, MERGE);
    else await api.quietly('DELETE', api.in(SECRETS, name));
  }
}

const MERGE = { contentType: 'application/merge-patch+json' };

function replay(events: readonly WatchEvent[]): Map<string, string> {
  const state = new Map<string, string>();
  for (const { type, object } of events) {
    if (type === 'DELETED') state.delete(object.metadata.name);
    else state.set(object.metadata.name, object.metadata.resourceVersion);
  }
  return state;
}

const told = (state: ReadonlyMap<string, string>) =>
  [...state]
    .map(([name, revision]) => `${name}@${revision}`)
    .sort()
    .join(' ');

/** At which revisions the events differ from what a list of that moment shows. */
async function wrongRevisions(api: Api, events: readonly WatchEvent[]): Promise<string[]> {
  const wrong: string[] = [];
  for (let index = 0; index < events.length; index += 20) {
    const revision = events[index].object.metadata.resourceVersion;
    const query = `resourceVersion=${revision}&resourceVersionMatch=Exact`;
    const { body } = await api.quietly('GET', `${api.in(SECRETS)}?${query}`);
    const listed = new Map<string, string>(
      body.items.map(({ metadata }: WatchEvent['object']) => [metadata.name, metadata.resourceVersion]),
    );
    if (told(listed) !== told(replay(events.slice(0, index + 1)))) wrong.push(revision);
  }
  return wrong;
}

function summary(events: readonly WatchEvent[]) {
  const revisions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return {
    counts,
    distinct: new Set(revisions).size,
    ascend: revisions.every((revision, index) => index === 0 || revision > revisions[index - 1]),
    left: [...replay(events).keys()].sort(),
  };
}

/** Many writers at once: who watches misses nothing and hears nothing twice. */
export const watchCrowd = contractSuite('watch crowd', add => {
  add('400 writes by 8 writers are told once each, as lists of every moment show', async api => {
    const from = await revisionOf(api, api.in(SECRETS));
    const stream = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${from}`);
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(api, writer)));
    await stream.until(WRITERS * WRITES_EACH);
    const wrong = await wrongRevisions(api, stream.events);
    stream.close(events => ({ ...summary(events), wrong }));
  });

  add('watches that begin while 8 writers write see the same end', async api => {
    const from = await revisionOf(api, api.in(SECRETS));
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(api, writer)));
    const late = await api.watch(`${api.in(SECRETS)}?watch=true`);
    const early = await api.watch(`${api.in(SECRETS)}?watch=true&resourceVersion=${from}`);
    await writing;
    await api.quietly('POST', api.in(SECRETS), secret('the-end'));
    const isEnd = ({ object }: WatchEvent) => object.metadata.name === 'the-end';
    await Promise.all([late.until(isEnd), early.until(isEnd)]);
    const atEnd = told(replay(early.events));
    late.close(events => told(replay(events)) === atEnd);
    early.close(summary);
  });

  add('a watch that is cut again and again tells all 400 writes once', async api => {
    const path = api.in(SECRETS);
    let from = await revisionOf(api, path);
    const all: WatchEvent[] = [];
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(api, writer)));
    while (all.length < WRITERS * WRITES_EACH) {
      const stream = await api.watch(`${path}?watch=true&resourceVersion=${from}`);
      await stream.until(Math.min(37, WRITERS * WRITES_EACH - all.length));
      stream.abort();
      all.push(...stream.events);
      from = all[all.length - 1].object.metadata.resourceVersion;
    }
    await writing;
    const last = await api.watch(`${path}?watch=true&resourceVersion=${from}&timeoutSeconds=1`);
    await last.ended();
    last.close(events => summary([...all, ...events]));
  });
});
