import {
  DELETION_STAGE,
  parseLabelSelector,
  type StageConfig,
  type StageTask,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText, pass, refuse, type Verdict } from '../decision';
import type { Binding } from '../placement/state';
import type { Side } from '../staged/gates/gate';
import { findGateKind } from '../staged/gates/gateKinds';
import type { StageProgress } from './state';

const NAMED_AT_MOST = 10;

export interface StagesInput {
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

/**
 * Puts every scheduled cluster into exactly one stage, in the order in which it will be updated (C/UR-056…059, UR-077…079).
 *
 *   no selector                  → the stage is empty; `{}` selects every scheduled cluster (ST-003)
 *   sortingLabelKey order        → ascending integer, ties by name; anything but an integer is refused (RUL 32)
 *   two stages select c1         → refused, both stages named
 *   c9 is scheduled, in no stage → refused, c9 named
 *   Unscheduled bindings         → the deletion stage, by name
 */
export function planStages(input: StagesInput): StagesPlan {
  const selected = new Set(input.bindings.filter(b => b.phase !== 'Unscheduled').map(b => b.cluster));
  const candidates = input.clusters.filter(cluster => selected.has(cluster.name));
  const placed = input.stages.map(stage => ({ stage, clusters: selectClusters(stage, candidates) }));
  const verdict = validatePlaces(placed, selected);
  if (!verdict.ok) return { ok: false, message: verdict.message };
  return {
    ok: true,
    stages: placed.map(({ stage, clusters }) => ({
      name: stage.name,
      clusters: sortClusters(stage, clusters).map(({ name }) => ({ cluster: name })),
      before: planGates(stage.beforeStageTasks, { run: input.run, stage: stage.name, side: 'beforeStage' }),
      after: planGates(stage.afterStageTasks, { run: input.run, stage: stage.name, side: 'afterStage' }),
    })),
    deletion: planDeletion(input.bindings),
  };
}

interface Place {
  readonly stage: StageConfig;
  readonly clusters: readonly ClusterFacts[];
}

/** What of a cluster decides about its stage and its place in it. */
export type LabelledCluster = Pick<ClusterFacts, 'name' | 'labels'>;

/** Those whose labels the stage selects; none where it has no selector (ST-003). */
export function selectClusters<T extends LabelledCluster>(
  stage: StageConfig,
  candidates: readonly T[],
): readonly T[] {
  if (stage.labelSelector === undefined) return [];
  const selector = parseLabelSelector(stage.labelSelector);
  return selector.ok ? candidates.filter(cluster => selector.value(cluster.labels)) : [];
}

function validatePlaces(places: readonly Place[], selected: ReadonlySet<string>): Verdict {
  const stageOf = new Map<string, string>();
  for (const { stage, clusters } of places) {
    for (const { name, labels } of clusters) {
      const other = stageOf.get(name);
      if (other !== undefined) return refuse('InTwoStages', inTwoStages(name, other, stage.name));
      stageOf.set(name, stage.name);
      const key = stage.sortingLabelKey;
      if (key !== undefined && parseOrder(labels[key]) === undefined) {
        return refuse('NoOrder', noOrder(stage, name, labels[key]));
      }
    }
  }
  const lost = [...selected].filter(name => !stageOf.has(name)).sort(compareText);
  return lost.length === 0 ? pass : refuse('InNoStage', inNoStage(lost));
}

/** In the order of their update; a cluster without a whole number comes as 0. */
export const sortClusters = <T extends LabelledCluster>(stage: StageConfig, clusters: readonly T[]): T[] => {
  const key = stage.sortingLabelKey;
  const order = (cluster: T) => (key === undefined ? 0 : (parseOrder(cluster.labels[key]) ?? 0));
  return [...clusters].sort((a, b) => order(a) - order(b) || compareText(a.name, b.name));
};

/** A whole number as a sorting label has it (RUL 32); `undefined`: it is none. */
export function parseOrder(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const order = Number(text);
  return Number.isSafeInteger(order) ? order : undefined;
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

const inTwoStages = (cluster: string, a: string, b: string) =>
  `cluster "${cluster}" is selected by the stages "${a}" and "${b}"; ` +
  `change its labels or the label selectors so that it is in one stage only`;

function noOrder(stage: StageConfig, cluster: string, value: string | undefined): string {
  const what = value === undefined ? 'does not have it' : `has the value "${value}"`;
  return (
    `stage "${stage.name}" is sorted by the label "${stage.sortingLabelKey}", but cluster "${cluster}" ${what}; ` +
    `label it with a whole number`
  );
}

const inNoStage = (lost: readonly string[]) =>
  `${lost.length} scheduled cluster(s) are selected by no stage: ${lost.slice(0, NAMED_AT_MOST).join(', ')}` +
  `${lost.length > NAMED_AT_MOST ? ` and ${lost.length - NAMED_AT_MOST} more` : ''}; ` +
  `change their labels or add a stage that selects them`;
