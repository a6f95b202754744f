import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { ContractCluster } from './targets';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
  /** Instead of the administrator's; empty: none is sent. */
  readonly token?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const ANSWER_MS = 60_000;

/** One agent for each authority: a target's clusters share their connections. */
const agents = new Map<string, Agent>();

export function agentFor({ caPem }: ContractCluster): Agent {
  const known = agents.get(caPem);
  if (known) return known;
  const agent = new Agent({ keepAlive: true, ca: caPem, maxSockets: 64 });
  agents.set(caPem, agent);
  return agent;
}

/** @returns the answer when its head is there; its body is still to be read */
export function open(cluster: ContractCluster, sent: Sent): Promise<IncomingMessage> {
  const { method, path, headers, body, token = cluster.adminToken } = sent;
  return new Promise((done, fail) => {
    const { pathname } = new URL(cluster.url);
    const call = request(cluster.url, {
      // A URL would fold the dots of a path.
      path: pathname.replace(/\/$/, '') + path,
      method,
      agent: agentFor(cluster),
      timeout: ANSWER_MS,
      headers: {
        'user-agent': 'contract',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...(headers as Record<string, string | string[]>),
      },
    });
    call.on('response', done).on('error', fail);
    call.on('timeout', () => call.destroy(new Error(`${method} ${path}: no answer in ${ANSWER_MS} ms`)));
    call.end(body);
  });
}

export async function send(cluster: ContractCluster, sent: Sent): Promise<RawAnswer> {
  const response = await open(cluster, sent);
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
