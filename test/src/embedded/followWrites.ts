import { Agent, request } from 'node:https';
import type { EmbeddedCluster } from './startEmbedded';

export interface Followed {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly code?: number;
    readonly metadata: { readonly name: string; readonly resourceVersion: string };
    readonly data?: Readonly<Record<string, string>>;
  };
}

export interface Following {
  readonly events: readonly Followed[];
  /** Resolves when the server or {@link end} has ended it. */
  readonly ended: Promise<void>;
  end(): void;
}

/** Watches a collection from a revision on; lines that came whole become events as they come. */
export function followWrites(cluster: EmbeddedCluster, collection: string, revision: string): Following {
  const { url, caPem, adminToken } = cluster;
  const events: Followed[] = [];
  const agent = new Agent({ ca: caPem });
  const path = `${url}${collection}?watch=1&resourceVersion=${revision}`;
  const call = request(path, { agent, headers: { authorization: `Bearer ${adminToken}` } });
  const ended = new Promise<void>(done => {
    call.on('error', () => done()).on('close', () => done());
    call.on('response', response => {
      let rest = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        events.push(...lines.map(line => JSON.parse(line) as Followed));
      });
      response.on('error', () => done());
    });
  });
  call.end();
  return { events, ended, end: () => call.destroy() };
}
