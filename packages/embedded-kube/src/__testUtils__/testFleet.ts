import { Agent, request } from 'undici';
import type { KubeObject } from '../contracts';
import { startEmbeddedFleet, type EmbeddedFleet, type EmbeddedFleetOptions } from '../fleet';

export interface TestAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: TestBody;
}

/** The fields of objects, lists and refusals that tests read. */
export interface TestBody {
  readonly metadata: KubeObject['metadata'] & {
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: { readonly phase?: string; readonly conditions?: unknown };
  readonly items: readonly TestBody[];
  readonly data: unknown;
  readonly reason?: string;
  readonly message: string;
}

export interface TestEvent {
  readonly type: string;
  readonly object: TestBody;
}

export interface TestCall {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cluster?: string;
  readonly token?: string | null;
}

export interface TestFleet {
  readonly fleet: EmbeddedFleet;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    call?: TestCall,
  ): Promise<TestAnswer>;
  /** Opens a watch; events come as they arrive. */
  watch(path: string, headers?: Readonly<Record<string, string>>): Promise<TestWatch>;
  stop(): Promise<void>;
}

export interface TestWatch {
  readonly events: readonly TestEvent[];
  /** Waits until so many have come. */
  take(count: number): Promise<readonly string[]>;
  ended(): Promise<void>;
  close(): void;
}

const DEADLINE_MS = 5_000;
export const quiet = { info: () => undefined, error: () => undefined };

/** A fleet that listens, and a client that trusts it. */
export async function startTestFleet(options: Partial<EmbeddedFleetOptions> = {}): Promise<TestFleet> {
  const fleet = await startEmbeddedFleet({ members: 1, log: quiet, ...options });
  const dispatcher = new Agent({ connect: { ca: fleet.caPem }, allowH2: true });
  const open = (method: string, path: string, { body, headers, cluster = 'hub', token }: TestCall) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const authorization = token === undefined ? `Bearer ${fleet.token(cluster)}` : token;
    return request(`${fleet.url}/clusters/${cluster}${path}`, {
      method: method as 'GET',
      dispatcher,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'test/1',
        ...(authorization === null ? {} : { authorization }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
    });
  };
  return {
    fleet,
    call: async (method, path, call = {}) => {
      const response = await open(method, path, call);
      const text = await response.body.text();
      const body = text.startsWith('{') ? JSON.parse(text) : {};
      return { code: response.statusCode, headers: response.headers, text, body };
    },
    watch: async (path, headers) => follow((await open('GET', path, { headers })).body),
    stop: async () => {
      await dispatcher.destroy();
      await fleet.stop();
    },
  };
}

function follow(body: AsyncIterable<Buffer> & { destroy(): unknown }): TestWatch {
  const events: TestEvent[] = [];
  const whole = (async () => {
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      events.push(...lines.map(line => JSON.parse(line)));
    }
  })().catch(() => undefined);
  return {
    events,
    take: async count => {
      await until(
        () => describe(events),
        ({ length }) => length >= count,
      );
      return describe(events.slice(0, count));
    },
    ended: () => whole,
    close: () => body.destroy(),
  };
}

const describe = (events: readonly TestEvent[]) =>
  events.map(({ type, object }) => `${type} ${object.metadata?.name ?? object.reason ?? ''}`.trim());

/** Polls until `read` gives something that `isDone` accepts. */
export async function until<T>(read: () => Promise<T> | T, isDone: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadline) throw new Error(`this is how it stayed: ${JSON.stringify(value)}`);
    await new Promise(done => setTimeout(done, 10));
  }
}

export const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});

export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.io' },
  spec: {
    group: 'example.io',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'] },
    versions: ['v1', 'v1beta1'].map(name => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                size: { type: 'integer', minimum: 1 },
                replicas: { type: 'integer', default: 1 },
              },
            },
            status: { type: 'object', properties: { replicas: { type: 'integer' } } },
          },
        },
      },
    })),
  },
};
