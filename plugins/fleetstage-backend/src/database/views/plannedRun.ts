import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { toRunFacts } from '../facts';
import { loadRunInputs, siblingsOf } from '../loadRunState';
import { listObjectsOf, loadObject } from '../mirrorStore';
import { placementOfRun } from '../placementObject';

/** A run that nobody has created, with the state that its first pass would read. */
export interface PlannedRun {
  readonly state: Omit<RunState, 'run' | 'progress' | 'gateFacts'>;
  readonly placement?: KubeObject;
  /** Names that are taken on the hub. */
  readonly runNames: readonly string[];
}

export async function loadPlannedRun(
  tx: Tx,
  hub: string,
  asked: { readonly placement: string; readonly strategy: string; readonly snapshot?: string },
): Promise<PlannedRun> {
  const { name } = placementOfRun(hub, asked.placement);
  const placement = await loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name });
  const strategy = await loadObject(tx, { hub, kind: 'ClusterStagedUpdateStrategy', name: asked.strategy });
  const mirrored = await listObjectsOf(tx, hub, 'ClusterStagedUpdateRun', name);
  const { runs, inputs } = await loadRunInputs(
    tx,
    { hub, name },
    { placement, strategy, resourceIndex: asked.snapshot },
  );
  return {
    state: {
      ...inputs,
      siblings: siblingsOf('', runs, mirrored.map(toRunFacts)),
    },
    ...(placement && { placement }),
    runNames: await tx
      .sql('objects')
      .where({ hub, kind: 'ClusterStagedUpdateRun', namespace: '' })
      .pluck('name'),
  };
}
