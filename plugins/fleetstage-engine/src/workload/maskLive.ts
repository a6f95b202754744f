import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { maskSecret } from '../status/maskSecret';

/** Copies of an object that tools note on it: as large as it, and as secret. */
const COPIES: ReadonlySet<string> = new Set([annotationKeys.lastApplied, annotationKeys.kubectlLastApplied]);

/** An object as people may see it: without values of Secrets, copies of itself, and the notes of managers (RUL 40). */
export function maskLive(object: KubeObject): KubeObject {
  const masked = maskSecret(object);
  const { managedFields: _, ...metadata } = masked.metadata as KubeObject['metadata'] & {
    managedFields?: unknown;
  };
  if (metadata.annotations === undefined) return { ...masked, metadata };
  const kept = Object.entries(metadata.annotations).filter(([key]) => !COPIES.has(key));
  return { ...masked, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
}
