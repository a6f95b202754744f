import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { explainIgnoredToken, type Access } from '../access/Access';
import { ANONYMOUS } from '../access/user';
import type { Cluster } from '../cluster/Cluster';
import type { Control } from '../faults/Control';
import { Trickle } from '../faults/Trickle';
import { ApiError } from '../contracts';
import { answerKind } from './answerKind';
import { errorAnswer, noPath, plainText, withWarnings, type Answer } from './Answer';
import type { Call, ResourceCall } from './CallContext';
import { isGone } from './cutOff';
import { answerUnclear } from './answerUnclear';
import { answerDocument, answerNothing, isHealth } from './answerDocument';
import { isYamlWanted, negotiate } from './negotiate';
import { openWatch } from './openWatch';
import { passGate, UNHINDERED } from './passGate';
import { answerLog, isLog } from './podLog';
import { decodePath, parseResourcePath, splitCluster, splitTarget } from './parsePath';
import { prettied } from './pretty';
import { readBytes } from './readBody';
import { isWatch } from './resources';
import type { AuditLog } from './AuditLog';
import type { WatchPool } from './WatchPool';

export interface Served {
  cluster(name: string): Cluster | undefined;
  readonly access: Access;
  readonly watches: WatchPool;
  readonly audit?: AuditLog;
  /** What is asked of the fleet itself. */
  readonly control?: Control;
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
  const { pathname, search } = splitTarget(request.url);
  const place = splitCluster(pathname);
  const cluster = place && served.cluster(place.cluster);
  if (!cluster) {
    const ofFleet = place ? undefined : await served.control?.answer(request, pathname);
    const answer = ofFleet ?? (!place && isHealth(pathname) ? plainText(200, 'ok') : noPath());
    send(response, answer, { method: request.method });
    return;
  }
  const { method, headers, rawHeaders } = request;
  const path = decodePath(place.rest);
  if (path === undefined) {
    send(response, plainText(400, '400 Bad Request'), { method });
    return;
  }
  const uri = place.rest + search;
  const readBody = once(() => readBytes(request));
  const call: Call = {
    ...{ cluster, method, path, uri, query: new URLSearchParams(search), headers, rawHeaders, readBody },
    access: served.access,
    caller: { user: ANONYMOUS },
  };
  const isHindered = cluster.gate !== undefined || !cluster.reach.isOpen;
  const passage = isHindered ? await passGate(cluster, { call, request, response }) : UNHINDERED;
  if (!passage) return;
  const found = await answerCall(served, call, response);
  if (!found) return;
  // Over HTTP/2 an answer that overtakes its question ends the stream, which clients in Go take for a broken one.
  if (method !== 'GET' && method !== 'HEAD') await readBody().catch(() => undefined);
  const answer = withWarnings(found, explainIgnoredToken(headers.authorization));
  const sent = passage.replace(prettied(call, answer));
  if (sent) send(response, sent, { method, bytesPerSecond: passage.bytesPerSecond });
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
    if (error instanceof ApiError)
      return errorAnswer(error, isYamlWanted(call.headers.accept) ? 'yaml' : 'json');
    // The client went away while it sent.
    if (response.writableEnded || isGone(response)) return undefined;
    served.onError(error, `${call.method} ${call.cluster.name} ${call.uri}`);
    if (!response.headersSent) return errorAnswer(internalError(error));
    response.end();
    return undefined;
  }
}

async function route(served: Served, call: Call, response: Http2ServerResponse): Promise<Answer | undefined> {
  const unclear = answerUnclear(call);
  if (unclear) return unclear;
  served.access.admit(call);
  const known = answerDocument(call);
  if (known) return known;
  const resource = findResource(call);
  if (!resource) return answerNothing(call);
  if (isLog(resource)) return answerLog(resource, response);
  if (!isWatch(resource)) return answerKind(resource);
  await openWatch(resource, response, served.watches);
  return undefined;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** @throws ApiError 404 where the version is served and the resource is not */
function findResource(call: Call): ResourceCall | undefined {
  const target = parseResourcePath(call.path);
  if (!target) return undefined;
  const { catalog } = call.cluster;
  const type = catalog.find(target.group, target.version, target.plural);
  const asked = { isCollection: target.name === undefined, isCustom: type?.isCustom === true };
  if (type)
    return { ...call, type, target, representation: negotiate(call.headers.accept, call.query, asked) };
  return undefined;
}

function internalError(error: unknown): ApiError {
  const text = error instanceof Error ? error.message : String(error);
  return new ApiError(500, 'InternalError', `Internal error occurred: ${text}`, {
    causes: [{ reason: '', message: text, field: '' }],
  });
}

/** HTTP/2: after an answer without a body, a client that sends one would wait for ever to be let to send what is left. */
function leaveUnread({ stream }: Http2ServerResponse): void {
  if (stream && !stream.endAfterHeaders && !stream.readableEnded) stream.close();
}

interface Sending {
  readonly method: string;
  readonly bytesPerSecond?: number;
}

export function send(
  response: Http2ServerResponse,
  answer: Answer,
  { method, bytesPerSecond }: Sending,
): void {
  const { code, contentType, body, headers } = answer;
  // The client went away while we worked.
  if (isGone(response)) return;
  response.writeHead(code, {
    ...(contentType === '' ? {} : { 'content-type': contentType }),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache, private',
    ...headers,
  });
  const sent = method === 'HEAD' ? '' : body;
  if (bytesPerSecond === undefined) {
    response.end(sent);
    if (method === 'HEAD') leaveUnread(response);
    return;
  }
  const trickle = new Trickle(response, bytesPerSecond);
  trickle.write(sent);
  trickle.end();
}
