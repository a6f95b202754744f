import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isSnapshotOf,
  overrideObjects,
  type Binding,
  type OverrideObject,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { loadMatched } from '../database/overrideStore';

/** The objects of a snapshot, and what the overrides of a binding make of them; absent: it has none. */
export interface Overridden {
  readonly manifests: readonly KubeObject[];
  readonly override?: OverrideObject;
}

/** A rendering is kept with its array: a rendering that lacks a snapshot gets a new array, for the snapshot may come back. */
export async function loadOverridden(
  tx: Tx,
  hub: string,
  { overrides }: Pick<Binding, 'overrides'>,
  manifests: readonly KubeObject[],
): Promise<Overridden> {
  if (overrides === undefined) return { manifests };
  const snapshots = await loadMatched(tx, hub, overrides);
  const isComplete = overrides.snapshots.every(match => snapshots.some(one => isSnapshotOf(one, match)));
  return {
    manifests: isComplete ? manifests : [...manifests],
    override: overrideObjects(overrides, snapshots),
  };
}
