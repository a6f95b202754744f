import { lookUp } from '../schema/jsonValues';
import type { Cluster } from '../cluster/Cluster';
import type { Asked, RequestFacts } from '../cluster/Gate';
import { isFlag } from '../text';
import { parseResourcePath } from '../http/parsePath';
import type { Verb } from './fault';

const VERBS: Readonly<Record<string, readonly [ofCollection: Verb, ofObject: Verb]>> = {
  GET: ['list', 'get'],
  HEAD: ['list', 'get'],
  POST: ['create', 'create'],
  PUT: ['update', 'update'],
  PATCH: ['patch', 'patch'],
  DELETE: ['deletecollection', 'delete'],
};

export function readFacts(cluster: Cluster, { method, path, query, headers }: Asked): RequestFacts {
  const userAgent = headers['user-agent'] ?? '';
  const client = `${headers.authorization ?? ''} ${userAgent}`;
  const target = parseResourcePath(path);
  const verbs = lookUp(VERBS, method) ?? ['get', 'get'];
  if (!target) return { verb: verbs[1], path, userAgent, client };
  const { group, version, plural, namespace, name, subresource } = target;
  const isWatch = method === 'GET' && subresource === undefined && isFlag(query.get('watch'));
  return {
    verb: isWatch ? 'watch' : verbs[name === undefined ? 0 : 1],
    path,
    userAgent,
    client,
    resource: {
      group,
      kind: cluster.catalog.find(group, version, plural)?.kind ?? '',
      name: subresource === undefined ? plural : `${plural}/${subresource}`,
      plural,
      namespace,
      objectName: name ?? '',
    },
  };
}
