import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { placementStatus } from '../status/placement';
import { runStatus } from '../status/run';
import type { Tone } from '../status/tone';
import type { Acts } from '../status/words';
import { silentOf } from './leaving';

export type Placement = Schemas['Placement'];

/** What the Now card is about. */
export type NowKind =
  | 'deleting'
  | 'invalid'
  | 'failed'
  | 'runHeld'
  | 'missing'
  | 'noMembers'
  | 'noMatch'
  | 'notAvailable'
  | 'moving'
  | 'noRun'
  | 'working'
  | 'held'
  | 'silent'
  | 'well';

export interface PlacementNow {
  readonly kind: NowKind;
  readonly tone: Tone;
  readonly acts: Acts;
}

const FAILED: ReadonlySet<Placement['state']> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
]);
/** The run that moves the placement, where it is known. */
export const movingRun = ({ run, runs, scope }: Placement) =>
  runs.find(one => one.name === run && one.scope === scope);

/** That run, where it does not go on, or is about to stop. */
export function heldRun(placement: Placement) {
  const run = movingRun(placement);
  if (run === undefined) return undefined;
  const { state } = run;
  return state === 'failing' || state === 'stuck' || state === 'stopping' || state === 'stopped'
    ? { ...run, state }
    : undefined;
}

/** What can be done about it, the sensible act first; there is no way back from the only snapshot that is kept. */
export function heldRunActs(placement: Placement): readonly ('resume' | 'retry' | 'rollback' | 'end')[] {
  const held = heldRun(placement);
  if (held === undefined) return [];
  const first = held.state === 'failing' || held.state === 'stuck' ? 'retry' : 'resume';
  return placement.history.length > 1 ? [first, 'rollback', 'end'] : [first, 'end'];
}

/**
 * The one thing to know first: what is broken beats what is missing, what is missing beats what moves, and where there is
 * none of them all is well. A run that does not get on is broken: as loud as it is, it comes before what is no louder.
 */
export function placementNow(placement: Placement): PlacementNow {
  const { state, isDeleting, leaving, trouble } = placement;
  const { tone } = placementStatus(state, trouble);
  const acts = trouble?.actor ?? 'engine';
  if (isDeleting || state === 'deleting')
    return leaving && silentOf(leaving).length > 0
      ? { kind: 'deleting', tone: 'warning', acts: 'clusterOwner' }
      : { kind: 'deleting', tone: 'info', acts: 'engine' };
  if (state === 'invalid' || placement.resourcesProblem)
    return { kind: 'invalid', tone: 'error', acts: 'appOwner' };
  const held = heldRun(placement);
  if (FAILED.has(state) && held?.state !== 'failing') return { kind: 'failed', tone, acts };
  if (held)
    return {
      kind: 'runHeld',
      tone: runStatus(held.state, held.waitsFor).tone,
      acts: held.waitsFor?.actor ?? 'operator',
    };
  if (hasNoMembers(placement)) return { kind: 'noMembers', tone: 'neutral', acts: 'operator' };
  if (state === 'notEnoughClusters') return { kind: 'missing', tone, acts: trouble?.actor ?? 'appOwner' };
  if (state === 'noMatch') return { kind: 'noMatch', tone, acts: 'appOwner' };
  if (state === 'notAvailable') return { kind: 'notAvailable', tone, acts };
  if (placement.run !== undefined) return { kind: 'moving', ...lookOfRun(placement) };
  if (waitsForRun(placement)) return { kind: 'noRun', tone: 'info', acts: 'operator' };
  if (state === 'held') return { kind: 'held', tone, acts };
  // Available is what it was when they last answered.
  if (state === 'available' && placement.silent !== undefined)
    return { kind: 'silent', tone: 'warning', acts: 'clusterOwner' };
  return { kind: state === 'working' || state === 'deciding' ? 'working' : 'well', tone, acts };
}

/** No policy can match a cluster, and whose the placement is can do nothing about it. */
export const hasNoMembers = ({ state, total }: Placement) =>
  total === 0 && (state === 'noMatch' || state === 'notEnoughClusters');

/** As its page has it: what waits for a person is as loud here. */
function lookOfRun(placement: Placement): Pick<PlacementNow, 'tone' | 'acts'> {
  const run = movingRun(placement);
  if (run === undefined) return { tone: 'info', acts: 'engine' };
  return { tone: runStatus(run.state, run.waitsFor).tone, acts: run.waitsFor?.actor ?? 'engine' };
}

export interface AskedGate {
  readonly stage: string;
  readonly gate: 'before' | 'after';
}

/** The approval that its run waits for. */
export function askedGate(placement: Placement): AskedGate | undefined {
  const run = movingRun(placement);
  if (run?.state !== 'waitingForApproval') return undefined;
  for (const { name, gatesBefore, gatesAfter } of run.stages) {
    if (gatesBefore.some(isAsked)) return { stage: name, gate: 'before' };
    if (gatesAfter.some(isAsked)) return { stage: name, gate: 'after' };
  }
  return undefined;
}

const isAsked = (gate: Schemas['GateMark']) => isForPeople(gate) && gate.state === 'asked';

/** Moves by runs, and its newest snapshot is not on every cluster. */
export function waitsForRun({
  moves,
  latestSnapshot,
  snapshots,
  picked,
}: Schemas['PlacementSummary']): boolean {
  if (moves !== 'runs' || latestSnapshot === undefined || picked === 0) return false;
  const on = snapshots.find(({ index }) => index === latestSnapshot)?.clusters ?? 0;
  return on < picked;
}
