import { findBuiltinResource, gvkKey } from './builtinResources';
import { NotFoundError, UnknownKindError } from './kubeErrors';
import { apiVersionOf, isApiResource, type ApiResource, type ResourceTarget } from './kubeObject';

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
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
    if (known) return known;
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

  private readGroupVersion(target: { group: string; version: string }): Promise<readonly ApiResource[]> {
    const apiVersion = apiVersionOf(target);
    const running = this.underWay.get(apiVersion);
    if (running) return running;
    const reading = this.fetchGroupVersion(target).finally(() => this.underWay.delete(apiVersion));
    this.underWay.set(apiVersion, reading);
    return reading;
  }

  private async fetchGroupVersion({ group, version }: { group: string; version: string }) {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const list = await this.readJson(path).catch(error => {
      if (error instanceof NotFoundError) return {};
      throw error;
    });
    const resources = ((list as ResourceList).resources ?? [])
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }): ApiResource => ({ group, version, kind, plural: name, namespaced }));
    for (const resource of resources) this.known.set(gvkKey(resource), resource);
    return resources;
  }
}
