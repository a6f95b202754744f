import { useApi } from '@backstage/frontend-plugin-api';
import type { FleetClient, paths, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHub } from '../routing';
import { fleetApiRef } from './fleetApiRef';
import { useFleetData } from './FleetProvider';
import { fleetKey, type Root } from './keys';
import type { LiveStore } from './LiveStore';

export type Stamp = Schemas['Stamp'];
type Rest = Awaited<ReturnType<FleetClient['client']>>;
export type Send<T> = (client: Rest, hub: string | undefined) => Promise<{ data?: T; response: Response }>;
export type { paths };

const POLL_MS = 10_000;
const POLL_HIDDEN_MS = 60_000;
/** With working signals this only catches what a lost message left behind. */
const POLL_BEHIND_SIGNALS_MS = 60_000;
/** Many open pages must not ask in step. */
const JITTER = 0.2;

export interface FleetQueryOptions<T> {
  readonly root: Root;
  readonly key?: readonly unknown[];
  readonly send: Send<T>;
  readonly enabled?: boolean;
  /** Asked again even while a dialog is open: the dialog's own facts. */
  readonly isOfDialog?: boolean;
}

/** One thing, kept fresh; the last good data stays where a later request fails. */
export function useFleetQuery<T extends Stamp>({
  root,
  key = [],
  send,
  enabled,
  isOfDialog,
}: FleetQueryOptions<T>) {
  const hub = useHub();
  const ask = useAsk(hub);
  const { live } = useFleetData();
  return useQuery({
    queryKey: fleetKey(root, hub, ...key),
    queryFn: () => ask(send),
    enabled,
    refetchInterval: () => pollAfter(live, isOfDialog),
  });
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
  const { live } = useFleetData();
  return useInfiniteQuery<T, Error, InfiniteData<T>, readonly unknown[], string | undefined>({
    queryKey: fleetKey(options.root, hub, 'list', ...(options.key ?? [])),
    queryFn: ({ pageParam }) => ask<T>((client, ofHub) => options.send(client, ofHub, pageParam)),
    initialPageParam: undefined,
    getNextPageParam: last => last.nextCursor,
    enabled: options.enabled,
    refetchInterval: () => pollAfter(live),
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

/** Sends a request and tells the live indicator how it went. */
export function useAsk(hub: string | undefined) {
  const api = useApi(fleetApiRef);
  const { live } = useFleetData();
  return useMemo(
    () =>
      async <T>(send: Send<T>): Promise<T> => {
        try {
          const data = await api.ask(client => send(client, hub));
          live.answered((data as Partial<Stamp> | undefined)?.asOf);
          return data;
        } catch (error) {
          if (error instanceof TypeError) live.failed(Date.now() + POLL_MS);
          throw error;
        }
      },
    [api, live, hub],
  );
}

function pollAfter(live: LiveStore, isOfDialog = false): number | false {
  if (live.get().isHeld && !isOfDialog) return false;
  const base = document.hidden ? POLL_HIDDEN_MS : live.hasSignals() ? POLL_BEHIND_SIGNALS_MS : POLL_MS;
  return base * (1 + JITTER * Math.random());
}
