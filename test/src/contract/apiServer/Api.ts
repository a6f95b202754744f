import { createHash } from 'node:crypto';
import type { KubectlOptions, KubectlResult } from '../../controlPlane';
import { eventually } from '../../eventually';
import { send, type Headers, type RawAnswer } from './send';
import type { ContractCluster } from './targets';
import { Transcript } from './Transcript';
import { openWatch, type WatchStream } from './watchStream';

export interface Answer extends RawAnswer {
  /** Parsed where it is JSON, else the text. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface How {
  readonly headers?: Headers;
  /** Instead of the administrator's; empty: none. */
  readonly token?: string;
  readonly contentType?: string;
  readonly accept?: string;
}

const PATCHES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** What a case may do. Every answer goes to the transcript, but for those of `quietly` and the polls of `until`. */
export class Api {
  readonly transcript = new Transcript();
  /** The namespace of the case; it is there, with its account, when the case begins. */
  readonly namespace: string;
  private readonly leftovers: string[] = [];
  private readonly watches: WatchStream[] = [];

  constructor(
    readonly cluster: ContractCluster,
    /** Of suite and case: gives the namespace its name. */
    title: string,
  ) {
    this.namespace = `case-${createHash('sha256').update(title).digest('hex').slice(0, 8)}`;
  }

  /** `in('v1/configmaps', 'one')` → `/api/v1/namespaces/<namespace>/configmaps/one`. */
  in(resource: string, ...rest: readonly string[]): string {
    return pathOf(resource, this.namespace, rest);
  }

  /** Not namespaced: `at('v1/nodes', 'n1', 'status')`, `at('rbac.authorization.k8s.io/v1/clusterroles')`. */
  at(resource: string, ...rest: readonly string[]): string {
    return pathOf(resource, '', rest);
  }

  get(path: string, how?: How): Promise<Answer> {
    return this.request('GET', path, undefined, how);
  }

  post(path: string, body: unknown, how?: How): Promise<Answer> {
    return this.request('POST', path, body, how);
  }

  put(path: string, body: unknown, how?: How): Promise<Answer> {
    return this.request('PUT', path, body, how);
  }

  delete(path: string, options?: unknown, how?: How): Promise<Answer> {
    return this.request('DELETE', path, options, how);
  }

  /** `patch('merge', path, { data: { a: '1' } })`; apply wants `?fieldManager=…` in the path. */
  patch(type: keyof typeof PATCHES, path: string, body: unknown, how?: How): Promise<Answer> {
    return this.request('PATCH', path, body, { contentType: PATCHES[type], ...how });
  }

  /** @param body text and bytes are sent as they are */
  async request(method: string, path: string, body?: unknown, how: How = {}): Promise<Answer> {
    const answer = await this.quietly(method, path, body, how);
    this.transcript.note(`${method} ${path}`, answer);
    return answer;
  }

  /** Asks without noting it. */
  async quietly(method: string, path: string, body?: unknown, how: How = {}): Promise<Answer> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
    const headers = {
      ...(body === undefined ? {} : { 'content-type': how.contentType ?? 'application/json' }),
      ...(how.accept === undefined ? {} : { accept: how.accept }),
      ...how.headers,
    };
    const answer = await send(this.cluster, {
      method,
      path,
      headers,
      body: raw ? body : JSON.stringify(body),
      token: how.token,
    });
    return { ...answer, body: parsed(answer) };
  }

  /** Polls until `isDone` holds, and notes the last answer only: what controllers do takes its time. */
  async until(path: string, isDone: (answer: Answer) => boolean, how?: How): Promise<Answer> {
    const last = await eventually(`GET ${path}`, async () => {
      const answer = await this.quietly('GET', path, undefined, how);
      if (isDone(answer)) return answer;
      throw new Error(`${answer.status} ${answer.text.slice(0, 2000)}`);
    });
    this.transcript.note(`GET ${path}`, last);
    return last;
  }

  /** Opens a stream of events; it is noted when it is closed. See {@link WatchStream}. */
  async watch(path: string, how: How = {}): Promise<WatchStream> {
    const stream = await openWatch(this.cluster, path, {
      ...how,
      note: (status, events) => this.transcript.note(`WATCH ${path}`, { status, body: events }),
    });
    this.watches.push(stream);
    return stream;
  }

  /** In the namespace of the case, unless the arguments name one. A failing call is an answer like any other. */
  async kubectl(args: readonly string[], options: KubectlOptions = {}): Promise<KubectlResult> {
    const result = await this.kubectlQuietly(args, options);
    this.transcript.noteLines(`kubectl ${args.join(' ')}`, result.exitCode, {
      stdout: result.stdout,
      stderr: result.stderr,
    });
    return result;
  }

  kubectlQuietly(args: readonly string[], options: KubectlOptions = {}): Promise<KubectlResult> {
    const names = args.some(arg => /^(-n|--namespace|-A|--all-namespaces)/.test(arg));
    const all = names ? args : [`--namespace=${this.namespace}`, ...args];
    return this.cluster.kubectl(all, { allowFailure: true, ...options });
  }

  /** Deleted at the end: what lies outside of the case's namespace. */
  leave(...paths: readonly string[]): void {
    this.leftovers.push(...paths);
  }

  async begin(): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace } };
    // A case that is played again waits until what it left is gone.
    await eventually('the namespace is there anew', async () => {
      const { status, text } = await this.quietly('POST', '/api/v1/namespaces', body);
      if (status !== 201) throw new Error(text);
    });
    await eventually(
      'the namespace is furnished',
      async () => {
        for (const path of [
          this.in('v1/serviceaccounts', 'default'),
          this.in('v1/configmaps', 'kube-root-ca.crt'),
        ]) {
          const { status, text } = await this.quietly('GET', path);
          if (status !== 200) throw new Error(text);
        }
      },
      { intervalMs: 10 },
    );
  }

  async end(): Promise<void> {
    for (const watch of this.watches) watch.abort();
    for (const path of this.leftovers.reverse()) await this.quietly('DELETE', path);
    await this.quietly('DELETE', `/api/v1/namespaces/${this.namespace}`);
  }
}

/** `v1/configmaps`, `apps/v1/deployments`. */
function pathOf(resource: string, namespace: string, rest: readonly string[]): string {
  const parts = resource.split('/');
  const plural = parts.pop();
  const root = parts.length === 1 ? '/api' : '/apis';
  const home = namespace === '' ? [] : ['namespaces', namespace];
  return [root, ...parts, ...home, plural, ...rest].join('/');
}

function parsed({ text, headers }: RawAnswer): unknown {
  if (!/^application\/(.*\+)?json\b/.test(headers['content-type'] ?? '') || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
