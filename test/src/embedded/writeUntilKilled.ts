import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import type { EmbeddedCluster } from './startEmbedded';

/** The content of an object after a write; absent: none. */
export type Content = string | undefined;

/** One object as its only writer knows it. */
export interface Known {
  /** After the last write that was answered. */
  readonly answered: Content;
  /** The write that was not answered when the server went; it may have been stored or not. */
  readonly asked?: { readonly content: Content };
}

export interface Written {
  readonly objects: ReadonlyMap<string, Known>;
  /** Revisions that answers returned, of creations, updates and patches. */
  readonly revisions: ReadonlySet<number>;
  /** Writes that were answered. */
  readonly answers: number;
}

export interface WritePlan {
  readonly collection: string;
  /** Begins the names of all objects of this round. */
  readonly prefix: string;
  readonly writes: number;
  readonly connections: number;
  /** Called after each answer. */
  onAnswer(answers: number): void;
}

/** 2 KB, so that a write is more than one page of the file now and then. */
const FILLER = 'x'.repeat(2_000);
const OBJECTS_EACH = 5;

const checkOf = (content: string) => createHash('sha256').update(content).digest('hex');

const bodyOf = (name: string, content: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { content, check: checkOf(content), filler: FILLER },
});

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** @throws Error where an object is of two writes at once */
export function contentOf({ metadata, data = {} }: Stored): string {
  if (data.check === checkOf(data.content) && data.filler === FILLER) return data.content;
  throw new Error(`${metadata.name} is half-written: ${JSON.stringify(data).slice(0, 200)}`);
}

/**
 * Creates, replaces, patches and deletes objects over many connections until all is done or the server is gone. Each object
 * has one writer, so that what it must hold is known.
 */
export async function writeUntilKilled(cluster: EmbeddedCluster, plan: WritePlan): Promise<Written> {
  const objects = new Map<string, Known>();
  const revisions = new Set<number>();
  let answers = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections, ca: cluster.caPem });
  const work = async (writer: number) => {
    for (let turn = 0; turn < plan.writes / plan.connections; turn += 1) {
      const name = `${plan.prefix}-${writer}-${turn % OBJECTS_EACH}`;
      const answered = objects.get(name)?.answered;
      const write = nextWrite({ name, turn, answered, collection: plan.collection });
      objects.set(name, { answered, asked: { content: write.content } });
      const answer = await send(cluster, agent, write).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.code >= 300) throw new Error(`${write.method} ${name}: ${answer.code} ${answer.text}`);
      objects.set(name, { answered: write.content });
      if (write.method !== 'DELETE')
        revisions.add(Number((JSON.parse(answer.text) as Stored).metadata.resourceVersion));
      answers += 1;
      plan.onAnswer(answers);
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, writer) => work(writer)));
  agent.destroy();
  return { objects, revisions, answers };
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body?: object;
  readonly content: Content;
}

interface Turn {
  readonly name: string;
  readonly turn: number;
  readonly answered: Content;
  readonly collection: string;
}

function nextWrite({ name, turn, answered, collection }: Turn): Write {
  const content = `turn ${turn}`;
  const path = `${collection}/${name}`;
  const json = 'application/json';
  if (answered === undefined)
    return { method: 'POST', path: collection, contentType: json, body: bodyOf(name, content), content };
  // The objects of a writer take turns: each is written at every fifth.
  const round = Math.floor(turn / OBJECTS_EACH) % 4;
  if (round === 3) return { method: 'DELETE', path, contentType: json, content: undefined };
  if (round === 2) return { method: 'PUT', path, contentType: json, body: bodyOf(name, content), content };
  const { data } = bodyOf(name, content);
  return { method: 'PATCH', path, contentType: 'application/merge-patch+json', body: { data }, content };
}

/** @throws Error where the connection breaks before the answer is whole */
function send(
  { url, adminToken }: EmbeddedCluster,
  agent: Agent,
  { method, path, contentType, body }: Write,
): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((done, fail) => {
    const headers = { 'authorization': `Bearer ${adminToken}`, 'content-type': contentType };
    const call = request(`${url}${path}`, { agent, method, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', fail).on('aborted', () => fail(new Error('aborted')));
      response.on('end', () => done({ code: response.statusCode ?? 0, text }));
    });
    call.on('error', fail);
    call.end(body && JSON.stringify(body));
  });
}
