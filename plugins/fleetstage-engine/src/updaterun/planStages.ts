import {
  DELETION_STAGE,
  type StageConfig,
  type StageTask,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import type { Binding } from '../state/placement';
import type { Side } from '../staged/gates/gate';
import { findGateKind } from '../staged/gates/gateKinds';
import { placeItems } from '../staged/placeItems';
import { planNamedGates, type GateNaming } from './namedGates';
import type { StageProgress } from './state';

export interface StagesInput extends GateNaming {
  /** Names the approval requests. */
  readonly run: string;
  readonly stages: readonly StageConfig[];
  /** Live labels decide (C/UR-078). */
  readonly clusters: readonly ClusterFacts[];
  /** Of the placement; those that are Unscheduled go to the deletion stage. */
  readonly bindings: readonly Binding[];
}

export type StagesPlan =
  | { readonly ok: true; readonly stages: readonly StageProgress[]; readonly deletion: StageProgress }
  | { readonly ok: false; readonly message: string };

/** Every scheduled cluster in its stage (`placeItems`); bindings that are Unscheduled go to the deletion stage, by name. */
export function planStages(input: StagesInput): StagesPlan {
  const { run, stages, clusters, bindings } = input;
  const names = new Set(bindings.filter(b => b.phase !== 'Unscheduled').map(b => b.cluster));
  const items = clusters.filter(({ name }) => names.has(name));
  const words = { item: 'cluster', expected: 'scheduled cluster' };
  const placed = placeItems(stages, { items, names, words });
  if (!placed.ok) return placed;
  return {
    ok: true,
    stages: stages.map(({ name: stage, beforeStageTasks, afterStageTasks }, index) => ({
      name: stage,
      clusters: placed.stages[index].map(cluster => ({ cluster })),
      before: [
        ...planGates(beforeStageTasks, { run, stage, side: 'beforeStage' }),
        ...planNamedGates(input, { stage, side: 'before' }),
      ],
      after: [
        ...planGates(afterStageTasks, { run, stage, side: 'afterStage' }),
        ...planNamedGates(input, { stage, side: 'after' }),
      ],
    })),
    deletion: planDeletion(bindings),
  };
}

const planGates = (tasks: readonly StageTask[] = [], place: { run: string; stage: string; side: Side }) =>
  tasks.flatMap(task => findGateKind(task.type)?.plan(task, place) ?? []);

function planDeletion(bindings: readonly Binding[]): StageProgress {
  const names = bindings.filter(b => b.phase === 'Unscheduled').map(b => b.cluster);
  return {
    name: DELETION_STAGE,
    clusters: names.sort(compareText).map(cluster => ({ cluster })),
    before: [],
    after: [],
  };
}
