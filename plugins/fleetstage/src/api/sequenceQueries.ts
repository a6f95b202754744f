/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useFleetList, useFleetQuery, type paths } from './useFleetQuery';
import { useWritten } from './useWritten';

type SequencesQuery = Omit<
  NonNullable<paths['/sequences']['get']['parameters']['query']>,
  'hub' | 'cursor' | 'limit'
>;

/** Scope of all kinds of version sequences, in keys of queries. */
const CLUSTER_WIDE = '_';

/** As many as one page of an answer holds: there is one sequence for many clusters. */
const MOST = 500;

export const useSequences = (query: SequencesQuery = {}) =>
  useFleetList<Schemas['SequencePage']>({
    root: 'sequences',
    key: [query],
    send: (client, hub, cursor) =>
      client.GET('/sequences', { params: { query: { ...query, limit: MOST, hub, cursor } } }),
  });

export const useSequence = (name: string, { isOfDialog = false } = {}) =>
  useFleetQuery<Schemas['SequenceDetail']>({
    root: 'sequence',
    key: [CLUSTER_WIDE, name],
    isOfDialog,
    send: (client, hub) => client.GET('/sequences/{name}', { params: { path: { name }, query: { hub } } }),
  });

/** What happened in the sequence, newest first; it stays when the sequence is deleted. */
export const useSequenceTimeline = (name: string) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'sequence',
    key: [name, CLUSTER_WIDE, 'timeline'],
    send: (client, hub, cursor) =>
      client.GET('/sequences/{name}/timeline', {
        params: { path: { name }, query: { hub, cursor, limit: 50 } },
      }),
  });

/** From now on. */
export const useSequenceCalendar = (name: string, days: number) =>
  useFleetQuery<Schemas['SequenceCalendar']>({
    root: 'sequence',
    key: [CLUSTER_WIDE, name, 'calendar', days],
    send: (client, hub) =>
      client.GET('/sequences/{name}/calendar', { params: { path: { name }, query: { hub, days } } }),
  });

/** The Kubernetes versions of a member. */
export const useClusterVersions = (name: string) =>
  useFleetQuery<Schemas['ClusterVersionsDetail']>({
    root: 'cluster',
    key: [CLUSTER_WIDE, name, 'versions'],
    send: (client, hub) =>
      client.GET('/clusters/{name}/versions', { params: { path: { name }, query: { hub } } }),
  });

interface Named<Body> {
  readonly name: string;
  readonly body: Body;
}

export const useSuspendSequence = () =>
  useWritten<Named<Schemas['SequenceActRequest']>, Schemas['WrittenObject']>(
    ({ name, body }) =>
      (client, hub) =>
        client.POST('/sequences/{name}/suspend', { params: { path: { name }, query: { hub } }, body }),
  );

export const useResumeSequence = () =>
  useWritten<Named<Schemas['SequenceActRequest']>, Schemas['WrittenObject']>(
    ({ name, body }) =>
      (client, hub) =>
        client.POST('/sequences/{name}/resume', { params: { path: { name }, query: { hub } }, body }),
  );

export const useStartVersion = () =>
  useWritten<Named<Schemas['StartVersionRequest']>, Schemas['WrittenObject']>(
    ({ name, body }) =>
      (client, hub) =>
        client.POST('/sequences/{name}/start', { params: { path: { name }, query: { hub } }, body }),
  );

export const useDeleteSequence = () =>
  useWritten<Named<Schemas['DeleteSequenceRequest']>, Schemas['DeletedSequence']>(
    ({ name, body }) =>
      (client, hub) =>
        client.DELETE('/sequences/{name}', { params: { path: { name }, query: { hub } }, body }),
  );
