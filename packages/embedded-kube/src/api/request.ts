import type { FieldValidation, KubeObject, RepeatedFields, ResourceType } from '../contracts';
import type { Cluster } from '../cluster/Cluster';
import type { StoredObject } from '../storage/StoredObject';
import { checkObjectKey } from './storageKey';

/** Where a request goes. */
export interface Place {
  readonly cluster: Cluster;
  readonly type: ResourceType;
  /** Empty for cluster-scoped kinds, and for all namespaces. */
  readonly namespace: string;
}

export interface ObjectPlace extends Place {
  readonly name: string;
  readonly subresource?: string;
}

/** Rights that depend on what is written. Each throws an ApiError 403. */
export interface WriteGuard {
  /** Asked before the object is validated; `live` is absent when it is created. */
  beforeWrite(next: KubeObject, live: KubeObject | undefined): void;
  /** Asked before something that was not there is stored, whichever verb makes it. */
  beforeCreate(): void;
}

export interface WriteOptions {
  readonly isDryRun: boolean;
  /** The manager named in `managedFields`. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
  readonly repeated?: RepeatedFields;
  /** Absent: whoever writes may write anything. */
  readonly guard?: WriteGuard;
}

/** What came of a write. */
export interface Written {
  readonly object: KubeObject;
  /** Absent: nothing was stored (a dry run), so there is no text to reuse. */
  readonly stored?: StoredObject;
  readonly isCreated: boolean;
  readonly warnings: readonly string[];
}

export const apiVersionOf = ({ group, version }: Pick<ResourceType, 'group' | 'version'>) =>
  group === '' ? version : `${group}/${version}`;

/** Judged is what is kept: events of either group are those of the core group. */
export const keptKind = ({ kind, storageKey, isCustom }: ResourceType, object?: KubeObject) => ({
  // A custom resource is named by what it says that it is.
  kind: isCustom && object ? object.kind : kind,
  group: storageKey.slice(0, storageKey.indexOf('/')),
});

/** @throws ApiError 400, 500 where nothing can be called so */
export function findStored(place: ObjectPlace): StoredObject | undefined {
  checkObjectKey(place);
  const { cluster, type, namespace, name } = place;
  return cluster.objects.find(type.storageKey, namespace, name);
}
