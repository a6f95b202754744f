import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { diffSnapshots, type ObjectChangeView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { RenderedPlacement } from './renderState';

/** Clusters on which the same changes. */
export interface StateEffect {
  readonly clusters: readonly string[];
  readonly change: 'placed' | 'removed' | 'changed';
  readonly objects: readonly ObjectChangeView[];
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

type Contents = readonly KubeObject[] | undefined;

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
  const effects = [...pairs].flatMap(([was, group]) =>
    [...group].map(([is, clusters]) => ({ clusters, ...compare(was, is) })),
  );
  const changed = effects.filter(({ objects }) => objects.length > 0);
  const same = effects.filter(effect => !changed.includes(effect));
  return { name, effects: changed, same: same.flatMap(({ clusters }) => clusters).length };
}

/** By cluster; one array for all clusters of a variant. A variant that fails has nothing to compare. */
const contentsOf = (placement: RenderedPlacement | undefined): ReadonlyMap<string, Contents> =>
  new Map(
    (placement?.variants ?? [])
      .filter(({ problem }) => problem === undefined)
      .flatMap(({ clusters, objects }) => clusters.map((cluster): [string, Contents] => [cluster, objects])),
  );

function compare(was: Contents, is: Contents): Pick<StateEffect, 'change' | 'objects'> {
  const { objects } = diffSnapshots(was ?? [], is ?? []);
  const change = was === undefined ? 'placed' : is === undefined ? 'removed' : 'changed';
  return { change, objects };
}
