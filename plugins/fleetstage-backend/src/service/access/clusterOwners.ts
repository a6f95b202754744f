import { CATALOG_FILTER_EXISTS } from '@backstage/catalog-client';
import { parseEntityRef, stringifyEntityRef, type Entity } from '@backstage/catalog-model';
import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import type { CatalogService } from '@backstage/plugin-catalog-node';
import type { OwnersByCluster } from '../viewer';

/** Names the MemberCluster of an entity; the catalog module writes it. */
const CLUSTER_ANNOTATION = 'fleetstage.io/cluster';

/** Who owns the clusters, as the catalog says to whoever asks; several entities may describe one cluster. */
export async function readClusterOwners(
  catalog: CatalogService,
  credentials: BackstageCredentials,
): Promise<OwnersByCluster> {
  const { items } = await catalog.getEntities(
    {
      filter: { [`metadata.annotations.${CLUSTER_ANNOTATION}`]: CATALOG_FILTER_EXISTS },
      fields: ['metadata.namespace', 'metadata.annotations', 'spec.owner'],
    },
    { credentials },
  );
  const owners = new Map<string, readonly string[]>();
  for (const entity of items) {
    const cluster = entity.metadata.annotations?.[CLUSTER_ANNOTATION]?.trim();
    const owner = ownerOf(entity);
    if (!cluster || owner === undefined) continue;
    owners.set(cluster, [...new Set([...(owners.get(cluster) ?? []), owner])].sort());
  }
  return owners;
}

function ownerOf({ metadata, spec }: Entity): string | undefined {
  const owner = spec?.owner;
  if (typeof owner !== 'string' || owner === '') return undefined;
  const { namespace: defaultNamespace = 'default' } = metadata;
  return stringifyEntityRef(parseEntityRef(owner, { defaultKind: 'group', defaultNamespace }));
}
