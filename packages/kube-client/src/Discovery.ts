import { findBuiltinResource, gvkKey } from './builtinResources';
import { hasStatus, NotFoundError, TransientError, UnknownKindError } from './kubeErrors';
import {
  apiVersionOf,
  isApiResource,
  type ApiResource,
  type GroupVersionKind,
  type ResourceTarget,
} from './kubeObject';
import { groupVersionPath } from './paths';

type GroupVersion = Pick<GroupVersionKind, 'group' | 'version'>;

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
  }[];
}
interface GroupList {
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
  }[];
}

/**
 * Kind → resource of one cluster. Built-in kinds are known; the others are read per group and version and kept. A kind
 * that is not in a kept list is looked up again, because its CRD may have come since.
 */
export class Discovery {
  private readonly known = new Map<string, ApiResource>();
  private readonly underWay = new Map<string, Promise<readonly ApiResource[]>>();

  /** `readJson` gets a path such as `/apis/apps/v1`. */
  constructor(private readonly readJson: (path: string) => Promise<unknown>) {}

  /** @throws UnknownKindError when the cluster does not serve the kind */
  async resolve(target: ResourceTarget): Promise<ApiResource> {
    if (isApiResource(target)) return target;
    const known = findBuiltinResource(target) ?? this.known.get(gvkKey(target));
    return known ?? this.lookUp(target);
  }

  /**
   * Asks the cluster, whatever is known of the kind.
   *
   * @throws UnknownKindError when the cluster does not serve the kind
   */
  async lookUp(target: GroupVersionKind): Promise<ApiResource> {
    const found = (await this.readGroupVersion(target)).find(resource => resource.kind === target.kind);
    if (found) return found;
    throw new UnknownKindError(
      `the cluster does not serve kind ${target.kind} in ${apiVersionOf(target)}: is its CRD installed?`,
    );
  }

  /** Its path was not found: the CRD may have gone, or have come back with another name. */
  forget(resource: ApiResource): void {
    this.known.delete(gvkKey(resource));
  }

  private readGroupVersion(target: GroupVersion): Promise<readonly ApiResource[]> {
    const apiVersion = apiVersionOf(target);
    const running = this.underWay.get(apiVersion);
    if (running) return running;
    const reading = this.fetchGroupVersion(target).finally(() => this.underWay.delete(apiVersion));
    this.underWay.set(apiVersion, reading);
    return reading;
  }

  private async fetchGroupVersion({ group, version }: GroupVersion) {
    const list = await this.readJson(groupVersionPath({ group, version })).catch(async error => {
      if (!(error instanceof NotFoundError)) throw error;
      if (!hasStatus(error)) await this.confirmAbsence({ group, version }, error);
      return {};
    });
    const resources = ((list as ResourceList).resources ?? [])
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }): ApiResource => ({ group, version, kind, plural: name, namespaced }));
    for (const resource of resources) this.known.set(gvkKey(resource), resource);
    return resources;
  }

  /**
   * An API server answers 404 without a Status for a group that it does not serve, and so does a proxy that has lost its
   * API server, for every path. Only a list of groups in which this one is missing proves the former.
   */
  private async confirmAbsence({ group, version }: GroupVersion, cause: NotFoundError): Promise<void> {
    const groups = group === '' ? undefined : await this.readGroups();
    const served = groups?.find(({ name }) => name === group)?.versions;
    if (groups && !served?.some(one => one.version === version)) return;
    const apiVersion = apiVersionOf({ group, version });
    const why = groups
      ? `although the cluster lists ${apiVersion}: is the API server behind it installed?`
      : 'and not by an API server: check the address of the cluster and the proxy in front of it';
    throw new TransientError(`${cause.message}: discovery of ${apiVersion} was answered with 404, ${why}`, {
      status: cause.status,
      cause,
      isClusterWide: groups === undefined,
    });
  }

  /** `undefined`: what answers is no API server, each of which has such a list. */
  private async readGroups(): Promise<GroupList['groups']> {
    const list = await this.readJson('/apis').catch(error => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
    return (list as GroupList | undefined)?.groups;
  }
}
