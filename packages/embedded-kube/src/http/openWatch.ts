import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { methodNotAllowed } from '../api/errors';
import { ApiError } from '../contracts';
import { Watch } from '../api/Watch';
import { readFacts } from '../faults/requestFacts';
import { WatchOutput } from './WatchOutput';
import type { WatchPool } from './WatchPool';
import type { ResourceCall } from './CallContext';
import { plainText, withWarnings } from './Answer';
import { readListOptions, type ListOptions } from './listOptions';
import { checkScope, placeOf } from './place';
import { readSelection } from './readOptions';

/** Watches that name no time end after 30 to 60 minutes, not all at once. */
const SHORTEST_S = 1800;

/** Answers with a stream that stays open. @throws ApiError before the stream begins */
export async function openWatch(
  call: ResourceCall,
  response: Http2ServerResponse,
  pool: WatchPool,
): Promise<void> {
  const { type, query, representation } = call;
  checkScope(call);
  if (!type.verbs.includes('watch')) throw methodNotAllowed();
  const selection = readSelection(call);
  const options = readListOptions(query, true);
  const beginning = beginningOf(options);
  do await call.cluster.settled();
  while (!call.cluster.isSettled);
  const output = new WatchOutput(response, call.cluster, readFacts(call.cluster, call));
  const watch = new Watch(
    {
      place: placeOf(call),
      selection,
      form: representation.form,
      ...beginning,
      withBookmarks: options.allowsBookmarks,
      timeoutMs: 1000 * (options.timeoutSeconds || randomInt(SHORTEST_S, 2 * SHORTEST_S)),
    },
    output,
  );
  response.on('close', () => watch.stop());
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    ...withWarnings(plainText(200, ''), type.deprecation ? [type.deprecation] : []).headers,
  });
  flushHead(response);
  call.cluster.gate?.opened(output);
  watch.start();
  pool.add(watch, output);
}

/** @throws ApiError 500 */
function beginningOf({ resourceVersion, sendInitialEvents, resourceVersionMatch }: ListOptions) {
  if (!/^\d*$/.test(resourceVersion)) {
    const shown = JSON.stringify(resourceVersion);
    const why = `strconv.ParseUint: parsing ${shown}: invalid syntax`;
    throw new ApiError(500, '', `resourceVersion: Invalid value: ${shown}: ${why}`);
  }
  const revision = Number(resourceVersion || '0');
  const isUnspecified = sendInitialEvents === undefined && resourceVersionMatch === '';
  return { revision, beginsWithPresent: sendInitialEvents ?? (isUnspecified && revision === 0) };
}

/** Over HTTP/1.1 the head waits for the first byte of the body, and a watch may have none for long. */
function flushHead(response: Http2ServerResponse | ServerResponse): void {
  if ('flushHeaders' in response) response.flushHeaders();
}
