import type { KubeObject, ObjectChange, ObjectMeta, ResourceType } from '../contracts';
import type { Change } from '../storage/Change';
import type { Beginnings } from '../storage/Beginnings';
import { checkSize } from '../storage/checkSize';
import { History } from '../storage/History';
import { ObjectTable } from '../storage/objects';
import type { RevisionLog } from '../storage/revisionLog';
import type { RestoredCluster } from '../storage/SqliteStore';
import { StoredObject } from '../storage/StoredObject';
import { Catalog } from './Catalog';
import type { Gate } from './Gate';
import { Reach } from './Reach';
import type { WorkQueue } from './WorkQueue';

export type ChangeListener = (change: ObjectChange) => void;
/** One who follows the objects of a kind. */
export interface Watcher {
  /** Called with changes of that kind as they become stored. */
  take(changes: readonly Change[]): void;
  /** The kind is served no longer. */
  withdraw(): void;
}

export interface ClusterParts {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly log: RevisionLog;
  readonly work: WorkQueue;
  readonly now: () => Date;
  readonly restored?: RestoredCluster;
  readonly beginnings?: (cluster: Cluster) => Beginnings | undefined;
  /** Called with each change at once, before it is stored; what it commits comes next in the log. */
  readonly onWritten: (cluster: Cluster, change: Change) => void;
}

/** What an API server knows: objects, their history, and the types it serves. Everything here is synchronous. */
export class Cluster {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly catalog = new Catalog();
  readonly objects: ObjectTable;
  readonly history: History;
  readonly work: WorkQueue;
  /** Whether clients reach it; what runs inside goes on in any case. */
  readonly reach = new Reach();
  /** What is between clients and this cluster; absent: nothing. */
  gate: Gate | undefined;
  /** How far its clock is ahead of the fleet's. */
  skewMs = 0;
  private lastRevision: number;
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly listeners = new Set<ChangeListener>();

  constructor(private readonly parts: ClusterParts) {
    const { restored } = parts;
    this.id = parts.id;
    this.name = parts.name;
    this.token = parts.token;
    this.work = parts.work;
    const beginnings = parts.beginnings?.(this);
    const begun = beginnings?.lastRevision ?? 0;
    this.objects = new ObjectTable(beginnings);
    this.history = new History(Math.max(begun, restored?.compacted ?? 0));
    this.lastRevision = Math.max(begun, restored?.revision ?? 0);
    for (const stored of restored?.live ?? []) this.objects.put(stored);
    for (const change of restored?.changes ?? []) this.history.push(withBeginning(change, beginnings));
  }

  get revision(): number {
    return this.lastRevision;
  }

  /** What its clock shows. */
  now(): Date {
    const now = this.parts.now();
    return this.skewMs === 0 ? now : new Date(now.getTime() + this.skewMs);
  }

  /** Milliseconds, for measuring how long something takes: no skew makes it jump. */
  steadyMs(): number {
    return this.parts.now().getTime();
  }

  /** Everything written so far is stored, and sent to watches. */
  get isSettled(): boolean {
    return this.parts.log.isSettled;
  }

  /** Resolves when everything written so far is stored. */
  settled(): Promise<void> {
    return this.parts.log.settled();
  }

  /**
   * Gives the object the next revision and stores it; watches send it when it is on disk. @throws ApiError when it is too
   * large
   */
  commit(
    type: Change['type'],
    storageKey: string,
    object: KubeObject,
    previous?: StoredObject,
  ): StoredObject {
    const revision = this.lastRevision + 1;
    const metadata = withVersion(object.metadata, String(revision));
    const stored = new StoredObject(storageKey, revision, { ...object, metadata });
    if (type !== 'DELETED') checkSize(stored);
    this.lastRevision = revision;
    stored.letCool();
    // Not what the writer took it for: a row that is superseded by nobody would come back with a restart.
    const before = this.objects.find(storageKey, stored.namespace, stored.name) ?? previous;
    if (type === 'DELETED') this.objects.remove(stored);
    else this.objects.put(stored);
    const change: Change = { type, stored, at: this.steadyMs(), ...(before ? { previous: before } : {}) };
    this.parts.log.add({ cluster: this, change });
    this.parts.onWritten(this, change);
    return stored;
  }

  /** Called by the log when the changes are stored. */
  deliver(changes: readonly Change[]): void {
    for (const change of changes) this.history.push(change);
    for (const [storageKey, group] of byStorageKey(changes)) {
      for (const watcher of this.watchers.get(storageKey) ?? []) watcher.take(group);
    }
    if (this.listeners.size > 0) for (const change of changes) this.notify(change);
  }

  /** @returns ends it */
  watch(storageKey: string, watcher: Watcher): () => void {
    const watchers = this.watchers.get(storageKey) ?? new Set();
    this.watchers.set(storageKey, watchers);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }

  /** Ends the way of every client in. */
  cut(): void {
    this.reach.cut();
    for (const storageKey of this.watchers.keys()) this.endWatches(storageKey);
  }

  endWatches(storageKey: string): void {
    for (const watcher of [...(this.watchers.get(storageKey) ?? [])]) watcher.withdraw();
  }

  /** A definition that is about to go takes no new objects. */
  isWithdrawing(type: ResourceType): boolean {
    if (!type.isCustom) return false;
    const definitions = this.catalog.builtin('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    const definition = this.objects.find(definitions.storageKey, '', `${type.plural}.${type.group}`);
    return definition?.object.metadata.deletionTimestamp !== undefined;
  }

  /** Reports every change once it is stored. @returns ends it */
  onCommit(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify({ type, stored }: Change): void {
    const resource = this.catalog.byStorageKey(stored.storageKey);
    if (!resource) return;
    for (const listener of this.listeners) listener({ type, resource, object: stored.object });
  }
}

function byStorageKey(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const known = groups.get(change.stored.storageKey);
    if (known) known.push(change);
    else groups.set(change.stored.storageKey, [change]);
  }
  return groups;
}

/** On its first write an object gets the field, where a real server has it. */
function withVersion(metadata: ObjectMeta, resourceVersion: string): ObjectMeta {
  if (metadata.resourceVersion !== undefined) return { ...metadata, resourceVersion };
  const { name, generateName, namespace, uid, ...rest } = metadata;
  return {
    name,
    ...(generateName === undefined ? {} : { generateName }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    resourceVersion,
    ...rest,
  };
}

/** The first change of what a cluster began with came from something that is in no log. */
function withBeginning(change: Change, beginnings: Beginnings | undefined): Change {
  const { storageKey, namespace, name } = change.stored;
  if (change.type === 'ADDED' || change.previous || !beginnings) return change;
  if (!storageKey.startsWith(beginnings.keyPrefix)) return change;
  const previous = beginnings
    .make()
    .find(each => each.storageKey === storageKey && each.namespace === namespace && each.name === name);
  return previous ? { ...change, previous } : change;
}
