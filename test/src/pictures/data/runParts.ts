import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import {
  countBlocked,
  countRunSnapshots,
  countStates,
  isInFlight,
  tallyOf,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ago } from './moments';
import { ALLOWED, MAYA } from './people';

export type Run = Schemas['Run'];
export type Stage = Schemas['Stage'];
export type Gate = Schemas['Gate'];
export type RunCluster = Schemas['RunCluster'];

export const PERMITS: Schemas['RunPermits'] = {
  approve: ALLOWED,
  stop: ALLOWED,
  resume: ALLOWED,
  start: ALLOWED,
  retry: ALLOWED,
  create: ALLOWED,
  end: ALLOWED,
  delete: ALLOWED,
};

/** What a stage or a run says of its clusters by state. */
export const counted = (counts: Schemas['Counts']) => ({ counts, tally: tallyOf(counts) });

/** Updated one after the other, each as many seconds as given. */
export function updated(
  names: readonly string[],
  took: readonly number[],
  endedMinutesAgo: number,
  snapshot = '14',
): RunCluster[] {
  return names.map((name, index) => {
    const end = endedMinutesAgo + (names.length - 1 - index) * 3;
    const seconds = took[index % took.length];
    return {
      name,
      state: 'updated',
      startedAt: ago(end + seconds / 60),
      endedAt: ago(end),
      since: ago(end),
      snapshot,
    };
  });
}

export function waiting(names: readonly string[], snapshot = '13', orders?: readonly string[]): RunCluster[] {
  return names.map((name, index) => ({
    name,
    state: 'notStarted',
    snapshot,
    orderValue: orders?.[index % orders.length],
  }));
}

export function wait(of: string, minutes: number, more: Partial<Gate> = {}): Gate {
  return { kind: 'wait', task: 'after', stage: of, state: 'notBegun', waitSeconds: minutes * 60, ...more };
}

export function approval(run: string, of: string, more: Partial<Gate> = {}): Gate {
  const isBefore = more.task === 'before';
  return {
    kind: 'approval',
    task: 'after',
    stage: of,
    state: 'notAsked',
    request: `${run}-${isBefore ? 'before-' : ''}${of}`,
    mayApprove: ALLOWED,
    ...more,
  };
}

/** An approval that is asked since so many minutes. */
export const asked = (minutes: number): Partial<Gate> => ({
  state: 'asked',
  askedAt: ago(minutes),
  requestUid: 'uid-request',
  requestGeneration: 1,
  resourceVersion: '4711',
});

export function stage(
  index: number,
  name: string,
  state: Stage['state'],
  clusters: readonly RunCluster[],
  more: Partial<Stage> = {},
): Stage {
  return {
    name,
    index,
    state,
    selector: `environment=${name}`,
    concurrency: '1',
    slots: 1,
    total: clusters.length,
    ...counted(countStates(clusters)),
    clusters: clusters.map(cluster => ({
      ...cluster,
      ...(isInFlight(cluster.state) && { isInFlight: true }),
    })),
    gatesBefore: [],
    gatesAfter: [],
    ...more,
  };
}

/** What a run that is over says of its stages and gates that it did not reach. */
export const overStages = (pipeline: readonly Stage[], how: 'ended' | 'failed'): Stage[] => {
  const passed = (gates: readonly Gate[]) =>
    gates.map(gate =>
      gate.state === 'notAsked' || gate.state === 'notBegun'
        ? { ...gate, state: 'notReached' as const, message: `The run ${how}.` }
        : gate,
    );
  return pipeline.map(one => ({
    ...one,
    ...(one.state === 'notStarted' && {
      state: 'notReached' as const,
      message: `Not reached: the run ${how}.`,
    }),
    gatesBefore: passed(one.gatesBefore),
    gatesAfter: passed(one.gatesAfter),
  }));
};

export const barsOf = (stages: readonly Stage[]): Run['stages'] =>
  stages.map(({ name, isRemoval, state, total, counts, tally, gatesBefore, gatesAfter }) => ({
    name,
    isRemoval,
    state,
    total,
    counts,
    tally,
    gatesBefore: gatesBefore.map(({ kind, state: of }) => ({ kind, state: of })),
    gatesAfter: gatesAfter.map(({ kind, state: of }) => ({ kind, state: of })),
  }));

export function aRun(
  name: string,
  state: Run['state'],
  pipeline: readonly Stage[],
  more: Partial<Run> = {},
): Run {
  const members = pipeline.filter(({ isRemoval }) => !isRemoval).flatMap(({ clusters }) => clusters);
  return {
    scope: '_',
    name,
    uid: `uid-${name}`,
    placement: 'payments-api',
    strategy: 'careful-three',
    snapshot: '14',
    previousSnapshot: '13',
    state,
    isOver: ['succeeded', 'failed', 'couldNotPrepare'].includes(state),
    createdAt: ago(126),
    startedAt: ago(124),
    startedBy: MAYA,
    total: members.length,
    ...counted(countStates(members)),
    stages: barsOf(pipeline),
    pipeline: [...pipeline],
    blockers: [],
    blockedClusters: countBlocked(more.blockers ?? []),
    allCounts: countStates(pipeline.flatMap(({ clusters }) => clusters)),
    ...countRunSnapshots(members),
    resourceVersion: '4711',
    generation: 1,
    spec: {},
    manifest: {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name, generation: 1 },
      spec: { placementName: 'payments-api', stagedRolloutStrategyName: 'careful-three', state: 'Run' },
    },
    strategyThen: STRATEGY,
    strategyNow: STRATEGY,
    conditions: [
      condition(
        'Initialized',
        'True',
        'UpdateRunInitializedSuccessfully',
        'The plan has 3 stages and 18 clusters',
        124,
      ),
      condition('Progressing', 'False', 'UpdateRunWaiting', 'Waits for the approval after stage canary', 47),
    ],
    approvers: ['group:default/platform-approvers'],
    may: PERMITS,
    changeCount: 3,
    ...more,
  };
}

const STRATEGY = {
  stages: [
    {
      name: 'staging',
      labelSelector: { matchLabels: { environment: 'staging' } },
      afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }],
    },
    {
      name: 'canary',
      labelSelector: { matchLabels: { environment: 'canary' } },
      afterStageTasks: [{ type: 'Approval' }],
    },
    {
      name: 'production',
      labelSelector: { matchLabels: { environment: 'production' } },
      sortingLabelKey: 'order',
      maxConcurrency: 3,
      afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }, { type: 'Approval' }],
    },
  ],
};

export function condition(
  type: string,
  status: Schemas['Condition']['status'],
  reason: string,
  message: string,
  minutes: number,
): Schemas['Condition'] {
  return { type, status, reason, message, observedGeneration: 1, lastTransitionTime: ago(minutes) };
}

export const ORDERS = ['1', '1', '1', '2', '2', '2', '3', '3', '3', '4', '4', '4'];
