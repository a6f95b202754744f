import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type Override = Schemas['OverrideSummary'];
export type OverrideState = Schemas['OverrideStatus']['state'];

/** The loudest first. */
export const STATES = ['failed', 'pending', 'applied', 'unused'] as const satisfies readonly OverrideState[];
export const SORTS = ['state', 'name', 'changed'] as const;
export type Sort = (typeof SORTS)[number];

export interface OverrideFilters {
  readonly q: string;
  /** Some of `STATES`, with commas between. */
  readonly state: string;
  readonly sort: Sort;
}

/** `namespace/name`, or the name of one that is cluster-wide. */
export const keyOf = ({ scope, name }: { readonly scope: string; readonly name: string }): string =>
  scope === '_' ? name : `${scope}/${name}`;

/** `Deployment web/api` as people say it. */
export const objectInWords = ({ kind, namespace, name }: Schemas['OverriddenObject']): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;

/** A search finds names of overrides, of their objects and of placements. */
export function arrangeOverrides(
  items: readonly Override[],
  { q, state, sort }: OverrideFilters,
): Override[] {
  const text = q.trim().toLowerCase();
  const states = STATES.filter(one => state.split(',').includes(one));
  return items
    .filter(one =>
      [
        keyOf(one),
        ...one.objects.map(objectInWords),
        ...one.placements.map(keyOf),
        ...(one.placement ? [keyOf(one.placement)] : []),
      ].some(word => word.toLowerCase().includes(text)),
    )
    .filter(({ status }) => states.length === 0 || states.some(one => one === status.state))
    .sort((a, b) => ORDERS[sort](a, b) || compare(keyOf(a), keyOf(b)));
}

const ORDERS: Record<Sort, (a: Override, b: Override) => number> = {
  state: (a, b) => STATES.indexOf(a.status.state) - STATES.indexOf(b.status.state),
  name: () => 0,
  changed: (a, b) => compare(b.changedAt ?? '', a.changedAt ?? ''),
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
