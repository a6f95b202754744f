import { CATALOG_FILTER_EXISTS } from '@backstage/catalog-client';
import type { Entity } from '@backstage/catalog-model';
import { useApiHolder } from '@backstage/frontend-plugin-api';
import { catalogApiRef } from '@backstage/plugin-catalog-react';
import { useQuery } from '@tanstack/react-query';

/** Entities change by hand, seldom. */
const FRESH_MS = 5 * 60_000;

interface AnnotatedOptions<T> {
  /** Of the answer: same key, same `annotation`, `fields` and `read`. */
  readonly key: readonly string[];
  readonly annotation: string;
  readonly fields: string[];
  readonly enabled: boolean;
  readonly read: (entities: readonly Entity[]) => T;
}

/** What the entities of the catalog say that have the annotation; absent without a catalog, and until it has answered. */
export function useAnnotated<T>({ key, annotation, fields, enabled, read }: AnnotatedOptions<T>) {
  const catalog = useApiHolder().get(catalogApiRef);
  const { data, isLoading } = useQuery({
    queryKey: key,
    enabled: enabled && catalog !== undefined,
    staleTime: FRESH_MS,
    queryFn: async () => {
      const answer = await catalog?.getEntities({
        filter: { [`metadata.annotations.${annotation}`]: CATALOG_FILTER_EXISTS },
        fields,
      });
      return read(answer?.items ?? []);
    },
  });
  return { data, isLoading };
}
