import { forbidden, notFound } from './errors';
import type { Place } from './request';
import { checkNamespaceName } from './storageKey';

/** That the namespace is there and not about to go. @throws ApiError 404, 403 */
export function checkNamespaceTakes({ cluster, type, namespace }: Place, name: string): void {
  if (!type.isNamespaced) return;
  checkNamespaceName(namespace);
  const namespaces = cluster.catalog.builtin('', 'v1', 'namespaces');
  const home = cluster.objects.find(namespaces.storageKey, '', namespace);
  if (!home) throw notFound(namespaces, namespace);
  if (home.object.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    type,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}
