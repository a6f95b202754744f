import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  viewHolding,
  type ClusterOverrideView,
  type BlockerActor,
  type ConditionView,
  type Mender,
  type PlacementStateCode,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { bindingRefs, toBinding } from '../bindingStore';
import { loadBlockersOf } from '../blockerStore';
import type { Tx } from '../db';
import { toPlacementFacts } from '../facts';
import { loadPlacementBodies } from '../placementObject';
import { kubeObject } from '../documents/kubeDocuments';
import { loadSharedTexts } from '../sharedTexts';
import { reportRefs, toReport } from '../workStore';

/** One placement on one cluster. */
export interface Holding {
  /** Its key. */
  readonly placement: string;
  readonly state: PlacementStateCode;
  readonly moves: 'rolling' | 'runs';
  readonly mender?: Mender;
  /** Who can act on what holds its rolling update. */
  readonly holder?: BlockerActor;
  /** It waits for the upgrade of the cluster. */
  readonly isForUpgrades?: boolean;
  readonly conditions: ConditionView[];
  readonly message?: string;
  readonly overrides?: readonly ClusterOverrideView[];
  readonly snapshot?: number;
  readonly since?: Instant;
  readonly verifiedAt?: Instant;
}

/** What a cluster holds, or is to hold, by placement; six queries. */
export async function loadHoldings(tx: Tx, hub: string, cluster: string): Promise<Holding[]> {
  const bindings = await tx.sql('bindings').where({ hub, cluster }).whereNull('released_at');
  const reports = await tx.sql('work_reports').where({ hub, cluster });
  const texts = await loadSharedTexts(tx, hub, [
    ...bindings.flatMap(bindingRefs),
    ...reports.flatMap(reportRefs),
  ]);
  const names = bindings.map(({ placement }) => placement).sort();
  const blockers = await loadBlockersOf(tx, hub, { kind: 'placement', names });
  const bodies = await loadPlacementBodies(tx, hub, names);
  const bindingOf = new Map(bindings.map(row => [row.placement, row]));
  const reportOf = new Map(reports.map(row => [row.placement, row]));
  return names.flatMap(placement => {
    const body = bodies.get(placement);
    const row = bindingOf.get(placement);
    if (body === undefined || row === undefined) return [];
    const report = reportOf.get(placement);
    const holding = viewHolding(toPlacementFacts(kubeObject.read(body)), toBinding(row, texts), {
      report: report && toReport(report, texts),
      blockers: blockers.get(placement),
    });
    return [{ placement, ...holding }];
  });
}
