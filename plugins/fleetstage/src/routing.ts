import { useRouteRef, type RouteRef } from '@backstage/frontend-plugin-api';
import { useCallback, useMemo } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
import { useProvidedHub } from './api/hubContext';
import {
  approvalsRouteRef,
  clustersRouteRef,
  overridesRouteRef,
  overviewRouteRef,
  placementsRouteRef,
  runsRouteRef,
  sequencesRouteRef,
  strategiesRouteRef,
} from './routes';

// The only file that knows the router: everything else uses these names.
export { Link as RouterLink, Route, Routes, useParams } from 'react-router-dom';

export type Query = Readonly<Record<string, string | undefined>>;

/** The hub that the page is about; `undefined` is the first one. */
export function useHub(): string | undefined {
  const [params] = useSearchParams();
  const provided = useProvidedHub();
  return params.get('hub') ?? provided;
}

/** Where the page is, without the portal's base path. */
export const usePathname = (): string => useLocation().pathname;

/** One query parameter; the default is left out of the address. */
export function useUrlState(key: string, fallback = ''): [string, (value: string) => void] {
  const [params] = useSearchParams();
  const patch = useUrlPatch();
  const set = useCallback(
    (value: string) => patch({ [key]: value === fallback ? undefined : value }),
    [patch, key, fallback],
  );
  return [params.get(key) ?? fallback, set];
}

export interface PatchOptions {
  /** A step that Back undoes: opening a tab, a drawer, a dialog. */
  readonly push?: boolean;
}

/** Sets several query parameters in one step; `undefined` removes one. */
export function useUrlPatch(): (patch: Query, options?: PatchOptions) => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (patch, options = {}) => {
      navigate({ search: withQuery(search, patch) }, { replace: !options.push, preventScrollReset: true });
    },
    [search, navigate],
  );
}

/** Takes every query parameter but the hub out of the address. */
export function useClearQuery(): () => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  return useCallback(() => {
    const hub = new URLSearchParams(search).get('hub') ?? undefined;
    navigate({ search: withQuery('', { hub }) });
  }, [search, navigate]);
}

/** Links to the page as it is but for these parameters. */
export function usePatchedAddress(): (patch: Query) => string {
  const { search } = useLocation();
  return useCallback(patch => withQuery(search, patch), [search]);
}

/** The address's query with the patch in it, with its question mark. */
export function withQuery(search: string, patch: Query): string {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || value === '') next.delete(key);
    else next.set(key, value);
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether a link led here: not a reload, not Back. */
export const useIsArrival = () => useNavigationType() !== NavigationType.Pop;

/** Goes to an address of {@link useLinks}. */
export function useGo(): (href: string) => void {
  const navigate = useNavigate();
  return useCallback(href => navigate(href), [navigate]);
}

export interface Links {
  overview(query?: Query): string;
  approvals(query?: Query): string;
  runs(query?: Query): string;
  run(name: string, query?: Query): string;
  placements(query?: Query): string;
  placement(name: string, query?: Query): string;
  newPlacement(query?: Query): string;
  editPlacement(name: string, query?: Query): string;
  strategies(query?: Query): string;
  strategy(name: string, query?: Query): string;
  newStrategy(query?: Query): string;
  editStrategy(name: string, query?: Query): string;
  overrides(query?: Query): string;
  override(name: string, query?: Query): string;
  newOverride(query?: Query): string;
  editOverride(name: string, query?: Query): string;
  sequences(query?: Query): string;
  sequence(name: string, query?: Query): string;
  newSequence(query?: Query): string;
  editSequence(name: string, query?: Query): string;
  versionRollout(name: string, query?: Query): string;
  clusters(query?: Query): string;
  cluster(name: string, query?: Query): string;
}

/** Addresses of all pages; `?hub` is kept. Names may be `namespace/name`. */
export function useLinks(): Links {
  const hub = useHub();
  const overview = usePath(overviewRouteRef, '/fleetstage/overview');
  const approvals = usePath(approvalsRouteRef, '/fleetstage/approvals');
  const runs = usePath(runsRouteRef, '/fleetstage/runs');
  const placements = usePath(placementsRouteRef, '/fleetstage/placements');
  const strategies = usePath(strategiesRouteRef, '/fleetstage/strategies');
  const overrides = usePath(overridesRouteRef, '/fleetstage/overrides');
  const sequences = usePath(sequencesRouteRef, '/fleetstage/sequences');
  const clusters = usePath(clustersRouteRef, '/fleetstage/clusters');
  return useMemo(() => {
    const to = (path: string, query: Query = {}) => path + withQuery('', { hub, ...query });
    return {
      overview: query => to(overview, query),
      approvals: query => to(approvals, query),
      runs: query => to(runs, query),
      run: (name, query) => to(`${runs}/${scopedPath(name)}`, query),
      placements: query => to(placements, query),
      placement: (name, query) => to(`${placements}/${scopedPath(name)}`, query),
      newPlacement: query => to(`${placements}/new`, query),
      editPlacement: (name, query) => to(`${placements}/${scopedPath(name)}/edit`, query),
      strategies: query => to(strategies, query),
      strategy: (name, query) => to(`${strategies}/${scopedPath(name)}`, query),
      newStrategy: query => to(`${strategies}/new`, query),
      editStrategy: (name, query) => to(`${strategies}/${scopedPath(name)}/edit`, query),
      overrides: query => to(overrides, query),
      override: (name, query) => to(`${overrides}/${scopedPath(name)}`, query),
      newOverride: query => to(`${overrides}/new`, query),
      editOverride: (name, query) => to(`${overrides}/${scopedPath(name)}/edit`, query),
      sequences: query => to(sequences, query),
      sequence: (name, query) => to(`${sequences}/${scopedPath(name)}`, query),
      newSequence: query => to(`${sequences}/new`, query),
      editSequence: (name, query) => to(`${sequences}/${scopedPath(name)}/edit`, query),
      versionRollout: (name, query) => to(`${sequences}/rollouts/${encodeURIComponent(name)}`, query),
      clusters: query => to(clusters, query),
      cluster: (name, query) => to(`${clusters}/${encodeURIComponent(name)}`, query),
    };
  }, [hub, overview, approvals, runs, placements, strategies, overrides, sequences, clusters]);
}

/** `_` means cluster-scoped kinds: it is no legal namespace. */
export function scopedPath(name: string): string {
  const parts = name.split('/');
  const [scope, base] = parts.length === 2 ? parts : ['_', name];
  return `${encodeURIComponent(scope)}/${encodeURIComponent(base)}`;
}

function usePath(ref: RouteRef<undefined>, fallback: string): string {
  return useRouteRef(ref)?.() ?? fallback;
}
