import { findCondition } from '../conditions';
import { nothing, writeStatus, type Controller, type View, type Write } from '../decision';
import { nonZero } from '../deployment/deploymentStatus';
import { isLeaving, toTime, type Condition, type Job, type Pod } from '../objects';
import { createdEvent, isActive, isReady, nodeLoad, pickNode, podNames, renderPod } from '../pods';

const COMPONENT = 'job-controller';

/** Runs pods until enough of them have succeeded. */
export const decideJob: Controller = (object, view) => {
  const job = object as Job;
  if (isLeaving(job) || findCondition(job.status?.conditions, 'Complete')?.status === 'True') return nothing;
  const pods = view.owned(job, 'Pod') as readonly Pod[];
  const active = pods.filter(isActive);
  const succeeded = pods.filter(({ status }) => status?.phase === 'Succeeded').length;
  const isDone = succeeded >= completionsOf(job);
  const counts = { active, succeeded };
  const created = isDone ? [] : createPods(job, counts, view);
  const status = {
    startTime: job.status?.startTime ?? toTime(view.now),
    ...nonZero({ active: active.length, succeeded }),
    ready: active.filter(isReady).length,
    terminating: 0,
    uncountedTerminatedPods: {},
    ...(isDone && { completionTime: toTime(view.now), conditions: completion(view.now) }),
  };
  return { writes: [...created, ...writeStatus(job, status), ...(isDone ? [completedEvent(job)] : [])] };
};

/** Without `completions`, one success ends the job. */
const completionsOf = ({ spec }: Job) => spec.completions ?? 1;

function createPods(
  job: Job,
  { active, succeeded }: { active: readonly Pod[]; succeeded: number },
  view: View,
): readonly Write[] {
  if (job.spec.suspend) return [];
  const wanted = Math.min(job.spec.parallelism ?? 1, completionsOf(job) - succeeded);
  const count = Math.max(0, wanted - active.length);
  const load = nodeLoad(view.pods(job.metadata.namespace ?? ''));
  const names = podNames(job, { count, taken: view.owned(job, 'Pod'), now: view.now });
  const { template } = job.spec;
  return names.flatMap((name): Write[] => {
    const pod = { owner: job, template, name, generateName: `${job.metadata.name}-`, labels: jobLabels(job) };
    return [
      { kind: 'create', object: renderPod(pod, pickNode(view, template.spec, load)) },
      createdEvent(job, name, COMPONENT),
    ];
  });
}

function jobLabels({ metadata: { name, uid = '' } }: Job): Record<string, string> {
  return {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
}

function completion(now: number): readonly Condition[] {
  return ['SuccessCriteriaMet', 'Complete'].map(type => ({
    type,
    status: 'True',
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
    lastProbeTime: toTime(now),
    lastTransitionTime: toTime(now),
  }));
}

const completedEvent = (job: Job): Write => ({
  kind: 'event',
  about: job,
  event: { type: 'Normal', reason: 'Completed', message: 'Job completed', component: COMPONENT },
});
