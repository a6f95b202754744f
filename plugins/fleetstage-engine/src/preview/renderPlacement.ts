import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { matchedOn } from '../desired/desiredOf';
import { matchOverrides, type OverridablePlacement } from '../override/matchOverrides';
import { overrideKeysOf } from '../override/overrideKeys';
import type { ReadableCluster } from '../override/variables';
import { maskSecret } from '../status/maskSecret';
import {
  compareWorks,
  viewOverride,
  type PreviewVariantView,
  type VariantOverride,
} from './previewPlacement';
import { appliedObjects, groupBySet, renderOncePerSet, type RenderSource } from './renderVariants';

/** Clusters that get equal objects, with all of these. */
export interface RenderedVariant extends Pick<PreviewVariantView, 'changes' | 'problem'> {
  readonly clusters: readonly string[];
  readonly overrides: readonly VariantOverride[];
  /** As they are: for comparing. */
  readonly objects: readonly KubeObject[];
  /** The same with values of Secrets masked. */
  readonly shown: readonly KubeObject[];
}

/** What clusters get of objects that files hold: matched and rendered as on a hub, without a limit on variants. */
export function renderPlacement(
  named: OverridablePlacement,
  source: RenderSource,
  clusters: readonly ReadableCluster[],
): RenderedVariant[] {
  const render = renderOncePerSet(source);
  const base = render(NO_OVERRIDES);
  const keys = overrideKeysOf(base.manifests);
  const matched = matchOverrides(named, { keys, snapshots: source.snapshots }, clusters);
  const placed = clusters.map(({ name }) => ({ cluster: name, overrides: matchedOn(matched, name) }));
  return groupBySet(placed).map(group => {
    const work = render(group.overrides);
    const { changes, problem } = compareWorks(base, work);
    const objects = appliedObjects(work);
    return {
      clusters: group.clusters,
      overrides: group.overrides.snapshots.map(viewOverride),
      ...{ changes, objects, shown: objects.map(maskSecret) },
      ...(problem !== undefined && { problem }),
    };
  });
}
