import { discover } from '../api/discovery';
import { methodNotAllowed, noSuchResource } from '../api/errors';
import { openApi } from '../schema/openapi';
import { jsonAnswer, noPath, plainText, type Answer } from './Answer';
import { answerOpenId } from './answerOpenId';
import type { Call } from './CallContext';

const HEALTH = /^\/(healthz|livez|readyz)(\/(ping|log|etcd|etcd-readiness|informer-sync|shutdown))?$/;

export const isHealth = (path: string) => HEALTH.test(path);

/** No document lies deeper: `/apis/<group>/<version>`. */
const MOST_PARTS = 4;
/** Those that a real server puts together answer any method. */
const OF_ANY_METHOD = /^\/apis(\/[^/]+)?\/?$/;

/** Health, discovery and OpenAPI. @throws ApiError 405 */
export function answerDocument(call: Call): Answer | undefined {
  const { cluster, method, path, headers } = call;
  if (isHealth(path)) return plainText(200, 'ok');
  const isRead = method === 'GET';
  if (!isRead && path.split('/').length > MOST_PARTS) return undefined;
  const types = cluster.catalog.types();
  const found = discover(path, headers.accept ?? '', types);
  if (!found) return answerOpenApi(call);
  if (!isRead && !OF_ANY_METHOD.test(path)) throw methodNotAllowed();
  const { body, contentType, etag } = found;
  const kept = etag === undefined ? {} : { headers: { etag, 'cache-control': 'public', 'vary': 'Accept' } };
  if (etag !== undefined && headers['if-none-match'] === etag)
    return { code: 304, contentType, body: '', ...kept };
  return { ...jsonAnswer(200, JSON.stringify(body)), contentType, ...kept };
}

const NO_DOCUMENT: Answer = { code: 404, contentType: '', body: '' };

function answerOpenApi(call: Call): Answer | undefined {
  const { cluster, path, headers, query } = call;
  const hash = query.get('hash');
  const accept = headers.accept ?? '';
  const document = openApi(hash === null ? path : `${path}?hash=${hash}`, accept, cluster.catalog.types());
  if (!document) return path.startsWith('/openapi/v3/') ? NO_DOCUMENT : answerOpenId(call);
  const { etag, body, contentType } = document;
  const present = etag.slice(1, -1);
  if (hash !== null && hash !== present)
    return { code: 301, contentType, body: '', headers: { etag, location: `${path}?hash=${present}` } };
  const caching = { etag, 'cache-control': hash === null ? 'no-cache, private' : 'public, immutable' };
  if (headers['if-none-match'] === etag) return { code: 304, contentType, body: '', headers: caching };
  return { code: 200, contentType, body, headers: caching };
}

/** Nothing is there; below what the server itself serves it says so as a Status. @throws ApiError 404 */
export function answerNothing({ path, cluster }: Call): Answer {
  const [, root, group] = path.split('/');
  const isOwn =
    root === 'api' ||
    root === 'version' ||
    (root === 'apis' && cluster.catalog.types().some(type => !type.isCustom && type.group === group));
  if (isOwn) throw noSuchResource();
  return noPath();
}
