import { cutText, toPlacementKey, type PlacementKind } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isMeant,
  selectsAny,
  viewOverride,
  type OverrideSnapshot,
  type OverrideView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { loadFleet } from '../database/clusterStore';
import { loadObject } from '../database/mirrorStore';
import { loadKeptClusters, loadPlaced, type PlacedOn } from '../database/views/overrideUses';
import type { Schemas } from './contract';
import { readDraft } from './overrideDraft';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { mustBeAllowed } from './commands/commandDeps';
import type { Viewer } from './viewer';

/** Names beyond these are a number. */
const MOST_NAMES = 20;

export const namedClusters = (names: readonly string[]): Schemas['NamedClusters'] => ({
  count: names.length,
  names: names.slice(0, MOST_NAMES),
});

/** What a draft would say of each cluster, and which placements have its objects; nothing is written. */
export async function matchOverride(
  deps: QueryDeps,
  asked: Schemas['MatchOverrideRequest'] & { readonly hub?: string },
  viewer: Viewer,
): Promise<Schemas['OverrideMatchAnswer']> {
  checkHub(deps, asked);
  mustBeAllowed(viewer.mayReadOverrides());
  const snapshot = readDraft(asked.scope, asked.spec);
  const { clusters, placements, isMissing } = await reading(deps, async tx => ({
    clusters: await loadFleet(tx, deps.hub),
    placements: await loadCandidates(tx, deps.hub, snapshot),
    isMissing: await isPlacementMissing(tx, deps.hub, snapshot),
  }));
  const view = viewOverride(snapshot, clusters);
  const matched = matchedBy(view);
  return {
    ...stampOf(deps),
    ...toMatch(view),
    placements: placements.map(({ scope, name, on }) => ({
      scope,
      name,
      clusters: on.length,
      matched: on.filter(cluster => matched.has(cluster)).length,
    })),
    ...(isMissing && { placementMissing: true }),
  };
}

export const matchedBy = ({ variants }: OverrideView): ReadonlySet<string> =>
  new Set(variants.flatMap(({ clusters }) => clusters));

export const toMatch = (view: OverrideView): Schemas['OverrideMatch'] => matchWith(view, showOnce());

const MOST_VARIANTS = 100;
/** Of the JSON text of a value, in characters: `spec` has it whole. */
const LONGEST_VALUE = 500;

type Shown = Pick<Schemas['OverrideOperation'], 'value' | 'isCut'>;

/** Variants share the values of their rules, so that a long one is read once. */
function showOnce(): (value: unknown) => Shown {
  const known = new Map<unknown, Shown>();
  return value => {
    const shown = known.get(value) ?? showValue(value);
    known.set(value, shown);
    return shown;
  };
}

function showValue(value: unknown): Shown {
  if (value === undefined) return {};
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE
    ? { value: cutText(text, LONGEST_VALUE) as never, isCut: true }
    : { value: value as never };
}

const matchWith = (view: OverrideView, shown: (value: unknown) => Shown): Schemas['OverrideMatch'] => ({
  rules: view.rules.map(rule => ({
    ...rule,
    terms: [...rule.terms],
    clusters: namedClusters(rule.clusters),
  })),
  variants: view.variants.slice(0, MOST_VARIANTS).map(variant => ({
    ...variant,
    rules: [...variant.rules],
    clusters: [...variant.clusters],
    operations: variant.operations.map(({ value, ...operation }) => ({ ...operation, ...shown(value) })),
  })),
  variantCount: view.variants.length,
  clusterCount: view.clusterCount,
  matched: view.matchedCount,
  missingLabels: view.missingLabels.slice(0, MOST_NAMES).map(one => ({ ...one })),
  missingLabelCount: view.missingLabels.length,
});

export interface Candidate extends PlacedOn {
  /** Its clusters. */
  readonly on: readonly string[];
}

/** Placements that the override is for and whose newest snapshot has one of its objects. */
export async function loadCandidates(tx: Tx, hub: string, snapshot: OverrideSnapshot): Promise<Candidate[]> {
  const key = placementOf(snapshot)?.key;
  const placed = await loadPlaced(tx, hub, key);
  return withClusters(
    tx,
    hub,
    placed.filter(one => concerns(snapshot, one)),
  );
}

export async function withClusters(tx: Tx, hub: string, placed: readonly PlacedOn[]): Promise<Candidate[]> {
  const on = await loadKeptClusters(
    tx,
    hub,
    placed.map(one => one.key),
  );
  return placed.map(one => ({ ...one, on: on.get(one.key) ?? [] }));
}

/** B/OV-003…005, OV-031. */
export function concerns(snapshot: OverrideSnapshot, { key, scope, overrideKeys }: PlacedOn): boolean {
  const named = scope === '_' ? { name: key } : { name: key, namespace: scope };
  if (!isMeant(named, snapshot)) return false;
  return selectsAny(snapshot, overrideKeys());
}

/** The only placement that the override is for, where it names one. */
export function placementOf(snapshot: OverrideSnapshot):
  | {
      readonly kind: PlacementKind;
      readonly scope: string;
      readonly name: string;
      readonly namespace?: string;
      readonly key: string;
    }
  | undefined {
  const { placement } = snapshot.spec;
  if (placement === undefined) return undefined;
  const { name } = placement;
  if (snapshot.kind === 'ClusterResourceOverrideSnapshot' || placement.scope !== 'Namespaced')
    return { kind: 'ClusterResourcePlacement', scope: '_', name, key: name };
  const { namespace } = snapshot;
  return {
    kind: 'ResourcePlacement',
    scope: namespace,
    name,
    namespace,
    key: toPlacementKey({ namespace, name }),
  };
}

export async function isPlacementMissing(tx: Tx, hub: string, snapshot: OverrideSnapshot): Promise<boolean> {
  const placement = placementOf(snapshot);
  if (placement === undefined) return false;
  const { kind, namespace, name } = placement;
  return (await loadObject(tx, { hub, kind, namespace, name })) === undefined;
}
