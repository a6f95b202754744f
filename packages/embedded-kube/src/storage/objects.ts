import { compareText } from '../text';
import type { Beginnings } from './Beginnings';
import type { StoredObject } from './StoredObject';

/** The objects of a kind in one namespace. */
interface Bucket {
  readonly items: Map<string, StoredObject>;
  /** Absent: a name came or went since it was asked for. */
  names?: readonly string[];
}

/** All objects of a cluster as they are now, in memory. */
export class ObjectTable {
  private readonly kinds = new Map<string, Map<string, Bucket>>();
  private readonly uids = new Map<string, StoredObject>();
  private readonly dependents = new Map<string, Map<string, StoredObject>>();

  /** @param beginnings made when one of their kinds is first asked for: a thousand clusters need them seldom */
  constructor(private beginnings?: Beginnings) {}

  find(storageKey: string, namespace: string, name: string): StoredObject | undefined {
    if (this.beginnings !== undefined) this.beginWith(storageKey);
    return this.kinds.get(storageKey)?.get(namespace)?.items.get(name);
  }

  /** In the order of etcd's keys; `namespace` absent: of all namespaces. */
  list(storageKey: string, namespace?: string): StoredObject[] {
    if (this.beginnings !== undefined) this.beginWith(storageKey);
    const kind = this.kinds.get(storageKey);
    if (kind === undefined) return [];
    if (namespace !== undefined) return sortedItems(kind.get(namespace));
    const namespaces = [...kind.keys()].sort((a, b) => compareText(`${a}/`, `${b}/`));
    return namespaces.flatMap(each => sortedItems(kind.get(each)));
  }

  byUid(uid: string): StoredObject | undefined {
    if (this.beginnings?.isUid(uid)) this.beginWith(this.beginnings.keyPrefix);
    return this.uids.get(uid);
  }

  /** What names the object of this uid as its owner. */
  dependentsOf(uid: string): StoredObject[] {
    return [...(this.dependents.get(uid)?.values() ?? [])];
  }

  /** Kinds of which the namespace holds objects. */
  keysIn(namespace: string): string[] {
    return [...this.kinds].filter(([, kind]) => kind.has(namespace)).map(([key]) => key);
  }

  all(): StoredObject[] {
    return [...this.kinds.keys()].flatMap(key => this.list(key));
  }

  put(stored: StoredObject): void {
    const bucket = this.ensureBucket(stored);
    const before = bucket.items.get(stored.name);
    if (before === undefined) bucket.names = undefined;
    else this.forget(before);
    bucket.items.set(stored.name, stored);
    this.uids.set(stored.uid, stored);
    for (const { uid } of stored.object.metadata.ownerReferences ?? []) {
      const known = this.dependents.get(uid);
      if (known) known.set(stored.uid, stored);
      else this.dependents.set(uid, new Map([[stored.uid, stored]]));
    }
  }

  remove(stored: StoredObject): void {
    const kind = this.kinds.get(stored.storageKey);
    const bucket = kind?.get(stored.namespace);
    const before = bucket?.items.get(stored.name);
    if (kind === undefined || bucket === undefined || before === undefined) return;
    this.forget(before);
    bucket.items.delete(stored.name);
    bucket.names = undefined;
    if (bucket.items.size === 0) kind.delete(stored.namespace);
  }

  private beginWith(storageKey: string): void {
    const { beginnings } = this;
    if (!beginnings || !storageKey.startsWith(beginnings.keyPrefix)) return;
    this.beginnings = undefined;
    for (const stored of beginnings.make()) {
      if (!this.find(stored.storageKey, stored.namespace, stored.name)) this.put(stored);
    }
  }

  private ensureBucket({ storageKey, namespace }: StoredObject): Bucket {
    const kind = this.kinds.get(storageKey) ?? new Map<string, Bucket>();
    this.kinds.set(storageKey, kind);
    const bucket = kind.get(namespace) ?? { items: new Map<string, StoredObject>() };
    kind.set(namespace, bucket);
    return bucket;
  }

  private forget(stored: StoredObject): void {
    this.uids.delete(stored.uid);
    for (const { uid } of stored.object.metadata.ownerReferences ?? []) {
      const known = this.dependents.get(uid);
      known?.delete(stored.uid);
      if (known?.size === 0) this.dependents.delete(uid);
    }
  }
}

function sortedItems(bucket: Bucket | undefined): StoredObject[] {
  if (bucket === undefined) return [];
  bucket.names ??= [...bucket.items.keys()].sort(compareText);
  return bucket.names.map(name => bucket.items.get(name)!);
}
