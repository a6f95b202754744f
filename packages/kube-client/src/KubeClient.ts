import {
  ensureDeletion,
  ensureList,
  ensureObject,
  ensureSameObject,
  listTooLarge,
  parseAnswer,
  unlessTooLarge,
  type Asked,
} from './answers';
import {
  callOf,
  CONTENT_TYPES,
  listQuery,
  METADATA_LIST,
  METADATA_OBJECT,
  writeQuery,
  type CallOptions,
  type DeleteOptions,
  type KubeListPage,
  type ListOptions,
  type LogOptions,
  type Patch,
  type RawWatchOptions,
  type WriteOptions,
} from './calls';
import { Connection, type ConnectionOptions, type HttpRequest } from './Connection';
import { Discovery } from './Discovery';
import {
  AnswerTooLargeError,
  hasStatus,
  NotFoundError,
  TransientError,
  UnknownKindError,
} from './kubeErrors';
import type { ClusterEndpoint } from './kubeconfig';
import { LIMITS, type AnswerLimits } from './limits';
import {
  apiVersionOf,
  gvkOf,
  isApiResource,
  type ApiResource,
  type KubeObject,
  type ResourceTarget,
} from './kubeObject';
import { collectionPath, nameOf, objectPath, type ObjectName } from './paths';
import { logCall, readToken, tokenCall, type IssuedToken, type TokenOptions } from './subresourceCalls';
import { weightOf } from './weight';

export interface KubeClientOptions extends ConnectionOptions {
  /** Default: those of a cluster that is trusted as to sizes. */
  readonly limits?: AnswerLimits;
}

/** Objects per page. */
const PAGE = 500;
/** Of a page that was too large, so much is asked for next. */
const SMALLER_PAGES = 8;

/** A request about objects of one kind, before the path of the kind is known. */
interface Call extends Partial<ObjectName> {
  readonly metadataOnly?: boolean;
  readonly subresource?: string;
  readonly request: (resource: ApiResource) => HttpRequest;
}

type Ensure<T> = (answer: unknown, asked: Asked, size: number) => T;

/**
 * The Kubernetes API of one cluster, in raw JSON. All verbs throw the errors of `kubeErrors.ts`; a TransientError is
 * worth a later attempt. A name that would change the path is never sent (InvalidPathError), and an answer is an error
 * unless its kind, name and namespace are those that were asked for (UnexpectedAnswerError). Close it when the cluster
 * goes.
 */
export class KubeClient {
  private readonly connection: Connection;
  private readonly discovery: Discovery;
  readonly limits: AnswerLimits;

  constructor(endpoint: ClusterEndpoint, { limits = LIMITS, ...options }: KubeClientOptions = {}) {
    this.limits = limits;
    this.connection = new Connection(endpoint, options);
    this.discovery = new Discovery(async path => {
      const { body } = await this.raw(path, { maxBytes: limits.discovery });
      return parseAnswer(body, path, limits.discovery);
    });
  }

  /** @throws NotFoundError */
  async get(
    target: ResourceTarget,
    object: ObjectName,
    options: CallOptions & { metadataOnly?: boolean } = {},
  ): Promise<KubeObject> {
    const { metadataOnly, ...call } = options;
    const headers = metadataOnly ? { headers: { accept: METADATA_OBJECT } } : {};
    const request = (resource: ApiResource): HttpRequest => ({
      verb: 'GET',
      method: 'GET',
      maxBytes: this.limits.object,
      path: objectPath(resource, object),
      ...headers,
      ...call,
    });
    return this.callObject(target, { ...nameOf(object), metadataOnly, request });
  }

