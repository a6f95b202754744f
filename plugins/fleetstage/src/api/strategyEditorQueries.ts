/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import { CATALOG_FILTER_EXISTS } from '@backstage/catalog-client';
import { stringifyEntityRef } from '@backstage/catalog-model';
import { useApiHolder } from '@backstage/frontend-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useQuery } from '@tanstack/react-query';
import { useFleetQuery } from './useFleetQuery';
import { useJudgement } from './useJudgement';
import { useWritten } from './useWritten';

/** A strategy by its address: `_` is the scope of a cluster-wide one. */
export interface StrategyKey {
  readonly scope: string;
  readonly name: string;
}

/** The strategy as it is on the hub now, to be edited or copied. */
export const useStrategyToEdit = ({ scope, name }: StrategyKey, enabled = true) =>
  useFleetQuery<Schemas['StrategyDetail']>({
    root: 'strategies',
    key: [scope, name, 'edit'],
    enabled,
    send: (client, hub) =>
      client.GET('/strategies/{scope}/{name}', { params: { path: { scope, name }, query: { hub } } }),
  });

/** What the hub would refuse, and what runs of the placements that use it would meet; `undefined` asks nothing. */
export const useStrategyJudgement = (body: Schemas['ValidateStrategyRequest'] | undefined) =>
  useJudgement<Schemas['StrategyJudgement']>({
    root: 'strategies',
    body,
    send: (client, hub, signal) =>
      client.POST('/strategies/validate', { params: { query: { hub } }, body: body!, signal }),
  });

/** The newest changes of a strategy. */
export const useStrategyChanges = ({ scope, name }: StrategyKey, enabled: boolean) =>
  useFleetQuery<Schemas['TimelinePage']>({
    root: 'strategies',
    key: [scope, name, 'changes'],
    enabled,
    send: (client, hub) =>
      client.GET('/strategies/{scope}/{name}/timeline', {
        params: { path: { scope, name }, query: { hub, limit: 20 } },
      }),
  });

export const useCreateStrategy = () =>
  useWritten<Schemas['CreateStrategyRequest'], Schemas['CreatedStrategy']>(
    body => (client, hub) => client.POST('/strategies', { params: { query: { hub } }, body }),
  );

interface StrategyWrite extends StrategyKey {
  readonly body: Schemas['UpdateStrategyRequest'];
}

export const useUpdateStrategy = () =>
  useWritten<StrategyWrite, Schemas['WrittenObject']>(
    ({ scope, name, body }) =>
      (client, hub) =>
        client.PUT('/strategies/{scope}/{name}', {
          params: { path: { scope, name }, query: { hub } },
          body,
        }),
  );

/** Groups and people come and go seldom. */
const FRESH_MS = 5 * 60_000;
/** More than anybody scrolls; who is not among them is typed. */
const MOST_PEOPLE = 500;

/** Entity refs of the groups and the users of the catalog, groups first; none where there is no catalog. */
export function useApproverChoices(): readonly string[] {
  const catalog = useApiHolder().get(catalogApiRef);
  const { data = [] } = useQuery({
    queryKey: ['approverChoices'],
    enabled: catalog !== undefined,
    staleTime: FRESH_MS,
    queryFn: async () => {
      const answer = await catalog?.queryEntities({
        filter: { 'kind': ['Group', 'User'], 'metadata.name': CATALOG_FILTER_EXISTS },
        fields: ['kind', 'metadata.namespace', 'metadata.name'],
        limit: MOST_PEOPLE,
      });
      // `group:` is before `user:`.
      return (answer?.items ?? []).map(entity => stringifyEntityRef(entity)).sort();
    },
  });
  return data;
}
