import { compareText } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ScheduleVerdict, VerdictChange } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { clusterNames, scheduleVerdict } from './documents/placementDocuments';
import { chunks } from './rows';
import { fillIn, isLeftOpen, leaveOpen } from './sharedTexts';
import type { VerdictRow } from './tables';

/** A cluster that gets another verdict costs its row's list anew: about 4 kB, not the names of ten thousand. */
const NAMES_PER_ROW = 200;

type Held = Pick<VerdictRow, 'ordinal' | 'since' | 'verdict' | 'clusters'>;

/** The verdicts of the last decision, ordered by cluster name. */
export async function loadVerdicts(tx: Tx, { hub, name }: PlacementRef): Promise<ScheduleVerdict[]> {
  const rows = await tx
    .sql('verdicts')
    .where({ hub, placement: name })
    .whereNull('until')
    .select('verdict', 'clusters');
  return toVerdicts(rows);
}

/** The verdicts of an earlier decision, which must be kept still (`loadDecision`); ordered by cluster name. */
export async function loadVerdictsOf(
  tx: Tx,
  { hub, name }: PlacementRef,
  decision: number,
): Promise<ScheduleVerdict[]> {
  const rows = await tx
    .sql('verdicts')
    .where({ hub, placement: name })
    .where('since', '<=', decision)
    .where(or => or.whereNull('until').orWhere('until', '>', decision))
    .select('verdict', 'clusters');
  return toVerdicts(rows);
}

/** How the verdicts of a decision differ from those that are stored, and what to write for it. */
export interface VerdictDifference {
  /** By name. */
  readonly changes: readonly VerdictChange[];
  /** Rows of which some clusters are left, and those whose clusters are all gone. */
  readonly cut: readonly { readonly row: Held; readonly stay: string[]; readonly gone: string[] }[];
  readonly ended: readonly Held[];
  /** New texts with their clusters. */
  readonly added: ReadonlyMap<string, string[]>;
}

/** Compares stored texts: what did not change is neither parsed nor written. Before the first decision nothing is stored. */
export async function compareWithStored(
  tx: Tx,
  { hub, name }: PlacementRef,
  { verdicts, isFirst }: { readonly verdicts: readonly ScheduleVerdict[]; readonly isFirst: boolean },
): Promise<VerdictDifference> {
  const rows: Held[] = isFirst
    ? []
    : await tx
        .sql('verdicts')
        .where({ hub, placement: name })
        .whereNull('until')
        .select('ordinal', 'since', 'verdict', 'clusters');
  const texts = new Map(verdicts.map(verdict => [verdict.cluster, toText(verdict)]));
  const parts = rows.map(row => {
    const clusters = clusterNames.read(row.clusters);
    return {
      row,
      stay: clusters.filter(cluster => texts.get(cluster) === row.verdict),
      gone: clusters.filter(cluster => texts.get(cluster) !== row.verdict),
    };
  });
  const changed = parts.filter(({ gone }) => gone.length > 0);
  const before = new Map(
    changed.flatMap(({ row, gone }) =>
      gone
        .map(verdictReader(row.verdict))
        .map((verdict): [string, ScheduleVerdict] => [verdict.cluster, verdict]),
    ),
  );
  const same = new Set(parts.flatMap(({ stay }) => stay));
  const after = new Map(
    verdicts.filter(({ cluster }) => !same.has(cluster)).map(verdict => [verdict.cluster, verdict]),
  );
  return {
    changes: [...new Set([...before.keys(), ...after.keys()])].sort(compareText).map(cluster => ({
      cluster,
      ...(before.has(cluster) && { before: before.get(cluster) }),
      ...(after.has(cluster) && { after: after.get(cluster) }),
    })),
    cut: changed.filter(({ stay }) => stay.length > 0),
    ended: changed.filter(({ stay }) => stay.length === 0).map(({ row }) => row),
    added: groupByText([...after.keys()], texts),
  };
}

/** Writes as much as has changed. Call lockPlacement first. */
export async function saveDifference(
  tx: Tx,
  { hub, name }: PlacementRef,
  { cut, ended, added }: VerdictDifference,
  { decision, firstOrdinal }: { readonly decision: number; readonly firstOrdinal: number },
): Promise<void> {
  for (const part of chunks(ended))
    await tx
      .sql('verdicts')
      .where({ hub, placement: name })
      .whereIn(
        'ordinal',
        part.map(({ ordinal }) => ordinal),
      )
      .update({ until: decision });
  const kept = cut.map(({ row, stay }) => ({ ...row, until: null, clusters: clusterNames.write(stay) }));
  const fresh = [
    ...cut.map(({ row, gone }) => ({ ...row, until: decision, clusters: clusterNames.write(gone) })),
    ...[...added].flatMap(([verdict, clusters]) =>
      chunks(clusters, NAMES_PER_ROW).map(some => ({
        verdict,
        clusters: clusterNames.write(some),
        since: decision,
        until: null,
      })),
    ),
  ].map((row, i) => ({ ...row, ordinal: firstOrdinal + i }));
  for (const part of chunks([...kept, ...fresh]))
    await tx
      .sql('verdicts')
      .insert(part.map(row => ({ hub, placement: name, ...row })))
      .onConflict(['hub', 'placement', 'ordinal'])
      .merge(['clusters']);
}

/** Clusters with the same verdict, their own name left open, share a row: a fleet of a thousand has a handful. */
function groupByText(clusters: readonly string[], texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const cluster of clusters) {
    const text = texts.get(cluster) ?? '';
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [cluster]);
    else group.push(cluster);
  }
  return groups;
}

/** Equal for equal verdicts, in whatever order their fields were set. */
function toText({
  cluster,
  selected,
  code,
  reason,
  score,
  filter,
  parts,
  inputs,
  ...rest
}: ScheduleVerdict): string {
  const ordered = { selected, code, reason, filter, score, parts, inputs, ...rest };
  return leaveOpen(scheduleVerdict.write(ordered), cluster);
}

const toVerdicts = (rows: readonly Pick<VerdictRow, 'verdict' | 'clusters'>[]) =>
  rows
    .flatMap(row => clusterNames.read(row.clusters).map(verdictReader(row.verdict)))
    .sort((a, b) => compareText(a.cluster, b.cluster));

/** A text that names no cluster is parsed once for all that share it. */
function verdictReader(text: string): (cluster: string) => ScheduleVerdict {
  const parse = (json: string) => scheduleVerdict.read(json);
  if (isLeftOpen(text)) return cluster => ({ cluster, ...parse(fillIn(text, cluster)) });
  const shared = parse(text);
  return cluster => ({ cluster, ...shared });
}
