/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { PlacementKey } from './placementQueries';
import { useFleetQuery } from './useFleetQuery';

/** What a change would do; writes nothing. */
export const useWhatIf = ({ scope, name }: PlacementKey, body: Schemas['WhatIfRequest'], enabled = true) =>
  useFleetQuery<Schemas['WhatIf']>({
    root: 'placement',
    key: [scope, name, 'what-if', body],
    isCostly: true,
    enabled,
    send: (client, hub, signal) =>
      client.POST('/placements/{scope}/{name}/what-if', {
        params: { path: { scope, name }, query: { hub } },
        body,
        signal,
      }),
  });

/** Why a cluster is picked or not; `decided` is the number of an earlier decision. */
export const useClusterWhy = ({ scope, name }: PlacementKey, cluster: string, decided?: number) =>
  useFleetQuery<Schemas['ClusterWhy']>({
    root: 'placement',
    key: [scope, name, 'why', cluster, decided],
    isCostly: true,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/clusters/{cluster}', {
        params: { path: { scope, name, cluster }, query: { hub, decided } },
        signal,
      }),
  });

/** What would have to change for the cluster to be picked. */
export const useSuggestion = ({ scope, name }: PlacementKey, cluster: string) =>
  useFleetQuery<Schemas['Suggestion']>({
    root: 'placement',
    key: [scope, name, 'suggestion', cluster],
    isCostly: true,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/clusters/{cluster}/suggestion', {
        params: { path: { scope, name, cluster }, query: { hub } },
        signal,
      }),
  });

/** What would have to change for the placement to have all its clusters. */
export const useShortageSuggestion = ({ scope, name }: PlacementKey, enabled: boolean) =>
  useFleetQuery<Schemas['ShortageSuggestion']>({
    root: 'placement',
    key: [scope, name, 'shortage-suggestion'],
    isCostly: true,
    enabled,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/shortage-suggestion', {
        params: { path: { scope, name }, query: { hub } },
        signal,
      }),
  });

/** What other labels and taints of a member would do; writes nothing. */
export const useClusterChange = (name: string, body: Schemas['ClusterChangeRequest'], enabled: boolean) =>
  useFleetQuery<Schemas['ClusterChange']>({
    root: 'cluster',
    key: ['_', name, 'what-if', body],
    isCostly: true,
    enabled,
    send: (client, hub, signal) =>
      client.POST('/clusters/{name}/what-if', { params: { path: { name }, query: { hub } }, body, signal }),
  });
