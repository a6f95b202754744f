import { stagedKindsOfKey, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toBlockers, type RunInputs } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadBlockersOf } from '../blockerStore';
import type { Tx } from '../db';
import { toRunFacts } from '../facts';
import { loadGateFacts } from '../gateFacts';
import { keyOfObject, loadBodies } from '../placementObject';
import { chunks } from '../rows';
import { kubeObject } from '../documents/kubeDocuments';
import { toRecord, type RunRecord } from '../runStore';

/** A run as lists and overviews show it, and the object that it was authored as. */
export interface ListedRun {
  readonly object: KubeObject;
  readonly inputs: RunInputs;
}

/**
 * The runs with these keys, in five queries per 500 of them however wide their plans are: what holds them and their clusters is in their
 * rows, so that nothing of their placements, of other runs and of the fleet is read.
 */
export async function loadListedRuns(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const runs: ListedRun[] = [];
  for (const part of chunks(names)) runs.push(...(await loadPart(tx, hub, part)));
  return runs;
}

const NOT_LISTED = { bindings: [], reports: [], siblings: [], clusters: [], resourceSnapshots: [] } as const;

async function loadPart(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const objects = await loadObjects(tx, hub, names);
  const records = await loadRecords(tx, hub, names);
  const uids = new Map(objects.map(object => [keyOfObject(object), object.metadata.uid ?? '']));
  const blockers = await loadBlockersOf(tx, hub, { kind: 'run', uids });
  const recordOf = new Map(records.map(record => [record.uid, record]));
  const gated = objects.map(object => ({
    name: keyOfObject(object),
    progress: recordOf.get(object.metadata.uid ?? '')?.progress,
  }));
  const gateFactsOf = await loadGateFacts(tx, hub, { runs: gated });
  return objects.map((object, i) => {
    return {
      object,
      inputs: {
        ...NOT_LISTED,
        run: toRunFacts(object),
        progress: gated[i].progress,
        gateFacts: gateFactsOf(gated[i]),
        blockers: toBlockers(blockers.get(gated[i].name) ?? []),
      },
    };
  });
}

/** In the order of the names. */
async function loadObjects(tx: Tx, hub: string, names: readonly string[]): Promise<KubeObject[]> {
  const bodies = await loadBodies(tx, hub, names, key => stagedKindsOfKey(key).run);
  return names.flatMap(name => {
    const body = bodies.get(name);
    return body === undefined
      ? []
      : [kubeObject.read(body, `the object of ${stagedKindsOfKey(name).run} "${name}"`)];
  });
}

async function loadRecords(tx: Tx, hub: string, names: readonly string[]): Promise<RunRecord[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub })
    .whereIn('name', [...names]);
  return rows.map(toRecord);
}
