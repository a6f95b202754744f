import { fromRfc3339, instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Condition, StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { newProgress } from '../updaterun/progress';
import type { Phase, RunProgress, StageProgress } from '../updaterun/state';

export const run = { generation: 1 };

/** A moment of 2025-03-12, as requirement 000 prints it. */
export const at = (time: string) => fromRfc3339(`2025-03-12T${time}Z`) ?? instant(0);

export const cond = (
  type: string,
  status: Condition['status'],
  reason: string,
  time: string,
  message = '',
): Condition => ({
  type,
  status,
  observedGeneration: 1,
  lastTransitionTime: `2025-03-12T${time}Z`,
  reason,
  message,
});

export const stages: StageConfig[] = [
  {
    name: 'staging',
    labelSelector: { matchLabels: { environment: 'staging' } },
    afterStageTasks: [{ type: 'Approval' }, { type: 'TimedWait', waitTime: '1m0s' }],
  },
  {
    name: 'canary',
    labelSelector: { matchLabels: { environment: 'canary' } },
    sortingLabelKey: 'name',
    afterStageTasks: [{ type: 'Approval' }],
  },
  {
    name: 'production',
    labelSelector: { matchLabels: { environment: 'production' } },
    sortingLabelKey: 'order',
    afterStageTasks: [{ type: 'TimedWait', waitTime: '1m0s' }, { type: 'Approval' }],
  },
];

export const planned: RunProgress = {
  ...newProgress,
  seenAt: at('23:21:38'),
  plan: {
    at: at('23:21:39'),
    placementUid: 'uid-web',
    policyIndex: 0,
    clusterCount: 2,
    resourceIndex: 0,
    applyStrategy: {},
    stages,
  },
  stages: [
    {
      name: 'staging',
      clusters: [{ cluster: 'member1' }],
      before: [],
      after: [
        { kind: 'Approval', request: 'example-run-staging' },
        { kind: 'TimedWait', waitMs: 60_000 },
      ],
    },
    {
      name: 'canary',
      clusters: [{ cluster: 'member2' }],
      before: [],
      after: [{ kind: 'Approval', request: 'example-run-canary' }],
    },
    {
      name: 'production',
      clusters: [],
      before: [],
      after: [
        { kind: 'TimedWait', waitMs: 60_000 },
        { kind: 'Approval', request: 'example-run-production' },
      ],
    },
  ],
};

export const staging: StageProgress = {
  name: 'staging',
  clusters: [{ cluster: 'member1', startedAt: at('23:21:39'), succeededAt: at('23:21:54') }],
  before: [],
  after: [
    { kind: 'Approval', request: 'example-run-staging', requestedAt: at('23:21:54') },
    { kind: 'TimedWait', waitMs: 60_000, doneAt: at('23:22:54') },
  ],
  enteredAt: at('23:21:39'),
  startedAt: at('23:21:39'),
  updatedAt: at('23:21:54'),
  phase: { kind: 'Waiting', since: at('23:21:54') },
};

export const inProgress: RunProgress = {
  ...planned,
  startedAt: at('23:21:39'),
  turn: 1,
  phase: { kind: 'Running', since: at('23:21:39') },
  stages: [staging, ...planned.stages.slice(1)],
};

export const phase = (kind: Phase['kind']): Phase => ({ kind, since: at('23:30:00') });

export const failed = { at: at('23:31:00'), message: 'c9 was picked' };
