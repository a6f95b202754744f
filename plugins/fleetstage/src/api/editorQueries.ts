/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHub } from '../routing';
import { useIsHubReached } from './FleetProvider';
import { fleetKey } from './keys';
import type { PlacementKey } from './placementQueries';
import { useAsk, useFleetQuery, type Send } from './useFleetQuery';
import { useWritten } from './useWritten';

/** What the hub would refuse of the placement as it is in the editor; `undefined` asks nothing. */
export const useRefusals = (body: Schemas['ValidatePlacementRequest'] | undefined) =>
  useTriedOnHub<Schemas['PlacementRefusals']>('validate', body, (client, hub, signal) =>
    client.POST('/placements/validate', { params: { query: { hub } }, body: body!, signal }),
  );

/** Who would gain, lose and stay; with a placement of the hub beside what it has today. */
export const usePlacementEffect = (
  edited: { readonly placement?: PlacementKey; readonly scope: string; readonly spec: object } | undefined,
) => {
  const spec = { ...edited?.spec };
  return useTried<Schemas['WhatIf']>('what-if', edited, (client, hub, signal) =>
    edited?.placement
      ? client.POST('/placements/{scope}/{name}/what-if', {
          params: { path: { ...edited.placement }, query: { hub } },
          body: { spec, show: 'changes' },
          signal,
        })
      : client.POST('/placements/what-if', {
          params: { query: { hub } },
          body: { scope: edited?.scope, spec, show: 'changes' },
          signal,
        }),
  );
};

/** What the selectors would capture from the hub now. */
export const useSelection = (body: Schemas['PreviewSelectionRequest'] | undefined) =>
  useTriedOnHub<Schemas['SelectionPreview']>('selection', body, (client, hub, signal) =>
    client.POST('/selection/preview', { params: { query: { hub } }, body: body!, signal }),
  );

/** Two snapshots of a placement, object by object; another placement of the name has others. */
export const usePlacementChanges = (
  { scope, name, uid }: PlacementKey & { readonly uid: string },
  from: string,
  to: string,
) =>
  useFleetQuery<Schemas['Changes']>({
    root: 'placement',
    key: [scope, name, 'changes', uid, from, to],
    isImmutable: true,
    send: (client, hub) =>
      client.GET('/placements/{scope}/{name}/changes', {
        params: { path: { scope, name }, query: { hub, from, to } },
      }),
  });

/** The objects of the latest snapshot with their sizes, and what was left out. */
export const usePlacementResources = ({ scope, name }: PlacementKey) =>
  useFleetQuery<Schemas['PlacementResources']>({
    root: 'placement',
    key: [scope, name, 'resources'],
    send: (client, hub) =>
      client.GET('/placements/{scope}/{name}/resources', {
        params: { path: { scope, name }, query: { hub } },
      }),
  });

/**
 * The answer to what was typed before stays until the next one is there. A request for what is not in the editor any more
 * is given up, so that a slow hub does not answer letter by letter.
 */
function useTried<T>(what: string, body: object | undefined, send: Send<T>, isEnabled = true) {
  const hub = useHub();
  const ask = useAsk(hub);
  return useQuery({
    queryKey: fleetKey('placement', hub, '_', '', what, body),
    queryFn: ({ signal }) => ask(send, signal),
    enabled: isEnabled && body !== undefined,
    placeholderData: keepPreviousData,
    // Comparing a thousand rows with those before costs more than drawing those in view.
    structuralSharing: false,
  });
}

/** Only the hub itself can answer: asked again as soon as it is reached. */
function useTriedOnHub<T>(what: string, body: object | undefined, send: Send<T>) {
  return useTried(what, body, send, useIsHubReached() ?? true);
}

export const useCreatePlacement = () =>
  useWritten<Schemas['CreatePlacementRequest'], Schemas['CreatedPlacement']>(
    body => (client, hub) => client.POST('/placements', { params: { query: { hub } }, body }),
  );

type Change = PlacementKey & { readonly body: Schemas['UpdatePlacementRequest'] };

export const useUpdatePlacement = () =>
  useWritten<Change, Schemas['WrittenObject']>(
    ({ scope, name, body }) =>
      (client, hub) =>
        client.PUT('/placements/{scope}/{name}', {
          params: { path: { scope, name }, query: { hub } },
          body,
        }),
  );

type Deletion = PlacementKey & { readonly uid: string };

export const useDeletePlacement = () =>
  useWritten<Deletion, Schemas['DeletedPlacement']>(
    ({ scope, name, uid }) =>
      (client, hub) =>
        client.DELETE('/placements/{scope}/{name}', {
          params: { path: { scope, name }, query: { hub } },
          body: { uid },
        }),
  );
