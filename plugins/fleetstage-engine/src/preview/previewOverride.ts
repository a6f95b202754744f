import { contentHash, isSameJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from '../desired/desired';
import { matchedOn } from '../desired/desiredOf';
import { isSameOverrides } from '../desired/revision';
import { matchOverrides, type OverridablePlacement } from '../override/matchOverrides';
import type { OverrideKeys } from '../override/overrideKeys';
import type { OverrideSnapshot } from '../override/overrideSnapshot';
import type { ReadableCluster } from '../override/variables';
import type { Work } from '../work/renderWork';
import {
  compareWorks,
  MAX_LISTED,
  MAX_NAMES,
  variantLimit,
  viewOverride,
  type PreviewChange,
  type VariantOverride,
} from './previewPlacement';
import { renderOncePerSet, setKeyOf, type RenderSource } from './renderVariants';

/** An override as it would be; without `spec` it is deleted. */
export type OverrideChange = { readonly name: string } & (
  | {
      readonly kind: 'ClusterResourceOverride';
      readonly spec?: Extract<OverrideSnapshot, { kind: 'ClusterResourceOverrideSnapshot' }>['spec'];
    }
  | {
      readonly kind: 'ResourceOverride';
      readonly namespace: string;
      readonly spec?: Extract<OverrideSnapshot, { kind: 'ResourceOverrideSnapshot' }>['spec'];
    }
);

/** Of the placements that the change concerns, one. */
export interface OverriddenPlacement {
  readonly named: OverridablePlacement;
  readonly keys: OverrideKeys;
  /** Those that it is placed on. */
  readonly clusters: readonly ReadableCluster[];
}

/** Clusters that match something else then; it is not known yet whether their objects differ. */
export interface OverrideEffect {
  readonly today: MatchedOverrides;
  readonly then: MatchedOverrides;
  readonly clusters: readonly string[];
}

/** Clusters on which the change does the same. */
export interface OverrideEffectView {
  clusterCount: number;
  clusters: string[];
  /** That would match, in their order. */
  overrides: VariantOverride[];
  /** Old → new. None: the clusters are rolled out to, and their objects stay as they are. */
  changes: PreviewChange[];
  changeCount: number;
  /** The override would fail there. */
  problem?: string;
  /** What fails there today. */
  problemToday?: string;
  isUnread?: true;
}

export interface OverrideWhatIfView {
  /** On which something changes. */
  changedCount: number;
  sameCount: number;
  effects: OverrideEffectView[];
}

/** The newest overrides with the change made. */
export function applyOverrideChange(
  snapshots: readonly OverrideSnapshot[],
  change: OverrideChange,
): readonly OverrideSnapshot[] {
  const others = snapshots.filter(one => !isOf(one, change));
  const before = snapshots.find(one => isOf(one, change));
  if (before !== undefined && isSameJson(before.spec, change.spec)) return snapshots;
  return [...others, toSnapshot(change, before) ?? []].flat();
}

const nameOf = ({ name }: OverrideSnapshot) => name.replace(/-\d+$/, '');

const isOf = (snapshot: OverrideSnapshot, change: OverrideChange) =>
  nameOf(snapshot) === change.name &&
  (snapshot.kind === 'ClusterResourceOverrideSnapshot'
    ? change.kind === 'ClusterResourceOverride'
    : change.kind === 'ResourceOverride' && change.namespace === snapshot.namespace);

/** Under the name that its next snapshot would have; `undefined`: it is deleted. */
function toSnapshot(
  change: OverrideChange,
  before: OverrideSnapshot | undefined,
): OverrideSnapshot | undefined {
  if (change.spec === undefined) return undefined;
  const index = before === undefined ? 0 : Number(before.name.slice(nameOf(before).length + 1)) + 1;
  const own = { name: `${change.name}-${index}`, hash: contentHash(change.spec) };
  return change.kind === 'ClusterResourceOverride'
    ? { ...own, kind: 'ClusterResourceOverrideSnapshot', spec: change.spec }
    : { ...own, kind: 'ResourceOverrideSnapshot', namespace: change.namespace, spec: change.spec };
}

/** On which clusters of a placement a changed override matches otherwise, those with the same sets together. */
export function findOverrideEffects(
  { named, keys, clusters }: OverriddenPlacement,
  today: readonly OverrideSnapshot[],
  then: readonly OverrideSnapshot[],
): readonly OverrideEffect[] {
  const before = matchOverrides(named, { keys, snapshots: today }, clusters);
  const after = matchOverrides(named, { keys, snapshots: then }, clusters);
  const groups = new Map<string, { today: MatchedOverrides; then: MatchedOverrides; clusters: string[] }>();
  for (const { name } of clusters) {
    const sides = { today: matchedOn(before, name), then: matchedOn(after, name) };
    if (isSameMatch(sides.today, sides.then)) continue;
    const key = `${setKeyOf(sides.today)} ${setKeyOf(sides.then)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...sides, clusters: [name] });
    else group.clusters.push(name);
  }
  return [...groups.values()].sort((a, b) => b.clusters.length - a.clusters.length);
}

/**
 * What the effects change, field by field. Each set of overrides is rendered once, today's and then's alike. An answer
 * with several placements has `objects` left for this one.
 */
export function previewOverride(
  effects: readonly OverrideEffect[],
  clusterCount: number,
  source: RenderSource,
  objects?: number,
): OverrideWhatIfView {
  const render = renderOncePerSet(source);
  const limit = variantLimit(source, objects);
  const changedCount = effects.reduce((sum, { clusters }) => sum + clusters.length, 0);
  return {
    changedCount,
    sameCount: clusterCount - changedCount,
    effects: effects.slice(0, MAX_LISTED).map((effect, at) => ({
      ...headOf(effect),
      ...(at < limit
        ? compareSides(render(effect.today), render(effect.then))
        : { changes: [], changeCount: 0, isUnread: true as const }),
    })),
  };
}

/** Equal content under another name is no change. */
const isSameMatch = (a: MatchedOverrides, b: MatchedOverrides) =>
  a === b || (a !== NO_OVERRIDES && isSameOverrides(a, b)) || setKeyOf(a) === setKeyOf(b);

const headOf = ({ then, clusters }: OverrideEffect) => ({
  clusterCount: clusters.length,
  clusters: clusters.slice(0, MAX_NAMES),
  overrides: then.snapshots.map(viewOverride),
});

function compareSides(today: Work, then: Work) {
  const { objectCount: _, ...compared } = compareWorks(today, then);
  return {
    ...compared,
    ...(today.problem !== undefined && { problemToday: today.problem }),
  };
}
