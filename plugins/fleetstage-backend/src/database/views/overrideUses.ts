import { parsePlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  overrideKeysOf,
  overrideOf,
  overrideProblem,
  type MatchedOverride,
  type OverrideKeys,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { matchedOverrides } from '../documents/overrideDocuments';
import { identifiers } from '../documents/placementDocuments';
import { workClaims, type StoredClaims } from '../documents/workDocuments';
import { keyOfOverride, type OverrideRef } from '../overrideStore';
import { chunks, rowsOf } from '../rows';
import { loadSharedTexts } from '../sharedTexts';

/** Clusters of a placement that are to run with a snapshot of an override and are equally far with it. */
export interface OverrideUse {
  /** As `keyOfOverride` makes it. */
  readonly override: string;
  readonly placement: string;
  /** Of the snapshot. */
  readonly hash: string;
  readonly snapshot: string;
  readonly state: 'applied' | 'failed' | 'pending';
  /** Why it failed, here or of another override. */
  readonly message?: string;
  /** All of them in the uses of one override, else the first one. */
  readonly clusters: readonly string[];
  readonly count: number;
}

interface UseRow {
  readonly placement: string;
  readonly cluster: string;
  readonly overrides_ref: string;
  readonly claims_ref: string | null;
  readonly n: number | string;
}

/** Of bindings that are wanted; a report of another revision than the wanted one says nothing. */
const BOUND = `from bindings b left join work_reports w on w.hub = b.hub and w.placement = b.placement
  and w.cluster = b.cluster and w.revision = b.revision and w.is_released = false
  where b.hub = ? and b.overrides_ref is not null and b.phase = 'Bound' and b.released_at is null`;

/** Of all overrides: clusters with the same snapshots and the same claims are one row, however many they are. */
export async function loadOverrideUses(tx: Tx, hub: string): Promise<OverrideUse[]> {
  const result = await tx.sql.raw(
    `select b.placement, b.overrides_ref, w.claims_ref, min(b.cluster) as cluster, count(*) as n ${BOUND}
     group by b.placement, b.overrides_ref, w.claims_ref order by b.placement`,
    [hub],
  );
  return toUses(tx, hub, rowsOf<UseRow>(result));
}

/** Of one override, with every cluster. */
export async function loadUsesOf(tx: Tx, { hub, ...override }: OverrideRef): Promise<OverrideUse[]> {
  const key = keyOfOverride(override);
  const refs = await tx
    .sql('bindings')
    .where({ hub })
    .whereNotNull('overrides_ref')
    .distinct('overrides_ref')
    .pluck('overrides_ref');
  const texts = await loadSharedTexts(tx, hub, refs);
  const wanted = refs.filter(ref =>
    texts.readOptional(matchedOverrides, ref, '')?.snapshots.some(one => keyOfMatched(one) === key),
  );
  if (wanted.length === 0) return [];
  const marks = wanted.map(() => '?').join(',');
  const result = await tx.sql.raw(
    `select b.placement, b.cluster, b.overrides_ref, w.claims_ref, 1 as n ${BOUND}
     and b.overrides_ref in (${marks}) order by b.placement, b.cluster`,
    [hub, ...wanted],
  );
  return (await toUses(tx, hub, rowsOf<UseRow>(result))).filter(one => one.override === key);
}

async function toUses(tx: Tx, hub: string, rows: readonly UseRow[]): Promise<OverrideUse[]> {
  const texts = await loadSharedTexts(
    tx,
    hub,
    rows.flatMap(row => [row.overrides_ref, row.claims_ref]),
  );
  return rows.flatMap(({ placement, cluster, overrides_ref, claims_ref, n }) => {
    const { snapshots } = texts.read(matchedOverrides, overrides_ref, cluster);
    const claim = texts.readOptional(workClaims, claims_ref, cluster)?.overridden;
    return snapshots.map(one => ({
      override: keyOfMatched(one),
      placement,
      hash: one.hash,
      snapshot: one.name,
      ...stateOf(one, claim),
      clusters: [cluster],
      count: Number(n),
    }));
  });
}

/** Where another override fails nothing is sent, so that this one waits. */
function stateOf(
  { kind, namespace, name }: MatchedOverride,
  claim: StoredClaims['overridden'],
): Pick<OverrideUse, 'state' | 'message'> {
  if (claim === undefined || claim.status === 'Unknown') return { state: 'pending' };
  if (claim.status === 'True') return { state: 'applied' };
  const [, culprit] = /((?:Cluster)?ResourceOverrideSnapshot \S+)/.exec(claim.message) ?? [];
  const own = `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
  return culprit === undefined || culprit === own
    ? { state: 'failed', message: overrideProblem(claim.message) }
    : { state: 'pending', message: overrideProblem(claim.message) };
}

const keyOfMatched = ({ kind, namespace, name }: MatchedOverride) =>
  keyOfOverride({ kind: kind.slice(0, -'Snapshot'.length), namespace, name: overrideOf(name) });

/**
 * What a placement has placed, or is about to: the objects of its newest snapshot, and the clusters that are to have them.
 */
export interface PlacedOn {
  /** `_`, or a namespace. */
  readonly scope: string;
  readonly name: string;
  readonly key: string;
  /** Of its objects; made once, when they are asked for: each override of the hub is held against them. */
  readonly overrideKeys: () => OverrideKeys;
}

/** The objects of the newest snapshot of these placements, or of all of them; contents of envelopes are not among them. */
export async function loadPlaced(tx: Tx, hub: string, key?: string): Promise<PlacedOn[]> {
  const only = key === undefined ? '' : 'and placement = ?';
  const result = await tx.sql.raw(
    `select r.placement, r.identifiers from resource_snapshots r
     join (select placement, max(idx) as idx from resource_snapshots where hub = ? ${only} group by placement) newest
       on newest.placement = r.placement and newest.idx = r.idx
     where r.hub = ? order by r.placement`,
    key === undefined ? [hub, hub] : [hub, key, hub],
  );
  return rowsOf<{ readonly placement: string; readonly identifiers: string }>(result).flatMap(row => {
    const parsed = parsePlacementKey(row.placement);
    if (!parsed.ok) return [];
    const { namespace = '_', name } = parsed.value;
    let keys: OverrideKeys | undefined;
    const overrideKeys = () => (keys ??= overrideKeysOf(identifiers.read(row.identifiers)));
    return [{ scope: namespace, name, key: row.placement, overrideKeys }];
  });
}

/** Clusters that each of the placements has and keeps. */
export async function loadKeptClusters(tx: Tx, hub: string, placements: readonly string[]) {
  const clusters = new Map<string, string[]>(placements.map(placement => [placement, []]));
  for (const part of chunks(placements)) {
    const rows = await tx
      .sql('bindings')
      .where({ hub })
      .whereIn('placement', part)
      .whereNot({ phase: 'Unscheduled' })
      .whereNull('released_at')
      .orderBy(['placement', 'cluster'])
      .select('placement', 'cluster');
    for (const { placement, cluster } of rows) clusters.get(placement)?.push(cluster);
  }
  return clusters;
}

/** When each snapshot of the history last changed its state, by index. */
export async function loadSnapshotTimes(tx: Tx, { hub, kind, namespace = '', name }: OverrideRef) {
  const rows = await tx
    .sql('override_snapshots')
    .where({ hub, kind, namespace, name })
    .whereNot({ state: 'retired' })
    .select('idx', 'changed_at');
  return new Map(rows.map(row => [row.idx, Number(row.changed_at)]));
}
