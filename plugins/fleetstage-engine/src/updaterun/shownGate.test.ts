import type { UpdateRunStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findShownGate } from './shownGate';

const AT = '2026-11-21T12:00:00Z';
const asked = {
  type: 'ApprovalRequestCreated',
  ...{ status: 'True', reason: 'x', message: '', lastTransitionTime: AT },
} as const;
const statusOf = (production: object): UpdateRunStatus => ({
  stagesStatus: [
    {
      stageName: 'canary',
      clusters: [],
      startTime: AT,
      afterStageTaskStatus: [{ type: 'TimedWait' }, { type: 'Approval', approvalRequestName: 'web-canary' }],
    },
    {
      stageName: 'production',
      clusters: [],
      beforeStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'web-before-production' }],
      ...production,
    },
  ],
});

it.each([
  ['the next stage waits', 'web-canary', {}, { stage: 'canary', when: 'after', isUsed: false }],
  ['the next stage has started', 'web-canary', { startTime: AT }, { when: 'after', isUsed: true }],
  [
    'the next stage asks itself',
    'web-canary',
    { beforeStageTaskStatus: [{ type: 'Approval', conditions: [asked] }] },
    { when: 'after', isUsed: true },
  ],
  ['its stage waits', 'web-before-production', {}, { stage: 'production', when: 'before', isUsed: false }],
  ['its stage has started', 'web-before-production', { startTime: AT }, { when: 'before', isUsed: true }],
])('C/AP-014, AP-016: %s', (_, request, production, gate) => {
  expect(findShownGate(statusOf(production), request)).toMatchObject(gate);
});

it('a request that no task names answers no gate', () => {
  expect(findShownGate(statusOf({}), 'other')).toBeUndefined();
  expect(findShownGate(undefined, 'web-canary')).toBeUndefined();
});
