import { isJsonObject, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ConflictError,
  KubeError,
  NotFoundError,
  UnknownKindError,
  watchResource,
  type ApiResource,
  type ClusterEndpoint,
  type IssuedToken,
  type KubeClient,
  type KubeObject,
  type ObjectName,
  type Patch,
  type WatchEvent,
  type WatchOptions,
} from '@fleetstage/kube-client';

/** Kept in `managedFields` of what this command writes. */
const FIELD_MANAGER = 'kubectl-fleet';
const TRIES = 5;

/** One object on the hub. */
export interface Address extends ObjectName {
  readonly resource: ApiResource;
}

interface ListOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
}

/** What somebody may do on the hub, as RBAC writes it. */
export interface Right {
  readonly verb: string;
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  /** Of one object alone. */
  readonly name?: string;
  readonly namespace?: string;
}

interface Naming {
  /** The context. */
  readonly name: string;
  readonly endpoint: Pick<ClusterEndpoint, 'server' | 'ca'>;
  /** As `-n` says. */
  readonly namespace?: string;
}

/** The hub, with the rights of whoever runs the command. Errors are those of the Kubernetes client. */
export class Hub {
  readonly name: string;
  readonly namespace: string | undefined;
  /** Where the caller reaches it. */
  readonly endpoint: Pick<ClusterEndpoint, 'server' | 'ca'>;

  constructor(
    private readonly client: KubeClient,
    { name, namespace, endpoint }: Naming,
  ) {
    this.name = name;
    this.endpoint = endpoint;
    this.namespace = namespace;
  }

  /** @throws UnknownKindError where the hub does not serve the kind */
  async find({ resource, ...name }: Address): Promise<KubeObject | undefined> {
    const found = await this.client.find(resource, name);
    if (found === undefined) await this.mustServe(resource);
    return found;
  }

  /** @throws UnknownKindError where the hub does not serve the kind */
  async list(resource: ApiResource, options: ListOptions = {}): Promise<readonly KubeObject[]> {
    try {
      return (await this.client.list(resource, options)).items;
    } catch (error) {
      if (error instanceof NotFoundError) await this.mustServe(resource);
      throw error;
    }
  }

  /** None of a kind that the hub does not serve. */
  async listServed(resource: ApiResource, options: ListOptions = {}): Promise<readonly KubeObject[]> {
    try {
      return await this.list(resource, options);
    } catch (error) {
      if (error instanceof UnknownKindError) return [];
      throw error;
    }
  }

  /** Lists the kind, then watches it, until the signal is aborted. */
  watch(resource: ApiResource, options: WatchOptions): AsyncGenerator<WatchEvent> {
    return watchResource(this.client, resource, options);
  }

  /** A path of which the server knows nothing and an object that is not there are both a 404. */
  private mustServe({ group, version, kind }: ApiResource) {
    return this.client.resolve({ group, version, kind });
  }

  create(object: KubeObject, target: ApiResource): Promise<KubeObject> {
    return this.client.create(object, { target, fieldManager: FIELD_MANAGER });
  }

  /** A merge patch of this very object: a later one of its name is refused. */
  merge({ resource, ...name }: Address, uid: string | undefined, body: object): Promise<KubeObject> {
    const patch: Patch = { type: 'merge', body: withUid(body, uid) };
    return this.client.patch(resource, name, { patch, fieldManager: FIELD_MANAGER });
  }

  /**
   * Reads the object, and writes what `change` makes of it, until nobody has written in between.
   *
   * @returns the object as it is then; `undefined` from `change`: it is as wanted
   * @throws NotFoundError where it is gone, or another one of its name
   */
  async update(
    address: Address,
    uid: string | undefined,
    change: (live: KubeObject) => { readonly body: object; readonly isStatus?: boolean } | undefined,
  ): Promise<KubeObject> {
    const { resource, ...name } = address;
    for (let tried = 1; ; tried += 1) {
      const live = await this.client.get(resource, name);
      if (uid !== undefined && live.metadata.uid !== uid)
        throw new NotFoundError(`${resource.kind} ${name.name} was deleted and created again meanwhile`);
      const { resourceVersion } = live.metadata;
      const write = change(live);
      if (write === undefined) return live;
      const body = { ...write.body, metadata: { ...metadataOf(write.body), resourceVersion } };
      try {
        return await this.client.patch(resource, name, {
          patch: { type: 'merge', body },
          fieldManager: FIELD_MANAGER,
          ...(write.isStatus && { subresource: 'status' }),
        });
      } catch (error) {
        if (!(error instanceof ConflictError) || tried === TRIES) throw error;
      }
    }
  }

  delete({ resource, ...name }: Address, uid: string | undefined): Promise<'accepted' | 'absent'> {
    return this.client.delete(resource, name, { ...(uid !== undefined && { preconditions: { uid } }) });
  }

  /** A token of a service account. */
  requestToken(account: ObjectName, seconds: number): Promise<IssuedToken> {
    return this.client.requestToken(account, { seconds });
  }

  /** Which of these the caller has not got. A hub that does not say refuses later, in its own words. */
  async lacking(rights: readonly Right[]): Promise<readonly Right[]> {
    const has = await Promise.all(rights.map(right => this.may(right)));
    return rights.filter((_, index) => !has[index]);
  }

  private async may(right: Right): Promise<boolean> {
    const spec = { resourceAttributes: { ...right } };
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec,
    };
    try {
      const { status } = await this.client.create(review as unknown as KubeObject, { target: MAY });
      return !isJsonObject(status) || status.allowed === true;
    } catch (error) {
      if (!(error instanceof KubeError)) throw error;
      return true;
    }
  }

  /** The user name that the hub knows the caller by. */
  async whoAmI(): Promise<string> {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {} };
    try {
      const { status } = await this.client.create(review as unknown as KubeObject, { target: SELF });
      const userInfo = isJsonObject(status) ? status.userInfo : undefined;
      if (isJsonObject(userInfo) && typeof userInfo.username === 'string') return userInfo.username;
    } catch (error) {
      if (!(error instanceof KubeError)) throw error;
    }
    return 'a user of kubectl';
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const SELF: ApiResource = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
};

const MAY: ApiResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
};

const metadataOf = (body: object) => ('metadata' in body ? (body.metadata as object) : {});

const withUid = (body: object, uid: string | undefined) =>
  uid === undefined ? body : { ...body, metadata: { ...metadataOf(body), uid } };

/** The conditions of an object as its definition shapes them. */
export function conditionsOf({ status }: KubeObject): readonly Condition[] {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  return Array.isArray(conditions) ? (conditions as Condition[]) : [];
}
