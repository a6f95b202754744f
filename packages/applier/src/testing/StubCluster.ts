import type { ServerResponse } from 'node:http';
import { kindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyStrategic } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { KubeObject } from '@fleetstage/kube-client';
import { isSelected } from './labelQuery';

// Over 400 lines on purpose: one small Kubernetes, whose verbs share one revision counter and one store; split, each part
// would need all of the other's insides.

/** Where an object lives: what a request path says. */
export interface Place {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface StubEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
  readonly collection: string;
  readonly version: number;
}

export interface StubClusterOptions {
  /**
   * Deployments become available this long after a write, or with it (`atOnce`); `manual`: only `setStatus` changes
   * them.
   */
  readonly workloads?: 'manual' | 'atOnce' | { readonly readyAfterMs: number };
  /** `auto`: what an AppliedWork owned goes with it at once; `manual`: when `collectGarbage` is called. */
  readonly garbage?: 'auto' | 'manual';
  /** Objects with finalizers stay, with a deletion timestamp, until the last one is taken off. Default: they go at once. */
  readonly mindsFinalizers?: boolean;
  /** Keep every call in `calls`. Default true; off for benchmarks. */
  readonly isRecording?: boolean;
}

/** An answer of the API: the object, or a Status. */
export interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Mutable = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- free-form JSON of a test double

interface MergeOptions {
  readonly subresource?: string;
  readonly isStrategic?: boolean;
  readonly isDryRun?: boolean;
  readonly manager?: string;
}

interface Stored {
  object: Mutable;
  readonly place: Place;
  /** Last configuration that each manager has applied; fields that leave it are removed. */
  readonly applied: Map<string, Mutable>;
  /** What a manager has created without applying it: its own once its managed fields say that it applied them. */
  readonly created: Map<string, Mutable>;
}

const KEPT_EVENTS = 2_000;

export const statusOf = (
  code: number,
  reason: string,
  message: string,
  details: object = {},
): StubAnswer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message, details },
});

interface StubApply {
  readonly manager: string;
  readonly force: boolean;
  readonly isDryRun?: boolean;
}

/**
 * The state of one little Kubernetes cluster in memory: stores objects, counts generations and versions, merges applied
 * configurations, collects what an AppliedWork owned, makes Deployments available. No validation and no defaults.
 */
export class StubCluster {
  /** `PATCH /apis/apps/v1/namespaces/web/deployments/app`, one per request. */
  readonly calls: string[] = [];
  requestCount = 0;
  /** Answers in the stead of the cluster, for faults, or never (`silence`); `undefined` lets the call through. */
  intercept:
    | ((call: {
        verb: string;
        place: Place;
        body: unknown;
        isMetadataOnly: boolean;
        isDryRun: boolean;
      }) => StubAnswer | 'silence' | undefined)
    | undefined;

  /** Answers `pods/log`; without it there is none. */
  logs: ((place: Place, query: URLSearchParams, response: ServerResponse) => void) | undefined;

  private readonly objects = new Map<string, Map<string, Stored>>();
  private readonly watchers = new Set<(event: StubEvent) => void>();
  private readonly events: StubEvent[] = [];
  private version = 1;
  private uids = 0;

  constructor(
    readonly name: string,
    private readonly options: StubClusterOptions = {},
  ) {}

  note(verb: string, path: string): void {
    this.requestCount += 1;
    if (this.options.isRecording !== false) this.calls.push(`${verb} ${path}`);
  }

  /** The object as it is, for assertions. */
  find(plural: string, name: string, namespace?: string): KubeObject | undefined {
    for (const [collection, stored] of this.objects) {
      if (!collection.endsWith(`/${plural}`)) continue;
      const found = stored.get(`${namespace ?? ''}/${name}`);
      if (found) return found.object as unknown as KubeObject;
    }
    return undefined;
  }

  /** Puts an object there, as somebody else would. */
  put(place: Place, object: object, manager = 'kubectl'): KubeObject {
    const body = structuredClone(object) as Mutable;
    return this.store(
      { ...place, name: body.metadata.name, namespace: body.metadata.namespace },
      body,
      manager,
    ).object as unknown as KubeObject;
  }

  /** What a controller of the cluster would do. */
  setStatus(plural: string, status: object, { name, namespace }: { name: string; namespace?: string }): void {
    const stored = this.mustFind(plural, name, namespace);
    this.replaceObject(stored, { ...stored.object, status });
  }

