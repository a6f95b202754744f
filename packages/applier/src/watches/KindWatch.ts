import { PLACEMENT_GROUP, wholeWorkOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { objectKey, type GroupVersionKind, type KubeObject } from '@fleetstage/kube-client';
import { KnownVersions } from './KnownVersions';
import type { IsStillChanged } from './PendingChanges';

/** How much of a kind is watched. */
export interface WatchedKind extends GroupVersionKind {
  /** Nothing of it changes by itself that is read here: names, owners and versions will do. */
  readonly metadataOnly?: boolean;
}

/** An AppliedWork and the placement that it is of. */
export interface HeldWork {
  readonly work: string;
  readonly placement: string;
  /** Every change of a status counts: the hub shows it. */
  readonly keepsStatuses?: boolean;
  /** Keys of objects that are only compared, whoever owns them, by kind. */
  readonly compared?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** For a work that is only compared. */
export function comparedObjects(
  objects: readonly (GroupVersionKind & { readonly namespace?: string; readonly name: string })[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const compared = new Map<string, Set<string>>();
  for (const object of objects) {
    const keys = compared.get(textOf(object)) ?? new Set();
    compared.set(textOf(object), keys.add(objectKey(object)));
  }
  return compared;
}

interface Kept {
  readonly object: KubeObject;
  readonly weight: number;
}

export interface KindWatch {
  readonly stop: AbortController;
  readonly kind: WatchedKind;
  /** By AppliedWork, those that hold objects of the kind here; without one the watch ends. */
  readonly works: Map<string, HeldWork>;
  /** Newest state of objects that an AppliedWork of ours owns, managed fields left out. */
  readonly objects: Map<string, Kept>;
  /** Where metadata alone are watched: what was compared, and needs no other read. */
  readonly known: KnownVersions;
  /** By AppliedWork; one each, so that thousands of events count once. */
  readonly questions: Map<string, IsStillChanged>;
  /** Of all objects that are kept. */
  weight: number;
  /** Nothing is kept of it until its next list: changes are reported, objects are read by requests. */
  isFull: boolean;
  /** From the end of a list until there has to be another: what changed in between is in neither. */
  isSynced: boolean;
  /** Some object of it cannot be read, until a list is complete. */
  isTooLarge: boolean;
  /** The member answers, and not with this watch: changes do not arrive until its stream is open again. */
  isBroken: boolean;
  /** Warnings that were logged, once each. */
  readonly warned: Set<string>;
}

export const newKindWatch = (kind: WatchedKind): KindWatch => ({
  stop: new AbortController(),
  kind,
  works: new Map(),
  objects: new Map(),
  known: new KnownVersions(),
  questions: new Map(),
  weight: 0,
  isFull: false,
  isSynced: false,
  isTooLarge: false,
  isBroken: false,
  warned: new Set(),
});

/** The works of this watch that an object concerns: those that own it, before or now, and those that compare it. */
export function concernedBy(watch: KindWatch, objects: readonly KubeObject[]): ReadonlySet<HeldWork> {
  const owners = objects
    .flatMap(object => ownersOf(watch, object))
    .flatMap(work => watch.works.get(work) ?? []);
  return new Set([...owners, ...comparedBy(watch, objects[0])]);
}

/** It is ours, or a work is compared with it. */
export const isKept = (watch: KindWatch, object: KubeObject): boolean =>
  appliedWorksOf(object.metadata).length > 0 || comparedBy(watch, object).length > 0;

function comparedBy({ kind, works }: KindWatch, { metadata }: KubeObject): readonly HeldWork[] {
  const [text, key] = [textOf(kind), objectKey(metadata)];
  return [...works.values()].filter(({ compared }) => compared?.get(text)?.has(key));
}

/** The works that own the object, also by what KubeFleet has made for a part of them; an agent has a work for each part. */
const ownersOf = ({ works }: KindWatch, { metadata }: KubeObject) =>
  appliedWorksOf(metadata).map(({ name }) => (works.has(name) ? name : wholeWorkOf(name)));

const appliedWorksOf = (metadata: KubeObject['metadata']) =>
  (metadata.ownerReferences ?? []).filter(
    ({ apiVersion, kind }) => kind === 'AppliedWork' && apiVersion?.startsWith(`${PLACEMENT_GROUP}/`),
  );

export const textOf = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`;

/** The kept part of an object whose metadata alone are watched: labels and annotations of strangers may be large. */
export const toMarker = ({ apiVersion, kind, metadata }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata: {
    name: metadata.name,
    ...(metadata.namespace && { namespace: metadata.namespace }),
    ...(metadata.resourceVersion && { resourceVersion: metadata.resourceVersion }),
    ownerReferences: appliedWorksOf(metadata),
  },
});

/** Asks whether the member holds of a work what was compared last, and nothing that is newer. */
export function questionOf(watch: KindWatch, work: string): IsStillChanged {
  const question = watch.questions.get(work) ?? (() => isChanged(watch, work));
  watch.questions.set(work, question);
  return question;
}

function isChanged(watch: KindWatch, work: string): boolean {
  const { known, objects } = watch;
  const versions = known.of(work);
  if (versions === undefined) return true;
  const isGone = [...versions.keys()].some(key => !objects.has(key) && !known.isAhead(key));
  if (isGone) return true;
  return [...objects].some(
    ([key, { object }]) =>
      ownersOf(watch, object).includes(work) &&
      versions.get(key) !== object.metadata.resourceVersion &&
      !known.isAhead(key),
  );
}

/** Versions of one kind's objects, as a pass has seen them. */
export const versionsOf = (
  kind: GroupVersionKind,
  objects: readonly (GroupVersionKind & {
    readonly namespace?: string;
    readonly name: string;
    readonly objectVersion?: string;
  })[],
): ReadonlyMap<string, string> =>
  new Map(
    objects.flatMap(object =>
      object.objectVersion !== undefined && textOf(object) === textOf(kind)
        ? [[objectKey(object), object.objectVersion]]
        : [],
    ),
  );
