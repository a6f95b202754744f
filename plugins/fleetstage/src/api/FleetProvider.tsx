import { useApi, useApiHolder } from '@backstage/frontend-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import type { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { fleetApiRef } from './fleetApiRef';
import { HubContext } from './hubContext';
import { isTouched } from './keys';
import { LiveStore, type FleetSignal, type LiveState } from './LiveStore';
import { isRefusal } from './errors';

interface FleetData {
  readonly client: QueryClient;
  readonly live: LiveStore;
}

/** Pages and the header share what was loaded; another API, as in a test, starts empty. */
const dataByApi = new WeakMap<FleetClient, FleetData>();

export function useFleetData(): FleetData {
  return fleetDataOf(useApi(fleetApiRef));
}

export function fleetDataOf(api: FleetClient): FleetData {
  const known = dataByApi.get(api);
  if (known) return known;
  const made = { client: newQueryClient(), live: new LiveStore() };
  dataByApi.set(api, made);
  return made;
}

/** Wraps each root of ours: gives data, and keeps it fresh. */
export const FleetProvider = ({ hub, children }: { hub?: string; children: ReactNode }) => {
  const { client, live } = useFleetData();
  useSignalsInto(live);
  useInvalidation(client, live);
  return (
    <HubContext.Provider value={hub}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
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

/** Keeps the page as it is while something is open over it. */
export function useHold(isOpen: boolean): void {
  const { live } = useFleetData();
  useEffect(() => (isOpen ? live.hold() : undefined), [isOpen, live]);
}

function useSignalsInto(live: LiveStore): void {
  const signals = useApiHolder().get(signalApiRef);
  useEffect(() => {
    const subscriber = signals?.subscribe('fleetstage', message =>
      live.signal(message as unknown as FleetSignal),
    );
    return () => subscriber?.unsubscribe();
  }, [signals, live]);
}

/**
 * One round of requests at a time: what is signalled meanwhile waits for the round's end. A round that each signal restarted
 * would never end on a busy fleet, and one that ignored signals would end with old data.
 */
function useInvalidation(client: QueryClient, live: LiveStore): void {
  useEffect(() => {
    let waiting: FleetSignal[] = [];
    let isRunning = false;
    const run = async () => {
      isRunning = true;
      while (waiting.length > 0) {
        const round = waiting;
        waiting = [];
        await client.invalidateQueries({ predicate: query => round.some(s => isTouched(query.queryKey, s)) });
      }
      isRunning = false;
    };
    return live.onSignals(signals => {
      waiting.push(...signals);
      if (!isRunning) void run();
    });
  }, [client, live]);
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => !isRefusal(error) && count < 2,
        retryDelay: attempt => 500 * 2 ** attempt,
        refetchOnWindowFocus: true,
        refetchIntervalInBackground: true,
      },
      mutations: { retry: false },
    },
  });
}
