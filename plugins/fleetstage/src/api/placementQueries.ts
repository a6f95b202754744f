/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import {
  useFleetList,
  useFleetQueries,
  useFleetQuery,
  type FleetQueryOptions,
  type paths,
} from './useFleetQuery';

/** A placement by its address: `_` is the scope of cluster-scoped kinds. */
export interface PlacementKey {
  readonly scope: string;
  readonly name: string;
}
type Of<P extends '/placements' | '/clusters'> = Omit<
  NonNullable<paths[P]['get']['parameters']['query']>,
  'hub' | 'cursor'
>;
type RowsQuery = Omit<
  NonNullable<paths['/placements/{scope}/{name}/clusters']['get']['parameters']['query']>,
  'cursor' | 'hub'
>;

/** Removals of whole placements that wait for a confirmation, or were released. */
export const useRemovals = () =>
  useFleetQuery<Schemas['HeldRemovals']>({
    root: 'removals',
    send: (client, hub) => client.GET('/removals', { params: { query: { hub } } }),
  });

export const usePlacements = (query: Of<'/placements'> = {}, enabled = true) =>
  useFleetList<Schemas['PlacementPage']>({
    root: 'placements',
    key: [query],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/placements', { params: { query: { ...query, hub, cursor } } }),
  });

const placementQuery = (
  { scope, name }: PlacementKey,
  enabled = true,
): FleetQueryOptions<Schemas['PlacementDetail']> => ({
  root: 'placement',
  key: [scope, name],
  enabled,
  send: (client, hub) =>
    client.GET('/placements/{scope}/{name}', { params: { path: { scope, name }, query: { hub } } }),
});

export const usePlacement = (placement: PlacementKey, enabled = true) =>
  useFleetQuery(placementQuery(placement, enabled));

/** Several at once, in their order. */
export const useEachPlacement = (placements: readonly PlacementKey[]) =>
  useFleetQueries(placements.map(placement => placementQuery(placement)));

export const usePlacementClusters = ({ scope, name }: PlacementKey, query: RowsQuery = {}, enabled = true) =>
  useFleetList<Schemas['PlacementClusterPage']>({
    root: 'placement',
    key: [name, scope, 'clusters', query],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/placements/{scope}/{name}/clusters', {
        params: { path: { scope, name }, query: { ...query, hub, cursor } },
      }),
  });

/** What the objects of a placement report of themselves on one cluster. */
export const usePlacementStatuses = ({ scope, name }: PlacementKey, cluster: string) =>
  useFleetQuery<Schemas['BackReportedStatuses']>({
    root: 'placement',
    key: [scope, name, 'statuses', cluster],
    send: (client, hub) =>
      client.GET('/placements/{scope}/{name}/clusters/{cluster}/statuses', {
        params: { path: { scope, name, cluster }, query: { hub } },
      }),
  });

/** As many as a choice takes. */
const DECISIONS = 50;

export const usePlacementDecisions = ({ scope, name }: PlacementKey) =>
  useFleetList<Schemas['PlacementDecisionPage']>({
    root: 'placement',
    key: [name, scope, 'decisions'],
    send: (client, hub, cursor) =>
      client.GET('/placements/{scope}/{name}/decisions', {
        params: { path: { scope, name }, query: { hub, cursor, limit: DECISIONS } },
      }),
  });

export const usePlacementTimeline = ({ scope, name }: PlacementKey, { limit = 100, enabled = true } = {}) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'placement',
    key: [name, scope, 'timeline', limit],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/placements/{scope}/{name}/timeline', {
        params: { path: { scope, name }, query: { hub, cursor, limit } },
      }),
  });

export const useStrategies = (enabled = true) =>
  useFleetQuery<Schemas['StrategyList']>({
    root: 'strategies',
    enabled,
    send: (client, hub) => client.GET('/strategies', { params: { query: { hub } } }),
  });

export const useClusters = (query: Of<'/clusters'> = {}, enabled = true) =>
  useFleetList<Schemas['ClusterPage']>({
    root: 'clusters',
    key: [query],
    enabled,
    send: (client, hub, cursor) => client.GET('/clusters', { params: { query: { ...query, hub, cursor } } }),
  });

export const useCluster = (name: string, enabled = true) =>
  useFleetQuery<Schemas['ClusterDetail']>({
    root: 'cluster',
    key: ['_', name],
    enabled,
    send: (client, hub) => client.GET('/clusters/{name}', { params: { path: { name }, query: { hub } } }),
  });

/** What a drain of a cluster would evict, and how far one is that is asked for; `moves`: and where placements go then. */
export const useClusterDrain = (name: string, { moves = false } = {}) =>
  useFleetQuery<Schemas['ClusterDrain']>({
    root: 'cluster',
    key: ['_', name, 'drain', moves],
    send: (client, hub) =>
      client.GET('/clusters/{name}/drain', {
        params: { path: { name }, query: { hub, ...(moves && { moves }) } },
      }),
  });

export const useClusterTimeline = (name: string) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'cluster',
    key: [name, '_', 'timeline'],
    send: (client, hub, cursor) =>
      client.GET('/clusters/{name}/timeline', { params: { path: { name }, query: { hub, cursor } } }),
  });
