import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { diffSnapshots, type ObjectChangeView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { RenderedPlacement } from './renderState';

/** Clusters on which the same changes. */
export interface StateEffect {
  readonly clusters: readonly string[];
  readonly change: 'placed' | 'removed' | 'changed' | 'fails' | 'failedBefore';
  readonly objects: readonly ObjectChangeView[];
  /** Why nothing can be compared there; `objects` are none. */
  readonly problem?: string;
}

export interface PlacementDifference {
  readonly name: string;
  readonly effects: readonly StateEffect[];
  /** Clusters on which nothing changes. */
  readonly same: number;
}

/** What each cluster gets now beside what it got before, clusters with the same difference together. */
export function compareStates(
  before: readonly RenderedPlacement[],
  after: readonly RenderedPlacement[],
): PlacementDifference[] {
  const names = [...new Set([...after, ...before].map(({ name }) => name))];
  const find = (state: readonly RenderedPlacement[], name: string) => state.find(one => one.name === name);
  return names.map(name => comparePlacement(name, find(before, name), find(after, name)));
}

/** What a cluster gets, or why it gets nothing; `undefined`: the placement does not pick it. */
type Contents = { readonly objects: readonly KubeObject[]; readonly problem?: string } | undefined;

function comparePlacement(
  name: string,
  before: RenderedPlacement | undefined,
  after: RenderedPlacement | undefined,
): PlacementDifference {
  const old = contentsOf(before);
  const young = contentsOf(after);
  const pairs = new Map<Contents, Map<Contents, string[]>>();
  for (const cluster of [...new Set([...old.keys(), ...young.keys()])].sort()) {
    const group = pairs.get(old.get(cluster)) ?? new Map<Contents, string[]>();
    pairs.set(old.get(cluster), group);
    group.set(young.get(cluster), [...(group.get(young.get(cluster)) ?? []), cluster]);
  }
  const all = [...pairs].flatMap(([was, group]) =>
    [...group].map(([is, clusters]) => ({ clusters, effect: compare(was, is) })),
  );
  const effects = all.flatMap(({ clusters, effect }) => (effect ? [{ clusters, ...effect }] : []));
  const same = all.filter(({ effect }) => effect === undefined).flatMap(({ clusters }) => clusters).length;
  return { name, effects, same };
}

/** By cluster; one value for all clusters of a variant. */
function contentsOf(placement: RenderedPlacement | undefined): ReadonlyMap<string, Contents> {
  const { variants = [], failing = [], problem = '' } = placement ?? {};
  const failed: Contents = { objects: [], problem };
  return new Map<string, Contents>([
    ...failing.map((cluster): [string, Contents] => [cluster, failed]),
    ...variants.flatMap(variant => variant.clusters.map((cluster): [string, Contents] => [cluster, variant])),
  ]);
}

/** `undefined`: nothing differs. What fails alike on both sides does not differ either. */
function compare(was: Contents, is: Contents): Omit<StateEffect, 'clusters'> | undefined {
  if (is?.problem !== undefined)
    return is.problem === was?.problem ? undefined : { change: 'fails', objects: [], problem: is.problem };
  if (was?.problem !== undefined) return { change: 'failedBefore', objects: [], problem: was.problem };
  const { objects } = diffSnapshots(was?.objects ?? [], is?.objects ?? []);
  if (objects.length === 0) return undefined;
  return { change: was === undefined ? 'placed' : is === undefined ? 'removed' : 'changed', objects };
}
