import { claimCondition, findCondition } from '../conditions';
import { nothing, writeStatus, type Controller, type View, type Write } from '../decision';
import { isLeaving, type Deployment, type Pod, type ReplicaSet } from '../objects';
import { isFinished } from '../pods';
import { projectDeployment, type SetChange } from './deploymentStatus';
import {
  REVISION,
  isActiveSet,
  isBehindScale,
  renderReplicaSet,
  revisionOf,
  scaleSet,
  scaledEvent,
  splitSets,
  type SplitSets,
} from './replicaSets';
import { newSetSize, planRecreate, planRollingUpdate, planScale, type Sizes } from './rollingUpdate';

/** Carries a Deployment from its present ReplicaSets to the one of its template, one step a pass. */
export const decideDeployment: Controller = (object, view) => {
  if (isLeaving(object)) return nothing;
  const deployment = claimPause(object as Deployment, view.now);
  const sets = splitSets(deployment, view.owned(object, 'ReplicaSet') as readonly ReplicaSet[]);
  const step = planStep(deployment, sets, view);
  const { status, wakeAt } = projectDeployment(deployment, step.sets, {
    now: view.now,
    setChange: step.setChange,
  });
  const { metadata } = object;
  const revision = step.sets.newSet?.metadata.annotations?.[REVISION];
  const isNumbered = revision === undefined || metadata.annotations?.[REVISION] === revision;
  // The server lets the status subresource of a Deployment carry annotations, and its controller counts on that.
  const numbered = isNumbered
    ? object
    : {
        ...object,
        metadata: { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } },
      };
  const statusWrites: readonly Write[] = isNumbered
    ? writeStatus(object, status)
    : [{ kind: 'updateStatus', object: { ...numbered, status } }];
  return { writes: [...step.writes, ...statusWrites], ...(wakeAt !== undefined && { wakeAt }) };
};

interface Step {
  readonly writes: readonly Write[];
  /** The sets as they will be. */
  readonly sets: SplitSets;
  readonly setChange?: SetChange;
}

function planStep(deployment: Deployment, sets: SplitSets, view: View): Step {
  const all = sets.newSet ? [sets.newSet, ...sets.oldSets] : sets.oldSets;
  if (deployment.spec.paused || all.some(set => isBehindScale(deployment, set))) {
    return { writes: scaleAll(deployment, planScale(deployment, sets)), sets };
  }
  if (deployment.spec.strategy.type === 'Recreate') {
    const down = scaleAll(deployment, planRecreate(sets));
    const isEmpty = !sets.oldSets.some(set => isActiveSet(set) || hasPods(set, view));
    if (down.length > 0 || !isEmpty) return { writes: down, sets };
  }
  if (sets.newSet === undefined) return createSet(deployment, sets);
  const found = renumber(sets.newSet, sets.oldSets);
  if (found)
    return {
      writes: [{ kind: 'update', object: found }],
      sets: { ...sets, newSet: found },
      setChange: 'found',
    };
  const writes = [
    ...scaleAll(deployment, planRollingUpdate(deployment, sets)),
    ...forgetOldSets(deployment, sets),
  ];
  return { writes, sets };
}

/** Also those that are still ending. */
const hasPods = (set: ReplicaSet, view: View) =>
  (view.owned(set, 'Pod') as readonly Pod[]).some(pod => !isFinished(pod));

const scaleAll = (deployment: Deployment, sizes: Sizes): readonly Write[] =>
  [...sizes].flatMap(([set, size]) => scaleSet(deployment, set, size));

function createSet(deployment: Deployment, sets: SplitSets): Step {
  const replicas = newSetSize(deployment, 0, sets.oldSets);
  const revision = Math.max(0, ...sets.oldSets.map(revisionOf)) + 1;
  const newSet = renderReplicaSet(deployment, { replicas, revision });
  const event: readonly Write[] =
    replicas > 0 ? [scaledEvent(deployment, newSet, { before: 0, after: replicas })] : [];
  return {
    writes: [{ kind: 'create', object: newSet }, ...event],
    sets: { ...sets, newSet },
    setChange: 'created',
  };
}

/** A template that was there before: its set becomes the newest revision again. */
function renumber(newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): ReplicaSet | undefined {
  const newest = Math.max(0, ...oldSets.map(revisionOf));
  if (revisionOf(newSet) > newest) return undefined;
  const annotations = { ...newSet.metadata.annotations, [REVISION]: String(newest + 1) };
  return { ...newSet, metadata: { ...newSet.metadata, annotations } };
}

/** Old sets without pods are kept for a rollback, up to the limit. */
function forgetOldSets(deployment: Deployment, { oldSets }: SplitSets): readonly Write[] {
  const limit = deployment.spec.revisionHistoryLimit ?? 10;
  const empty = oldSets.filter(set => !isActiveSet(set) && !set.status?.replicas && !isLeaving(set));
  const isDone =
    findCondition(deployment.status?.conditions, 'Progressing')?.reason === 'NewReplicaSetAvailable';
  if (!isDone) return [];
  return empty
    .slice(0, Math.max(0, empty.length - limit))
    .map((set): Write => ({ kind: 'delete', object: set }));
}

/** A pause is reported in the Progressing condition, and so is its end; a paused rollout has no deadline. */
function claimPause(deployment: Deployment, now: number): Deployment {
  const before = deployment.status?.conditions ?? [];
  const isMarkedPaused = findCondition(before, 'Progressing')?.reason === 'DeploymentPaused';
  if (Boolean(deployment.spec.paused) === isMarkedPaused) return deployment;
  const claim = deployment.spec.paused
    ? { reason: 'DeploymentPaused', message: 'Deployment is paused' }
    : { reason: 'DeploymentResumed', message: 'Deployment is resumed' };
  const conditions = claimCondition(before, { type: 'Progressing', status: 'Unknown', ...claim }, now);
  return { ...deployment, status: { ...deployment.status, conditions } };
}
