import type { FieldValidation, KubeObject, ResourceType } from '../contracts';
import type { Cluster } from '../cluster/Cluster';
import type { StoredObject } from '../storage/StoredObject';

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

export interface WriteOptions {
  readonly isDryRun: boolean;
  /** Who is told in `managedFields`. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
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

export const findStored = ({ cluster, type, namespace, name }: ObjectPlace): StoredObject | undefined =>
  cluster.objects.find(type.storageKey, namespace, name);
