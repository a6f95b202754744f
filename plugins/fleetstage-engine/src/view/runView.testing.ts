import type { Instant, StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aRun, aRunState, NOON } from '../testing/builders';
import { decideRun } from '../updaterun/decideRun';
import { inTheMiddle, started } from '../updaterun/decideRun.testing';
import type { ApprovalRequest } from '../staged/gates/request';
import type { RunProgress, RunState, StageProgress } from '../updaterun/state';
import type { PersonDecision } from '../staged/gates/gateStatus';
import { buildRunModel, type RunModel } from './viewRun';

export const buildRun = (
  state: RunState,
  decisions: readonly PersonDecision[] = [],
  now: Instant = NOON,
): RunModel =>
  buildRunModel(
    {
      ...state,
      gateFacts: { ...state.gateFacts, decisions },
      blockers: decideRun(state, NOON).blockers,
    },
    now,
  );

export const stagesNamed = (...names: string[]): StageConfig[] =>
  names.map(name => ({ name, labelSelector: {} }));

export const aStageProgress = (name: string, patch: Partial<StageProgress> = {}): StageProgress => ({
  name,
  clusters: [{ cluster: `${name}-1` }],
  before: [],
  after: [],
  ...patch,
});

/** Entered and begun; its one cluster was started. */
export const aBusyStage = (name: string, patch: Partial<StageProgress> = {}): StageProgress =>
  aStageProgress(name, {
    clusters: [{ cluster: `${name}-1`, startedAt: started }],
    enteredAt: started,
    startedAt: started,
    ...patch,
  });

/** Its one cluster is updated, its tasks are under way. */
export const anUpdatedStage = (name: string, patch: Partial<StageProgress> = {}): StageProgress =>
  aBusyStage(name, {
    clusters: [{ cluster: `${name}-1`, startedAt: started, succeededAt: started }],
    updatedAt: started,
    ...patch,
  });

export const askedTask = (stage: string, patch: Partial<StageProgress['after'][number]> = {}) =>
  ({ kind: 'Approval', request: `run-1-${stage}`, requestedAt: started, ...patch }) as const;

export const aRequest = (stage: string, patch: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  name: `run-1-${stage}`,
  uid: `uid-${stage}`,
  generation: 1,
  run: 'run-1',
  stage,
  isAccepted: false,
  isDeleting: false,
  ...patch,
});

export const approvedFor = (observedGeneration: number): Pick<ApprovalRequest, 'approved'> => ({
  approved: { status: 'True', observedGeneration, at: started, message: 'looks good' },
});

/** Run `run-1` at the given stages, named like them. */
export const at = (stages: readonly StageProgress[], patch: Partial<RunState> = {}): RunState =>
  inTheMiddle(stagesNamed(...stages.map(({ name }) => name)), stages, {
    run: aRun({ name: 'run-1' }),
    ...patch,
  });

/** The same with its memory changed. */
export const remembering = (state: RunState, patch: Partial<RunProgress>): RunState => ({
  ...state,
  progress: state.progress && { ...state.progress, ...patch },
});

export const unseen = () => aRunState({ run: aRun({ name: 'run-1' }), progress: undefined });
