/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHub } from '../routing';
import type { StrategyKey } from './strategyEditorQueries';
import { useAsk, useFleetList, useFleetQuery } from './useFleetQuery';

/** One strategy, with where the clusters of a placement fall, or all clusters. */
export const useStrategy = ({ scope, name }: StrategyKey, placement?: string) =>
  useFleetQuery<Schemas['StrategyDetail']>({
    root: 'strategy',
    key: [scope, name, placement],
    send: (client, hub) =>
      client.GET('/strategies/{scope}/{name}', {
        params: { path: { scope, name }, query: { hub, placement } },
      }),
  });

/** Changes of the strategy, newest first; they stay when it is deleted. */
export const useStrategyTimeline = ({ scope, name }: StrategyKey) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'strategies',
    key: [name, scope, 'timeline'],
    send: (client, hub, cursor) =>
      client.GET('/strategies/{scope}/{name}/timeline', {
        params: { path: { scope, name }, query: { hub, cursor, limit: 20 } },
      }),
  });

export function useDeleteStrategy() {
  const ask = useAsk(useHub());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ scope, name, uid }: StrategyKey & { readonly uid: string }) =>
      ask<Schemas['DeletedStrategy']>((client, hub) =>
        client.DELETE('/strategies/{scope}/{name}', {
          params: { path: { scope, name }, query: { hub } },
          body: { uid },
        }),
      ),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['fleetstage'] }),
  });
}
