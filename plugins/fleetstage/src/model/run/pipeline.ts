import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { gateStatus, isOpenApproval } from '../status/gate';
import { isBegun, runStatus, type StageFacts } from '../status/run';
import { isTrouble, runClusterStates } from '../status/runCluster';

export type Run = Schemas['Run'];
export type Stage = Schemas['Stage'];
export type Gate = Schemas['Gate'];
export type RunCluster = Schemas['RunCluster'];
export type View = 'columns' | 'grid' | 'table';

const MOST_COLUMNS = 6;
const MOST_CLUSTERS_IN_COLUMNS = 60;
const SAME_ACT_MS = 10_000;

/** Columns for few, lanes for many. */
export function defaultView({ pipeline }: Pick<Run, 'pipeline'>): View {
  const clusters = pipeline.reduce((sum, stage) => sum + stage.total, 0);
  const stages = pipeline.filter(stage => !stage.isRemoval).length;
  return stages <= MOST_COLUMNS && clusters <= MOST_CLUSTERS_IN_COLUMNS ? 'columns' : 'grid';
}

/** The current stage of the run: the first that is begun and not done, or else the first to come. */
export function currentStage(pipeline: readonly Stage[]): Stage | undefined {
  const open = pipeline.filter(stage => stage.state !== 'done');
  return open.find(({ state }) => isBegun(state)) ?? open[0];
}

export function stageAfter(pipeline: readonly Stage[], stage: Stage): Stage | undefined {
  return pipeline[pipeline.indexOf(stage) + 1];
}

/** What the look of a stage follows from. */
export const stageFacts = (
  { waitsFor }: Pick<Run, 'waitsFor'>,
  { name, isRemoval, total }: Stage,
): StageFacts => ({
  isRemoval,
  total,
  ...(waitsFor?.stage === name && { waitsFor }),
});

export const gatesOf = (stage: Stage): readonly Gate[] => [...stage.gatesBefore, ...stage.gatesAfter];

const allGates = (pipeline: readonly Stage[]) => pipeline.flatMap(gatesOf);

/** The gate that waits for a person. */
export const openGate = (pipeline: readonly Stage[]) => allGates(pipeline).find(isOpenApproval);

/** The gate that waits for a person, or did when a person said no. */
export const undecidedGate = (pipeline: readonly Stage[]) =>
  allGates(pipeline).find(gate => isOpenApproval(gate) || gate.state === 'rejected');

/** The gate that only a clock holds. */
export const countingGate = (pipeline: readonly Stage[]) =>
  allGates(pipeline).find(gate => gate.state === 'counting');

const isPassed = ({ kind, state }: Gate) => state !== 'rejected' && gateStatus(kind, state).isEnd;

export interface StopAct {
  readonly at: string;
  readonly actor: Schemas['Person'];
  readonly reason?: string;
  readonly isRejection: boolean;
}

/** Who stopped the run last, and why: with Stop, or by rejecting a gate, which stops it too. */
export function stopOf({
  pipeline,
  stateChange,
}: Pick<Run, 'pipeline' | 'stateChange'>): StopAct | undefined {
  const stop = stateChange?.to === 'Stop' ? { ...stateChange, isRejection: false } : undefined;
  const [rejection] = allGates(pipeline)
    .filter(({ state }) => state === 'rejected')
    .flatMap(({ doneAt: at, actor, comment, message }) =>
      at && actor ? [{ at, actor, reason: comment ?? message, isRejection: true }] : [],
    )
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (rejection === undefined || stateChange === undefined) return rejection ?? stop;
  // A rejection writes its own stop within seconds; what came later is another act.
  return Date.parse(stateChange.at) - Date.parse(rejection.at) > SAME_ACT_MS ? stop : rejection;
}

/** What comes next that holds the run, after the clusters that move now. */
export function nextGate(pipeline: readonly Stage[]): Gate | undefined {
  return allGates(pipeline).find(gate => !isPassed(gate));
}

/** Beside this gate, another one of the same side that still holds: one for people before others, since only they open it. */
export function heldBeside(stage: Stage, gate: Gate): Gate | undefined {
  const others = gatesOf(stage).filter(
    other => other !== gate && other.task === gate.task && !isPassed(other),
  );
  return others.find(isForPeople) ?? others.at(0);
}

/** Whether a stop has something to stop. */
export const canStop = ({ state }: Pick<Run, 'state'>) =>
  !runStatus(state).isEnd && state !== 'stopped' && state !== 'stopping' && state !== 'readyToStart';

const RANK = new Map(runClusterStates.map((state, rank) => [state, rank]));
const rankOf = (cluster: RunCluster) => {
  if (isTrouble(cluster.state)) return RANK.get(cluster.state) ?? 0;
  return cluster.state === 'updating' || cluster.state === 'removing' ? 10 : 20;
};

/** Trouble, then what moves, then plan order. */
export const byTrouble = (clusters: readonly RunCluster[]): readonly RunCluster[] =>
  clusters
    .map((cluster, index) => ({ cluster, index }))
    .sort((a, b) => rankOf(a.cluster) - rankOf(b.cluster) || a.index - b.index)
    .map(({ cluster }) => cluster);

/** How long the update of a cluster took. */
export function tookMs({ startedAt, endedAt }: RunCluster): number | undefined {
  return startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : undefined;
}
