import { toPlacementKey, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isForPeople,
  isGateUsed,
  type GateView,
  type RunModel,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { placementOfRun } from '../database/stagedObjects';
import type { RunInitiators } from '../database/runInitiators';
import type { Schemas } from './contract';
import { mayDecide } from './mayDecide';
import type { RunResource } from '../permissions/resources';
import type { Permit, Viewer } from './viewer';

/** The permissions of a viewer that concern a run. */
export interface RunForViewer {
  readonly hub: string;
  readonly object: KubeObject;
  readonly model: RunModel;
  readonly initiators: RunInitiators;
  /** Another run of its placement; absent: the placement is not known. */
  readonly mayCreate?: Permit;
  /** See `approversOfRun`. */
  readonly approvers?: readonly string[];
}

export function toRunResource(
  { hub, object, model, initiators: { initiators, areInitiatorsKnown } }: RunForViewer,
  stage?: string,
): RunResource {
  return {
    hub,
    name: toPlacementKey(object.metadata),
    placement: placementOfRun(hub, model.assessment.run).name,
    labels: object.metadata.labels ?? {},
    ...(stage !== undefined && { stage }),
    initiators,
    areInitiatorsKnown,
  };
}

const no = (reason: string): Permit => ({ isAllowed: false, reason });

/** The state of things first: who lacks a permission for what cannot be done anyway need not see that. */
const when = (obstacle: string | undefined, permit: () => Permit): Permit =>
  obstacle === undefined ? permit() : no(obstacle);

export function runPermits(run: RunForViewer, viewer: Viewer): Schemas['RunPermits'] {
  const { model, object } = run;
  const { state, assessment, stages } = model;
  const over = assessment.isOver ? 'The run is over.' : undefined;
  const isGoing = object.metadata.deletionTimestamp !== undefined ? 'The run is being deleted.' : undefined;
  const end = over ?? isGoing;
  const isStopped = state === 'stopped' || state === 'stopping';
  const troubled = stages.some(({ counts }) => Boolean(counts.failing) || Boolean(counts.stuck));
  const control = () => viewer.mayControl(toRunResource(run));
  const ending = assessment.run.end === undefined ? undefined : 'The run is being ended.';
  const gate = waitingGate(model);
  return {
    approve:
      gate === undefined
        ? no(end ?? 'No approval is asked for here now.')
        : when(stopObstacle(assessment), () => mayDecide(viewer, toDecided(run, gate))),
    stop: when(end ?? (isStopped ? 'The run is stopped already.' : undefined), control),
    resume: when(end ?? (isStopped ? undefined : 'The run is not stopped.'), control),
    start: when(
      end ?? (state === 'readyToStart' ? undefined : 'The run has begun, or is not prepared yet.'),
      control,
    ),
    retry: when(end ?? (troubled ? undefined : 'No cluster fails or is stuck.'), control),
    create: run.mayCreate ?? viewer.mayCreateRun(),
    end: when(end ?? ending, control),
    delete: when(isGoing ?? (assessment.isOver ? undefined : 'The run is not over. End it first.'), () =>
      viewer.mayDeleteRun(toRunResource(run)),
    ),
  };
}

const toDecided = (run: RunForViewer, { stage }: GateView) => ({
  resource: toRunResource(run, stage),
  ...(run.approvers && { approvers: run.approvers }),
});

/** The first gate of the run that a person may act on now. */
export const waitingGate = ({ stages, assessment }: RunModel): GateView | undefined =>
  assessment.isOver
    ? undefined
    : stages.flatMap(({ before, after }) => [...before, ...after]).find(isWaiting);

/** A decision on it would count. */
export const isWaiting = (gate: GateView) =>
  isForPeople(gate) && ['asked', 'wrongGeneration', 'rejected'].includes(gate.state);

/** The gate with what the viewer may do about it. */
export function permitGate(run: RunForViewer, gate: GateView, viewer: Viewer): Schemas['Gate'] {
  if (!isForPeople(gate)) return gate;
  const { assessment } = run.model;
  const ask = () => mayDecide(viewer, toDecided(run, gate));
  const isGiven = gate.state === 'approved' || gate.state === 'given';
  const { progress, isOver } = assessment;
  const isUsed = isOver || progress === undefined || isGateUsed(progress, gate.stage, gate.task);
  return {
    ...gate,
    mayApprove: when(approveObstacle(gate, assessment), ask),
    mayWithdraw: when(
      !isGiven ? 'Nothing was approved.' : isUsed ? 'What comes after the gate has begun.' : undefined,
      ask,
    ),
  };
}

type Assessment = RunModel['assessment'];

/** A decision on a gate of a stopped run is refused: who resumes it has to know that it goes on. */
const stopObstacle = ({ wanted }: Assessment) =>
  wanted === 'Stop' ? 'The run is stopped. Resume it first.' : undefined;

function approveObstacle(gate: GateView, assessment: Assessment): string | undefined {
  if (gate.state === 'approved' || gate.state === 'given') return 'It is approved.';
  if (assessment.isOver) return 'The run is over.';
  const stopped = stopObstacle(assessment);
  if (stopped !== undefined) return stopped;
  if (gate.state === 'notAsked' || gate.requestUid === undefined) return 'The approval is not asked for yet.';
  return isWaiting(gate) ? undefined : 'The gate does not wait for an approval.';
}
