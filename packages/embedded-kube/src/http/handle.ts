import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { authorize } from '../access/authorize';
import { reviewAt } from '../access/reviews';
import { discover } from '../api/discovery';
import { noSuchResource } from '../api/errors';
import type { Cluster } from '../cluster/Cluster';
import { ApiError } from '../contracts';
import { isObject } from '../schema/jsonValues';
import { openApi } from '../schema/openapi';
import { errorAnswer, jsonAnswer, noPath, plainText, type Answer } from './Answer';
import type { Call, ResourceCall } from './CallContext';
import { negotiate } from './negotiate';
import { openWatch } from './openWatch';
import { parseResourcePath, splitCluster } from './parsePath';
import { toTime } from '../text';
import { parseObject, readBytes } from './readBody';
import { readWriteOptions } from './readOptions';
import { answerResource, isWatch } from './resources';
import type { AuditLog } from './AuditLog';
import type { WatchPool } from './WatchPool';

export interface Served {
  cluster(name: string): Cluster | undefined;
  readonly watches: WatchPool;
  readonly audit?: AuditLog;
  /** What is no client's fault. */
  onError(error: unknown, what: string): void;
}

/** One request, from its path to its answer. */
export async function handle(
  served: Served,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const receivedAt = new Date();
  const { pathname, searchParams, search } = new URL(request.url, 'https://fleet');
  const place = splitCluster(pathname);
  const cluster = place && served.cluster(place.cluster);
  if (!cluster) {
    send(response, !place && isHealth(pathname) ? plainText(200, 'ok') : noPath(), request.method);
    return;
  }
  if (!(await cluster.reach.pass())) {
    cutOff(response);
    return;
  }
  const { method, headers } = request;
  const uri = place.rest + search;
  const readBody = once(() => readBytes(request));
  const call = { cluster, method, path: place.rest, uri, query: searchParams, headers, readBody };
  const answer = await answerCall(served, call, response);
  if (!answer) return;
  send(response, answer, method);
  await served.audit?.note(call, { answer, receivedAt });
}

/** `undefined`: there is nothing to send, as the answer is a stream or nobody waits for it. */
async function answerCall(
  served: Served,
  call: Call,
  response: Http2ServerResponse,
): Promise<Answer | undefined> {
  try {
    return await route(served, call, response);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    // The client went away while it sent.
    if (response.writableEnded || response.destroyed || response.stream?.destroyed) return undefined;
    served.onError(error, `${call.method} ${call.cluster.name} ${call.uri}`);
    if (!response.headersSent) return errorAnswer(internalError(error));
    response.end();
    return undefined;
  }
}

async function route(served: Served, call: Call, response: Http2ServerResponse): Promise<Answer | undefined> {
  const { cluster, method, path, headers } = call;
  authorize(cluster, { path, method, authorization: headers.authorization });
  const known = answerDocument(call) ?? (await answerReview(call));
  if (known) return known;
  const resource = findResource(call);
  if (!resource) return noPath();
  if (!isWatch(resource)) return answerResource(resource);
  await openWatch(resource, response, served.watches);
  return undefined;
}

/** As if the machine were off: no answer, and no connection. */
function cutOff(response: Http2ServerResponse): void {
  if (response.stream?.session) response.stream.session.destroy();
  else response.socket?.destroy();
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function answerReview(call: Call): Promise<Answer | undefined> {
  const { method, path, readBody, headers, cluster } = call;
  const review = method === 'POST' ? reviewAt(path) : undefined;
  if (!review) return undefined;
  const asked = parseObject({ bytes: await readBody(), contentType: headers['content-type'] });
  const { manager } = readWriteOptions(call);
  const answer = review({ review: withoutZeros(asked), manager, now: toTime(cluster.now()) });
  return jsonAnswer(201, JSON.stringify(answer));
}

/** Clients in Go send fields that nobody set. */
function withoutZeros<T extends object>(value: T): T {
  const fields = Object.entries(value).map(([key, each]) => [
    key,
    isObject(each) ? withoutZeros(each) : each,
  ]);
  return Object.fromEntries(fields.filter(([, each]) => each !== '' && each !== 0)) as T;
}

const isHealth = (path: string) => /^\/(healthz|livez|readyz)(\/.*)?$/.test(path);

/** Health, discovery and OpenAPI. */
function answerDocument({ cluster, method, path, headers, query }: Call): Answer | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (isHealth(path)) return plainText(200, 'ok');
  const types = cluster.catalog.types();
  const accept = headers.accept ?? '';
  const found = discover(path, accept, types);
  if (found) return { ...jsonAnswer(200, JSON.stringify(found.body)), contentType: found.contentType };
  const hash = query.get('hash');
  const document = openApi(hash === null ? path : `${path}?hash=${hash}`, accept, types);
  if (!document) return undefined;
  const { etag, body, contentType } = document;
  const caching = { etag, 'cache-control': hash === null ? 'no-cache, private' : 'public, immutable' };
  if (headers['if-none-match'] === etag) return { code: 304, contentType, body: '', headers: caching };
  return { code: 200, contentType, body, headers: caching };
}

/** @throws ApiError 404 where the version is served and the resource is not */
function findResource(call: Call): ResourceCall | undefined {
  const target = parseResourcePath(call.path);
  if (!target) return undefined;
  const { catalog } = call.cluster;
  const type = catalog.find(target.group, target.version, target.plural);
  if (type) return { ...call, type, target, wish: negotiate(call.headers.accept, call.query) };
  if (catalog.hasGroupVersion(target.group, target.version)) throw noSuchResource();
  return undefined;
}

function internalError(error: unknown): ApiError {
  const text = error instanceof Error ? error.message : String(error);
  return new ApiError(500, 'InternalError', `Internal error occurred: ${text}`, {
    causes: [{ reason: '', message: text, field: '' }],
  });
}

function send(response: Http2ServerResponse, answer: Answer, method: string): void {
  const { code, contentType, body, headers } = answer;
  // The client went away while we worked.
  if (response.destroyed || response.stream?.destroyed) return;
  response.writeHead(code, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache, private',
    ...headers,
  });
  response.end(method === 'HEAD' ? '' : body);
}
