import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent, request } from 'node:https';
import type { FuzzRequest } from './requests';

export interface FuzzAnswer {
  readonly code: number;
  readonly contentType: string;
  readonly text: string;
}

export interface Server {
  /** Of the cluster. */
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** @throws Error where there is no answer within the time */
export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>;

export interface Client {
  readonly send: Send;
  close(): void;
}

const ANSWER_MS = 10_000;

/** Half of the connections speak HTTP/1.1, kept alive, the other half are streams of one HTTP/2 session. */
export function openClient(server: Server, protocol: 'http1' | 'http2'): Client {
  return protocol === 'http1' ? openHttp1(server) : openHttp2(server);
}

const headersOf = (server: Server, { headers, body }: FuzzRequest) => ({
  authorization: `Bearer ${server.token}`,
  ...(body === undefined ? {} : { 'content-length': String(body.length) }),
  ...headers,
});

function openHttp1(server: Server): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: server.caPem });
  const { pathname, hostname, port } = new URL(server.url);
  const send: Send = asked =>
    new Promise((done, fail) => {
      const call = request(
        {
          agent,
          hostname,
          port,
          method: asked.method,
          path: `${pathname.replace(/\/$/, '')}${asked.path}`,
          headers: headersOf(server, asked),
          timeout: ANSWER_MS,
        },
        response => {
          const chunks: Buffer[] = [];
          response.on('error', fail).on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            done({
              code: response.statusCode ?? 0,
              contentType: response.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no answer within ${ANSWER_MS} ms`))).on('error', fail);
      call.end(asked.body);
    });
  return { send, close: () => agent.destroy() };
}

function openHttp2(server: Server): Client {
  const { pathname, origin } = new URL(server.url);
  let session: ClientHttp2Session | undefined;
  const ensureSession = () => {
    if (session && !session.closed && !session.destroyed) return session;
    // Warnings are a header each.
    session = connect(origin, { ca: server.caPem, maxHeaderListPairs: 2_000 });
    // Reported by the stream that waits for an answer.
    session.on('error', () => undefined);
    return session;
  };
  const send: Send = asked =>
    new Promise((done, fail) => {
      const { host: _host, ...headers } = headersOf(server, asked) as Record<string, string>;
      const stream = ensureSession().request(
        { ...headers, ':method': asked.method, ':path': `${pathname.replace(/\/$/, '')}${asked.path}` },
        { endStream: asked.body === undefined },
      );
      const chunks: Buffer[] = [];
      let head = { code: 0, contentType: '' };
      const deadline = setTimeout(() => {
        fail(new Error(`no answer within ${ANSWER_MS} ms`));
        stream.close();
      }, ANSWER_MS);
      stream.on('response', fields => {
        head = { code: fields[':status'] ?? 0, contentType: String(fields['content-type'] ?? '') };
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail);
      stream.on('close', () => {
        clearTimeout(deadline);
        if (head.code === 0) fail(new Error('the stream was closed without an answer'));
        else done({ ...head, text: Buffer.concat(chunks).toString('utf8') });
      });
      if (asked.body !== undefined) stream.end(asked.body);
    });
  return { send, close: () => session?.destroy() };
}
