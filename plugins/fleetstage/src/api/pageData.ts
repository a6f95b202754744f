import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import {
  notifyManager,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
} from '@tanstack/react-query';
import { isLastWord } from './errors';
import type { LiveStore, PageData } from './LiveStore';

/** Reports to the store how the requests for what is on screen went, for as long as the client lives. */
export function watchPage(client: QueryClient, live: LiveStore): void {
  const cache = client.getQueryCache();
  // A query without data forgets its error as soon as it is asked again.
  const failed = new WeakSet<Query>();
  const contents = new WeakMap<Query, Content>();
  const learn = (event: QueryCacheNotifyEvent) => {
    const { query } = event;
    if (event.type === 'updated' && event.action.type === 'error') {
      if (isLastWord(event.action.error)) failed.delete(query);
      else failed.add(query);
    }
    if (event.type === 'updated' && event.action.type === 'success') {
      failed.delete(query);
      contents.set(query, contentOf(query, contents.get(query)));
    }
    const shown = cache.getAll().filter(one => one.isActive() && one.queryKey[0] === 'fleetstage');
    live.shows(pageDataOf(shown, failed, contents));
  };
  // Queries are made while components render; the header must not render within.
  cache.subscribe(notifyManager.batchCalls(learn));
}

interface Content {
  readonly data: unknown;
  readonly changedAt?: number;
}

function contentOf(query: Query, before: Content | undefined): Content {
  const { data, dataUpdatedAt } = query.state;
  const isSame = before === undefined || isSameContent(before.data, data) || !isOwnWord(query);
  return { data, changedAt: isSame ? before?.changedAt : dataUpdatedAt };
}

function pageDataOf(
  shown: readonly Query[],
  failed: WeakSet<Query>,
  contents: WeakMap<Query, Content>,
): PageData {
  const broken = shown.filter(query => failed.has(query));
  const moments = broken.map(({ state }) => state.dataUpdatedAt).filter(at => at > 0);
  const retries = broken.map(nextTryOf).filter(at => at !== undefined);
  const changes = shown.map(query => contents.get(query)?.changedAt).filter(at => at !== undefined);
  const hub = newestHubOf(shown);
  return {
    count: shown.length,
    ...(broken.length > 0 && {
      failed: {
        ...(moments.length > 0 && { dataFrom: Math.min(...moments) }),
        ...(retries.length > 0 && { retryAt: Math.min(...retries) }),
      },
    }),
    ...(changes.length > 0 && { changedAt: Math.max(...changes) }),
    ...(hub && { hub }),
  };
}

function nextTryOf(query: Query): number | undefined {
  const [interval] = query.observers.map(({ options: { refetchInterval } }) =>
    typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
  );
  return interval ? query.state.errorUpdatedAt + interval : undefined;
}

/** Of a page that a dialog holds the answers grow old, while what the dialog asks for shows the hub as it is. */
function newestHubOf(shown: readonly Query[]): Schemas['HubState'] | undefined {
  const known = shown.map(({ state: { data, dataUpdatedAt } }) => ({ hub: lastHubOf(data), dataUpdatedAt }));
  return known
    .filter(({ hub }) => hub !== undefined)
    .reduce<(typeof known)[number] | undefined>(
      (newest, one) => (newest && newest.dataUpdatedAt > one.dataUpdatedAt ? newest : one),
      undefined,
    )?.hub;
}

/** Of a list the last page came last. */
function lastHubOf(data: unknown): Schemas['HubState'] | undefined {
  const { pages } = Object(data) as { pages?: readonly unknown[] };
  return hubOf(Array.isArray(pages) ? pages.at(-1) : data);
}

/** The hub's state in an answer, or in the first page of a list. */
export function hubOf(data: unknown): Schemas['HubState'] | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { hub, pages } = data as {
    hub?: Schemas['HubState'];
    pages?: readonly { hub?: Schemas['HubState'] }[];
  };
  return hub ?? pages?.[0]?.hub;
}

/** A gate's sentences name ages: they change each minute though nothing does. */
const isOwnWord = (query: Query) => query.queryKey[1] !== 'gate';

/** Whether two answers differ in their stamp only; equal parts are the same object, as react-query shares them. */
function isSameContent(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isRecord(before) || !isRecord(after)) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every(
    key =>
      key === 'asOf' ||
      before[key] === after[key] ||
      (key === 'pages' && isSameList(before.pages, after.pages)),
  );
}

const isSameList = (before: unknown, after: unknown) =>
  Array.isArray(before) &&
  Array.isArray(after) &&
  before.length === after.length &&
  before.every((page, index) => isSameContent(page, after[index]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
