import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage } from '../testing/builders';
import { normalizeStage, validateStrategy } from './validateStrategy';

const approval = { type: 'Approval' as const };
const wait = (waitTime?: string) => ({
  type: 'TimedWait' as const,
  ...(waitTime === undefined ? {} : { waitTime }),
});

describe('validateStrategy', () => {
  it.each<{ rule: string; stages: StageConfig[]; says?: RegExp }>([
    {
      rule: 'a plain strategy is fine',
      stages: [aStage('a'), aStage('b', { afterStageTasks: [approval, wait('1h')] })],
    },
    { rule: 'C/UR-061: no stages at all is fine', stages: [] },
    {
      rule: 'C/ST-002, DX-019: stage names are unique',
      stages: [aStage('a'), aStage('a')],
      says: /stages\[1\]\.name: "a" is used twice/,
    },
    {
      rule: 'C/ST-006, UR-054, UR-054a: one before-task',
      stages: [aStage('a', { beforeStageTasks: [approval, approval] })],
      says: /beforeStageTasks: at most one/,
    },
    {
      rule: 'C/UR-054b: before-tasks are approvals',
      stages: [aStage('a', { beforeStageTasks: [wait('1h')] })],
      says: /beforeStageTasks\[0\]\.type: only Approval/,
    },
    {
      rule: 'C/UR-054c: an approval has no wait',
      stages: [aStage('a', { beforeStageTasks: [{ ...approval, waitTime: '1h' }] })],
      says: /beforeStageTasks\[0\]\.waitTime: .*remove 1h/,
    },
    {
      rule: 'C/ST-015: an approval with a wait of nothing is let through',
      stages: [aStage('a', { afterStageTasks: [{ ...approval, waitTime: '0s' }] })],
    },
    {
      rule: 'C/ST-007: two after-tasks at most',
      stages: [aStage('a', { afterStageTasks: [approval, wait('1h'), wait('2h')] })],
      says: /afterStageTasks: at most two tasks.*found 3/,
    },
    {
      rule: 'C/ST-008, UR-055, UR-055a: one after-task of a type',
      stages: [aStage('a', { afterStageTasks: [approval, approval] })],
      says: /two tasks of type Approval/,
    },
    {
      rule: 'C/UR-055b: a wait needs a time',
      stages: [aStage('a', { afterStageTasks: [wait()] })],
      says: /afterStageTasks\[0\]\.waitTime: a TimedWait needs/,
    },
    {
      rule: 'C/UR-055c: a wait of nothing',
      stages: [aStage('a', { afterStageTasks: [wait('0s')] })],
      says: /waitTime: 0s is too short/,
    },
    {
      rule: 'C/ST-011: a wait below a second',
      stages: [aStage('a', { afterStageTasks: [wait('0.5s')] })],
      says: /at least one second/,
    },
    {
      rule: 'C/ST-010: a wait that is no duration',
      stages: [aStage('a', { afterStageTasks: [wait('1d')] })],
      says: /"1d" is not a duration/,
    },
    {
      rule: 'C/ST-005: concurrency is at least 1',
      stages: [aStage('a', { maxConcurrency: 0 })],
      says: /maxConcurrency: 0 must be at least 1/,
    },
    {
      rule: 'C/ST-005: 0% is none',
      stages: [aStage('a', { maxConcurrency: '0%' })],
      says: /maxConcurrency: 0% must be/,
    },
    {
      rule: 'C/UR-060: a selector that Kubernetes refuses',
      stages: [aStage('a', { labelSelector: { matchExpressions: [{ key: 'x', operator: 'In' }] } })],
      says: /labelSelector of stage "a": .*at least one value/,
    },
  ])('$rule', ({ stages, says }) => {
    const verdict = validateStrategy({ stages });
    if (says === undefined) expect(verdict).toEqual({ ok: true });
    else expect(verdict).toMatchObject({ ok: false, message: expect.stringMatching(says) });
  });

  it('C/ST-014, ST-015: the copy shows waits as Go prints them and none on approvals', () => {
    const stage = aStage('a', { afterStageTasks: [wait('90s'), { ...approval, waitTime: '0s' }] });
    expect(normalizeStage(stage).afterStageTasks).toEqual([
      { type: 'TimedWait', waitTime: '1m30s' },
      { type: 'Approval' },
    ]);
  });
});
