import type { Http2ServerResponse } from 'node:http2';
import { badRequest, methodNotAllowed, notFound } from '../api/errors';
import { findStored } from '../api/request';
import { isFlag } from '../text';
import { containerOf, lineOf, linesBy, logOf, type Ran } from '../workloads/containerLog';
import type { KubeObject } from '../contracts';
import { plainText, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { cutOff, isGone } from './cutOff';
import { checkScope, objectPlaceOf } from './place';

/** A node keeps no more of the log of a container. */
const MAX_LINES = 10_000;
const TICK_MS = 500;

export const isLog = ({ type, target }: ResourceCall) =>
  target.subresource === 'log' && type.plural === 'pods' && type.group === '' && target.name !== undefined;

interface Reading {
  readonly container: string;
  ran: Ran;
  readonly isTimed: boolean;
  /** Bytes that may still be sent. */
  left: number;
  /** The line that comes next. */
  next: number;
}

/**
 * What a simulated container has written: made up by the moment, and the same whenever it is read. `undefined`: the answer is
 * a stream, as the log is followed. @throws ApiError 400 where the container waits, 404, 405
 */
export async function answerLog(
  call: ResourceCall,
  response: Http2ServerResponse,
): Promise<Answer | undefined> {
  checkScope(call);
  if (call.method !== 'GET') throw methodNotAllowed();
  const tail = readNumber(call.query, 'tailLines') ?? MAX_LINES;
  const limit = readNumber(call.query, 'limitBytes') ?? Infinity;
  do await call.cluster.settled();
  while (!call.cluster.isSettled);
  const pod = findPod(call);
  if (!pod) throw notFound(call.type, call.target.name ?? '');
  if (!isPlaced(pod)) return plainText(200, '');
  const { container, ran } = findLog(call, pod);
  const written = linesBy(ran, call.cluster.now().getTime());
  const next = Math.max(0, written - Math.min(tail, MAX_LINES));
  const reading = { container, ran, isTimed: isFlag(call.query.get('timestamps')), left: limit, next };
  const text = readOn(reading, written);
  if (!isFlag(call.query.get('follow')) || ran.until !== undefined || reading.left <= 0)
    return plainText(200, text);
  follow(call, response, { reading, text });
  return undefined;
}

const findPod = (call: ResourceCall) =>
  findStored({ ...objectPlaceOf(call), subresource: undefined })?.object;

const isPlaced = ({ spec }: KubeObject & { readonly spec?: { readonly nodeName?: string } }) =>
  spec?.nodeName !== undefined;

/** @throws ApiError 400 */
function findLog({ query }: ResourceCall, pod: KubeObject) {
  const asked = containerOf(pod, query.get('container') ?? '');
  if ('refusal' in asked) throw badRequest(asked.refusal);
  const log = logOf(pod, asked.container, isFlag(query.get('previous')));
  if ('refusal' in log) throw badRequest(log.refusal);
  return { container: asked.container, ran: log.ran };
}

/** @throws ApiError 400 */
function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw badRequest(`${name}: strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

/** The lines up to `end`, within what may be sent. */
function readOn(reading: Reading, end: number): string {
  const lines: string[] = [];
  for (; reading.next < end; reading.next += 1) {
    const { at, text } = lineOf(reading.ran, reading.container, reading.next);
    lines.push(`${reading.isTimed ? `${at.toISOString()} ` : ''}${text}\n`);
  }
  // All of it is ASCII but names, which are, too.
  const sent = lines.join('').slice(0, reading.left);
  reading.left -= sent.length;
  return sent;
}

interface Following {
  readonly reading: Reading;
  /** What is written already. */
  readonly text: string;
}

/** Sends lines as they come, until the container has ended, the pod is gone, or nobody reads. */
function follow(call: ResourceCall, response: Http2ServerResponse, { reading, text }: Following): void {
  const { cluster } = call;
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-cache, private' });
  response.write(text);
  const timer = setInterval(() => {
    if (isGone(response)) return clearInterval(timer);
    if (cluster.reach.isFrozen) return undefined;
    if (!cluster.reach.isOpen) return cutOff(response);
    const pod = findPod(call);
    const log = pod && logOf(pod, reading.container, false);
    // Another start is another log.
    const ran = log && 'ran' in log && log.ran.from === reading.ran.from ? log.ran : undefined;
    if (ran) {
      reading.ran = ran;
      response.write(readOn(reading, linesBy(ran, cluster.now().getTime())));
      if (ran.until === undefined && reading.left > 0) return undefined;
    }
    clearInterval(timer);
    return response.end();
  }, TICK_MS).unref();
  response.on('close', () => clearInterval(timer));
}
