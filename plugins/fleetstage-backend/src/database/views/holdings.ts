import type { ConditionClaim, Instant, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { viewHolding, type ConditionView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { bindingRefs, toBinding } from '../bindingStore';
import type { Tx } from '../db';
import { toPlacementFacts } from '../facts';
import { chunks, fromJson } from '../rows';
import { loadSharedTexts } from '../sharedTexts';
import { reportRefs, toReport } from '../workStore';

/** One placement on one cluster. */
export interface Holding {
  readonly placement: string;
  readonly claims: readonly ConditionClaim[];
  readonly conditions: ConditionView[];
  readonly message?: string;
  readonly snapshot?: number;
  readonly since?: Instant;
}

/** What a cluster holds, or is told to hold, by placement; five queries. */
export async function loadHoldings(tx: Tx, hub: string, cluster: string): Promise<Holding[]> {
  const bindings = await tx.sql('bindings').where({ hub, cluster }).whereNull('released_at');
  const reports = await tx.sql('work_reports').where({ hub, cluster });
  const texts = await loadSharedTexts(tx, hub, [
    ...bindings.flatMap(bindingRefs),
    ...reports.flatMap(reportRefs),
  ]);
  const names = bindings.map(({ placement }) => placement).sort();
  const objects = new Map<string, KubeObject>();
  for (const part of chunks(names)) {
    const rows = await tx
      .sql('objects')
      .where({ hub, kind: 'ClusterResourcePlacement', namespace: '' })
      .whereIn('name', part)
      .select('name', 'body');
    for (const row of rows) objects.set(row.name, fromJson<KubeObject>(row.body));
  }
  const bindingOf = new Map(bindings.map(row => [row.placement, row]));
  const reportOf = new Map(reports.map(row => [row.placement, row]));
  return names.flatMap(placement => {
    const object = objects.get(placement);
    const row = bindingOf.get(placement);
    if (object === undefined || row === undefined) return [];
    const report = reportOf.get(placement);
    const told = viewHolding(
      toPlacementFacts(object),
      toBinding(row, texts),
      report && toReport(report, texts),
    );
    return [{ placement, ...told }];
  });
}
