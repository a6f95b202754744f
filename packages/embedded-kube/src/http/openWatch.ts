import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { badRequest, methodNotAllowed } from '../api/errors';
import { Watch } from '../api/Watch';
import type { WatchPool } from './WatchPool';
import { isFlag, type ResourceCall } from './CallContext';
import { checkScope, placeOf } from './place';
import { readListRequest } from './readOptions';

/** Watches that name no time end after 30 to 60 minutes, not all at once. */
const SHORTEST_S = 1800;

/** Answers with a stream that stays open. @throws ApiError before the stream begins */
export async function openWatch(
  call: ResourceCall,
  response: Http2ServerResponse,
  pool: WatchPool,
): Promise<void> {
  const { type, query, wish } = call;
  checkScope(call);
  if (!type.verbs.includes('watch')) throw methodNotAllowed();
  const { selection } = readListRequest(call);
  const resourceVersion = query.get('resourceVersion') ?? '';
  if (!/^\d*$/.test(resourceVersion))
    throw badRequest(`resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: must be a number`);
  await call.cluster.settled();
  const watch = new Watch(
    {
      place: placeOf(call),
      selection,
      form: wish.form,
      resourceVersion,
      withBookmarks: isFlag(query.get('allowWatchBookmarks')),
      sendsInitialEvents: isFlag(query.get('sendInitialEvents')),
      timeoutMs: 1000 * (Number(query.get('timeoutSeconds')) || randomInt(SHORTEST_S, 2 * SHORTEST_S)),
    },
    {
      write: lines => response.write(lines),
      // Over HTTP/2 the bytes wait in the stream.
      waiting: () => response.stream?.writableLength ?? response.writableLength,
      end: () => response.end(),
    },
  );
  response.on('close', () => watch.stop());
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
  flushHead(response);
  watch.start();
  pool.add(watch);
}

/** Over HTTP/1.1 the head waits for the first byte of the body, and a watch may have none for long. */
function flushHead(response: Http2ServerResponse | ServerResponse): void {
  if ('flushHeaders' in response) response.flushHeaders();
}
