import type { LoadRequest } from './LoadConnection';

export const NAMESPACE = 'bench';
/** With one object, which many watch. */
export const WATCHED_NAMESPACE = 'bench-watched';

export const mapsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
export const COLLECTION = mapsOf(NAMESPACE);

const LINES = [
  'log.level=info',
  'server.port=8080',
  'server.shutdown=graceful',
  'database.url=jdbc:postgresql://orders-db:5432/orders',
  'database.pool.size=20',
  'database.pool.timeout=30s',
  'cache.ttl=300s',
  'feature.checkout.express=true',
  'feature.search.suggest=false',
  'management.endpoints=health,info,prometheus',
  'tracing.sampling=0.05',
];

/** Like an application's configuration; its JSON has about 1 KB before the server adds its fields. */
export function configMapText(name: string, mark: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      labels: {
        'app.kubernetes.io/name': 'orders',
        'app.kubernetes.io/part-of': 'shop',
        'app.kubernetes.io/managed-by': 'bench',
      },
      annotations: { 'example.org/owner': 'team-orders@example.org' },
    },
    data: {
      mark,
      'application.properties': `${LINES.join('\n')}\nname=${name}\n`,
      'banner.txt': 'O r d e r s   -   ready to serve\n'.repeat(6),
      'region': 'eu-central-1',
    },
  });
}

const JSON_TYPE = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';

export const createMap = (name: string, collection = COLLECTION): LoadRequest => ({
  method: 'POST',
  path: collection,
  body: configMapText(name, '0'),
  contentType: JSON_TYPE,
});

export const readMap = (name: string): LoadRequest => ({ method: 'GET', path: `${COLLECTION}/${name}` });

export const replaceMap = (name: string, mark: string): LoadRequest => ({
  method: 'PUT',
  path: `${COLLECTION}/${name}`,
  body: configMapText(name, mark),
  contentType: JSON_TYPE,
});

export const patchMap = (name: string, mark: string, collection = COLLECTION): LoadRequest => ({
  method: 'PATCH',
  path: `${collection}/${name}`,
  body: JSON.stringify({ data: { mark } }),
  contentType: MERGE_PATCH,
});

export const deleteMap = (name: string): LoadRequest => ({
  method: 'DELETE',
  path: `${COLLECTION}/${name}`,
});

export const createNamespace = (name = NAMESPACE): LoadRequest => ({
  method: 'POST',
  path: '/api/v1/namespaces',
  body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
  contentType: JSON_TYPE,
});
