import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHub } from '../routing';
import { useIsHubReached } from './FleetProvider';
import { fleetKey } from './keys';
import { useAsk, type Send } from './useFleetQuery';

interface Judged<T> {
  readonly root: 'strategies' | 'overrides';
  /** `undefined` asks nothing. */
  readonly body: object | undefined;
  readonly send: Send<T>;
}

/** What the hub would refuse. Only the hub itself can answer: asked again as soon as it is reached. */
export function useJudgement<T>({ root, body, send }: Judged<T>) {
  const hub = useHub();
  const ask = useAsk(hub);
  const isReached = useIsHubReached() ?? true;
  return useQuery({
    queryKey: fleetKey(root, hub, '_', '', 'validate', body),
    queryFn: ({ signal }) => ask(send, signal),
    enabled: isReached && body !== undefined,
    placeholderData: keepPreviousData,
  });
}
