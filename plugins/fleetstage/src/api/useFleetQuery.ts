import { useApi } from '@backstage/frontend-plugin-api';
import type { FleetClient, paths, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useInfiniteQuery, useQueries, useQuery, type InfiniteData, type Query } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useHub } from '../routing';
import { isLastWord } from './errors';
import { fleetApiRef } from './fleetApiRef';
import { useFleetData } from './FleetProvider';
import { fleetKey, type Root } from './keys';
import { pollAfter } from './pollAfter';

export type Stamp = Schemas['Stamp'];
type Rest = Awaited<ReturnType<FleetClient['client']>>;
export type Send<T> = (
  client: Rest,
  hub: string | undefined,
  /** Of costly questions: aborted where nobody waits for the answer any more. */
  signal?: AbortSignal,
) => Promise<{ data?: T; response: Response }>;
export type { paths };

export interface FleetQueryOptions<T> {
  readonly root: Root;
  readonly key?: readonly unknown[];
  readonly send: Send<T>;
  readonly enabled?: boolean;
  /** A dialog's own facts: kept fresh even while it is open, sooner than what is behind it. */
  readonly isOfDialog?: boolean;
  /** Asked again only where something has changed, not by the clock, unless it has failed. */
  readonly isCostly?: boolean;
  /** An answer that another page has had is taken for so long, unless something has changed. */
  readonly freshMs?: number;
  /** Once answered it is the same for good: not asked again, whatever has changed. */
  readonly isImmutable?: boolean;
}

/** One thing, kept fresh; the last good data stays where a later request fails. */
export function useFleetQuery<T extends Stamp>(options: FleetQueryOptions<T>) {
  return useQuery(useFleetOptions<T>()(options));
}

/** Several things of one kind at once, in the order of the options. */
export function useFleetQueries<T extends Stamp>(options: readonly FleetQueryOptions<T>[]) {
  const optionsOf = useFleetOptions<T>();
  return useQueries({ queries: options.map(optionsOf) });
}

/** What react-query is asked, for whoever asks it beside a component. */
export function useFleetOptions<T extends Stamp>() {
  const hub = useHub();
  const ask = useAsk(hub);
  const poll = usePoll();
  return (options: FleetQueryOptions<T>) => {
    const {
      root,
      key = [],
      send,
      enabled,
      isOfDialog = false,
      isCostly = false,
      isImmutable = false,
      freshMs,
    } = options;
    // What has failed heals by itself, also where nothing has changed; of a full queue each try would take another place.
    const isSettled = ({ state: { data, status, error } }: Query<T>) =>
      (isCostly && (status !== 'error' || isLastWord(error))) || (isImmutable && data !== undefined);
    return {
      queryKey: fleetKey(root, hub, ...key),
      // Whoever reads the signal has his question taken back when he leaves, also one that others soon ask again.
      queryFn: (context: { signal: AbortSignal }) => ask(send, isCostly ? context.signal : undefined),
      enabled,
      ...(freshMs !== undefined && { staleTime: freshMs }),
      ...(isImmutable && { staleTime: 'static' as const }),
      refetchInterval: (query: Query<T>) => !isSettled(query) && poll(isOfDialog, hasFailed(query)),
      meta: { isOfDialog },
    };
  };
}

/** A list by pages. */
export function useFleetList<T extends Stamp & { items: readonly unknown[]; nextCursor?: string }>(options: {
  readonly root: Root;
  readonly key?: readonly unknown[];
  readonly send: (client: Rest, hub: string | undefined, cursor: string | undefined) => ReturnType<Send<T>>;
  readonly enabled?: boolean;
}) {
  const hub = useHub();
  const ask = useAsk(hub);
  const poll = usePoll();
  return useInfiniteQuery<T, Error, InfiniteData<T>, readonly unknown[], string | undefined>({
    queryKey: fleetKey(options.root, hub, 'list', ...(options.key ?? [])),
    queryFn: ({ pageParam }) => ask<T>((client, ofHub) => options.send(client, ofHub, pageParam)),
    initialPageParam: undefined,
    getNextPageParam: last => last.nextCursor,
    enabled: options.enabled,
    refetchInterval: query => poll(false, hasFailed(query)),
    // A list keeps its rows while a filter changes; another object's rows are never shown.
    placeholderData: (previous, query) => (isSameObject(query?.queryKey, options.key) ? previous : undefined),
  });
}

function isSameObject(previous: readonly unknown[] | undefined, key: readonly unknown[] = []): boolean {
  return typeof key[0] !== 'string' || previous?.[4] === key[0];
}

/** All loaded pages as one: the stamp and totals of the first, the items of all. */
export function usePages<T extends { items: readonly unknown[] }>(
  data: InfiniteData<T> | undefined,
): T | undefined {
  return useMemo(
    () => data && { ...data.pages[0], items: data.pages.flatMap(page => page.items as T['items'][number][]) },
    [data],
  );
}

/** Sends a request and reports to the live indicator when it was answered. */
export function useAsk(hub: string | undefined) {
  const api = useApi(fleetApiRef);
  const { live } = useFleetData();
  return useMemo(
    () =>
      async <T>(send: Send<T>, signal?: AbortSignal): Promise<T> => {
        const data = await api.ask(client => send(client, hub, signal));
        live.answered((data as Partial<Stamp> | undefined)?.asOf);
        return data;
      },
    [api, live, hub],
  );
}

/** What was refused or is gone stays so until a signal says otherwise. */
const hasFailed = ({ state: { status, error } }: { state: { status: string; error: Error | null } }) =>
  status === 'error' && !isLastWord(error);

/** When to ask again. One interval for as long as the component lives: another one each time it is drawn would never end. */
function usePoll(): (isOfDialog: boolean, hasFailed: boolean) => number | false {
  const { live } = useFleetData();
  const [chance] = useState(Math.random);
  const subscribe = useCallback((listener: () => void) => live.subscribe(listener), [live]);
  // A timer that found the page held is over; it begins anew when the component is drawn after the hold.
  const isHeld = useSyncExternalStore(subscribe, () => live.get().isHeld);
  const hasSignals = useSyncExternalStore(subscribe, () => live.hasSignals());
  return (isOfDialog, isFailing) =>
    pollAfter({ isHeld, isOfDialog, isHidden: document.hidden, hasSignals, hasFailed: isFailing }, chance);
}
