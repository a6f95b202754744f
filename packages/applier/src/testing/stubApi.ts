import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fixedCredentials, type ClusterEndpoint } from '@fleetstage/kube-client';
import {
  StubCluster,
  statusOf,
  type Place,
  type StubAnswer,
  type StubClusterOptions,
  type StubEvent,
} from './StubCluster';

export interface StubApiOptions extends StubClusterOptions {
  readonly host?: string;
  /** Default: any free one. */
  readonly port?: number;
  /** PEM; with it the server speaks HTTPS, HTTP/2 and 1.1. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The groups that every cluster serves without a CRD. Default: Kubernetes' own and AppliedWork's. */
  readonly groups?: readonly string[];
}

export interface StubApi {
  /** Without a cluster's path. */
  readonly url: string;
  /** The cluster of this name; made on first use, also by a request. */
  cluster(name: string): StubCluster;
  /** For a KubeClient. */
  endpoint(name: string): ClusterEndpoint;
  stop(): Promise<void>;
}

const GROUPS = [
  '',
  'apps',
  'batch',
  'policy',
  'autoscaling',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'scheduling.k8s.io',
  'apiextensions.k8s.io',
  'placement.kubernetes-fleet.io',
];
const BOOKMARK_MS = 30_000;
const KEEP_ALIVE_MS = 300_000;

/**
 * A Kubernetes-like API for any number of clusters, by path: `/clusters/member-7/api/v1/…`. In memory; get, list, watch,
 * create, apply, merge patch and delete; for tests of the applier and as the members of benchmarks.
 */
