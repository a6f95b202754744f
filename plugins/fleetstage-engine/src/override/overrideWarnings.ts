import type { OverrideWarning } from '../state/overrideWarning';
import { compareText } from '../decision';
import { compareSnapshots, isMeant, type OverridablePlacement } from './matchOverrides';
import { keyOfSelector, type OverrideKey, type OverrideKeys } from './overrideKeys';
import type { OverrideSnapshot } from './overrideSnapshot';

/** ClusterResourceOverrides of a hub, and ResourceOverrides of a namespace (B/OV-041). */
export const MAX_OVERRIDES = 100;

/** So many objects and overrides are named; a status says it once, and has to fit. */
const NAMED_AT_MOST = 3;

/**
 * What admission cannot see, for it is asked about one override alone (RUL 44): of the newest snapshots of the hub those that
 * concern a placement. All of them apply, whatever this says (B/OV-033).
 *
 *   more than 100 on the hub, or in one namespace (B/OV-041)
 *   an object that two of a kind select (B/OV-046)
 */
export function findOverrideWarnings(
  placement: OverridablePlacement,
  { keys, snapshots }: { readonly keys: OverrideKeys; readonly snapshots: readonly OverrideSnapshot[] },
): OverrideWarning[] {
  const concerned = snapshots
    .filter(snapshot => isMeant(placement, snapshot))
    .map(snapshot => ({ snapshot, selected: selectedBy(snapshot, keys) }))
    .filter(({ selected }) => selected.length > 0)
    .sort((a, b) => compareSnapshots(a.snapshot, b.snapshot));
  const counts = countByPlace(snapshots);
  const places = [...new Set(concerned.map(({ snapshot }) => placeOf(snapshot)))];
  return [
    ...places.filter(place => (counts.get(place) ?? 0) > MAX_OVERRIDES).map(place => tooMany(place, counts)),
    ...findOverlap(concerned),
  ];
}

interface Selected {
  readonly key: OverrideKey;
  /** `Deployment app`. */
  readonly words: string;
}

interface Concerned {
  readonly snapshot: OverrideSnapshot;
  readonly selected: readonly Selected[];
}

function selectedBy(snapshot: OverrideSnapshot, keys: OverrideKeys): Selected[] {
  const isOfCluster = snapshot.kind === 'ClusterResourceOverrideSnapshot';
  const selectors = isOfCluster ? snapshot.spec.clusterResourceSelectors : snapshot.spec.resourceSelectors;
  const { ofClusters, ofNamespaces } = keys;
  return (selectors ?? [])
    .map(selector => ({
      key: keyOfSelector(selector, isOfCluster ? undefined : snapshot.namespace),
      words: `${selector.kind} ${isOfCluster ? '' : `${snapshot.namespace}/`}${selector.name ?? ''}`,
    }))
    .filter(({ key }) => (isOfCluster ? ofClusters : ofNamespaces).has(key));
}

/** Empty: the hub itself. */
const placeOf = (snapshot: OverrideSnapshot) =>
  snapshot.kind === 'ResourceOverrideSnapshot' ? snapshot.namespace : '';

function countByPlace(snapshots: readonly OverrideSnapshot[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const place of snapshots.map(placeOf)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

function tooMany(place: string, counts: ReadonlyMap<string, number>): OverrideWarning {
  const where =
    place === '' ? 'ClusterResourceOverrides on the hub' : `ResourceOverrides in namespace ${place}`;
  const message = `there are ${counts.get(place)} ${where}, and at most ${MAX_OVERRIDES} are supported; all of them apply; put rules of several into one, or delete those that are not needed`;
  return { reason: 'FleetstageTooManyOverrides', message };
}

function findOverlap(concerned: readonly Concerned[]): OverrideWarning[] {
  const selecting = new Map<string, { readonly words: string; readonly names: string[] }>();
  for (const { snapshot, selected } of concerned)
    for (const { key, words } of selected) {
      const id = `${snapshot.kind} ${key}`;
      const entry = selecting.get(id) ?? { words, names: [] };
      entry.names.push(nameOf(snapshot));
      selecting.set(id, entry);
    }
  const overlaps = [...selecting.values()].filter(({ names }) => names.length > 1);
  if (overlaps.length === 0) return [];
  const named = listed(
    overlaps
      .sort((a, b) => compareText(a.words, b.words))
      .map(({ words, names }) => `${words} by ${listed(names, ', ')}`),
    '; ',
  );
  const message = `several overrides of one kind select the same object, and apply in the order of their names, each to what the one before it left: ${named}; put their rules into one`;
  return [{ reason: 'FleetstageOverridesOverlap', message }];
}

const listed = (all: readonly string[], between: string) => {
  const more = all.length - NAMED_AT_MOST;
  const shown = all.slice(0, NAMED_AT_MOST).join(between);
  return more > 0 ? `${shown}${between}${more} more` : shown;
};

/** A snapshot is called `<override>-<index>` (B/OV-015). */
const nameOf = ({ name }: OverrideSnapshot) => name.slice(0, name.lastIndexOf('-'));
