import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** How many namespaces of a member are kept (C/PP-020). */
export const MAX_NAMESPACES = 200;

export interface CollectedNamespaces {
  /** By name: the AppliedWork that owns the namespace, or nothing (A/PL-078). */
  readonly namespaces: Readonly<Record<string, string>>;
  /** `Degraded`: as many as are kept, so there may be more (A/PL-081). */
  readonly state: 'Succeeded' | 'Degraded';
}

/** The namespaces of a member, in the order of their names, one page more; metadata is enough of them. */
export function toNamespaces(
  objects: readonly KubeObject[],
  before?: CollectedNamespaces,
): CollectedNamespaces {
  const entries = [
    ...Object.entries(before?.namespaces ?? {}),
    ...objects.map(({ metadata }) => [metadata.name, ownerOf(metadata)] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    namespaces: Object.fromEntries(entries.slice(0, MAX_NAMESPACES)),
    state: entries.length >= MAX_NAMESPACES ? 'Degraded' : 'Succeeded',
  };
}

const ownerOf = ({ ownerReferences = [] }: KubeObject['metadata']) =>
  ownerReferences.find(({ kind }) => kind === 'AppliedWork')?.name ?? '';
