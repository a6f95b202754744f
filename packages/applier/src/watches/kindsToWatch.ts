import { isWorthWatching, type ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { textOf, type WatchedKind } from './KindWatch';

/**
 * The kinds of a work: whole objects of what changes by itself and of the kinds whose statuses are kept (`reported`), metadata of
 * the others.
 */
export function kindsToWatch(
  manifests: readonly ManifestIdentity[],
  reported: readonly ManifestIdentity[] = [],
): readonly WatchedKind[] {
  const kinds = new Map<string, WatchedKind>();
  for (const manifest of [...manifests, ...reported]) {
    const { group, version, kind } = manifest;
    const metadataOnly = !isWorthWatching(manifest);
    kinds.set(textOf(manifest), { group, version, kind, ...(metadataOnly && { metadataOnly }) });
  }
  for (const manifest of reported) {
    const { group, version, kind } = manifest;
    kinds.set(textOf(manifest), { group, version, kind });
  }
  return [...kinds.values()];
}
