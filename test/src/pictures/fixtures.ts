import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, WebSocketRoute } from 'playwright-core';
import { BREAKS, interceptApi, type ApiAnswer, type ApiRequest } from './interceptApi';

export { BREAKS };

/** An answer of the API that is no plain 200. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown = {},
  ) {}

  /** An error in Backstage's shape. */
  static error(status: number, name: string, message: string): Reply {
    return new Reply(status, { error: { name, message }, response: { statusCode: status } });
  }
}

/** A portal without the backend: its 404 is not in Backstage's shape. */
export const NOT_INSTALLED = new Reply(404, '');
/** The request is never answered: a page that loads. */
export const HANGS = Symbol('hangs');

export interface FixtureRequest {
  readonly method: string;
  /** Below the plugin's base path, e.g. `/runs/_/web-2`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** Answers of `/api/fleetstage`; `undefined` is a 404. */
export type FixtureApi = (request: FixtureRequest) => unknown;

export interface Picture {
  /** E.g. `run-waiting`; the file is `<name>.<light|dark>.png`. */
  readonly name: string;
  /** E.g. `/fleetstage/runs/_/web-2?tab=timeline`. */
  readonly path: string;
  readonly api: FixtureApi;
  /** Entities of the catalog by ref, for pictures of catalog pages. */
  readonly entities?: readonly object[];
  readonly width?: number;
  readonly height?: number;
  /** What fills the window shows as it is at this height, though the page under it is longer. */
  readonly keepsHeight?: boolean;
  /** Steps before the picture is taken, e.g. a click. */
  readonly before?: (page: Page) => Promise<void>;
  /** The pointer stays where the steps left it; else it leaves the page, since what lies under it depends on chance. */
  readonly keepsPointer?: boolean;
  /** A loading page never comes to rest: take the picture after this state is visible. */
  readonly waitFor?: string;
  /** The hub in the stamp of every answer, of those that most pictures do not care for, too. */
  readonly hub?: object;
  /** Permissions that the portal refuses to the viewer, by name. */
  readonly denied?: readonly string[];
}

/** The moment at which all pictures are taken. */
export const NOW = '2026-11-20T11:18:00Z';

const claims = {
  sub: 'user:default/guest',
  ent: ['user:default/guest', 'group:default/platform-approvers'],
  exp: 4_000_000_000,
  iat: 1_700_000_000,
};
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.x`;

/** The portal's side of live updates. */
export interface FixtureSignals {
  /** Notifies the page that something has changed, as the backend would. */
  send(message: object): void;
  /** Requests that are not answered yet; those that never will be are none. */
  pending(): number;
}

/**
 * Answers come one after another, between these two, each as late as its address says, and the portal's own at once: a page
 * that moves when the second one comes moves for whoever has a slow network, and here each time.
 */
const SOONEST_MS = 60;
const LATEST_MS = 200;

export interface ServeOptions {
  /** Answers come as late as on a network; else at once. */
  readonly isLate?: boolean;
}

/** What of a picture its answers depend on. */
type Served = Pick<Picture, 'api' | 'entities' | 'denied' | 'hub'> & { readonly path?: string };

export interface Fixtures {
  /** From here on, the page is answered as the picture says; whoever showed another one before has left it. */
  play(picture: Served, options?: ServeOptions): FixtureSignals;
}

/** Plays the whole portal's API in the browser: sign-in, permissions, catalog, signals and Fleetstage. */
export async function serveFixtures(
  page: Page,
  picture: Served,
  options?: ServeOptions,
): Promise<FixtureSignals> {
  return (await openFixtures(page)).play(picture, options);
}

/** The same for one picture after another. */
export async function openFixtures(page: Page): Promise<Fixtures> {
  let current: Play | undefined;
  await page.routeWebSocket(/\/api\/signals/, socket => {
    current?.sockets.push(socket);
  });
  await page.addInitScript(() => {
    localStorage.setItem('fleetstage.demo.signedInAs', 'guest');
    // Pages say when they ask again, which is a little by chance: nearly the same each time, since libraries draw names until
    // two differ.
    let drawn = 0;
    Math.random = () => {
      drawn = (drawn + 1) % 1_000_000;
      return 0.5 + drawn * 1e-9;
    };
  });
  await interceptApi(page, async request => current?.answer(request));
  return {
    play(picture, options) {
      current = play(picture, options);
      return current;
    },
  };
}

interface Play extends FixtureSignals {
  readonly sockets: WebSocketRoute[];
  answer(request: ApiRequest): Promise<ApiAnswer | typeof BREAKS | undefined>;
}

function play(picture: Served, { isLate = false }: ServeOptions = {}): Play {
  const sockets: WebSocketRoute[] = [];
  let pending = 0;
  return {
    sockets,
    pending: () => pending,
    send: message => {
      for (const socket of sockets) socket.send(JSON.stringify({ channel: 'fleetstage', message }));
    },
    async answer(request) {
      pending += 1;
      try {
        if (isLate && request.url.pathname.startsWith('/api/fleetstage/')) await delay(lateness(request.url));
        return toAnswer(replyTo(request, picture));
      } finally {
        pending -= 1;
      }
    },
  };
}

function replyTo({ method, url, body }: ApiRequest, picture: Served): unknown {
  const [, plugin, path] = /\/api\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
  const request = { method, path, query: url.searchParams, body };
  return plugin === 'fleetstage'
    ? withHub(picture.api(request) ?? answerOften(request, picture), picture.hub)
    : answerPortal(plugin, request, picture);
}

const withHub = (answer: unknown, hub: object | undefined) =>
  hub !== undefined && typeof answer === 'object' && answer !== null && 'hub' in answer
    ? { ...answer, hub }
    : answer;

function lateness({ pathname, search }: URL): number {
  const address = createHash('sha256').update(pathname + search);
  return SOONEST_MS + (address.digest().readUInt8() / 256) * (LATEST_MS - SOONEST_MS);
}

/** What pages ask besides what they are about, and is of no interest to most pictures. */
const answerOften = ({ path, query }: FixtureRequest, picture: Served): unknown => {
  const stamp = { asOf: NOW, hub: { name: 'hub', isReachable: true }, items: [] };
  if (path === '/removals') return refusalOf(picture) ?? stamp;
  // The number at the header's tab.
  if (path === '/approvals' && query.get('limit') === '1')
    return refusalOf(picture) ?? { ...stamp, forYou: 3, forOthers: 3 };
  return undefined;
};

/** Whoever may not see the page sees no number either, and a backend that does not answer gives none. */
function refusalOf({ api, path }: Served): unknown {
  const about = path?.replace(/^\/fleetstage|\?.*$/g, '');
  if (about === undefined) return undefined;
  const reply = api({ method: 'GET', path: about, query: new URLSearchParams(), body: undefined });
  const isRefusal = reply instanceof Reply && reply.status !== 404 && reply.status >= 400;
  return reply === BREAKS || reply === NOT_INSTALLED || isRefusal ? reply : undefined;
}

function toAnswer(result: unknown): ApiAnswer | typeof BREAKS | undefined {
  if (result === HANGS) return undefined;
  if (result === BREAKS) return BREAKS;
  const { status, body } =
    result instanceof Reply
      ? result
      : result === undefined
        ? Reply.error(404, 'NotFoundError', 'Not found')
        : new Reply(200, result);
  // A text is sent as it is: the lines of a log.
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

function answerPortal(
  plugin: string,
  { path, body, query }: FixtureRequest,
  { entities = [], denied = [] }: Pick<Picture, 'entities' | 'denied'>,
): unknown {
  if (plugin === 'auth') {
    const identity = { type: 'user', userEntityRef: claims.sub, ownershipEntityRefs: claims.ent };
    return { profile: {}, backstageIdentity: { token: TOKEN, identity } };
  }
  if (plugin === 'permission') return authorize(body, denied);
  if (plugin === 'catalog') return answerCatalog({ path, query, body }, entities);
  return undefined;
}

function authorize(body: unknown, denied: readonly string[]): unknown {
  const { items } = body as { items: readonly { id: string; permission: { name: string } }[] };
  return {
    items: items.map(({ id, permission }) => ({
      id,
      result: denied.includes(permission.name) ? 'DENY' : 'ALLOW',
    })),
  };
}

/** People and teams that somebody names are in the catalog; of the rest, what the picture gives. */
function findByRef(ref: string, entities: readonly object[]): object | null {
  const [, kind, namespace, name] = /^([^:]+):([^/]+)\/(.+)$/.exec(ref) ?? [];
  const given = entities.find(entity => isNamed(entity, kind, name));
  if (given !== undefined || (kind !== 'user' && kind !== 'group')) return given ?? null;
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: kind === 'user' ? 'User' : 'Group',
    metadata: { namespace, name, uid: `uid-${name}` },
    spec: kind === 'user' ? { memberOf: [] } : { type: 'team', children: [] },
    relations: [],
  };
}

function isNamed(entity: object, kind: string, name: string): boolean {
  const its = entity as { kind: string; metadata: { name: string } };
  return its.kind.toLowerCase() === kind && its.metadata.name === name;
}

function answerCatalog(
  { path, query, body }: Pick<FixtureRequest, 'path' | 'query' | 'body'>,
  entities: readonly object[],
): unknown {
  const byName = /^\/entities\/by-name\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path);
  if (byName) return entities.find(entity => isNamed(entity, byName[1], byName[3]));
  if (path.endsWith('/ancestry')) return { items: [] };
  if (path === '/entities/by-refs') {
    const { entityRefs } = body as { entityRefs: readonly string[] };
    return { items: entityRefs.map(ref => findByRef(ref, entities)) };
  }
  if (path.startsWith('/entity-facets')) return { facets: {} };
  return query.has('limit') ? { items: entities, totalItems: entities.length, pageInfo: {} } : entities;
}
