import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** What is tried, as the address keeps it. */
export type Change = Pick<Schemas['WhatIfRequest'], 'policy' | 'clusters' | 'updateStrategy'>;
export type ClusterChange = Schemas['WhatIfClusterChange'];
type Policy = NonNullable<Schemas['WhatIfRequest']['policy']>;

/** In the address where nothing is changed yet. */
export const NO_CHANGE = 'new';

/** Base64 of JSON, with letters that an address takes. */
export function encodeChange(change: Change): string {
  if (isEmpty(change)) return NO_CHANGE;
  const bytes = new TextEncoder().encode(JSON.stringify(change));
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** `undefined`: the text is none of ours. */
export function decodeChange(text: string): Change | undefined {
  if (text === NO_CHANGE) return {};
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const json = new TextDecoder().decode(Uint8Array.from(bytes, char => char.codePointAt(0) ?? 0));
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isEmpty = ({ policy, clusters = [] }: Change) => policy === undefined && clusters.length === 0;

/** One thing that is changed, with what is left when it is taken back. */
export interface ChangeLine {
  readonly id: string;
  readonly kind: 'policy' | 'label' | 'property' | 'taintGone' | 'taint' | 'namespace' | 'joins' | 'leaves';
  readonly cluster?: string;
  readonly name?: string;
  readonly value?: string;
  readonly without: Change;
}

/** The change as lines that people take back one by one. */
export function listChanges(change: Change): readonly ChangeLine[] {
  const { policy, ...others } = change;
  const clusters = change.clusters ?? [];
  return [
    ...(policy === undefined ? [] : [{ id: 'policy', kind: 'policy' as const, without: others }]),
    ...clusters.flatMap((one, i) =>
      listOf(one).map(({ without, ...line }): ChangeLine => {
        const left = clusters.flatMap((other, j) => (j === i ? without : [other]));
        const { clusters: _, ...rest } = change;
        return {
          ...line,
          id: `${i} ${line.kind} ${line.name ?? ''}`,
          cluster: one.cluster,
          without: left.length === 0 ? rest : { ...rest, clusters: left },
        };
      }),
    ),
  ];
}

type OwnLine = Pick<ChangeLine, 'kind' | 'name' | 'value'> & { readonly without: ClusterChange[] };

function listOf(change: ClusterChange): OwnLine[] {
  const { labels = {}, properties = {}, removeTaints = [], addTaints = [], addNamespaces = [] } = change;
  const kept = (patch: Partial<ClusterChange>) => keep({ ...change, ...patch });
  if (change.change === 'remove') return [{ kind: 'leaves', without: [] }];
  const joins: OwnLine[] = change.change === 'add' ? [{ kind: 'joins', without: [] }] : [];
  const values = (kind: 'label' | 'property', map: Record<string, string | null>) =>
    Object.entries(map).map(([name, value]): OwnLine => {
      const { [name]: _, ...rest } = map;
      return {
        kind,
        name,
        ...(value !== null && { value }),
        without: kept(kind === 'label' ? { labels: rest } : { properties: rest }),
      };
    });
  return [
    ...joins,
    ...values('label', labels),
    ...values('property', properties),
    ...removeTaints.map((taint): OwnLine => ({
      kind: 'taintGone',
      name: taint.key,
      without: kept({ removeTaints: removeTaints.filter(one => one !== taint) }),
    })),
    ...addTaints.map((taint): OwnLine => ({
      kind: 'taint',
      name: taint.key,
      ...(taint.value && { value: taint.value }),
      without: kept({ addTaints: addTaints.filter(one => one !== taint) }),
    })),
    ...addNamespaces.map((name): OwnLine => ({
      kind: 'namespace',
      name,
      without: kept({ addNamespaces: addNamespaces.filter(one => one !== name) }),
    })),
  ];
}

/** An edit that changes nothing any more goes. */
function keep(change: ClusterChange): ClusterChange[] {
  const entries = Object.entries(change).filter(([, part]) => {
    if (Array.isArray(part)) return part.length > 0;
    return typeof part !== 'object' || part === null || Object.keys(part).length > 0;
  });
  const left = Object.fromEntries(entries) as ClusterChange;
  return change.change === 'edit' && entries.length === 2 ? [] : [left];
}

/** With one more change of a cluster; two edits of one cluster are one. */
export function withCluster(change: Change, next: ClusterChange): Change {
  const clusters = change.clusters ?? [];
  const at = next.change === 'remove' ? -1 : clusters.findIndex(({ cluster }) => cluster === next.cluster);
  if (at < 0) return { ...change, clusters: [...clusters, next] };
  return { ...change, clusters: clusters.map((one, i) => (i === at ? merge(one, next) : one)) };
}

const merge = (a: ClusterChange, b: ClusterChange): ClusterChange => ({
  ...a,
  ...(b.labels && { labels: { ...a.labels, ...b.labels } }),
  ...(b.properties && { properties: { ...a.properties, ...b.properties } }),
  ...(b.removeTaints && { removeTaints: [...(a.removeTaints ?? []), ...b.removeTaints] }),
  ...(b.addTaints && { addTaints: [...(a.addTaints ?? []), ...b.addTaints] }),
  ...(b.addNamespaces && { addNamespaces: [...(a.addNamespaces ?? []), ...b.addNamespaces] }),
});

export const withPolicy = (change: Change, policy: Policy | null): Change => ({ ...change, policy });

/** Both changes in one, as when a way is tried on top of what is tried already. */
export const combine = (a: Change, b: Change): Change => {
  const withClusters = (b.clusters ?? []).reduce(withCluster, a);
  return b.policy === undefined ? withClusters : { ...withClusters, policy: b.policy };
};
