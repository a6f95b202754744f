import { Agent, request } from 'node:https';
import type { FleetCluster } from './startFleet';

/** A request to a cluster. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const agents = new WeakMap<FleetCluster, Agent>();

function agentOf(plane: FleetCluster): Agent {
  const known = agents.get(plane) ?? new Agent({ ca: plane.caPem, keepAlive: true, maxSockets: 4 });
  agents.set(plane, known);
  return known;
}

/**
 * One request of the administrator over a kept connection: stories look every 100 ms, and a kubectl each time would be the
 * load itself. Not through our own client: by its name the stories tell what the engine asks, and let it meet faults.
 */
export async function ask(plane: FleetCluster, question: Question): Promise<Answer> {
  try {
    return await send(plane, question);
  } catch (error) {
    // The server has closed the kept connection while the request was on its way.
    if (!(error instanceof LostConnection)) throw error;
    return send(plane, question);
  }
}

class LostConnection extends Error {}

function send(plane: FleetCluster, { method = 'GET', path, headers, body }: Question): Promise<Answer> {
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = request(`${plane.url}${path}`, {
      method,
      agent: agentOf(plane),
      timeout: 10_000,
      headers: {
        authorization: `Bearer ${plane.adminToken}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
        ...(headers as Record<string, string | string[]>),
      },
    });
    call.on('response', response => {
      let answer = '';
      response.setEncoding('utf8').on('data', chunk => {
        answer += chunk;
      });
      response.on('error', fail);
      response.on('end', () => done({ status: response.statusCode ?? 0, body: answer }));
    });
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} on ${plane.name}: no answer`)));
    call.on('error', (error: NodeJS.ErrnoException) => {
      const isLost = method === 'GET' && call.reusedSocket && error.code === 'ECONNRESET';
      fail(isLost ? new LostConnection(error.message, { cause: error }) : error);
    });
    call.end(text);
  });
}
