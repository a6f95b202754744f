import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  policyInputs,
  toClusterInputs,
  type SchedulePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toPlacementFacts } from '../database/facts';
import { toVersion, type PlacementInputs } from '../database/placementInputs';
import { isPlacementKind } from '../database/placementObject';
import type { ObjectChange } from './keysFor';

/** What the placements among these objects read of clusters; a deleted one reads nothing. */
export function placementReads(
  changes: readonly ObjectChange[],
  plugins: SchedulePlugins | undefined,
): PlacementInputs[] {
  const reads = new Map<string, PlacementInputs>();
  for (const { kind, name, before, after } of changes) {
    if (!isPlacementKind(kind) || isSame(before, after)) continue;
    const madeFor = toVersion(after?.metadata ?? {});
    reads.set(name, { placement: name, madeFor, inputs: readsOf(after, plugins) });
  }
  return [...reads.values()];
}

function readsOf(object: KubeObject | undefined, plugins: SchedulePlugins | undefined): string[] {
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return [];
  const { spec, namespace } = toPlacementFacts(object);
  const scope = namespace === undefined ? {} : { namespace };
  return toClusterInputs(policyInputs(spec.policy, scope, plugins), scope);
}

/** Whatever a policy can say comes with another generation. */
const isSame = (before: KubeObject | undefined, after: KubeObject | undefined) =>
  before !== undefined &&
  after !== undefined &&
  toVersion(before.metadata) === toVersion(after.metadata) &&
  before.metadata.deletionTimestamp === after.metadata.deletionTimestamp;
