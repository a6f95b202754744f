import { claimCondition, findCondition } from '../conditions';
import {
  generationOf,
  replicasOf,
  toTime,
  type Condition,
  type Deployment,
  type ReplicaSet,
} from '../objects';
import { rolloutBounds, specReplicas, sumOf, type SplitSets } from './replicaSets';

export interface DeploymentStatus {
  readonly status: Readonly<Record<string, unknown>>;
  /** When the rollout will have taken too long. */
  readonly wakeAt?: number;
}

/** What this pass did to the new set, if anything: it is reported in the Progressing condition. */
export type SetChange = 'created' | 'found' | undefined;

interface Counts {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
}

export function projectDeployment(
  deployment: Deployment,
  { newSet, oldSets }: SplitSets,
  { now, setChange }: { now: number; setChange?: SetChange },
): DeploymentStatus {
  const sets = newSet ? [newSet, ...oldSets] : oldSets;
  const counts: Counts = {
    replicas: sumOf(sets, set => set.status?.replicas),
    updatedReplicas: newSet?.status?.replicas ?? 0,
    readyReplicas: sumOf(sets, set => set.status?.readyReplicas),
    availableReplicas: sumOf(sets, set => set.status?.availableReplicas),
  };
  const lacking = Math.max(0, specReplicas(sets) - counts.availableReplicas);
  // In this order: a condition that changes goes to the end of the list, and the real controller ends with progress.
  const known = claimCondition(
    deployment.status?.conditions ?? [],
    availability(deployment, counts.availableReplicas),
    now,
  );
  const conditions = newSet ? claimProgress(deployment, known, { counts, newSet, now, setChange }) : known;
  return {
    status: {
      observedGeneration: generationOf(deployment),
      ...nonZero({ ...counts, unavailableReplicas: lacking }),
      terminatingReplicas: 0,
      conditions,
    },
    wakeAt: deadlineOf(deployment, conditions),
  };
}

/** Zero counts are left out, as Go leaves them out. */
export const nonZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

function availability(deployment: Deployment, availableReplicas: number) {
  const isEnough = availableReplicas >= replicasOf(deployment) - rolloutBounds(deployment).maxUnavailable;
  return {
    type: 'Available',
    status: isEnough ? 'True' : 'False',
    reason: isEnough ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
    message: isEnough
      ? 'Deployment has minimum availability.'
      : 'Deployment does not have minimum availability.',
  };
}

interface Progress {
  readonly counts: Counts;
  readonly newSet: ReplicaSet;
  readonly now: number;
  readonly setChange?: SetChange;
}

function claimProgress(
  deployment: Deployment,
  before: readonly Condition[],
  { counts, newSet, now, setChange }: Progress,
): readonly Condition[] {
  if (!hasDeadline(deployment)) return before.filter(({ type }) => type !== 'Progressing');
  if (deployment.spec.paused) return before;
  const { name } = newSet.metadata;
  const claim = (reason: string, message: string, status = 'True') =>
    claimCondition(before, { type: 'Progressing', status, reason, message }, now);
  const current = findCondition(before, 'Progressing');
  if (setChange === 'created') return claim('NewReplicaSetCreated', `Created new replica set "${name}"`);
  if (setChange === 'found') return claim('FoundNewReplicaSet', `Found new replica set "${name}"`);
  const isSettled =
    counts.replicas === counts.updatedReplicas && current?.reason === 'NewReplicaSetAvailable';
  if (isSettled) return before;
  if (isComplete(deployment, counts)) {
    return claim('NewReplicaSetAvailable', `ReplicaSet "${name}" has successfully progressed.`);
  }
  if (hasMoved(deployment, counts)) {
    const next = claim('ReplicaSetUpdated', `ReplicaSet "${name}" is progressing.`);
    return next.map(condition =>
      condition.type === 'Progressing' ? { ...condition, lastUpdateTime: toTime(now) } : condition,
    );
  }
  const deadlineAt = deadlineOf(deployment, before);
  if (deadlineAt === undefined || deadlineAt > now) return before;
  return claim('ProgressDeadlineExceeded', `ReplicaSet "${name}" has timed out progressing.`, 'False');
}

/** The largest number means "no deadline". */
const hasDeadline = ({ spec }: Deployment) => (spec.progressDeadlineSeconds ?? 600) < 2_147_483_647;

export function isComplete(deployment: Deployment, counts: Counts): boolean {
  const wanted = replicasOf(deployment);
  return [counts.replicas, counts.updatedReplicas, counts.availableReplicas].every(count => count === wanted);
}

function hasMoved(deployment: Deployment, now: Counts): boolean {
  const known = (field: keyof Counts) => {
    const count = deployment.status?.[field];
    return typeof count === 'number' ? count : 0;
  };
  return (
    now.updatedReplicas > known('updatedReplicas') ||
    now.replicas - now.updatedReplicas < known('replicas') - known('updatedReplicas') ||
    now.readyReplicas > known('readyReplicas') ||
    now.availableReplicas > known('availableReplicas')
  );
}

function deadlineOf(deployment: Deployment, conditions: readonly Condition[]): number | undefined {
  const progressing = findCondition(conditions, 'Progressing');
  if (!hasDeadline(deployment) || !progressing || progressing.status === 'False') return undefined;
  if (progressing.reason === 'NewReplicaSetAvailable' || deployment.spec.paused) return undefined;
  const since = Date.parse(progressing.lastUpdateTime ?? progressing.lastTransitionTime ?? '');
  return since + (deployment.spec.progressDeadlineSeconds ?? 600) * 1000;
}
