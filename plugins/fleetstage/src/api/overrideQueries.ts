/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHub } from '../routing';
import { fleetKey } from './keys';
import { useAsk, useFleetList, useFleetQuery } from './useFleetQuery';
import { useJudgement } from './useJudgement';
import { useWritten } from './useWritten';

/** Where an override is: `_` or a namespace, and its name. */
export interface OverrideAddress {
  readonly scope: string;
  readonly name: string;
}

export const useOverrides = () =>
  useFleetQuery<Schemas['OverrideList']>({
    root: 'overrides',
    send: (client, hub) => client.GET('/overrides', { params: { query: { hub } } }),
  });

export const useOverride = ({ scope, name }: OverrideAddress) =>
  useFleetQuery<Schemas['OverrideDetail']>({
    root: 'override',
    key: [scope, name],
    send: (client, hub) =>
      client.GET('/overrides/{scope}/{name}', { params: { path: { scope, name }, query: { hub } } }),
  });

/** Changes of the override, newest first; they stay when it is deleted. */
export const useOverrideTimeline = ({ scope, name }: OverrideAddress, enabled = true) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'overrides',
    key: [name, scope, 'timeline'],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/overrides/{scope}/{name}/timeline', {
        params: { path: { scope, name }, query: { hub, cursor, limit: 20 } },
      }),
  });

/** Which clusters the rules of a draft are for; `undefined` asks nothing. */
export function useOverrideMatch(body: Schemas['MatchOverrideRequest'] | undefined) {
  const hub = useHub();
  const ask = useAsk(hub);
  return useQuery({
    queryKey: fleetKey('overrides', hub, '_', '', 'match', body),
    queryFn: ({ signal }) =>
      ask<Schemas['OverrideMatchAnswer']>(
        (client, of) =>
          client.POST('/overrides/match', { params: { query: { hub: of } }, body: body!, signal }),
        signal,
      ),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** What the hub would refuse; `undefined` asks nothing. */
export const useOverrideJudgement = (body: Schemas['ValidateOverrideRequest'] | undefined) =>
  useJudgement<Schemas['OverrideJudgement']>({
    root: 'overrides',
    body,
    send: (client, hub, signal) =>
      client.POST('/overrides/validate', { params: { query: { hub } }, body: body!, signal }),
  });

export const useCreateOverride = () =>
  useWritten<Schemas['CreateOverrideRequest'], Schemas['CreatedOverride']>(
    body => (client, hub) => client.POST('/overrides', { params: { query: { hub } }, body }),
  );

interface OverrideWrite extends OverrideAddress {
  readonly body: Schemas['UpdateOverrideRequest'];
}

export const useUpdateOverride = () =>
  useWritten<OverrideWrite, Schemas['WrittenObject']>(
    ({ scope, name, body }) =>
      (client, hub) =>
        client.PUT('/overrides/{scope}/{name}', { params: { path: { scope, name }, query: { hub } }, body }),
  );

export const useDeleteOverride = () =>
  useWritten<OverrideAddress & { readonly uid: string }, Schemas['DeletedOverride']>(
    ({ scope, name, uid }) =>
      (client, hub) =>
        client.DELETE('/overrides/{scope}/{name}', {
          params: { path: { scope, name }, query: { hub } },
          body: { uid },
        }),
  );
