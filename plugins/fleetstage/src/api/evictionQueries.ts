/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { PlacementKey } from './placementQueries';
import { useFleetQuery } from './useFleetQuery';
import { useWritten } from './useWritten';

export const usePlacementEvictions = ({ scope, name }: PlacementKey) =>
  useFleetQuery<Schemas['EvictionList']>({
    root: 'placement',
    key: [scope, name, 'evictions'],
    send: (client, hub) =>
      client.GET('/placements/{scope}/{name}/evictions', {
        params: { path: { scope, name }, query: { hub } },
      }),
  });

/** What an eviction would come to now, and what the scheduler would do then; writes nothing. */
export const useEvictionForesight = ({ scope, name }: PlacementKey, cluster: string) =>
  useFleetQuery<Schemas['EvictionForesight']>({
    root: 'placement',
    key: [scope, name, 'eviction', cluster],
    isCostly: true,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/clusters/{cluster}/eviction', {
        params: { path: { scope, name, cluster }, query: { hub } },
        signal,
      }),
  });

/** What a budget would come to now; writes nothing. */
export const useBudgetForesight = (
  { scope, name }: PlacementKey,
  limits: Schemas['BudgetLimits'] | undefined,
) =>
  useFleetQuery<Schemas['BudgetForesight']>({
    root: 'placement',
    key: [scope, name, 'budget', limits],
    enabled: limits !== undefined,
    send: (client, hub, signal) =>
      client.POST('/placements/{scope}/{name}/budget/what-if', {
        params: { path: { scope, name }, query: { hub } },
        body: limits ?? {},
        signal,
      }),
  });

type Evict = PlacementKey & { readonly body: Schemas['EvictRequest'] };

export const useEvict = () =>
  useWritten<Evict, Schemas['CreatedEviction']>(
    ({ scope, name, body }) =>
      (client, hub) =>
        client.POST('/placements/{scope}/{name}/evictions', {
          params: { path: { scope, name }, query: { hub } },
          body,
        }),
  );

type SetBudget = PlacementKey & { readonly body: Schemas['SetBudgetRequest'] };

export const useSetBudget = () =>
  useWritten<SetBudget, Schemas['WrittenObject']>(
    ({ scope, name, body }) =>
      (client, hub) =>
        client.PUT('/placements/{scope}/{name}/budget', {
          params: { path: { scope, name }, query: { hub } },
          body,
        }),
  );

export const useDeleteBudget = () =>
  useWritten<PlacementKey & { readonly uid: string }, Schemas['DeletedBudget']>(
    ({ scope, name, uid }) =>
      (client, hub) =>
        client.DELETE('/placements/{scope}/{name}/budget', {
          params: { path: { scope, name }, query: { hub } },
          body: { uid },
        }),
  );

export const useLeaveFleet = () =>
  useWritten<{ readonly name: string; readonly uid: string }, Schemas['LeaveAsked']>(
    ({ name, uid }) =>
      (client, hub) =>
        client.DELETE('/clusters/{name}', { params: { path: { name }, query: { hub } }, body: { uid } }),
  );
