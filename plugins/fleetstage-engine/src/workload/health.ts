import {
  cutText,
  kindOf,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { count, findCondition, part } from '../work/availability/probe';
import { probeAvailability } from '../work/availability/probes';
import { causeOfOnePod } from '../work/cause/findCause';
import { textOf } from '../work/cause/podSigns';

/** How an object on a member does, worst first. */
export type WorkloadHealth = 'failing' | 'missing' | 'notOwned' | 'progressing' | 'unknown' | 'healthy';

export const WORKLOAD_HEALTHS: readonly WorkloadHealth[] = [
  'failing',
  'missing',
  'notOwned',
  'progressing',
  'unknown',
  'healthy',
];

export interface Judged {
  readonly health: WorkloadHealth;
  /** Why it is not healthy. */
  readonly message?: string;
}

/**
 * How an object does, by its own status alone.
 *
 *   Pod, container waits with ImagePullBackOff   → failing, `ImagePullBackOff: image x not found`
 *   Deployment, 1 of 2 replicas available        → progressing, `1 of 2 replicas are available`
 */
export function judgeWorkload(live: KubeObject): Judged {
  const { group, kind } = kindOf(live);
  if (group === '' && kind === 'Pod') return judgePod(live);
  if (group === 'apps' && kind === 'ReplicaSet') return judgeReplicaSet(live);
  if (group === 'batch' && kind === 'Job' && isTrue(findCondition(live, 'Failed')))
    return failing(textOf(findCondition(live, 'Failed')?.message) || 'the job has failed');
  const availability = probeAvailability(live);
  if (availability.kind === 'available') return HEALTHY;
  if (availability.kind === 'untrackable') return { health: 'unknown', message: availability.message };
  const stalled = findCondition(live, 'Progressing');
  if (kind === 'Deployment' && stalled?.status === 'False')
    return failing(textOf(stalled.message) || availability.message);
  return { health: 'progressing', message: availability.message };
}

const HEALTHY: Judged = { health: 'healthy' };
const failing = (message: string): Judged => ({ health: 'failing', message: cutText(message) });

function judgePod(pod: KubeObject): Judged {
  const status = part(pod, 'status');
  if (status.phase === 'Succeeded') return HEALTHY;
  const cause = causeOfOnePod(pod);
  if (cause?.isFailing) return failing(cause.text);
  if (status.phase === 'Failed')
    return failing(
      [status.reason, status.message].map(textOf).filter(Boolean).join(': ') || 'the pod has failed',
    );
  if (isTrue(findCondition(pod, 'Ready'))) return HEALTHY;
  return { health: 'progressing', message: cause?.text ?? 'the pod is not ready' };
}

function judgeReplicaSet(live: KubeObject): Judged {
  const wanted = count(part(live, 'spec').replicas, 1);
  const ready = count(part(live, 'status').readyReplicas);
  return ready >= wanted
    ? HEALTHY
    : { health: 'progressing', message: `${ready} of ${wanted} pods are ready` };
}

const isTrue = (condition: JsonObject | undefined) => condition?.status === 'True';