export async function startStubApi(options: StubApiOptions = {}): Promise<StubApi> {
  const clusters = new Map<string, StubCluster>();
  const cluster = (name: string) => {
    const known = clusters.get(name) ?? new StubCluster(name, options);
    clusters.set(name, known);
    return known;
  };
  const groups = new Set(options.groups ?? GROUPS);
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    serve({ cluster, groups }, request, response);
  const server = options.tls
    ? createSecureServer(
        { ...options.tls, allowHTTP1: true },
        listener as unknown as Parameters<typeof createSecureServer>[1],
      )
    : createServer(listener as RequestListener);
  // API servers keep idle connections open for long.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${options.tls ? 'https' : 'http'}://${options.host ?? '127.0.0.1'}:${port}`;
  return {
    url,
    cluster,
    endpoint: name => ({
      server: `${url}/clusters/${name}`,
      ...(options.tls ? { ca: options.tls.cert } : {}),
      credentials: fixedCredentials({ authorization: `Bearer ${name}` }),
    }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

interface Served {
  readonly cluster: (name: string) => StubCluster;
  readonly groups: ReadonlySet<string>;
}

function serve(served: Served, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://stub');
    const match = /^\/clusters\/([^/]+)(\/.*)$/.exec(url.pathname);
    if (!match) {
      answer(response, plainNotFound);
      return;
    }
    const cluster = served.cluster(match[1]);
    const text = Buffer.concat(chunks).toString('utf8');
    const call: Call = {
      method: request.method ?? 'GET',
      path: match[2],
      query: url.searchParams,
      contentType: String(request.headers['content-type'] ?? ''),
      isMetadataOnly: String(request.headers.accept ?? '').includes('PartialObjectMetadata'),
      body: text === '' ? {} : JSON.parse(text),
    };
    route({ ...served, stub: cluster }, call, response);
  });
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly isMetadataOnly: boolean;
  readonly body: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- free-form JSON of a test double
}

const plainNotFound: StubAnswer = { status: 404, body: '404 page not found' };

function route(context: Served & { stub: StubCluster }, call: Call, response: ServerResponse): void {
  const { stub } = context;
  if (/^\/(readyz|livez|healthz)/.test(call.path)) return answer(response, { status: 200, body: 'ok' });
  if (call.path === '/version') return answer(response, { status: 200, body: { gitVersion: 'v1.36.3' } });
  const parsed = parsePath(call.path);
  if (!parsed) return answer(response, discover(context, call.path));
  const { place, subresource } = parsed;
  const isWatch = call.query.get('watch') === 'true';
  const verb = call.method === 'GET' && !place.name ? (isWatch ? 'WATCH' : 'LIST') : call.method;
  const isDryRun = call.query.get('dryRun') === 'All';
  const how = isDryRun ? ' (dry run)' : call.isMetadataOnly && !place.name ? ' (metadata)' : '';
  stub.note(verb, call.path + how);
  const faulty = stub.intercept?.({
    verb,
    place,
    body: call.body,
    isMetadataOnly: call.isMetadataOnly,
    isDryRun,
  });
  if (faulty === 'silence') return undefined;
  if (faulty) return answer(response, faulty);
  const isServed =
    context.groups.has(place.group) ||
    stub.discover(place.group, place.version).some(resource => resource.name === place.plural);
  if (!isServed) return answer(response, plainNotFound);
  if (subresource === 'log' && stub.logs) return stub.logs(place, call.query, response);
  if (isWatch) return stream(stub, place, { call, response });
  const found = perform(stub, { verb, place, subresource, call });
  return answer(response, call.isMetadataOnly ? metadataOf(found) : found);
}

function perform(
  stub: StubCluster,
  { verb, place, subresource, call }: { verb: string; place: Place; subresource?: string; call: Call },
): StubAnswer {
  const manager = call.query.get('fieldManager') ?? 'unknown';
  const isDryRun = call.query.get('dryRun') === 'All';
  switch (verb) {
    case 'GET':
      return stub.get(place);
    case 'LIST':
      return stub.list(place, call.query.get('labelSelector') ?? undefined);
    case 'POST':
      return stub.create(place, call.body, { manager, isDryRun });
    case 'PATCH':
      return call.contentType.includes('apply-patch')
        ? stub.apply(place, call.body, {
            ...{ manager, force: call.query.get('force') === 'true' },
            isDryRun,
          })
        : stub.merge(place, call.body, {
            subresource,
            isStrategic: call.contentType.includes('strategic'),
            isDryRun,
            ...(call.query.has('fieldManager') && { manager }),
          });
    case 'PUT':
      return stub.replace(place, call.body, { manager });
    case 'DELETE':
      return stub.delete(place, call.body);
    default:
      return statusOf(405, 'MethodNotAllowed', `${verb} is not served`);
  }
}

function stream(
  stub: StubCluster,
  place: Place,
  { call, response }: { call: Call; response: ServerResponse },
): void {
  const send = (type: string, object: unknown) => response.write(`${JSON.stringify({ type, object })}\n`);
  const emit = (event: StubEvent) => send(event.type, event.object);
  response.writeHead(200, { 'content-type': 'application/json' });
  const stop = stub.watch(place, Number(call.query.get('resourceVersion') ?? '0'), emit);
  if (!stop) {
    send('ERROR', statusOf(410, 'Expired', 'too old resource version').body);
    response.end();
    return;
  }
  response.flushHeaders();
  const bookmark = () =>
    send('BOOKMARK', { kind: 'Bookmark', metadata: { resourceVersion: stub.resourceVersion } });
  const timer = setInterval(bookmark, BOOKMARK_MS).unref();
  response.on('close', () => {
    clearInterval(timer);
    stop();
  });
}

const PATH =
  /^\/(?:api\/([^/]+)|apis\/([^/]+)\/([^/]+))(?:\/namespaces\/([^/]+)(?=\/[^/]))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/;

function parsePath(path: string): { place: Place; subresource?: string } | undefined {
  const match = PATH.exec(path);
  if (!match) return undefined;
  const [, coreVersion, group = '', version = coreVersion, namespace, plural, name, subresource] = match;
  // `/api/v1/namespaces/web/status` is the status of a namespace, not a resource called status.
  if (namespace && ['status', 'finalize'].includes(plural)) {
    return {
      place: { group, version, plural: 'namespaces', name: decodeURIComponent(namespace) },
      subresource: plural,
    };
  }
  const place = {
    group,
    version,
    plural,
    ...(namespace ? { namespace: decodeURIComponent(namespace) } : {}),
    ...(name ? { name: decodeURIComponent(name) } : {}),
  };
  return { place, subresource };
}

const VERBS = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
const CORE_RESOURCES = [
  { name: 'namespaces', kind: 'Namespace', namespaced: false, verbs: VERBS },
  { name: 'nodes', kind: 'Node', namespaced: false, verbs: VERBS },
  { name: 'pods', kind: 'Pod', namespaced: true, verbs: VERBS },
  { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: VERBS },
  { name: 'secrets', kind: 'Secret', namespaced: true, verbs: VERBS },
  { name: 'services', kind: 'Service', namespaced: true, verbs: VERBS },
];

function discover({ stub }: { stub: StubCluster }, path: string): StubAnswer {
  const [, group = '', version = ''] = /^\/apis\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  stub.note('GET', path);
  if (path === '/api') return { status: 200, body: { kind: 'APIVersions', versions: ['v1'] } };
  if (path === '/api/v1')
    return { status: 200, body: { kind: 'APIResourceList', resources: CORE_RESOURCES } };
  if (path === '/apis') return { status: 200, body: { kind: 'APIGroupList', groups: stub.discoverGroups() } };
  const resources = stub.discover(group, version);
  return resources.length > 0 ? { status: 200, body: { kind: 'APIResourceList', resources } } : plainNotFound;
}

function metadataOf(found: StubAnswer): StubAnswer {
  const { body } = found;
  if (found.status >= 300 || typeof body !== 'object' || body === null || !('metadata' in body)) return found;
  const bare = (object: { metadata: unknown }) => ({
    apiVersion: 'meta.k8s.io/v1',
    kind: 'PartialObjectMetadata',
    metadata: object.metadata,
  });
  if ('items' in body && Array.isArray(body.items))
    return { ...found, body: { ...body, items: body.items.map(bare) } };
  return { ...found, body: bare(body) };
}

function answer(response: ServerResponse, { status, body, headers }: StubAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
