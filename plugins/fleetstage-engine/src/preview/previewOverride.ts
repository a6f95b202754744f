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
  MAX_VARIANTS,
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
export interface OverriddenPlacement extends Omit<RenderSource, 'snapshots'> {
  readonly named: OverridablePlacement;
  readonly keys: OverrideKeys;
  /** Those that it is placed on. */
  readonly clusters: readonly ReadableCluster[];
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

const MAX_NAMES = 500;

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

/**
 * What a changed override would do on the clusters of one placement, by the functions that match and render it. Each set of
 * overrides is rendered once, today's and then's alike.
 */
export function previewOverride(
  { named, keys, clusters, ...source }: OverriddenPlacement,
  today: readonly OverrideSnapshot[],
  then: readonly OverrideSnapshot[],
): OverrideWhatIfView {
  const before = matchOverrides(named, { keys, snapshots: today }, clusters);
  const after = matchOverrides(named, { keys, snapshots: then }, clusters);
  const groups = new Map<string, Effect>();
  for (const { name } of clusters) {
    const effect = { today: matchedOn(before, name), then: matchedOn(after, name) };
    if (isSameMatch(effect.today, effect.then)) continue;
    const key = `${setKeyOf(effect.today)} ${setKeyOf(effect.then)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...effect, clusters: [name] });
    else group.clusters.push(name);
  }
  const effects = [...groups.values()].sort((a, b) => b.clusters.length - a.clusters.length);
  const render = renderOncePerSet({ ...source, snapshots: [...today, ...then] });
  const changedCount = effects.reduce((sum, effect) => sum + effect.clusters.length, 0);
  return {
    changedCount,
    sameCount: clusters.length - changedCount,
    effects: effects.map((effect, at) => ({
      ...headOf(effect),
      ...(at < MAX_VARIANTS
        ? compareSides(render(effect.today), render(effect.then))
        : { changes: [], changeCount: 0, isUnread: true as const }),
    })),
  };
}

interface Effect {
  readonly today: MatchedOverrides;
  readonly then: MatchedOverrides;
  readonly clusters: string[];
}

/** Equal content under another name is no change. */
const isSameMatch = (a: MatchedOverrides, b: MatchedOverrides) =>
  a === b || (a !== NO_OVERRIDES && isSameOverrides(a, b)) || setKeyOf(a) === setKeyOf(b);

const headOf = ({ then, clusters }: Effect) => ({
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