  /** Removes an object, as somebody else would. */
  remove(plural: string, name: string, namespace?: string): void {
    this.drop(this.mustFind(plural, name, namespace));
  }

  get resourceVersion(): string {
    return String(this.version);
  }

  get(place: Place): StubAnswer {
    const stored = this.lookUp(place);
    return stored ? { status: 200, body: stored.object } : this.notFound(place);
  }

  list(place: Place, labelSelector = ''): StubAnswer {
    const items = [...(this.objects.get(collectionOf(place))?.values() ?? [])]
      .filter(stored => !place.namespace || stored.place.namespace === place.namespace)
      .map(stored => stored.object)
      .filter(({ metadata }) => isSelected(metadata.labels ?? {}, labelSelector));
    const apiVersion = place.group === '' ? place.version : `${place.group}/${place.version}`;
    const metadata = { resourceVersion: this.resourceVersion };
    return { status: 200, body: { apiVersion, kind: 'List', metadata, items } };
  }

  create(
    place: Place,
    body: Mutable,
    { manager, isDryRun }: { readonly manager: string; readonly isDryRun?: boolean },
  ): StubAnswer {
    const target = { ...place, name: body.metadata.name as string };
    const missing = this.missingNamespace(target);
    if (missing) return missing;
    if (this.lookUp(target)) {
      return statusOf(409, 'AlreadyExists', `${place.plural} "${target.name}" already exists`);
    }
    if (isDryRun) return { status: 201, body };
    return { status: 201, body: this.store(target, body, manager).object };
  }

  apply(place: Place, body: Mutable, { manager, force, isDryRun }: StubApply): StubAnswer {
    const stored = this.lookUp(place);
    if (!stored) {
      const missing = this.missingNamespace(place);
      if (missing) return missing;
      if (isDryRun) return { status: 201, body };
      const created = this.store(place, body, manager, 'Apply');
      created.applied.set(manager, structuredClone(body));
      return { status: 201, body: created.object };
    }
    const conflict = this.conflictOf(stored, body) ?? fieldConflictOf(stored, body, { manager, force });
    if (conflict) return conflict;
    const previous = stored.applied.get(manager) ?? {};
    const next = mergeApplied(prune(stored.object, previous, body), body);
    next.metadata = keepServerFields(next.metadata, stored.object.metadata);
    if (isDryRun) return { status: 200, body: withManager(next, manager, 'Apply') };
    stored.applied.set(manager, structuredClone(body));
    this.replaceObject(stored, withManager(next, manager, 'Apply'));
    return { status: 200, body: stored.object };
  }

  merge(
    place: Place,
    body: Mutable,
    { subresource, isStrategic = false, isDryRun, manager }: MergeOptions = {},
  ): StubAnswer {
    const stored = this.lookUp(place);
    if (!stored) return this.notFound(place);
    const conflict = this.conflictOf(stored, body);
    if (conflict) return conflict;
    const patch = subresource === 'status' ? { status: body.status } : body;
    const { apiVersion, kind } = stored.object;
    const next = (
      isStrategic
        ? applyStrategic(stored.object, patch, kindOf({ apiVersion, kind }))
        : mergePatch(stored.object, patch)
    ) as Mutable;
    next.metadata = keepServerFields(next.metadata, stored.object.metadata);
    if (isDryRun) return { status: 200, body: next };
    const { managedFields } = body.metadata ?? {};
    if (managedFields) {
      migrate(stored, managedFields);
      // Entries here say who wrote, not what: an empty set would be the whole object.
      const entries = managedFields.map(({ fieldsV1: _, ...entry }: Mutable) => entry);
      this.replaceObject(stored, { ...next, metadata: { ...next.metadata, managedFields: entries } });
      return { status: 200, body: stored.object };
    }
    this.replaceObject(stored, manager === undefined ? next : withManager(next, manager, 'Update'));
    return { status: 200, body: stored.object };
  }

  /** The whole object, but for its status. */
  replace(place: Place, body: Mutable, { manager }: { readonly manager: string }): StubAnswer {
    const stored = this.lookUp(place);
    if (!stored) return this.notFound(place);
    const conflict = this.conflictOf(stored, body);
    if (conflict) return conflict;
    const { status } = stored.object;
    const metadata = keepServerFields(body.metadata, stored.object.metadata);
    const next = withManager({ ...body, metadata, ...(status && { status }) }, manager, 'Update');
    this.replaceObject(stored, next);
    return { status: 200, body: stored.object };
  }

