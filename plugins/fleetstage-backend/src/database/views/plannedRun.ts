import { stagedKindsOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { namedBy } from '../keyText';
import { toRunFacts } from '../facts';
import { loadRunInputs, siblingsOf } from '../loadRunState';
import { listObjectsOf, loadObject } from '../mirrorStore';
import { placementObject } from '../placementObject';
import { strategyObject } from '../stagedObjects';

/** A run that nobody has created, with the state that its first pass would read. */
export interface PlannedRun {
  readonly state: Omit<RunState, 'run' | 'progress' | 'gateFacts'>;
  readonly placement?: KubeObject;
  /** Names that are taken on the hub, or in the namespace. */
  readonly runNames: readonly string[];
}

export interface PlannedFrom {
  /** Of the placement and the strategy; absent: both are cluster-wide. */
  readonly namespace?: string;
  readonly placement: string;
  readonly strategy: string;
  readonly snapshot?: string;
}

export async function loadPlannedRun(tx: Tx, hub: string, asked: PlannedFrom): Promise<PlannedRun> {
  const { namespace } = asked;
  const { run: kind } = stagedKindsOf(asked);
  const name = namedBy(asked, asked.placement);
  const placement = await loadObject(tx, placementObject({ hub, name }));
  const strategy = await loadObject(tx, strategyObject({ hub, name: namedBy(asked, asked.strategy) }));
  const mirrored = await listObjectsOf(tx, hub, kind, name);
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
      .where({ hub, kind, namespace: namespace ?? '' })
      .pluck('name'),
  };
}
