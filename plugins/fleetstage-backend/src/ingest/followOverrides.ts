import {
  isLabelValue,
  isSameJson,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isMeant,
  labelsReadBy,
  MAX_OVERRIDES,
  type OverrideSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import {
  loadLatestOverrides,
  retireOverride,
  saveOverride,
  type OverrideKind,
  type OverrideRef,
} from '../database/overrideStore';
import { fromObjectKey, listPlacementKeys } from '../database/placementObject';
import { wake } from '../database/wakes';
import type { ObjectChange } from './keysFor';

export const isOverride = (kind: string): kind is OverrideKind =>
  kind === 'ClusterResourceOverride' || kind === 'ResourceOverride';

/**
 * Makes snapshots of overrides that say something else, and wakes the placements that they, or changed labels of a cluster,
 * may change (B/RO-012…014, RUL 18). In the transaction that mirrors the change, so that no pass sees one without the other.
 */
export async function followOverrides(
  tx: Tx,
  hub: string,
  changes: readonly ObjectChange[],
  now: Instant,
): Promise<void> {
  const changed: Concerned[] = [];
  for (const change of changes) {
    const { kind, name, before, after } = change;
    if (!isOverride(kind)) continue;
    const ref = { hub, kind, ...fromObjectKey(name) };
    // A recreated override may name another placement, and the former one has lost it.
    const specs = [before?.spec, after?.spec].filter(spec => spec !== undefined);
    if (await followOne(tx, ref, after, now)) changed.push(...specs.map(spec => ({ ...ref, spec })));
    wake(tx, 'overrideSaved', { hub, kind, name });
  }
  const labels = changes.flatMap(changedLabels);
  const readers = labels.length === 0 ? [] : await findReaders(tx, hub, new Set(labels));
  const crowded = await findCrowded(tx, hub, changes.flatMap(changedCount));
  await wakePlacements(tx, hub, [...changed, ...readers, ...crowded]);
}

interface Counted {
  readonly kind: OverrideKind;
  readonly namespace?: string;
}

/** Where there is one override more or fewer. */
function changedCount({ kind, name, before, after }: ObjectChange): Counted[] {
  if (!isOverride(kind) || isThere(before) === isThere(after)) return [];
  const { namespace } = fromObjectKey(name);
  return [{ kind, ...(namespace && { namespace }) }];
}

const isThere = (object: KubeObject | undefined) =>
  object !== undefined && object.metadata.deletionTimestamp === undefined;

/**
 * The overrides beside which others came or went, where there are too many of them or were until now: statuses of all placements
 * that they concern say how many (B/OV-041).
 */
async function findCrowded(tx: Tx, hub: string, places: readonly Counted[]): Promise<Concerned[]> {
  if (places.length === 0) return [];
  const overrides = (await loadLatestOverrides(tx, hub)).map(toConcerned);
  return places.flatMap(({ kind, namespace }) => {
    const there = overrides.filter(one => one.kind === kind && one.namespace === namespace);
    return there.length < MAX_OVERRIDES ? [] : there;
  });
}

/**
 * Whether it says something else than before. One whose name no label holds has no snapshots (B/OV-015): it would not outlive the
 * database, and where KubeFleet has run, which cannot make them either, it has never changed anything.
 */
function followOne(tx: Tx, ref: OverrideRef, after: KubeObject | undefined, now: Instant): Promise<boolean> {
  const isGoing =
    after === undefined || after.metadata.deletionTimestamp !== undefined || !isLabelValue(ref.name);
  return isGoing ? retireOverride(tx, ref, now) : saveOverride(tx, ref, after.spec as object, now);
}

/** Keys of labels that a cluster has gained or lost, or whose value is another one. */
function changedLabels({ kind, before, after }: ObjectChange): string[] {
  if (kind !== 'MemberCluster' || before === undefined || after === undefined) return [];
  const { labels: was = {} } = before.metadata;
  const { labels: is = {} } = after.metadata;
  if (isSameJson(was, is)) return [];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(key => was[key] !== is[key]);
}

async function findReaders(tx: Tx, hub: string, labels: ReadonlySet<string>): Promise<Concerned[]> {
  const overrides = await loadLatestOverrides(tx, hub);
  return overrides.filter(one => reads(labelsReadBy(one), labels)).map(toConcerned);
}

const reads = (read: ReturnType<typeof labelsReadBy>, labels: ReadonlySet<string>) =>
  read === 'any' || [...read].some(key => labels.has(key));

interface Concerned {
  readonly kind: OverrideKind;
  readonly namespace?: string;
  readonly spec: unknown;
}

const toConcerned = (snapshot: OverrideSnapshot): Concerned =>
  snapshot.kind === 'ClusterResourceOverrideSnapshot'
    ? { kind: 'ClusterResourceOverride', spec: snapshot.spec }
    : { kind: 'ResourceOverride', namespace: snapshot.namespace, spec: snapshot.spec };

/** Of one without a placement all that could select its objects: a pass that finds nothing changes nothing. */
async function wakePlacements(tx: Tx, hub: string, overrides: readonly Concerned[]): Promise<void> {
  if (overrides.length === 0) return;
  const placements = (await listPlacementKeys(tx, hub)).map(key => ({
    name: key,
    namespace: fromObjectKey(key).namespace,
  }));
  const woken = placements.filter(placement => overrides.some(one => concerns(one, placement)));
  wake(
    tx,
    'overrideChanged',
    woken.map(({ name }) => ({ hub, name })),
  );
}

function concerns(
  { kind, namespace, spec }: Concerned,
  placement: { name: string; namespace?: string },
): boolean {
  if (kind === 'ResourceOverride' && placement.namespace !== undefined && placement.namespace !== namespace)
    return false;
  const snapshot = { kind: `${kind}Snapshot`, namespace, spec } as Parameters<typeof isMeant>[1];
  return isMeant(placement, snapshot);
}
