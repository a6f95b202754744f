import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from '../desired/desired';
import { maskSecret } from '../status/maskSecret';
import { diffSnapshots, type ObjectChangeView } from '../view/diffSnapshots';
import type { Work } from '../work/renderWork';
import {
  appliedObjects,
  groupBySet,
  renderOncePerSet,
  type ClusterGroup,
  type ClusterOverrides,
  type RenderSource,
} from './renderVariants';

/** An override that matches, by the name that its author gave it. */
export interface VariantOverride {
  kind: 'ClusterResourceOverride' | 'ResourceOverride';
  namespace?: string;
  name: string;
  snapshot: string;
  /** Counted from 1, as failures name them. */
  rules: number[];
}

/** What differs of one object; Secrets show no values. */
export type PreviewChange = Omit<ObjectChangeView, 'before' | 'after'>;

/** Clusters that get equal objects. */
export interface PreviewVariantView {
  clusterCount: number;
  clusters: string[];
  overrides: VariantOverride[];
  /** Against the same without overrides; those of more objects are counted alone. */
  changes: PreviewChange[];
  changeCount: number;
  objectCount: number;
  /** Why nothing of it would be applied on these clusters. */
  problem?: string;
  /** There are more variants than are rendered. */
  isUnread?: true;
}

export interface PlacementPreviewView {
  clusterCount: number;
  variantCount: number;
  /** Clusters of the largest variant. */
  sameCount: number;
  /** Of all clusters, ascending; `variants` lists the first ones alone. */
  byOverrideCount: { overrides: number; clusters: number }[];
  variants: PreviewVariantView[];
  /** Of the variant that has the cluster that was asked for; Secrets masked. */
  manifests?: KubeObject[];
  /** What is refused on every cluster, with the reason. */
  refused: string[];
}

export interface PreviewOptions {
  /** Whose manifests are wanted. */
  readonly cluster?: string;
}

/** Where each cluster has its own, as with a variable of its name, more are counted and not rendered. */
const MAX_VARIANTS = 50;
/** Of all variants that are rendered: a tenth of a millisecond each, while everybody else waits. */
export const MAX_OBJECTS = 3_000;
export const MAX_LISTED = 100;
export const MAX_NAMES = 500;
export const MAX_CHANGES = 100;

/** How many variants are rendered for one answer, of which so many objects are left to render. */
export const variantLimit = (
  { manifests }: Pick<RenderSource, 'manifests'>,
  objects = MAX_OBJECTS,
): number =>
  objects <= 0 ? 0 : Math.max(5, Math.min(MAX_VARIANTS, Math.floor(objects / Math.max(1, manifests.length))));

/** What each cluster would get, equal ones as one variant; nothing is applied. */
export function previewPlacement(
  source: RenderSource,
  clusters: readonly ClusterOverrides[],
  { cluster }: PreviewOptions = {},
): PlacementPreviewView {
  const render = renderOncePerSet(source);
  const groups = groupBySet(clusters);
  const wanted = groups.find(group => cluster !== undefined && group.clusters.includes(cluster));
  const limit = variantLimit(source);
  const base = render(NO_OVERRIDES);
  const listed = groups.filter((group, at) => at < MAX_LISTED || group === wanted);
  const variants = listed.map((group, at) => ({
    ...headOf(group),
    ...(at < limit || group === wanted ? compareWorks(base, render(group.overrides)) : UNREAD),
  }));
  return {
    clusterCount: clusters.length,
    variantCount: groups.length,
    sameCount: groups[0]?.clusters.length ?? 0,
    byOverrideCount: countByOverrides(groups),
    variants,
    ...(wanted && { manifests: appliedObjects(render(wanted.overrides)).map(maskSecret) }),
    refused: base.manifests.flatMap(({ fault }) => (fault ? [fault.message] : [])),
  };
}

function countByOverrides(groups: readonly ClusterGroup[]): PlacementPreviewView['byOverrideCount'] {
  const counts = new Map<number, number>();
  for (const { overrides, clusters } of groups) {
    const { length } = overrides.snapshots;
    counts.set(length, (counts.get(length) ?? 0) + clusters.length);
  }
  return [...counts]
    .map(([overrides, clusters]) => ({ overrides, clusters }))
    .sort((a, b) => a.overrides - b.overrides);
}

const UNREAD = { changes: [], changeCount: 0, objectCount: 0, isUnread: true as const };

const headOf = ({ overrides, clusters }: { overrides: MatchedOverrides; clusters: readonly string[] }) => ({
  clusterCount: clusters.length,
  clusters: clusters.slice(0, MAX_NAMES),
  overrides: overrides.snapshots.map(viewOverride),
});

export const viewOverride = ({
  kind,
  namespace,
  name,
  rules,
}: MatchedOverrides['snapshots'][number]): VariantOverride => ({
  kind: kind === 'ClusterResourceOverrideSnapshot' ? 'ClusterResourceOverride' : 'ResourceOverride',
  ...(namespace !== undefined && { namespace }),
  name: name.replace(/-\d+$/, ''),
  snapshot: name,
  rules: rules.map(position => position + 1),
});

/** What differs between two works; one with a problem has no objects, and that is no change of any. */
export function compareWorks(
  before: Work,
  after: Work,
): Pick<PreviewVariantView, 'changes' | 'changeCount' | 'objectCount' | 'problem'> {
  if (after.problem !== undefined)
    return { changes: [], changeCount: 0, objectCount: 0, problem: after.problem };
  const objects = appliedObjects(after);
  const isComparable = before !== after && before.problem === undefined;
  const changes = isComparable ? diffSnapshots(appliedObjects(before), objects).objects : [];
  return {
    changes: changes.slice(0, MAX_CHANGES).map(({ before: _, after: __, ...change }) => change),
    changeCount: changes.length,
    objectCount: objects.length,
  };
}
