import {
  approversOf,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { toPlacementFacts, toRunFacts } from '../facts';
import { siblingsOf } from '../loadRunState';
import { listObjectsOf, loadObject } from '../mirrorStore';
import { placementOfRun } from '../placementObject';
import { loadFleetFor, loadPlacementParts } from '../placementParts';

/** A run that nobody has created, as the pass that plans it would see the world. */
export interface PlannedRun {
  readonly state: Omit<RunState, 'run' | 'progress' | 'approvals'>;
  readonly placement?: KubeObject;
  /** Names that are taken on the hub. */
  readonly runNames: readonly string[];
}

export async function loadPlannedRun(
  tx: Tx,
  hub: string,
  asked: { readonly placement: string; readonly strategy: string },
): Promise<PlannedRun> {
  const { name } = placementOfRun(hub, asked.placement);
  const placement = await loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name });
  const strategy = await loadObject(tx, { hub, kind: 'ClusterStagedUpdateStrategy', name: asked.strategy });
  const mirrored = await listObjectsOf(tx, hub, 'ClusterStagedUpdateRun', name);
  const {
    runs,
    derivedFrom,
    lastDecision: _,
    schedule,
    ...parts
  } = await loadPlacementParts(tx, { hub, name });
  const isOfThisPlacement = derivedFrom === undefined || derivedFrom === placement?.metadata.uid;
  return {
    state: {
      ...parts,
      clusters: await loadFleetFor(tx, { hub, name }),
      ...(strategy && {
        strategy: (strategy as unknown as ClusterStagedUpdateStrategy).spec,
        approvers: approversOf(strategy),
      }),
      ...(placement && { placement: toPlacementFacts(placement) }),
      ...(isOfThisPlacement && schedule && { schedule }),
      siblings: siblingsOf('', runs, mirrored.map(toRunFacts)),
    },
    ...(placement && { placement }),
    runNames: await tx
      .sql('objects')
      .where({ hub, kind: 'ClusterStagedUpdateRun', namespace: '' })
      .pluck('name'),
  };
}
