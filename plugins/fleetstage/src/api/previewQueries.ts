/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHub } from '../routing';
import { fleetKey } from './keys';
import type { PlacementKey } from './placementQueries';
import { useAsk, useFleetQuery } from './useFleetQuery';

/** What each cluster shall run, equal ones as one variant; with `cluster` its objects as a whole. */
export const usePreview = (
  { scope, name }: PlacementKey,
  { run, cluster }: { readonly run?: string | undefined; readonly cluster?: string | undefined } = {},
) =>
  useFleetQuery<Schemas['PlacementPreview']>({
    root: 'placement',
    key: [scope, name, 'preview', run, cluster],
    isCostly: true,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/preview', {
        params: { path: { scope, name }, query: { hub, run, cluster } },
        signal,
      }),
  });

/** What applying would change on a cluster, by a dry run there. */
export const usePreviewDiff = ({ scope, name }: PlacementKey, cluster: string) =>
  useFleetQuery<Schemas['PreviewDiff']>({
    root: 'placement',
    key: [scope, name, 'preview-diff', cluster],
    isCostly: true,
    send: (client, hub, signal) =>
      client.GET('/placements/{scope}/{name}/preview/{cluster}/diff', {
        params: { path: { scope, name, cluster }, query: { hub } },
        signal,
      }),
  });

/**
 * Which clusters and fields an override would change as it is in the body, or without it; `undefined` asks nothing. The answer
 * before stays until the next one is there.
 */
export function useOverrideWhatIf(body: Schemas['OverrideWhatIfRequest'] | undefined) {
  const hub = useHub();
  const ask = useAsk(hub);
  return useQuery({
    queryKey: fleetKey('overrides', hub, '_', '', 'what-if', body),
    queryFn: ({ signal }) =>
      ask<Schemas['OverrideWhatIf']>(
        (client, of) =>
          client.POST('/overrides/what-if', { params: { query: { hub: of } }, body: body!, signal }),
        signal,
      ),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
}
