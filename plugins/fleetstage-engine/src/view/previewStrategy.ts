import {
  parseIntOrPercent,
  type StageConfig,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { usableSlots } from '../staged/slots';
import { parseOrder, selectItems, sortItems, type LabelledItem } from '../staged/placeItems';
import type { PlannedGateView } from '../staged/gates/gateStatus';
import { previewGate, previewTasks } from '../staged/gates/previewGate';
import { planNamedGates, type GateNaming } from '../updaterun/namedGates';
import { isForPeople } from '../staged/gates/gateKinds';
import { refuseSpec } from './refuseSpec';
import { selectorInWords } from './runStages';
import { countOf, listOf } from '../words';

export interface StrategyPreviewInput extends GateNaming {
  /** As a person edits it: it may be anything that has stages with names. */
  readonly spec: UpdateStrategySpec;
  readonly clusters: readonly LabelledItem[];
  /** Names of the clusters of a placement; absent: all clusters. */
  readonly bound?: readonly string[];
  /** Of past runs; `clusterSeconds`: usual time from the start of a cluster to its being updated. */
  readonly durations?: { readonly clusterSeconds?: number };
}

export type StrategyProblemKind =
  'invalid' | 'inNoStage' | 'inTwoStages' | 'noOrder' | 'emptyStage' | 'share';

export interface StrategyProblemView {
  kind: StrategyProblemKind;
  /** A run could not be prepared. */
  isFatal: boolean;
  message: string;
  /** Path within the object, e.g. `spec.stages[0].labelSelector`. */
  field?: string;
  stages: string[];
  clusters: string[];
}

/** What a problem means for whoever saves the strategy. */
export type StrategySeverity = 'refused' | 'risky' | 'note';

/**
 * The hub or every run refuses the strategy itself, or runs with these clusters would fail to prepare, or it is worth
 * knowing. Only the first keeps it from being saved: which clusters a placement has changes without the strategy.
 *
 *     stages[1].name used twice      refused
 *     c9 in no stage                 risky
 *     25% of 13 is 3 at a time       note
 */
export const strategySeverity = ({
  kind,
  isFatal,
}: Pick<StrategyProblemView, 'kind' | 'isFatal'>): StrategySeverity =>
  kind === 'invalid' ? 'refused' : isFatal ? 'risky' : 'note';

/** A stage as the strategy has it, without clusters. */
export interface StrategyStageView {
  name: string;
  /** Absent where it selects no cluster. */
  selector?: string;
  /** `1`, `25%`. */
  concurrency: string;
  sortingLabel?: string;
  gatesBefore: PlannedGateView[];
  gatesAfter: PlannedGateView[];
}

export interface StrategyPreviewStageView extends StrategyStageView {
  slots: number;
  /** In the order of their update. */
  clusters: { name: string; order?: string }[];
  /** `slots` at a time; a cluster really begins as soon as a slot is free. */
  waves: string[][];
  waitSeconds: number;
  /** Usual update of a cluster times waves. */
  expectedSeconds?: number;
}

export interface StrategyPreviewView {
  /** Fatal ones first. */
  problems: StrategyProblemView[];
  stages: StrategyPreviewStageView[];
  clusterCount: number;
  waitSeconds: number;
  approvalCount: number;
  /** Waits and usual updates, without the time of people; absent without durations. */
  bestSeconds?: number;
}

/**
 * Where the clusters fall when a run works by the strategy, with everything that would keep it from being prepared: the rules
 * of `planStages`, but all of their refusals at once (RUL 28, RUL 32, C/UR-056…059, UR-077…079).
 *
 *   a field that a run refuses                    → invalid, fatal
 *   c9 matches no stage                           → inNoStage, fatal
 *   c1 matches canary and prod                    → inTwoStages, fatal, shown in both
 *   order label missing, or "first"               → noOrder, fatal
 *   no cluster in a stage                         → emptyStage
 *   25% of 13                                     → share: 3 at a time
 */
export function previewStrategy({
  spec,
  clusters,
  bound,
  durations = {},
  ...naming
}: StrategyPreviewInput): StrategyPreviewView {
  const names = bound && new Set(bound);
  const candidates = clusters.filter(({ name }) => names === undefined || names.has(name));
  const places = spec.stages.map(stage => ({
    stage,
    clusters: sortItems(stage, selectItems(stage, candidates)),
  }));
  const stages = places.map(place => viewPlace(place, naming, durations.clusterSeconds));
  const problems = [
    ...invalid(spec, naming),
    ...findMisplaced(places, candidates),
    ...places.flatMap(findNoOrder),
    ...places.flatMap(findEmpty),
    ...places.flatMap(findShare),
  ];
  const waitSeconds = sumOf(stages.map(stage => stage.waitSeconds));
  return {
    problems,
    stages,
    clusterCount: candidates.length,
    waitSeconds,
    approvalCount: stages
      .flatMap(({ gatesBefore, gatesAfter }) => [...gatesBefore, ...gatesAfter])
      .filter(isForPeople).length,
    ...(durations.clusterSeconds !== undefined && {
      bestSeconds: waitSeconds + sumOf(stages.map(({ expectedSeconds = 0 }) => expectedSeconds)),
    }),
  };
}

interface Place {
  readonly stage: StageConfig;
  readonly clusters: readonly LabelledItem[];
}

/** Waits of a stage run beside its approval, so the longest of its gates counts. */
function viewPlace(
  { stage, clusters }: Place,
  naming: GateNaming,
  clusterSeconds: number | undefined,
): StrategyPreviewStageView {
  const names = clusters.map(({ name }) => name);
  const view = viewStrategyStage(stage, naming);
  const slots = usableSlots(isUsable(stage) ? stage.maxConcurrency : 1, names.length);
  const waves = wavesOf(names, slots);
  const waits = view.gatesAfter.map(({ waitSeconds = 0 }) => waitSeconds);
  return {
    ...view,
    slots,
    clusters: clusters.map(({ name, labels }) => {
      const order = stage.sortingLabelKey === undefined ? undefined : labels[stage.sortingLabelKey];
      return { name, ...(order !== undefined && { order }) };
    }),
    waves,
    waitSeconds: Math.max(0, ...waits),
    ...(clusterSeconds !== undefined && { expectedSeconds: Math.round(clusterSeconds * waves.length) }),
  };
}

/** A stage as the strategy has it. */
export function viewStrategyStage(stage: StageConfig, naming: GateNaming = {}): StrategyStageView {
  const named = (side: 'before' | 'after') =>
    planNamedGates(naming, { stage: stage.name, side }).map(previewGate);
  const selector = selectorInWords(stage);
  return {
    name: stage.name,
    ...(selector !== undefined && { selector }),
    concurrency: String(stage.maxConcurrency ?? 1),
    ...(stage.sortingLabelKey !== undefined && { sortingLabel: stage.sortingLabelKey }),
    gatesBefore: [...previewTasks(stage.beforeStageTasks), ...named('before')],
    gatesAfter: [...previewTasks(stage.afterStageTasks), ...named('after')],
  };
}

function isUsable({ maxConcurrency = 1 }: StageConfig): boolean {
  const parsed = parseIntOrPercent(maxConcurrency);
  return parsed.ok && (parsed.value.kind === 'count' ? parsed.value.count : parsed.value.percent) > 0;
}

function wavesOf(names: readonly string[], slots: number): string[][] {
  const size = Math.max(1, slots);
  return Array.from({ length: Math.ceil(names.length / size) }, (_, i) =>
    names.slice(i * size, (i + 1) * size),
  );
}

const invalid = (spec: UpdateStrategySpec, naming: GateNaming): StrategyProblemView[] =>
  refuseSpec(spec, naming).map(refusal => ({
    kind: 'invalid',
    isFatal: true,
    ...refusal,
    stages: [],
    clusters: [],
  }));

/** Clusters in no stage are one problem; clusters in the same two stages are one. */
function findMisplaced(places: readonly Place[], candidates: readonly LabelledItem[]): StrategyProblemView[] {
  const stagesOf = new Map<string, string[]>(candidates.map(({ name }) => [name, []]));
  for (const { stage, clusters } of places)
    for (const { name } of clusters) stagesOf.get(name)?.push(stage.name);
  const lost: string[] = [];
  const shared = new Map<string, { stages: string[]; clusters: string[] }>();
  for (const [name, stages] of stagesOf) {
    if (stages.length === 0) lost.push(name);
    if (stages.length < 2) continue;
    const known = shared.get(stages.join()) ?? { stages, clusters: [] };
    known.clusters.push(name);
    shared.set(stages.join(), known);
  }
  return [
    ...(lost.length === 0 ? [] : [inNoStage(lost)]),
    ...[...shared.values()].map(({ stages, clusters }) => inTwoStages(stages, clusters)),
  ];
}

const inNoStage = (clusters: string[]): StrategyProblemView => ({
  kind: 'inNoStage',
  isFatal: true,
  message: `${countOf(clusters.length, 'cluster is', 'clusters are')} in no stage: ${listOf(clusters)}. ${clusters.length === 1 ? 'Change its labels, or add a stage that selects it.' : 'Change their labels, or add a stage that selects them.'}`,
  field: 'spec.stages',
  stages: [],
  clusters,
});

const inTwoStages = (stages: string[], clusters: string[]): StrategyProblemView => ({
  kind: 'inTwoStages',
  isFatal: true,
  message: `${countOf(clusters.length, 'cluster is', 'clusters are')} in the stages ${listOf(stages)}: ${listOf(clusters)}. Change the label selectors so that ${clusters.length === 1 ? 'it is' : 'each is'} in one stage only.`,
  field: 'spec.stages',
  stages,
  clusters,
});

function findNoOrder({ stage, clusters }: Place, index: number): StrategyProblemView[] {
  const key = stage.sortingLabelKey;
  if (key === undefined) return [];
  const without = clusters.filter(({ labels }) => parseOrder(labels[key]) === undefined);
  if (without.length === 0) return [];
  const names = without.map(({ name }) => name);
  return [
    {
      kind: 'noOrder',
      isFatal: true,
      message: `Stage ${stage.name} is ordered by the label ${key}, which is no whole number on ${listOf(names)}. Set it to one, e.g. 10.`,
      field: `spec.stages[${index}].sortingLabelKey`,
      stages: [stage.name],
      clusters: names,
    },
  ];
}

function findEmpty({ stage, clusters }: Place, index: number): StrategyProblemView[] {
  if (clusters.length > 0) return [];
  return [
    {
      kind: 'emptyStage',
      isFatal: false,
      message: `No cluster is in stage ${stage.name}; its gates still count.`,
      field: `spec.stages[${index}].labelSelector`,
      stages: [stage.name],
      clusters: [],
    },
  ];
}

function findShare({ stage, clusters }: Place, index: number): StrategyProblemView[] {
  const share = stage.maxConcurrency;
  if (typeof share !== 'string' || !share.endsWith('%') || !isUsable(stage) || clusters.length === 0)
    return [];
  const slots = usableSlots(share, clusters.length);
  return [
    {
      kind: 'share',
      isFatal: false,
      message: `In stage ${stage.name} ${share} of ${countOf(clusters.length, 'cluster')} is ${slots} at a time.`,
      field: `spec.stages[${index}].maxConcurrency`,
      stages: [stage.name],
      clusters: [],
    },
  ];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
