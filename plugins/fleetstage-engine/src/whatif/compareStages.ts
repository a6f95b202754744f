import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunState } from '../updaterun/state';
import { previewRun, type PreviewStageView } from '../view/previewRun';
import type { Outlook, Outlooks } from './outlooks';
import type { WhatIfRunView, WhatIfStageView } from './views';

/** The stages of a run that nobody has created, today and then. */
export function compareStages(run: RunState, { today, then, now }: Outlooks): WhatIfRunView {
  const before = previewOn(run, today, now);
  const after = previewOn(run, then, now);
  const stagesBefore = new Map(before.stages.map(stage => [stage.name, stage]));
  const stagesAfter = new Map(after.stages.map(stage => [stage.name, stage]));
  const names = [...new Set([...stagesAfter.keys(), ...stagesBefore.keys()])];
  return {
    strategy: run.run.spec.stagedRolloutStrategyName,
    stages: names.map(name => compareStage(name, stagesBefore.get(name), stagesAfter.get(name))),
    problems: after.problems,
  };
}

function previewOn(run: RunState, { state, plan }: Outlook, now: Instant) {
  if (plan === undefined) return previewRun(run, now);
  const { policy, schedule, bindings } = plan;
  return previewRun(
    {
      ...run,
      placement: state.placement,
      clusters: state.clusters,
      policySnapshots: [
        ...state.policySnapshots.filter(({ index }) => index !== policy.latest.index),
        policy.latest,
      ],
      ...(schedule.outcome && { schedule: schedule.outcome }),
      bindings: bindings.filter(binding => binding.phase !== 'Unscheduled' || binding.revision !== undefined),
    },
    now,
  );
}

function compareStage(
  name: string,
  before: PreviewStageView | undefined,
  after: PreviewStageView | undefined,
): WhatIfStageView {
  const today = new Set(before?.clusters);
  const then = new Set(after?.clusters);
  const slots = after?.slots;
  return {
    name,
    ...((after ?? before)?.isRemoval && { isRemoval: true }),
    today: today.size,
    then: then.size,
    ...(slots !== undefined && { slots }),
    gains: [...then].filter(cluster => !today.has(cluster)),
    loses: [...today].filter(cluster => !then.has(cluster)),
  };
}
