import { kinds, type KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { openClient, type Client, type Server } from '../fuzz/send';
import { NAMESPACE } from './forms.testing';

/** As much of an object, or of the Status that refuses it, as the tests read. */
export interface Reply {
  readonly metadata: { readonly name: string };
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
  readonly status?: unknown;
  readonly message?: string;
  readonly [field: string]: unknown;
}

/** What a server said to a write that it should only check. */
export interface Answer {
  readonly code: number;
  /** The object as it would be stored, or the Status that refuses it. */
  readonly body: Reply;
  /** The message of the Status; empty where the object is accepted. */
  readonly said: string;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const JSON_TYPE = { 'content-type': 'application/json', 'accept': 'application/json' };
const STRICT = 'dryRun=All&fieldValidation=Strict';

/** Asks a server to check and default objects, through plain HTTP: as strictly as kubectl, and many times as fast. */
export class AskServer {
  private readonly client: Client;

  constructor(server: Server) {
    this.client = openClient(server, 'http1');
  }

  close = () => this.client.close();

  create = (object: object): Promise<Answer> =>
    this.send('POST', `${collectionOf(object as Manifest)}?${STRICT}`, object);

  /** Stores `before`, with its status if there is one, and asks for it to become `after`. */
  async update(before: object, after: object, status?: object): Promise<Answer> {
    const { name } = (before as Manifest).metadata;
    const collection = collectionOf(before as Manifest);
    const stored = await this.sendAll(
      ['POST', collection, before],
      ...(status ? [['PUT', `${collection}/${name}/status`, { ...before, status }] as const] : []),
    );
    return this.send('PUT', `${collection}/${name}?${STRICT}`, { ...after, metadata: stored.body.metadata });
  }

  /** Sends each object with the metadata that the one before got. */
  private async sendAll(...writes: (readonly [method: string, path: string, object: object])[]) {
    let last: Answer | undefined;
    for (const [method, path, object] of writes) {
      last = await this.send(method, path, last ? { ...object, metadata: last.body.metadata } : object);
      if (last.code >= 300) throw new Error(`${method} ${path}: ${last.said}`);
    }
    return last!;
  }

  ensureNamespace = () =>
    this.send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });

  send = (method: string, path: string, object: object) =>
    this.sendText(method, path, JSON.stringify(object));

  async sendText(method: string, path: string, sent: string): Promise<Answer> {
    const body = Buffer.from(sent);
    const { code, text } = await this.client.send({ method, path, headers: JSON_TYPE, body });
    const answer = JSON.parse(text) as Reply;
    return { code, body: answer, said: code < 300 ? '' : (answer.message ?? text) };
  }
}

/** Path of the objects of a kind, in the version of the manifest. */
export function collectionOf({ apiVersion, kind, metadata }: Manifest): string {
  const folder = metadata.namespace ? `/namespaces/${metadata.namespace}` : '';
  return `/apis/${apiVersion}${folder}/${kinds[kind as KindName].plural}`;
}