  /** Like `get`; `undefined` where there is no such object. */
  async find(
    target: ResourceTarget,
    object: ObjectName,
    options: CallOptions & { metadataOnly?: boolean } = {},
  ): Promise<KubeObject | undefined> {
    try {
      return await this.get(target, object, options);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** All objects, page by page behind the scenes. @throws AnswerTooLargeError where they weigh too much together */
  async list(target: ResourceTarget, options: ListOptions = {}): Promise<KubeListPage> {
    const { maxBytes = this.limits.list } = options;
    const items: KubeObject[] = [];
    let resourceVersion = '';
    let left = maxBytes;
    for await (const page of this.listPages(target, { ...options, maxBytes })) {
      left -= weightOf(page.items);
      if (left < 0) throw listTooLarge(target, maxBytes, { isRead: true });
      for (const item of page.items) items.push(item);
      resourceVersion = page.resourceVersion;
    }
    return { items, resourceVersion };
  }

  /**
   * One page at a time; every page carries the resource version of the entire list. A page that is too large is asked for
   * again in smaller parts: five hundred Helm releases may have a MiB each.
   *
   * @throws AnswerTooLargeError where one object is, or the whole list
   */
  async *listPages(target: ResourceTarget, options: ListOptions = {}): AsyncGenerator<KubeListPage> {
    const { maxBytes = this.limits.pages } = options;
    let { limit = PAGE } = options;
    let left = maxBytes;
    let token: string | undefined;
    for (;;) {
      const page = await this.readPageWithin(target, { ...options, limit }, token);
      limit = page.limit;
      left -= page.size;
      if (left < 0) throw listTooLarge(target, maxBytes);
      yield { items: page.items, resourceVersion: page.resourceVersion };
      token = page.next;
      if (!token) return;
    }
  }

  /** @throws AlreadyExistsError */
  async create(
    object: KubeObject,
    options: WriteOptions & { target?: ResourceTarget } = {},
  ): Promise<KubeObject> {
    const { target = gvkOf(object), ...write } = options;
    const { name, namespace } = object.metadata;
    const request = (resource: ApiResource): HttpRequest => {
      // No part of this path, and of every later one.
      if (name !== undefined) objectPath(resource, { name, namespace });
      ensureSameObject(object, { resource, name, namespace });
      return {
        verb: 'POST',
        method: 'POST',
        maxBytes: this.limits.object,
        path: collectionPath(resource, namespace) + writeQuery(write),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(object),
        ...callOf(write),
      };
    };
    return this.callObject(target, { name, namespace, request });
  }

  /** @throws ConflictError */
  async patch(
    target: ResourceTarget,
    object: ObjectName,
    { patch, ...write }: WriteOptions & { readonly patch: Patch },
  ): Promise<KubeObject> {
    const force: Record<string, string> =
      patch.type === 'apply' && patch.force !== undefined ? { force: String(patch.force) } : {};
    const request = (resource: ApiResource): HttpRequest => {
      ensureSameObject(patch.body, { resource, ...nameOf(object) });
      return {
        verb: 'PATCH',
        method: 'PATCH',
        maxBytes: this.limits.object,
        path: objectPath(resource, object, write.subresource) + writeQuery(write, force),
        headers: { 'content-type': CONTENT_TYPES[patch.type] },
        body: JSON.stringify(patch.body),
        ...callOf(write),
      };
    };
    return this.callObject(target, { ...nameOf(object), subresource: write.subresource, request });
  }

  /** Replaces the object or its subresource; `metadata.resourceVersion` makes it conditional. @throws ConflictError */
  async replace(
    object: KubeObject,
    options: WriteOptions & { target?: ResourceTarget } = {},
  ): Promise<KubeObject> {
    const { target = gvkOf(object), ...write } = options;
    const own = { namespace: object.metadata.namespace, name: object.metadata.name ?? '' };
    const request = (resource: ApiResource): HttpRequest => ({
      verb: 'PUT',
      method: 'PUT',
      maxBytes: this.limits.object,
      path: objectPath(resource, own, write.subresource) + writeQuery(write),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(object),
      ...callOf(write),
    });
    return this.callObject(target, { ...own, subresource: write.subresource, request });
  }

  /** Asks for deletion; `absent` where there was nothing to delete. @throws ConflictError when a precondition fails */
  async delete(
    target: ResourceTarget,
    object: ObjectName,
    { propagation, preconditions, ...call }: DeleteOptions = {},
  ): Promise<'accepted' | 'absent'> {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ...(propagation ? { propagationPolicy: propagation } : {}),
      ...(preconditions ? { preconditions } : {}),
    };
    const request = (resource: ApiResource): HttpRequest => ({
      verb: 'DELETE',
      method: 'DELETE',
      maxBytes: this.limits.object,
      path: objectPath(resource, object),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...call,
    });
    const resource = await this.discovery.resolve(target);
    const name = nameOf(object);
    const ask = () => this.ask(resource, { ...name, request }, ensureDeletion).catch(unlessTooLarge);
    try {
      await this.forgettingLostPaths(target, resource, ask, name);
      return 'accepted';
    } catch (error) {
      if (error instanceof NotFoundError) return 'absent';
      throw error;
    }
  }

  /**
   * GET of any path, for `/readyz`, `/version` and the like; `accept` asks for another form than plain JSON, and `maxBytes`
   * is for answers that may be larger than those.
   */
  async raw(
    path: string,
    options: CallOptions & { readonly accept?: string; readonly maxBytes?: number } = {},
  ): Promise<{ status: number; body: string }> {
    const { accept, maxBytes = this.limits.probe, ...call } = options;
    const headers = accept ? { headers: { accept } } : {};
    const request = { verb: 'GET', method: 'GET', path, maxBytes, ...headers, ...call } as const;
    const answer = await this.connection.send(request);
    return { status: answer.status, body: answer.text };
  }

  /** Where the cluster serves a kind. @throws UnknownKindError */
  async resolve(target: ResourceTarget): Promise<ApiResource> {
    return this.discovery.resolve(target);
  }

  /** The raw stream of a watch; `watchResource` is what callers want. */
  async openWatch(
    target: ResourceTarget,
    { query, namespace, metadataOnly, signal }: RawWatchOptions,
  ): Promise<AsyncIterable<Buffer>> {
    const resource = await this.discovery.resolve(target);
    const path = `${collectionPath(resource, namespace)}?${new URLSearchParams({ ...query, watch: 'true' })}`;
    const headers = metadataOnly ? { headers: { accept: METADATA_OBJECT } } : {};
    const call = {
      verb: 'WATCH',
      method: 'GET',
      path,
      maxBytes: this.limits.watchEvent,
      signal,
      ...headers,
    } as const;
    const open = () => this.connection.stream(call);
    return this.forgettingLostPaths(target, resource, open);
  }

  /**
   * What a container of a pod has written, as bytes until the end or until `signal` is aborted. The caller limits how much
   * is read. @throws NotFoundError, InvalidError where the container has written nothing yet
   */
  async openLog(pod: ObjectName, options: LogOptions): Promise<AsyncIterable<Buffer>> {
    return this.connection.stream(logCall(pod, options));
  }

  /** A token of a service account. @throws NotFoundError, ForbiddenError */
  async requestToken(account: ObjectName, options: TokenOptions): Promise<IssuedToken> {
    const call = tokenCall(account, options, this.limits.object);
    const { text } = await this.connection.send(call);
    return readToken(parseAnswer(text, `${call.method} ${call.path}`, call.maxBytes), account);
  }

  /** Drops all connections; requests under way fail, and so do later ones, with a ClosedError. */
  async close(): Promise<void> {
    await this.connection.close();
  }

  /** The page, or as much of it as may be read at once; `limit` is what fitted. */
  private async readPageWithin(
    target: ResourceTarget,
    options: ListOptions & { readonly limit: number },
    token: string | undefined,
  ): Promise<Awaited<ReturnType<KubeClient['readPage']>> & { readonly limit: number }> {
    const { limit } = options;
    try {
      return { ...(await this.readPage(target, options, token)), limit };
    } catch (error) {
      if (!(error instanceof AnswerTooLargeError) || limit <= 1) throw error;
      return this.readPageWithin(target, { ...options, limit: Math.ceil(limit / SMALLER_PAGES) }, token);
    }
  }

  private async readPage(target: ResourceTarget, options: ListOptions, token: string | undefined) {
    const { namespace, metadataOnly } = options;
    const request = (resource: ApiResource): HttpRequest => ({
      verb: 'LIST',
      method: 'GET',
      maxBytes: this.limits.page,
      path: `${collectionPath(resource, namespace)}?${listQuery(options, token)}`,
      ...(metadataOnly ? { headers: { accept: METADATA_LIST } } : {}),
      ...callOf(options),
    });
    const { items, metadata, size } = await this.callJson(
      target,
      { namespace, metadataOnly, request },
      (answer, asked, bytes) => ({ ...ensureList(answer, asked), size: bytes }),
    );
    return { items, resourceVersion: metadata?.resourceVersion ?? '', next: metadata?.continue, size };
  }

  private callObject(target: ResourceTarget, call: Call & { readonly name?: string }): Promise<KubeObject> {
    return this.callJson(target, call, ensureObject);
  }

  private async callJson<T>(target: ResourceTarget, call: Call, ensure: Ensure<T>): Promise<T> {
    const resource = await this.discovery.resolve(target);
    const object = 'name' in call ? call : undefined;
    return this.forgettingLostPaths(target, resource, () => this.ask(resource, call, ensure), object);
  }

  private async ask<T>(resource: ApiResource, { request, ...asked }: Call, ensure: Ensure<T>): Promise<T> {
    const sent = request(resource);
    const { text } = await this.connection.send(sent);
    const answer = parseAnswer(text, `${sent.method} ${resource.plural}`, sent.maxBytes);
    return ensure(answer, { resource, ...asked }, text.length);
  }

  /**
   * A 404 without a Status is not about the object but about the path. Where the cluster serves the kind no more it is
   * an unknown kind (a NotFoundError for a target that brings its path). Where it does, no API server has answered, and
   * nothing is known of the object; but for one path that a healthy API server does not have either: that of a
   * namespaced object without a namespace. Such an object does not exist.
   */
  private async forgettingLostPaths<T>(
    target: ResourceTarget,
    resource: ApiResource,
    call: () => Promise<T>,
    object?: Partial<ObjectName>,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NotFoundError) || hasStatus(error)) throw error;
      this.discovery.forget(resource);
      const served = await this.discovery.lookUp(target).catch(unknown => {
        throw unknown instanceof UnknownKindError && isApiResource(target) ? error : unknown;
      });
      if (object && !object.namespace && served.namespaced) throw error;
      throw new TransientError(
        `${error.message}: 404 without a Status, although the cluster serves kind ${target.kind} in ` +
          `${apiVersionOf(target)}: check the proxy in front of its API server`,
        { status: error.status, cause: error, isClusterWide: false },
      );
    }
  }
}
