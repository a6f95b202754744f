import {
  canonicalJson,
  isJsonObject,
  labelKeys,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  overrideObjects,
  renderWork,
  type MatchedOverrides,
  type OverrideSnapshot,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError, NotFoundError, UnknownKindError, type KubeClient } from '@fleetstage/kube-client';
import { WORK } from '../kube/workKind';

/** All there are; a hub that KubeFleet never ran does not know the kind. Without the right to read them nothing is proved. */
export async function listWorks(client: KubeClient): Promise<readonly KubeObject[]> {
  try {
    return (await client.list(WORK)).items;
  } catch (error) {
    if (
      error instanceof NotFoundError ||
      error instanceof UnknownKindError ||
      error instanceof ForbiddenError
    )
      return [];
    throw error;
  }
}

interface Rendering {
  /** Key of the placement. */
  readonly placement: string;
  readonly manifests: readonly KubeObject[] | undefined;
  readonly matched: MatchedOverrides;
  readonly snapshots: Iterable<OverrideSnapshot>;
}

/**
 * A cluster of KubeFleet runs what these overrides make of these manifests: its Works hold just that. KubeFleet does not
 * follow labels of clusters (RUL 18), so what an override would say by now may never have been brought there.
 *
 * @param works those of the binding
 */
export function holdsRendering(
  works: readonly KubeObject[],
  { placement, manifests, matched, snapshots }: Rendering,
): boolean {
  if (manifests === undefined || works.length === 0) return false;
  const rendered = renderWork(placement, manifests, { override: overrideObjects(matched, [...snapshots]) });
  const handedOver = renderWork(placement, works.flatMap(manifestsOf));
  return (
    rendered.problem === undefined &&
    canonicalJson(hashesOf(rendered)) === canonicalJson(hashesOf(handedOver))
  );
}

/** By the name of the binding; names of bindings are unique among the placements of one scope and namespace. */
export function worksByBinding(works: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const found = new Map<string, KubeObject[]>();
  for (const work of works) {
    const { labels = {} } = work.metadata;
    const key = keyOf(labels[labelKeys.parentBinding], labels[labelKeys.parentPlacementNamespace]);
    found.set(key, [...(found.get(key) ?? []), work]);
  }
  return found;
}

export const keyOf = (binding = '', namespace = '') => `${namespace}/${binding}`;

const hashesOf = ({ manifests }: Work) => manifests.map(({ hash }) => hash).sort(compareText);

function manifestsOf({ spec }: KubeObject): readonly KubeObject[] {
  const workload = isJsonObject(spec) && isJsonObject(spec.workload) ? spec.workload : {};
  return Array.isArray(workload.manifests) ? (workload.manifests as unknown as KubeObject[]) : [];
}
