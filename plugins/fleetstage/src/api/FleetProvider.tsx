import { useApi, useApiHolder } from '@backstage/frontend-plugin-api';
import { signalApiRef, type SignalApi } from '@backstage/plugin-signals-react';
import type { FleetClient, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { fleetApiRef } from './fleetApiRef';
import { HubContext } from './hubContext';
import { fleetKey, isTouched, shownSubjects, type RunParts } from './keys';
import { LiveStore, type FleetSignal, type LiveState, type Taker } from './LiveStore';
import { isLastWord } from './errors';
import { watchPage } from './pageData';
import { POLL_MS } from './pollAfter';
import { useHubPulse } from './useHubPulse';

interface FleetData {
  readonly client: QueryClient;
  readonly live: LiveStore;
  /** A page of ours was shown since the document was loaded. */
  hasShownPage: boolean;
  /** Roots of ours that are open. */
  users: number;
  disconnect: () => void;
}

/** Pages and the header share what was loaded; another API, as in a test, starts empty. */
const dataByApi = new WeakMap<FleetClient, FleetData>();

export function useFleetData(): FleetData {
  return fleetDataOf(useApi(fleetApiRef));
}

export function fleetDataOf(api: FleetClient): FleetData {
  const known = dataByApi.get(api);
  if (known) return known;
  const made = {
    client: newQueryClient(),
    live: new LiveStore(),
    hasShownPage: false,
    users: 0,
    disconnect: () => undefined,
  };
  watchPage(made.client, made.live);
  dataByApi.set(api, made);
  return made;
}

/** Wraps each root of ours: gives data, and keeps it fresh. */
export const FleetProvider = ({ hub, children }: { hub?: string; children: ReactNode }) => {
  const data = useFleetData();
  useConnection(data);
  return (
    <HubContext.Provider value={hub}>
      <QueryClientProvider client={data.client}>{children}</QueryClientProvider>
    </HubContext.Provider>
  );
};

/** How live the data is; for the header. */
export function useLive(): LiveState & { live: LiveStore } {
  const { live } = useFleetData();
  const state = useSyncExternalStore(
    listener => live.subscribe(listener),
    () => live.get(),
  );
  return { ...state, live };
}

/** Keeps the page as it is while something is open over it; only whether the hub is there goes on being asked. */
export function useHold(isOpen: boolean): void {
  const { live } = useFleetData();
  useEffect(() => (isOpen ? live.hold() : undefined), [isOpen, live]);
  useHubPulse(isOpen, live);
}

/** The hub by the newest answer of what is on screen; `undefined`: none has named it. */
export function useNewestHub(): Schemas['HubState'] | undefined {
  const api = useApiHolder().get(fleetApiRef);
  const live = api && fleetDataOf(api).live;
  return useSyncExternalStore(
    useCallback(listener => live?.subscribe(listener) ?? (() => undefined), [live]),
    () => live?.get().page.hub,
  );
}

/** Kubernetes versions are shown where something upgrades them. */
export const useHasVersions = (): boolean => useNewestHub()?.hasVersionProviders === true;

/** Whether it is reached; `undefined`: nothing has said so. */
export const useIsHubReached = (): boolean | undefined => useNewestHub()?.isReachable;

/** Keeps what is on screen fresh; pages and cards that are open together share one connection. */
function useConnection(data: FleetData): void {
  const signals = useApiHolder().get(signalApiRef);
  useEffect(() => {
    data.users += 1;
    if (data.users === 1) data.disconnect = connect(data, signals);
    return () => {
      data.users -= 1;
      if (data.users === 0) data.disconnect();
    };
  }, [signals, data]);
}

function connect({ client, live }: FleetData, signals: SignalApi | undefined): () => void {
  live.asks();
  const unwatch = live.onSignals(invalidator(client));
  const subscriber = signals?.subscribe('fleetstage', message => {
    const signal = message as unknown as FleetSignal;
    live.signal(
      signal,
      shownSubjects(keysOnScreen(client), signal, key => runPartsOf(client, key)),
    );
  });
  const onOffline = () => {
    live.doubt();
    // A browser without a network may still reach a portal on the same machine: the answers decide.
    void client.refetchQueries({ queryKey: ['fleetstage'], type: 'active' });
  };
  window.addEventListener('offline', onOffline);
  return () => {
    unwatch();
    subscriber?.unsubscribe();
    window.removeEventListener('offline', onOffline);
  };
}

const keysOnScreen = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ queryKey: ['fleetstage'], type: 'active' })
    .map(({ queryKey }) => queryKey);

/** Of the run of a query's key, as far as it is loaded. */
function runPartsOf(client: QueryClient, [, , hub, scope, name]: readonly unknown[]): RunParts | undefined {
  const key = fleetKey('run', hub === '' ? undefined : String(hub), scope, name);
  const { placement, strategy, pipeline } = client.getQueryData<Schemas['RunDetail']>(key)?.run ?? {};
  if (placement === undefined || strategy === undefined || pipeline === undefined) return undefined;
  const names = pipeline.flatMap(({ clusters }) => clusters.map(cluster => cluster.name));
  return { placement, strategy, clusters: new Set(names) };
}

/**
 * One round of requests at a time: what is signalled meanwhile waits for the round's end. A round that each signal restarted
 * would never end on a busy fleet, and one that ignored signals would end with old data.
 */
function invalidator(client: QueryClient): Taker {
  let waiting: { readonly signal: FleetSignal; readonly isHeld: boolean }[] = [];
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      await client.invalidateQueries({
        predicate: query =>
          round.some(
            ({ signal, isHeld }) => isTouched(query.queryKey, signal) && (!isHeld || isOfDialog(query)),
          ),
      });
    }
    isRunning = false;
  };
  return (signals, isHeld) => {
    // A hold without signals is over: what would have been asked meanwhile is asked now.
    if (signals.length === 0)
      void client.refetchQueries({ queryKey: ['fleetstage'], type: 'active', predicate: isDue });
    waiting.push(...signals.map(signal => ({ signal, isHeld })));
    if (!isRunning) void run();
  };
}

const isDue = ({ state }: Query) => Date.now() - state.dataUpdatedAt > POLL_MS;

/** Somebody who shows it has said so: see `isOfDialog` of the query's options. */
const isOfDialog = ({ observers }: Query) =>
  observers.some(({ options }) => options.meta?.isOfDialog === true);

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => !isLastWord(error) && count < 2,
        retryDelay: attempt => 500 * 2 ** attempt,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        refetchIntervalInBackground: true,
        // Without a network the answers say so; a request that waits for one says nothing.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
