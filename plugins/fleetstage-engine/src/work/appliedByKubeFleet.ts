import {
  annotationKeys,
  canonicalJson,
  contentHash,
  isJsonObject,
  without,
  type KubeObject,
  type PatchDetail,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseNote } from './merge/lastApplied';
import type { Manifest } from './renderWork';

/**
 * KubeFleet has applied this very manifest: what it noted on the object (B/WA-050) is the manifest. Its `spec-hash` is another
 * one for the same content, and writing ours alone would raise the generation of a Deployment, so that its controller wakes on
 * every cluster of the fleet. Hence content is compared, and the note is replaced with the next real change.
 *
 * Server-side apply leaves no note, and an object that is too large for one has an empty one: then its hash says so.
 */
export function findProof({ object }: Pick<Manifest, 'object'>, live: KubeObject): Proof | undefined {
  const { [annotationKeys.lastApplied]: noted, [annotationKeys.specHash]: hash } =
    live.metadata.annotations ?? {};
  if (!noted) return hash === kubeFleetHash(object) ? 'hash' : undefined;
  const applied = parseNote(noted);
  const isSame =
    isJsonObject(applied?.metadata) &&
    canonicalJson(withoutMarks(applied as unknown as KubeObject)) === canonicalJson(withoutMarks(object));
  return isSame ? 'note' : undefined;
}

/** By what it is known that KubeFleet has applied a manifest. */
export type Proof = 'note' | 'hash';

/** The object as if it had the manifest's labels and annotations wherever KubeFleet's hash leaves them out. */
export function withUnhashedOf({ object }: Pick<Manifest, 'object'>, live: KubeObject): KubeObject {
  const entriesOf = (field: 'labels' | 'annotations') => {
    const { [field]: wanted = {} } = object.metadata;
    const { [field]: found = {} } = live.metadata;
    const isReserved = ([key]: [string, string]) => RESERVED.test(key);
    const reserved = Object.entries(wanted).filter(isReserved);
    const isThere = field in live.metadata || reserved.length > 0;
    return isThere ? { [field]: { ...withoutReserved(found), ...Object.fromEntries(reserved) } } : {};
  };
  return {
    ...live,
    metadata: { ...live.metadata, ...entriesOf('labels'), ...entriesOf('annotations') },
  };
}

/** A difference at a label or annotation of which KubeFleet's hash says nothing. */
export function isUnhashed({ path }: Pick<PatchDetail, 'path'>): boolean {
  const [, key] = /^\/metadata\/(?:labels|annotations)\/(.+)$/.exec(path) ?? [];
  return key !== undefined && RESERVED.test(key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Without the hash, which says the same of the content in other words. */
export function withoutMarks(object: KubeObject): KubeObject {
  const { ownerReferences: _, annotations = {}, ...metadata } = object.metadata;
  const others = without(annotations, [annotationKeys.specHash]);
  return {
    ...object,
    metadata: Object.keys(others).length > 0 ? { ...metadata, annotations: others } : metadata,
  };
}

/** What KubeFleet's member agent makes of a manifest (B/WA-041, WA-090), as found on the objects of a fleet that it has run. */
function kubeFleetHash({ status: _, ...object }: KubeObject): string {
  const { labels = {}, annotations = {} } = object.metadata;
  const empty = { finalizers: [], managedFields: [], ownerReferences: [] };
  const metadata = { ...empty, labels: withoutReserved(labels), annotations: withoutReserved(annotations) };
  return contentHash({ ...object, metadata });
}

/** KubeFleet takes each key for reserved that has such a domain anywhere, those of its own sub-domains too. */
const RESERVED = /(kubernetes\.io|k8s\.io|kubernetes-fleet\.io)\//;

const withoutReserved = (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !RESERVED.test(key)));
