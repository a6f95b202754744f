import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, aBoundBinding, aCluster, aRun, aRunState, minutesBefore } from '../testing/builders';
import { decideRun } from './decideRun';
import { newProgress } from './progress';
import type { RunFacts, RunPlan, RunProgress, RunState, StageProgress } from './state';

export const approval = { type: 'Approval' as const };

export const wait = (waitTime: string) => ({ type: 'TimedWait' as const, waitTime });

export const started = minutesBefore(1);

export const done = minutesBefore(0.5);

export const inState = (state: RunFacts['spec']['state'], patch: Partial<RunFacts> = {}) =>
  aRun({ spec: { ...aRun().spec, state }, ...patch });

/** A run that is in the middle of `stages`, one of which `at` describes; every cluster is bound to snapshot 0. */
export function inTheMiddle(
  stages: StageConfig[],
  at: readonly StageProgress[],
  patch: Partial<RunState> = {},
): RunState {
  const plan: RunPlan = {
    at: started,
    placementUid: 'uid-web',
    policyIndex: 0,
    clusterCount: 0,
    resourceIndex: 0,
    applyStrategy: {},
    stages,
  };
  const names = at.flatMap(stage => stage.clusters.map(c => c.cluster));
  const progress: RunProgress = {
    ...newProgress,
    seenAt: started,
    plan: { ...plan, clusterCount: names.length },
    startedAt: started,
    turn: 1,
    phase: { kind: 'Running', since: started },
    stages: at,
  };
  return aRunState({
    progress,
    clusters: names.map(name => aCluster(name)),
    bindings: names.map(name => aBoundBinding(name, { applyStrategy: {} })),
    ...patch,
  });
}

export const busy = (
  clusters: StageProgress['clusters'],
  patch: Partial<StageProgress> = {},
): StageProgress => ({
  name: 'staging',
  clusters,
  before: [],
  after: [],
  enteredAt: started,
  startedAt: started,
  phase: { kind: 'Running', since: started },
  ...patch,
});

export const decide = (state: RunState, now = NOON) => {
  const decision = decideRun(state, now);
  const save = decision.actions.find(a => a.kind === 'saveProgress');
  return {
    ...decision,
    progress: save?.progress ?? state.progress!,
    events: (save?.events ?? []).map(e => [e.event, e.cluster ?? e.task].filter(Boolean).join(' ')),
    kinds: decision.actions.map(a => a.kind).filter(kind => kind !== 'saveProgress'),
    causes: decision.blockers.map(b => b.cause),
  };
};