  delete(place: Place, options: Mutable): StubAnswer {
    const stored = this.lookUp(place);
    if (!stored) return this.notFound(place);
    const { uid, resourceVersion } = options.preconditions ?? {};
    if (uid && uid !== stored.object.metadata.uid) {
      return statusOf(409, 'Conflict', `the UID in the precondition (${uid}) does not match`);
    }
    const conflict = this.conflictOf(stored, { metadata: { resourceVersion } });
    if (conflict) return conflict;
    const { finalizers = [] } = stored.object.metadata;
    const isHeld = this.options.mindsFinalizers === true && finalizers.length > 0;
    if (isHeld || (options.propagationPolicy === 'Foreground' && this.options.garbage === 'manual')) {
      const metadata = { ...stored.object.metadata, deletionTimestamp: '2026-11-21T12:00:00Z' };
      this.replaceObject(stored, { ...stored.object, metadata });
      return { status: 200, body: stored.object };
    }
    this.drop(stored);
    this.releaseDependents(stored.object.metadata.uid, options.propagationPolicy === 'Orphan');
    return { status: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
  }

  /** Becomes a copy of another cluster; watchers hear nothing of it. */
  copyFrom(other: StubCluster): void {
    this.objects.clear();
    for (const [collection, stored] of other.objects) {
      const copies = [...stored].map(([key, one]) => [key, structuredClone(one)] as const);
      this.objects.set(collection, new Map(copies));
    }
    this.version = other.version;
    this.uids = other.uids;
  }

  /** Finishes foreground deletions: dependents first, then their owner. */
  collectGarbage(): void {
    for (const stored of [...this.objects.values()].flatMap(collection => [...collection.values()])) {
      if (stored.object.metadata.deletionTimestamp === undefined) continue;
      this.releaseDependents(stored.object.metadata.uid, false);
      this.drop(stored);
    }
  }

  /** Events after a version, then all that come; `undefined`: the version is too old (410). */
  watch(place: Place, since: number, emit: (event: StubEvent) => void): (() => void) | undefined {
    const oldest = this.events.length < KEPT_EVENTS ? 0 : this.events[0].version;
    if (since < oldest) return undefined;
    const collection = collectionOf(place);
    const wanted = (event: StubEvent) =>
      event.collection === collection &&
      (!place.namespace || event.object.metadata.namespace === place.namespace);
    for (const event of this.events) if (event.version > since && wanted(event)) emit(event);
    const watcher = (event: StubEvent) => {
      if (wanted(event)) emit(event);
    };
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Kinds that CRDs have brought. */
  discover(group: string, version: string): readonly { name: string; kind: string; namespaced: boolean }[] {
    return this.crdSpecs()
      .filter(
        spec => spec.group === group && spec.versions.some((served: Mutable) => served.name === version),
      )
      .map(spec => ({
        name: spec.names.plural,
        kind: spec.names.kind,
        namespaced: spec.scope === 'Namespaced',
      }));
  }

  /** Groups that CRDs have brought. */
  discoverGroups(): readonly { name: string; versions: readonly { version: string }[] }[] {
    return this.crdSpecs().map(({ group, versions }) => ({
      name: group,
      versions: versions.map(({ name }: Mutable) => ({ version: name })),
    }));
  }

  private crdSpecs(): readonly Mutable[] {
    const crds = this.objects.get('apiextensions.k8s.io/customresourcedefinitions');
    return [...(crds?.values() ?? [])].map(stored => stored.object.spec);
  }

  private store(place: Place, body: Mutable, manager: string, operation = 'Update'): Stored {
    const object = structuredClone(body);
    this.uids += 1;
    object.metadata = {
      ...object.metadata,
      uid: `${this.name}-uid-${this.uids}`,
      generation: 1,
      creationTimestamp: '2026-11-21T12:00:00Z',
    };
    const stored: Stored = { object, place, applied: new Map(), created: new Map([[manager, body]]) };
    const collection = collectionOf(place);
    if (!this.objects.has(collection)) this.objects.set(collection, new Map());
    this.objects.get(collection)!.set(keyOf(place), stored);
    stored.object = this.finish(finishNew(withManager(object, manager, operation), place), place);
    this.stamp(stored);
    this.emit('ADDED', stored);
    this.playWorkload(stored);
    return stored;
  }

  private replaceObject(stored: Stored, next: Mutable): void {
    const before = stored.object;
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    const isSpecChange = JSON.stringify(specOf(next)) !== JSON.stringify(specOf(before));
    const generation = before.metadata.generation + (isSpecChange ? 1 : 0);
    stored.object = this.finish({ ...next, metadata: { ...next.metadata, generation } }, stored.place);
    this.stamp(stored);
    this.emit('MODIFIED', stored);
    const { deletionTimestamp, finalizers = [] } = stored.object.metadata;
    if (this.options.mindsFinalizers && deletionTimestamp && finalizers.length === 0) this.drop(stored);
    if (isSpecChange) this.playWorkload(stored);
  }

  private stamp(stored: Stored): void {
    this.version += 1;
    stored.object.metadata.resourceVersion = this.resourceVersion;
  }

  private emit(type: StubEvent['type'], stored: Stored): void {
    const object = stored.object as unknown as KubeObject;
    const event = { type, object, collection: collectionOf(stored.place), version: this.version };
    this.events.push(event);
    if (this.events.length > KEPT_EVENTS) this.events.shift();
    for (const watcher of [...this.watchers]) watcher(event);
  }

  private drop(stored: Stored): void {
    this.objects.get(collectionOf(stored.place))?.delete(keyOf(stored.place));
    stored.object = { ...stored.object, metadata: { ...stored.object.metadata } };
    this.stamp(stored);
    this.emit('DELETED', stored);
    if (stored.place.plural !== 'namespaces') return;
    for (const inside of this.all()) if (inside.place.namespace === stored.place.name) this.drop(inside);
  }

  private releaseDependents(ownerUid: string, isOrphaning: boolean): void {
    for (const stored of this.all()) {
      const refs: Mutable[] = stored.object.metadata.ownerReferences ?? [];
      const others = refs.filter(ref => ref.uid !== ownerUid);
      if (others.length === refs.length) continue;
      if (others.length === 0 && !isOrphaning) this.drop(stored);
      else
        this.replaceObject(stored, {
          ...stored.object,
          metadata: { ...stored.object.metadata, ownerReferences: others },
        });
    }
  }

  private playWorkload(stored: Stored): void {
    const { workloads = 'manual' } = this.options;
    if (typeof workloads === 'string' || stored.place.plural !== 'deployments') return;
    const { generation } = stored.object.metadata;
    const play = () => {
      if (stored.object.metadata.generation !== generation || this.lookUp(stored.place) !== stored) return;
      this.replaceObject(stored, { ...stored.object, status: availableStatusOf(stored.object) });
    };
    setTimeout(play, workloads.readyAfterMs).unref();
  }

  private finish(object: Mutable, { plural }: Place): Mutable {
    if (this.options.workloads !== 'atOnce' || plural !== 'deployments') return object;
    return { ...object, status: availableStatusOf(object) };
  }

  private all(): readonly Stored[] {
    return [...this.objects.values()].flatMap(collection => [...collection.values()]);
  }

  private lookUp(place: Place): Stored | undefined {
    return this.objects.get(collectionOf(place))?.get(keyOf(place));
  }

  private mustFind(plural: string, name: string, namespace?: string): Stored {
    for (const stored of this.all()) {
      const { place } = stored;
      if (place.plural === plural && place.name === name && place.namespace === namespace) return stored;
    }
    throw new Error(`${this.name} has no ${plural} ${namespace ?? ''}/${name}`);
  }

  private missingNamespace(place: Place): StubAnswer | undefined {
    if (!place.namespace) return undefined;
    const exists = this.objects.get('/namespaces')?.has(`/${place.namespace}`);
    const { namespace } = place;
    return exists
      ? undefined
      : statusOf(404, 'NotFound', `namespaces "${namespace}" not found`, {
          name: namespace,
          kind: 'namespaces',
        });
  }

  private notFound = ({ plural, name, group }: Place) =>
    statusOf(404, 'NotFound', `${plural} "${name}" not found`, { name, kind: plural, group });

  private conflictOf(stored: Stored, body: Mutable): StubAnswer | undefined {
    const wanted = body.metadata?.resourceVersion;
    if (wanted === undefined || wanted === stored.object.metadata.resourceVersion) return undefined;
    return statusOf(
      409,
      'Conflict',
      'the object has been modified; please apply your changes to the latest version',
    );
  }
}

/** Status of a Deployment whose newest generation is rolled out. */
function availableStatusOf({ metadata, spec }: Mutable): Mutable {
  const replicas = spec?.replicas ?? 1;
  return {
    observedGeneration: metadata.generation,
    replicas,
    updatedReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
  };
}

const collectionOf = ({ group, plural }: Place) => `${group}/${plural}`;
const keyOf = ({ namespace, name }: Place) => `${namespace ?? ''}/${name}`;

const SERVER_FIELDS = [
  'uid',
  'generation',
  'creationTimestamp',
  'resourceVersion',
  'managedFields',
  'deletionTimestamp',
];

function keepServerFields(metadata: Mutable, current: Mutable): Mutable {
  const kept = SERVER_FIELDS.filter(field => field in current).map(field => [field, current[field]]);
  return { ...metadata, ...Object.fromEntries(kept) };
}

function specOf(object: Mutable): Mutable {
  const { metadata: _, status: __, ...spec } = object;
  return spec;
}

function withManager(object: Mutable, manager: string, operation: string): Mutable {
  const entries: Mutable[] = object.metadata.managedFields ?? [];
  if (entries.some(entry => entry.manager === manager && entry.operation === operation)) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: [...entries, { manager, operation }] } };
}

