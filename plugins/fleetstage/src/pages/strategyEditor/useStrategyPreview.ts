import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { previewStrategy, type StrategyPreviewView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { useClusters, usePlacementClusters } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { namedGatesIn, specOf } from '../../model/strategyEditor/strategyFields';
import { useUrlState } from '../../routing';
import type { Editor } from '../placementEditor/useEditor';

/** The most that one page of an answer holds. */
const PAGE = 500;
/** In the address: all clusters, although a placement would show by itself. No placement is called so: those have a scope. */
const ALL = 'all';

export interface StrategyPreview {
  /** `scope/name` of the placement whose clusters show; empty: all clusters. */
  readonly placement: string;
  setPlacement(placement: string): void;
  readonly view: StrategyPreviewView | undefined;
  readonly clusters: ReadonlyMap<string, Schemas['ClusterSummary']>;
  /** Label by which the portal groups clusters; absent where none is configured. */
  readonly axis: string | undefined;
  readonly total: number;
  readonly error: Error | null;
}

interface PreviewOptions {
  /** `scope/name` of the placement that shows at first; left out: all clusters. */
  readonly first?: string;
  /** Usual time of a cluster, in s. */
  readonly clusterSeconds?: number;
}

/** Where the clusters fall with the text as it is; computed here, by the engine's own function, at each key. */
export function useStrategyPreview(
  { manifest }: Editor,
  { first, clusterSeconds }: PreviewOptions,
): StrategyPreview {
  const [chosen, choose] = useUrlState('preview', first ?? ALL);
  const placement = chosen === ALL ? '' : chosen;
  const setPlacement = useCallback((next: string) => choose(next === '' ? ALL : next), [choose]);
  const all = useClusters({ limit: PAGE });
  useAllPages(all);
  const page = usePages(all.data);
  const [scope = '_', name = ''] = placement.split('/');
  const rows = usePlacementClusters({ scope, name }, { limit: PAGE }, placement !== '');
  useAllPages(rows);
  const rowPage = usePages(rows.data);
  const clusters = useMemo(() => new Map((page?.items ?? []).map(one => [one.name, one])), [page]);
  const bound = useMemo(
    () =>
      rowPage?.items
        .filter(({ phase }) => phase !== undefined && phase !== 'Unscheduled')
        .map(({ cluster }) => cluster),
    [rowPage],
  );
  const edited = useDeferredValue(manifest);
  const hasRows = placement === '' || (rowPage !== undefined && !rows.hasNextPage);
  const isLoaded = page !== undefined && !all.hasNextPage && hasRows;
  const view = useMemo(
    () =>
      isLoaded
        ? previewStrategy({
            ...namedGatesIn(edited),
            spec: specOf(edited),
            clusters: [...clusters.values()],
            ...(placement !== '' && { bound }),
            ...(clusterSeconds !== undefined && { durations: { clusterSeconds } }),
          })
        : undefined,
    [isLoaded, edited, clusters, bound, placement, clusterSeconds],
  );
  const axis = page?.labelKeys[0];
  const total = page?.total ?? 0;
  const error = all.error ?? (placement === '' ? null : rows.error);
  return useMemo(
    () => ({ placement, setPlacement, view, clusters, axis, total, error }),
    [placement, setPlacement, view, clusters, axis, total, error],
  );
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  fetchNextPage(): unknown;
}

function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
}
