import {
  parseLabelSelector,
  plus,
  type Instant,
  type StageConfig,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlannedGateView } from '../staged/gates/gateStatus';
import { previewGate } from '../staged/gates/previewGate';
import { usableSlots } from '../staged/slots';
import { LOOKUP_GRACE_MS, planRun } from '../updaterun/planRun';
import { planStages } from '../updaterun/planStages';
import { currentStage } from '../staged/progress';
import { isRunOver } from '../updaterun/progress';
import { haltOf } from '../updaterun/selectRunsAhead';
import type { RunState, StageProgress } from '../updaterun/state';
import { normalizeStage } from '../updaterun/validateStrategy';
import { isRemovalStage } from './runClusters';
import { selectorInWords } from './runStages';
import { sentence } from '../words';

export interface PreviewStageView {
  name: string;
  isRemoval?: boolean;
  slots?: number;
  /** Turns that it takes when `slots` clusters go at once. */
  waves?: number;
  selector?: string;
  sortingLabel?: string;
  clusters: string[];
  gatesBefore: PlannedGateView[];
  gatesAfter: PlannedGateView[];
}

export interface PreviewProblem {
  message: string;
  /** The other run that `message` names as the cause. */
  run?: string;
  /** That run does not get on by itself: somebody has to act there first. */
  runIs?: 'stopped' | 'stuck';
  /** The run would fail to prepare. */
  isFatal: boolean;
}

export interface RunPreviewView {
  problems: PreviewProblem[];
  stages: PreviewStageView[];
  snapshot?: string;
}

/**
 * What the first pass of a run would plan, or why it could not; the same function that plans it. Where a cluster is in no
 * stage or in two, the stages are shown all the same: that is where the mistake is seen.
 */
export function previewRun(state: RunState, now: Instant): RunPreviewView {
  const planned = planRun(state, { seenAt: plus(now, -LOOKUP_GRACE_MS), now });
  const configs = state.strategy?.stages.map(normalizeStage) ?? [];
  switch (planned.kind) {
    case 'planned': {
      const { plan, stages, deletion } = planned;
      const all = deletion.clusters.length > 0 ? [...stages, deletion] : stages;
      const views = all.map((stage, i) => viewStage(stage, plan.stages[i]));
      return { problems: warnings(state, views), stages: views, snapshot: String(plan.resourceIndex) };
    }
    case 'failed': {
      const views = configs.flatMap(config => stageAlone(state, config));
      const { message, run } = planned;
      const cause = state.siblings.find(({ name }) => name === run);
      const runIs = cause && haltOf(cause);
      const named = { ...(run !== undefined && { run }), ...(runIs && { runIs }) };
      const problem = { message: sentence(message), ...named, isFatal: true };
      return { problems: [problem], stages: views };
    }
    default: {
      const views = configs.flatMap(config => stageAlone(state, config));
      const waits = { message: sentence(planned.blocker.message), isFatal: false };
      return { problems: [waits, ...warnings(state, views)], stages: views };
    }
  }
}

const TO_MOVE_IT = {
  moving: '',
  stopped: ' Resume or end it.',
  stuck: ' Repair its clusters, or end it.',
} as const;

function warnings({ siblings }: RunState, stages: readonly PreviewStageView[]): PreviewProblem[] {
  const ahead = siblings.flatMap(({ name, progress }) => {
    if (progress?.plan === undefined || isRunOver(progress)) return [];
    const stage = currentStage(progress);
    const where = stage === undefined ? 'at the removal' : `at ${stage.name}`;
    const runIs = haltOf({ progress });
    const at = runIs === undefined ? where : `${runIs} ${where}`;
    const message = `Run ${name} is ${at}; this one enters each stage after it.`;
    return [{ message: `${message}${TO_MOVE_IT[runIs ?? 'moving']}`, run: name, ...(runIs && { runIs }) }];
  });
  const empty = stages
    .filter(({ clusters }) => clusters.length === 0)
    .map(({ name }) => ({ message: `No cluster is in stage ${name}; its gates still count.` }));
  return [...ahead, ...empty].map(one => ({ ...one, isFatal: false }));
}

/** One stage as if it were the only one, with the clusters that it selects. */
function stageAlone(
  { run, clusters, bindings, ...naming }: RunState,
  config: StageConfig,
): PreviewStageView[] {
  const selector = config.labelSelector && parseLabelSelector(config.labelSelector);
  const meant = new Set(
    clusters.filter(({ labels }) => selector?.ok && selector.value(labels)).map(({ name }) => name),
  );
  const own = bindings.filter(({ cluster, phase }) => phase !== 'Unscheduled' && meant.has(cluster));
  const { sortingLabelKey: _, ...unsorted } = config;
  for (const stage of [config, unsorted]) {
    const planned = planStages({ ...naming, run: run.name, stages: [stage], clusters, bindings: own });
    if (planned.ok) return [viewStage(planned.stages[0], config)];
  }
  return [];
}

function viewStage(stage: StageProgress, config: StageConfig | undefined): PreviewStageView {
  const clusters = stage.clusters.map(({ cluster }) => cluster);
  const selector = config && selectorInWords(config);
  return {
    name: stage.name,
    ...(isRemovalStage(stage) && { isRemoval: true }),
    ...(config && paceOf(config, clusters.length)),
    ...(selector !== undefined && { selector }),
    ...(config?.sortingLabelKey !== undefined && { sortingLabel: config.sortingLabelKey }),
    clusters,
    gatesBefore: stage.before.map(previewGate),
    gatesAfter: stage.after.map(previewGate),
  };
}

/** `slots` clusters at once make so many waves (ui §5.5): 13 at 3 at once → 5. */
export function paceOf({ maxConcurrency }: Pick<StageConfig, 'maxConcurrency'>, clusters: number) {
  const slots = usableSlots(maxConcurrency, clusters);
  return { slots, waves: Math.ceil(clusters / slots) };
}
