import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mood } from './drawNames';

/** Is in every Secret of the clusters; may come out nowhere. */
export const PLANTED = 'planted-4Vj2';
const DATA = { token: Buffer.from(PLANTED).toString('base64') };
const KINDS: Readonly<Record<string, string>> = {
  secrets: 'Secret',
  configmaps: 'ConfigMap',
  namespaces: 'Namespace',
  deployments: 'Deployment',
  clusterroles: 'ClusterRole',
  widgets: 'Widget',
  appliedworks: 'AppliedWork',
};

interface Lane {
  readonly paths: (readonly string[])[];
  mood: Mood;
  plural: string;
}

/**
 * Clusters that answer every path, and write down each as it came over the wire, without its query. A real server would
 * refuse some of them; this one gives away whatever is asked for.
 */
export class RecordingCluster {
  private readonly lanes = new Map<string, Lane>();
  private constructor(private readonly server: Server) {}

  static async start(): Promise<RecordingCluster> {
    const server = createServer((request, response) => cluster.take(request, response));
    const cluster = new RecordingCluster(server);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return cluster;
  }

  /** Address of a separate cluster. */
  lane(name: string): string {
    this.lanes.set(name, { paths: [], mood: 'honest', plural: 'widgets' });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`;
  }

  /** From now on, and nothing asked yet. */
  reset(name: string, how: Pick<Lane, 'mood' | 'plural'>): void {
    this.lanes.set(name, { ...how, paths: [] });
  }

  /** Of each request its path; of a create also that of what it creates: one of the two is what was meant. */
  pathsOf(name: string): readonly (readonly string[])[] {
    return this.lanes.get(name)?.paths ?? [];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const [, name, path] = /^\/([^/]*)(.*)$/.exec((request.url ?? '').split('?', 1)[0]) ?? [];
      const lane = this.lanes.get(name) ?? this.lanes.values().next().value;
      if (lane === undefined) return;
      const body = Buffer.concat(chunks).toString();
      const asked = this.lanes.has(name) ? path : (request.url ?? '');
      lane.paths.push(request.method === 'POST' ? [asked, createdPath(asked, body)] : [asked]);
      const { code, text } = answer(lane, { method: request.method ?? '', path, body });
      response.writeHead(code, { 'content-type': 'application/json' }).end(text);
    });
  }
}

/** A create names its object in the body: as the path by which that is read afterwards. */
function createdPath(collection: string, body: string): string {
  const { metadata } = JSON.parse(body) as { readonly metadata?: { readonly name?: string } };
  return `${collection}/${encodeURIComponent(metadata?.name ?? '')}`;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const json = (value: unknown, code = 200) => ({ code, text: JSON.stringify(value) });
const secret = (namespace: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name, uid: 'planted' },
  data: DATA,
});

function answer({ mood, plural }: Lane, asked: Asked): { code: number; text: string } {
  const segments = asked.path.split('/').slice(1);
  const below = segments[0] === 'api' ? segments.slice(2) : segments.slice(3);
  if (below.length === 0)
    return json({ kind: 'APIResourceList', resources: [{ name: plural, kind: 'Widget', namespaced: true }] });
  if (!asked.path.includes('/appliedworks') && mood !== 'honest') return lie(mood);
  return answerOf(asked, { segments, below });
}

function lie(mood: Mood): { code: number; text: string } {
  switch (mood) {
    case 'list':
      return json({ apiVersion: 'v1', kind: 'SecretList', metadata: {}, items: [secret('web', 'a')] });
    case 'other':
      return json(secret('somewhere', 'else'));
    case 'text':
      return { code: 200, text: `${PLANTED} ${DATA.token}` };
    case 'refusal':
      return json(secret('web', 'a'), 422);
    default:
      return json({ kind: 'Status', reason: 'NotFound', message: 'not found', code: 404 }, 404);
  }
}

/** The object of the path, with a planted value and whatever was sent. */
function answerOf({ method, body }: Asked, at: { segments: readonly string[]; below: readonly string[] }) {
  const { segments, below } = at;
  if (method === 'DELETE') return json({ kind: 'Status', apiVersion: 'v1', status: 'Success' });
  const apiVersion = segments[0] === 'api' ? segments[1] : `${segments[1]}/${segments[2]}`;
  const isScoped = below[0] === 'namespaces' && below.length > 2;
  const [plural, name] = (isScoped ? below.slice(2) : below).map(decode);
  const kind = KINDS[plural] ?? 'Widget';
  const own = { ...(isScoped ? { namespace: decode(below[1]) } : {}), uid: 'u', resourceVersion: '1' };
  const sent = body === '' ? {} : JSON.parse(body);
  const data = kind === 'Secret' ? { data: DATA } : {};
  const object = { apiVersion, kind, ...sent, ...data };
  if (name !== undefined || method === 'POST')
    return json({ ...object, metadata: { ...sent.metadata, ...own, name: name ?? sent.metadata?.name } });
  const metadata = { ...own, namespace: own.namespace ?? undefined, name: 'a' };
  return json({ apiVersion, kind: `${kind}List`, metadata: {}, items: [{ metadata, ...data }] });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
