/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { FleetClient, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useFleetList, useFleetQuery, type paths } from './useFleetQuery';
import { useWritten } from './useWritten';

type RolloutsQuery = Omit<
  NonNullable<paths['/version-rollouts']['get']['parameters']['query']>,
  'hub' | 'cursor'
>;
type ClustersQuery = Omit<
  NonNullable<paths['/version-rollouts/{name}/clusters']['get']['parameters']['query']>,
  'hub' | 'cursor'
>;

const CLUSTER_WIDE = '_';

export const useVersionRollouts = (query: RolloutsQuery) =>
  useFleetList<Schemas['VersionRolloutPage']>({
    root: 'versionRollouts',
    key: [query],
    send: (client, hub, cursor) =>
      client.GET('/version-rollouts', { params: { query: { ...query, hub, cursor } } }),
  });

export const useVersionRollout = (name: string, { isOfDialog = false } = {}) =>
  useFleetQuery<Schemas['VersionRolloutDetail']>({
    root: 'versionRollout',
    key: [CLUSTER_WIDE, name],
    isOfDialog,
    send: (client, hub) =>
      client.GET('/version-rollouts/{name}', { params: { path: { name }, query: { hub } } }),
  });

export const useVersionRolloutClusters = (name: string, query: ClustersQuery, enabled = true) =>
  useFleetList<Schemas['VersionRolloutClusterPage']>({
    root: 'versionRollout',
    key: [name, CLUSTER_WIDE, 'clusters', query],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/version-rollouts/{name}/clusters', {
        params: { path: { name }, query: { ...query, hub, cursor } },
      }),
  });

/** What happened in the rollout, newest first; it stays when the object is deleted. */
export const useVersionRolloutTimeline = (name: string) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'versionRollout',
    key: [name, CLUSTER_WIDE, 'timeline'],
    send: (client, hub, cursor) =>
      client.GET('/version-rollouts/{name}/timeline', {
        params: { path: { name }, query: { hub, cursor, limit: 50 } },
      }),
  });

/** What a person does to a rollout, each with its request (E/AC-011). */
export type RolloutWrite =
  | { readonly act: 'pause' | 'resume' | 'cancel'; readonly body: Schemas['VersionRolloutActRequest'] }
  | { readonly act: 'forceComplete'; readonly body: Schemas['ForceCompleteRequest'] }
  | { readonly act: 'overrideSoak'; readonly body: Schemas['OverrideSoakRequest'] }
  | { readonly act: 'skip' | 'unskip' | 'retry'; readonly body: Schemas['RolloutClustersRequest'] }
  | { readonly act: 'ignoreMaintenance'; readonly body: Schemas['IgnoreMaintenanceRequest'] };

export const useActOnRollout = () =>
  useWritten<{ readonly name: string } & RolloutWrite, Schemas['WrittenObject']>(
    ({ name, ...write }) =>
      (client, hub) =>
        send(client, { path: { name }, query: { hub } }, write),
  );

type Rest = Awaited<ReturnType<FleetClient['client']>>;
interface Params {
  readonly path: { readonly name: string };
  readonly query: { readonly hub: string | undefined };
}

function send(client: Rest, params: Params, write: RolloutWrite) {
  switch (write.act) {
    case 'forceComplete':
      return client.POST('/version-rollouts/{name}/force-complete', { params, body: write.body });
    case 'overrideSoak':
      return client.POST('/version-rollouts/{name}/override-soak', { params, body: write.body });
    case 'skip':
      return client.POST('/version-rollouts/{name}/skip-cluster', { params, body: write.body });
    case 'unskip':
      return client.POST('/version-rollouts/{name}/unskip-cluster', { params, body: write.body });
    case 'retry':
      return client.POST('/version-rollouts/{name}/retry', { params, body: write.body });
    case 'ignoreMaintenance':
      return client.POST('/version-rollouts/{name}/ignore-maintenance', { params, body: write.body });
    case 'pause':
      return client.POST('/version-rollouts/{name}/pause', { params, body: write.body });
    case 'resume':
      return client.POST('/version-rollouts/{name}/resume', { params, body: write.body });
    default:
      return client.POST('/version-rollouts/{name}/cancel', { params, body: write.body });
  }
}