function migrate({ applied, created }: Stored, managedFields: Mutable[]): void {
  for (const { manager, operation } of managedFields)
    if (operation === 'Apply' && created.has(manager))
      applied.set(manager, { ...created.get(manager), ...applied.get(manager) });
}

/** What a real cluster fills in right away. */
function finishNew(object: Mutable, { plural }: Place): Mutable {
  if (plural === 'services')
    return { ...object, spec: { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ...object.spec } };
  if (plural !== 'customresourcedefinitions') return object;
  const conditions = ['NamesAccepted', 'Established'].map(type => ({ type, status: 'True' }));
  return { ...object, status: { conditions } };
}

const isMap = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that this manager has applied before and applies no more. */
function prune(object: Mutable, previous: Mutable, next: Mutable): Mutable {
  const copy: Mutable = { ...object };
  for (const field of Object.keys(previous)) {
    if (!(field in next)) delete copy[field];
    else if (isMap(previous[field]) && isMap(next[field]) && isMap(copy[field])) {
      copy[field] = prune(copy[field], previous[field], next[field]);
    }
  }
  return copy;
}

function mergeApplied(object: Mutable, body: Mutable): Mutable {
  const copy: Mutable = { ...object };
  for (const [field, value] of Object.entries(body)) {
    if (isMap(value) && isMap(copy[field])) copy[field] = mergeApplied(copy[field], value);
    else if (field === 'ownerReferences') copy[field] = mergeOwners(copy[field] ?? [], value as Mutable[]);
    else copy[field] = structuredClone(value);
  }
  return copy;
}

