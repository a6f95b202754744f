import {
  isJsonObject,
  isSameJson,
  labelKeys,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  overrideObjects,
  overridesHash,
  renderWork,
  type MatchedOverrides,
  type OverrideSnapshot,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AnswerTooLargeError,
  ForbiddenError,
  NotFoundError,
  UnknownKindError,
  type KubeClient,
} from '@fleetstage/kube-client';
import { setImmediate } from 'node:timers/promises';
import { WORK } from '../kube/workKind';
import type { Log } from '../observe/log';

/** Hashes of the manifests that the Works of a binding hold, by `keyOf` the binding. */
export type WorkHashes = ReadonlyMap<string, readonly string[]>;

/** A page has five hundred, each perhaps a MiB. */
const WORKS_AT_A_TIME = 20;

/**
 * What the Works of these bindings hold; a hub that KubeFleet never ran does not know the kind. Without the right to read them,
 * or where they weigh too much, nothing is proved: some Works of a binding say nothing of what its cluster runs. One page is
 * held at a time, for those of a fleet hold all its manifests once for each cluster.
 */
export async function listWorkHashes(
  client: KubeClient,
  { wanted, log }: { readonly wanted: ReadonlySet<string>; readonly log: Log },
): Promise<WorkHashes> {
  const found = new Map<string, string[]>();
  if (wanted.size === 0) return found;
  try {
    for await (const { items } of client.listPages(WORK)) {
      for (const [i, work] of items.entries()) {
        if (i % WORKS_AT_A_TIME === 0) await setImmediate();
        addWork(found, work as KubeObject, wanted);
      }
    }
    return found;
  } catch (error) {
    if (error instanceof AnswerTooLargeError)
      log.warn('The Works of KubeFleet are too large to be read: what it overrode on clusters is not known', {
        clusters: wanted.size,
        problem: error.message,
      });
    else if (
      !(error instanceof NotFoundError) &&
      !(error instanceof UnknownKindError) &&
      !(error instanceof ForbiddenError)
    )
      throw error;
    return new Map();
  }
}

function addWork(found: Map<string, string[]>, work: KubeObject, wanted: ReadonlySet<string>): void {
  const { labels = {} } = work.metadata;
  const key = keyOf(labels[labelKeys.parentBinding], labels[labelKeys.parentPlacementNamespace]);
  if (!wanted.has(key)) return;
  const hashes = found.get(key) ?? [];
  // No hash depends on the placement.
  hashes.push(...hashesOf(renderWork('', manifestsOf(work))));
  found.set(key, hashes);
}

/** Names of bindings are unique among the placements of one scope and namespace. */
export const keyOf = (binding = '', namespace = '') => `${namespace}/${binding}`;

interface Rendering {
  readonly index: number;
  readonly matched: MatchedOverrides;
  /** Of the snapshot; `undefined`: they are not known. */
  readonly manifests: readonly KubeObject[] | undefined;
}

/**
 * Whether a cluster of KubeFleet runs what these overrides make of these manifests: its Works hold just that. KubeFleet does not
 * follow labels of clusters (RUL 18), so what an override would say by now may never have been brought there. Clusters
 * to which overrides say the same share one rendering.
 *
 * @param placement its key
 */
export function renderingProof(placement: string, snapshots: Iterable<OverrideSnapshot>) {
  const made = new Map<string, readonly string[] | undefined>();
  const all = [...snapshots];
  const render = (manifests: readonly KubeObject[], matched: MatchedOverrides) => {
    const rendered = renderWork(placement, manifests, { override: overrideObjects(matched, all) });
    return rendered.problem === undefined ? hashesOf(rendered).sort(compareText) : undefined;
  };
  return (held: readonly string[] | undefined, { index, matched, manifests }: Rendering): boolean => {
    if (manifests === undefined || held === undefined) return false;
    const key = `${index}/${overridesHash(matched)}`;
    if (!made.has(key)) made.set(key, render(manifests, matched));
    return isSameJson(made.get(key), [...held].sort(compareText));
  };
}

const hashesOf = ({ manifests }: Work) => manifests.map(({ hash }) => hash);

function manifestsOf({ spec }: KubeObject): readonly KubeObject[] {
  const workload = isJsonObject(spec) && isJsonObject(spec.workload) ? spec.workload : {};
  return Array.isArray(workload.manifests) ? (workload.manifests as unknown as KubeObject[]) : [];
}
