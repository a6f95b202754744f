import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ControlPlane } from '../controlPlane';
import { isWatch, type RawExchange } from './exchange';

export interface RecordingProxy {
  /** `<url>/clusters/<name>` leads to the cluster of that name. */
  readonly url: string;
  /** The authority that its certificate can be checked by. */
  readonly caPem: string;
  /** In the order in which the servers answered. */
  readonly exchanges: readonly RawExchange[];
  stop(): Promise<void>;
}

const SETTLE_MS = 100;
const CLUSTER = /^\/clusters\/([^/]+)(\/.*)$/;
const KEPT_HEADERS = ['content-type', 'accept', 'user-agent'];
/** They would have to be undone to read the answer. */
const DROPPED_HEADERS = new Set([
  'host',
  'connection',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
]);

/**
 * Proxies between clients and control planes and records what passes. Requests pass one at a time, streams excepted:
 * the same requests in the same order then mean the same states, which is what a replay needs.
 */
export async function startRecordingProxy(
  planes: Readonly<Record<string, ControlPlane>>,
): Promise<RecordingProxy> {
  const [first] = Object.values(planes);
  // The server's own certificate is good for 127.0.0.1, and its clients know the authority.
  const certs = path.join(path.dirname(first.auditLogPath), 'certs');
  const exchanges: RawExchange[] = [];
  const agents = new Map(
    Object.entries(planes).map(([name, { caPem }]) => [name, new Agent({ ca: caPem, keepAlive: true })]),
  );
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(
    {
      cert: readFileSync(path.join(certs, 'apiserver.crt')),
      key: readFileSync(path.join(certs, 'apiserver.key')),
    },
    (incoming, response) => {
      const [, name, target] = CLUSTER.exec(incoming.url ?? '') ?? [];
      const plane = planes[name];
      if (plane === undefined) {
        response.writeHead(404).end(`no cluster ${name}`);
        return;
      }
      const call = { incoming, response, target, url: plane.url, agent: agents.get(name) };
      if (isWatch(target)) {
        stream(call);
        return;
      }
      const body = readAll(incoming);
      turn = turn
        .then(async () => {
          const passed = await pass(call, await body);
          exchanges.push({ cluster: name, ...passed });
          // What follows from a write (a namespace's account, say) is there when the next request comes.
          if (passed.method !== 'GET') await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
        })
        .catch(() => response.destroy());
    },
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caPem: first.caPem,
    exchanges,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

interface Call {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: string;
  readonly url: string;
  readonly agent: Agent | undefined;
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !DROPPED_HEADERS.has(name));
  const accept = headers.accept?.split(',').filter(type => !type.includes('protobuf'));
  return { ...Object.fromEntries(kept), ...(accept && { accept: accept.join(',') || '*/*' }) };
}

function stream({ incoming, response, target, url, agent }: Call): void {
  const outgoing = request(`${url}${target}`, { method: 'GET', headers: forwarded(incoming.headers), agent });
  outgoing.on('response', answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  outgoing.end();
}

async function pass({ incoming, response, target, url, agent }: Call, body: Buffer) {
  const headers = forwarded(incoming.headers);
  const { method = 'GET' } = incoming;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
    const outgoing = request(`${url}${target}`, { method, headers: { ...headers, ...length }, agent });
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body);
  });
  const text = (await readAll(answer)).toString('utf8');
  const { 'transfer-encoding': _, ...rest } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, rest).end(text);
  return {
    method,
    path: target,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap(name => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
    ...(body.length > 0 && bodyOf(body, headers['content-type'])),
    status: answer.statusCode ?? 502,
    contentType: answer.headers['content-type'] ?? '',
    answerText: text,
  };
}

const bodyOf = (body: Buffer, contentType = '') =>
  contentType.includes('protobuf')
    ? { bodyBase64: body.toString('base64') }
    : { body: body.toString('utf8') };

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
