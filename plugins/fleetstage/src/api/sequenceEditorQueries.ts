/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHub } from '../routing';
import { fleetKey } from './keys';
import { useAsk, useFleetQuery } from './useFleetQuery';
import { useWritten } from './useWritten';

/** The sequence as it is on the hub now, to be edited or copied. */
export const useSequenceToEdit = (name: string) =>
  useFleetQuery<Schemas['SequenceDetail']>({
    root: 'sequences',
    key: ['_', name, 'edit'],
    send: (client, hub) => client.GET('/sequences/{name}', { params: { path: { name }, query: { hub } } }),
  });

/** The newest changes of a sequence. */
export const useSequenceChanges = (name: string, enabled: boolean) =>
  useFleetQuery<Schemas['TimelinePage']>({
    root: 'sequences',
    key: ['_', name, 'changes'],
    enabled,
    send: (client, hub) =>
      client.GET('/sequences/{name}/timeline', { params: { path: { name }, query: { hub, limit: 20 } } }),
  });

/** Catalogs with the channels in force, to choose from. */
export const useVersionCatalogs = () =>
  useFleetQuery<Schemas['VersionCatalogList']>({
    root: 'sequences',
    key: ['_', '', 'catalogs'],
    send: (client, hub) => client.GET('/version-catalogs', { params: { query: { hub } } }),
  });

/** What a draft would do (E/MO-006); `undefined` asks nothing. The last answer stays until the next one is here. */
export function useSequencePreview(body: Schemas['PreviewSequenceRequest'] | undefined) {
  const hub = useHub();
  const ask = useAsk(hub);
  return useQuery({
    queryKey: fleetKey('sequences', hub, '_', '', 'preview', body),
    queryFn: ({ signal }) =>
      ask<Schemas['SequencePreview']>(
        (client, of) =>
          client.POST('/sequences/preview', { params: { query: { hub: of } }, body: body!, signal }),
        signal,
      ),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
}

export const useCreateSequence = () =>
  useWritten<Schemas['CreateSequenceRequest'], Schemas['CreatedSequence']>(
    body => (client, hub) => client.POST('/sequences', { params: { query: { hub } }, body }),
  );

interface SequenceWrite {
  readonly name: string;
  readonly body: Schemas['UpdateSequenceRequest'];
}

export const useUpdateSequence = () =>
  useWritten<SequenceWrite, Schemas['WrittenObject']>(
    ({ name, body }) =>
      (client, hub) =>
        client.PUT('/sequences/{name}', { params: { path: { name }, query: { hub } }, body }),
  );
