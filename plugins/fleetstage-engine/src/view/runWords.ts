import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { nextStage } from './approveChecks';
import { NAMED_AT_MOST } from './foldBlockers';
import { isRemovalStage } from './runClusters';
import { isOpen } from '../staged/gates/gateStatus';
import { isForPeople } from '../staged/gates/gateKinds';
import { failureOf } from './runInputs';
import type { RunModel } from './viewRun';
import type { BlockerView } from './views';
import { countOf } from '../words';

/** What the end of the wait after a stage sets off (ui §5.1, Next 24 hours): "Wait after staging ends, canary starts: 8 clusters." */
export function whatWaitEnds(picture: RunModel, stage: string): string {
  const ends = `Wait after ${stage} ends`;
  const told = picture.stages.find(one => one.stage.name === stage);
  if (told === undefined) return `${ends}.`;
  if (told.after.some(gate => isForPeople(gate) && isOpen(gate)))
    return `${ends}; its approval is still open.`;
  const next = nextStage(picture, { stage, task: 'after' });
  if (next === undefined || next.clusters.length === 0) return `${ends}.`;
  if (next.before.some(isOpen)) return `${ends}; ${next.stage.name} has a gate of its own before it starts.`;
  const clusters = countOf(next.clusters.length, 'cluster');
  return isRemovalStage(next.stage)
    ? `${ends}, removal starts: ${clusters}.`
    : `${ends}, ${next.stage.name} starts: ${clusters}.`;
}

/** A run that failed as something that a person has to look at (ui §5.1, Stuck or failing); one that a person ended is none. */
export function failureBlocker({ scene, stages, state }: RunModel): BlockerView | undefined {
  const { progress } = scene;
  const failure = progress && failureOf(progress);
  if (failure === undefined || state === 'ended') return undefined;
  const failed = stages.find(told => told.state === 'failed');
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
