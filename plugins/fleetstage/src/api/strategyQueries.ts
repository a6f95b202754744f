/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHub } from '../routing';
import { useAsk, useFleetList, useFleetQuery } from './useFleetQuery';

/** One strategy, with where the clusters of a placement fall, or all clusters. */
export const useStrategy = (name: string, placement?: string) =>
  useFleetQuery<Schemas['StrategyDetail']>({
    root: 'strategy',
    key: ['_', name, placement],
    send: (client, hub) =>
      client.GET('/strategies/{scope}/{name}', {
        params: { path: { scope: '_', name }, query: { hub, placement } },
      }),
  });

/** Changes of the strategy, newest first; they stay when it is deleted. */
export const useStrategyTimeline = (name: string) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'strategies',
    key: [name, '_', 'timeline'],
    send: (client, hub, cursor) =>
      client.GET('/strategies/{scope}/{name}/timeline', {
        params: { path: { scope: '_', name }, query: { hub, cursor, limit: 20 } },
      }),
  });

export function useDeleteStrategy() {
  const ask = useAsk(useHub());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, uid }: { readonly name: string; readonly uid: string }) =>
      ask<Schemas['DeletedStrategy']>((client, hub) =>
        client.DELETE('/strategies/{scope}/{name}', {
          params: { path: { scope: '_', name }, query: { hub } },
          body: { uid },
        }),
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['fleetstage'] }),
  });
}
