/** One reference to an owner, as Kubernetes writes it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The part of an object's metadata that this client and its callers read; everything else passes untouched. */
export interface KubeMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/** A Kubernetes object as raw JSON: nothing is typed beyond what every object has, so no field is ever lost. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubeMetadata;
  readonly [field: string]: unknown;
}

export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A kind together with where the API serves it. */
export interface ApiResource extends GroupVersionKind {
  readonly plural: string;
  readonly namespaced: boolean;
}

/** A kind to look up in discovery, or a resource whose path is known already. */
export type ResourceTarget = GroupVersionKind | ApiResource;

export const isApiResource = (target: ResourceTarget): target is ApiResource => 'plural' in target;

/** `apps/v1`; `v1` for the core group. */
export const apiVersionOf = ({ group, version }: { group: string; version: string }) =>
  group === '' ? version : `${group}/${version}`;

/** Group, version and kind of an object. */
export function gvkOf(object: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  const slash = object.apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : object.apiVersion.slice(0, slash),
    version: object.apiVersion.slice(slash + 1),
    kind: object.kind,
  };
}

/** `namespace/name`, or `name` for cluster-scoped objects: identifies an object within its kind. */
export const objectKey = ({ namespace, name }: { readonly namespace?: string; readonly name?: string }) =>
  namespace ? `${namespace}/${name ?? ''}` : (name ?? '');

/** The object without `metadata.managedFields`, which are often larger than the object itself. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata === undefined || !('managedFields' in object.metadata)) return object;
  const { managedFields, ...metadata } = object.metadata as KubeObject['metadata'] & {
    managedFields: unknown;
  };
  return { ...object, metadata };
}
