import {
  annotationKeys,
  canonicalJson,
  isJsonObject,
  without,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseNote } from './merge/lastApplied';
import type { Manifest } from './renderWork';

/**
 * KubeFleet has applied this very manifest: what it noted on the object (B/WA-050) is the manifest. Its `spec-hash` is another
 * one for the same content, and writing ours alone would raise the generation of a Deployment, so that its controller wakes on
 * every cluster of the fleet. Hence content is compared, and the note is replaced with the next real change.
 */
export function isAppliedByKubeFleet({ object }: Pick<Manifest, 'object'>, live: KubeObject): boolean {
  const noted = live.metadata.annotations?.[annotationKeys.lastApplied];
  const applied = noted === undefined ? undefined : parseNote(noted);
  return (
    isJsonObject(applied?.metadata) &&
    canonicalJson(withoutMarks(applied as unknown as KubeObject)) === canonicalJson(withoutMarks(object))
  );
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
