import type { Http2ServerResponse } from 'node:http2';

/** As if the machine were off: no answer, and no connection. */
export function cutOff(response: Http2ServerResponse): void {
  if (response.stream?.session) response.stream.session.destroy();
  else response.socket?.destroy();
}

/** The client went away. */
export const isGone = (response: Http2ServerResponse): boolean =>
  response.destroyed || Boolean(response.stream?.destroyed);
