import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { nextStage } from './approveChecks';
import { NAMED_AT_MOST } from './foldBlockers';
import { isRemovalStage } from './runClusters';
import { isOpen } from '../staged/gates/gateStatus';
import { isForPeople, kindOfShown } from '../staged/gates/gateKinds';
import { failureOf } from './runInputs';
import type { RunModel } from './viewRun';
import type { StageModel } from './runStages';
import type { BlockerView, GateView } from './views';
import { countOf, joinAnd } from '../words';

/** A moment at which time alone lets a run go on. */
export interface ComingEnd {
  readonly at: string;
  readonly stage: string;
  readonly text: string;
}

/**
 * What the ends of waits and of added gates set off (ui §5.1, Next 24 hours).
 *
 *   a wait after staging, 8 clusters in canary       → "Wait after staging ends, canary starts: 8 clusters."
 *   an approval beside it                            → "Wait after staging ends; its approval is still open."
 *   a change freeze before production, known to end  → "Change freeze before production ends, production starts: 12 clusters."
 */
export function comingEnds(run: RunModel): ComingEnd[] {
  return run.blockers.flatMap(({ stage, until: at }) => {
    const model = run.stages.find(one => one.stage.name === stage);
    const gate = model && [...model.before, ...model.after].find(one => isOpen(one) && one.endsAt === at);
    if (model === undefined || gate === undefined || at === undefined) return [];
    return [{ at, stage: gate.stage, text: whatEnds(run, model, gate) }];
  });
}

function whatEnds(run: RunModel, model: StageModel, gate: GateView): string {
  const { stage, task, title } = gate;
  const ends = `${title ?? 'Wait'} ${task} ${stage} ends`;
  const beside = firstOf((task === 'before' ? model.before : model.after).filter(one => one !== gate));
  if (beside !== undefined)
    return isForPeople(beside)
      ? `${ends}; its approval is still open.`
      : `${ends}; ${nameOf(beside)} ${task} ${stage} still holds it.`;
  const next = nextStage(run, gate);
  if (next === undefined || next.clusters.length === 0) return `${ends}.`;
  const first = task === 'after' ? firstOf(next.before) : undefined;
  if (first !== undefined)
    return isForPeople(first)
      ? `${ends}; ${next.stage.name} has a gate of its own before it starts.`
      : `${ends}; ${nameOf(first)} before ${next.stage.name} comes next.`;
  const clusters = countOf(next.clusters.length, 'cluster');
  return isRemovalStage(next.stage)
    ? `${ends}, removal starts: ${clusters}.`
    : `${ends}, ${next.stage.name} starts: ${clusters}.`;
}

/** Of open gates the one to name: what a person has to decide, else the first. */
const firstOf = (gates: readonly GateView[]) => {
  const open = gates.filter(isOpen);
  return open.find(isForPeople) ?? open.at(0);
};

const nameOf = ({ kind, title }: GateView) => title ?? `the ${kind}`;

/** "Then a wait, one more approval and Change freeze (closed Friday 16:00 to Monday 08:00 UTC)."; `undefined`: no gate. */
export function thenInWords(gates: readonly GateView[]): string | undefined {
  const next = [...new Set(gates.map(gate => kindOfShown(gate.kind).sayNext(gate)))];
  return next.length === 0 ? undefined : `Then ${joinAnd(next)}.`;
}

/** A failed run as trouble that needs a person (ui §5.1, Stuck or failing); a run that a person ended is none. */
export function failureBlocker({ assessment, stages, state }: RunModel): BlockerView | undefined {
  const { progress } = assessment;
  const failure = progress && failureOf(progress);
  if (failure === undefined || state === 'ended') return undefined;
  const failed = stages.find(model => model.state === 'failed');
  const clusters =
    failed?.clusters.filter(one => one.state === 'failed').map(({ cluster: { cluster } }) => cluster) ?? [];
  const at = failed === undefined ? '' : ` at ${failed.stage.name}`;
  const head = state === 'couldNotPrepare' ? 'Could not be prepared' : `Failed${at}`;
  return {
    cause: state === 'couldNotPrepare' ? 'RunNotPrepared' : 'RunFailed',
    state: 'failing',
    message: `${head}: ${failure.message}`,
    ...(failed !== undefined && { stage: failed.stage.name }),
    clusters: clusters.slice(0, NAMED_AT_MOST),
    clusterCount: clusters.length,
    since: toRfc3339(failure.at),
    actor: 'operator',
  };
}
