import { useApiHolder } from '@backstage/frontend-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { useQuery } from '@tanstack/react-query';
import { CLUSTER_ANNOTATION, PLACEMENT_ANNOTATION } from '../model/catalog/annotations';

/** Annotations by which the catalog's entities name clusters and placements. */
const ANNOTATIONS = { cluster: CLUSTER_ANNOTATION, placement: PLACEMENT_ANNOTATION } as const;
/** Ownership changes by hand, seldom. */
const FRESH_MS = 5 * 60_000;

export interface Owned {
  readonly kind: keyof typeof ANNOTATIONS;
  readonly names: readonly string[];
}

/** Entity refs of those who own these clusters or placements, as the catalog says; none where it does not know. */
export function useOwners({ kind, names }: Owned): readonly string[] {
  const catalog = useApiHolder().get(catalogApiRef);
  const { data = [] } = useQuery({
    queryKey: ['owners', kind, ...names],
    enabled: catalog !== undefined && names.length > 0,
    staleTime: FRESH_MS,
    queryFn: async () => {
      const answer = await catalog?.getEntities({
        filter: { [`metadata.annotations.${ANNOTATIONS[kind]}`]: [...names] },
        fields: ['spec.owner'],
      });
      const owners = (answer?.items ?? []).map(({ spec }) => spec?.owner);
      return [...new Set(owners.filter(owner => typeof owner === 'string'))].sort();
    },
  });
  return data;
}
