import { assertNever, concernsGates, type Trigger } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { raiseFleetVersion } from './fleetVersion';
import { markAllPlacements, markGatesOn } from './marks';
import { findReaders } from './placementInputs';
import { chunks } from './rows';
import { wake } from './wakes';

export interface ClusterTrigger {
  readonly cluster: string;
  readonly trigger: Trigger;
}

/**
 * Marks the placements that changes of clusters concern (A/SCH-104…116), with one query of the index of inputs for all
 * of them. Update runs are woken by their placement, when its bindings change, or as they wait at an added gate. A pass that is
 * under way, and cannot be found yet, finds the change by the version of the fleet.
 */
export async function markTriggers(tx: Tx, hub: string, triggers: readonly ClusterTrigger[]): Promise<void> {
  if (triggers.every(({ trigger }) => trigger.kind === 'nobody')) return;
  await raiseFleetVersion(tx, hub);
  const read = triggers.filter(({ trigger }) => concernsGates(trigger));
  await markGatesOn(
    tx,
    hub,
    read.map(({ cluster }) => cluster),
  );
  if (triggers.some(({ trigger }) => trigger.kind === 'everybody')) {
    await markAllPlacements(tx, hub);
    return;
  }
  const inputs: string[] = [];
  const leaving: string[] = [];
  for (const { cluster, trigger } of triggers) {
    switch (trigger.kind) {
      case 'nobody':
      case 'everybody':
        break;
      case 'holders':
        leaving.push(cluster);
        break;
      case 'readers':
        inputs.push(...trigger.inputs);
        break;
      default:
        assertNever(trigger);
    }
  }
  const names = [...(await findReaders(tx, hub, inputs)), ...(await findHolders(tx, hub, leaving))];
  wake(
    tx,
    'placementConcerned',
    names.map(name => ({ hub, name })),
  );
}

async function findHolders(tx: Tx, hub: string, clusters: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of chunks(clusters)) {
    const holders = tx.sql('bindings').where({ hub }).whereIn('cluster', part);
    found.push(...(await holders.distinct('placement').pluck('placement')));
  }
  return found;
}