const mergeOwners = (live: Mutable[], applied: Mutable[]) => [
  ...live.filter(ref => !applied.some(other => other.uid === ref.uid)),
  ...applied,
];

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const copy: Mutable = isMap(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete copy[field];
    else copy[field] = mergePatch(copy[field], value);
  }
  return copy;
}

/** Coarse: without force, any top-level `data` or `spec` field that another manager wrote and we would change. */
function fieldConflictOf(
  stored: Stored,
  body: Mutable,
  { manager, force }: { manager: string; force: boolean },
): StubAnswer | undefined {
  const foreign = (stored.object.metadata.managedFields ?? []).find(
    (entry: Mutable) => entry.manager !== manager,
  );
  if (force || !foreign) return undefined;
  const changed = ['data', 'spec'].flatMap(part =>
    Object.keys(body[part] ?? {})
      .filter(field => JSON.stringify(body[part][field]) !== JSON.stringify(stored.object[part]?.[field]))
      .map(field => `.${part}.${field}`),
  );
  if (changed.length === 0) return undefined;
  const causes = changed.map(field => ({
    reason: 'FieldManagerConflict',
    message: `conflict with "${foreign.manager}"`,
    field,
  }));
  const message = `Apply failed with ${changed.length} conflict: conflict with "${foreign.manager}": ${changed.join(', ')}`;
  return statusOf(409, 'Conflict', message, { causes });
}
