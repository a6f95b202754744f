import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { runStatus } from '../status/run';
import { canStop } from './pipeline';

export type RunAct =
  'approve' | 'reject' | 'stop' | 'resume' | 'start' | 'retry' | 'end' | 'rollback' | 'delete';

type RunLike = Pick<Schemas['RunSummary'], 'state' | 'tally'> &
  Partial<Pick<Schemas['Run'], 'pipeline' | 'rollBack'>>;

const isStopped = ({ state }: RunLike) => state === 'stopped' || state === 'stopping';

/** Of these clusters, those that are being updated or removed now: only they can be tried again. */
export function triable({ pipeline = [] }: RunLike, clusters: readonly string[]): readonly string[] {
  const moving = pipeline
    .flatMap(stage => stage.clusters)
    .filter(({ isInFlight }) => isInFlight)
    .map(({ name }) => name);
  return clusters.filter(name => moving.includes(name));
}

/** Whether the state of the run leaves the act something to do; whether one may do it is another question. */
export function hasUse(act: RunAct, run: RunLike, clusters?: readonly string[]): boolean {
  switch (act) {
    case 'stop':
      return canStop(run);
    case 'resume':
      return isStopped(run);
    case 'start':
      return run.state === 'readyToStart';
    case 'retry':
      if (runStatus(run.state).isEnd) return false;
      return clusters === undefined ? run.tally.inTrouble > 0 : triable(run, clusters).length > 0;
    case 'end':
      return !runStatus(run.state).isEnd;
    case 'rollback':
      return run.rollBack?.to !== undefined;
    case 'delete':
      return runStatus(run.state).isEnd;
    default:
      return !runStatus(run.state).isEnd && !isStopped(run);
  }
}

/**
 * Whether a roll back is the first act: what was placed is wrong on a stuck cluster, so that another try ends there again (ui §9.3).
 *
 *   an image that cannot be pulled, snapshot 13 was available → true
 *   the same in the first snapshot                           → false: there is nothing to go back to
 *   0 of 2 replicas, no cause known                          → false: a retry
 */
export const isRollBackFirst = (run: RunLike & Pick<Schemas['Run'], 'blockers'>): boolean =>
  hasUse('rollback', run) &&
  run.blockers.some(({ cause, actor }) => cause === 'ClusterStuck' && actor === 'appOwner');
