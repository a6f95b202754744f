import { anAvailableReport, NOON, secondsAfter } from '../testing/builders';
import type { WorkClaim, WorkReport } from '../work/report';
import { readinessOf } from './readiness';

const claim = (status: WorkClaim['status'], reason: string, at = secondsAfter(-10)): WorkClaim => ({
  status,
  reason,
  message: `${reason}.`,
  at,
});
const untrackable = (at: WorkClaim['at']) => claim('True', 'NotAllWorkAreAvailabilityTrackable', at);
const clock = { settleMs: 60_000, now: NOON };
const readiness = (patch: Partial<WorkReport>) =>
  readinessOf({ revision: 'r0' }, anAvailableReport('c1', { ...patch }), clock);

describe('readinessOf (B/RO-040)', () => {
  it.each([
    { rule: 'trackable and available', patch: {}, kind: 'ready' },
    {
      rule: 'untrackable since longer than the period',
      patch: { available: untrackable(secondsAfter(-61)) },
      kind: 'ready',
    },
    {
      rule: 'untrackable since exactly the period',
      patch: { available: untrackable(secondsAfter(-60)) },
      kind: 'ready',
    },
    {
      rule: 'untrackable since less',
      patch: { available: untrackable(secondsAfter(-35)) },
      kind: 'settling',
    },
    {
      rule: 'the older reason WorkNotTrackable counts too',
      patch: { available: claim('True', 'WorkNotTrackable') },
      kind: 'settling',
    },
    { rule: 'availability not judged yet', patch: { available: undefined }, kind: 'progressing' },
    { rule: 'report of another revision', patch: { revision: 'r1' }, kind: 'progressing' },
    {
      rule: 'B/RO-043, B/DC-09: compared in full',
      patch: { available: undefined, diffReported: claim('True', 'AllWorkHaveDiffReported') },
      kind: 'ready',
    },
    {
      rule: 'B/RO-072: comparison not complete',
      patch: { available: undefined, diffReported: claim('False', 'NotAllWorkHaveDiffReported') },
      kind: 'comparing',
    },
    {
      rule: 'RUL 8: not available is not failed',
      patch: { available: claim('False', 'NotAllWorkAreAvailable') },
      kind: 'unavailable',
    },
    { rule: 'released', patch: { isReleased: true }, kind: 'progressing' },
  ])('$rule → $kind', ({ patch, kind }) => {
    expect(readiness(patch).kind).toBe(kind);
  });

  it('says when time alone makes it ready, and seeing it again does not restart the wait (B/RO-036, B/RO-070, B/RO-071)', () => {
    const since = secondsAfter(-35);
    const expected = { kind: 'settling', until: secondsAfter(25) };
    expect(readiness({ available: untrackable(since) })).toEqual(expected);
    expect(readiness({ available: untrackable(since), observedAt: NOON })).toEqual(expected);
  });

  it('has nothing to say without a report or before the first rollout', () => {
    expect(readinessOf({ revision: 'r0' }, undefined, clock).kind).toBe('progressing');
    expect(readinessOf({}, anAvailableReport('c1'), clock).kind).toBe('progressing');
  });
});

describe('readinessOf (B/RO-041 under RUL 8)', () => {
  it.each([
    {
      rule: 'Applied False',
      patch: { applied: claim('False', 'NotAllWorkHaveBeenApplied') },
      kind: 'failed',
    },
    { rule: 'Overridden False', patch: { overridden: claim('False', 'OverriddenFailed') }, kind: 'failed' },
    {
      rule: 'WorkSynchronized False',
      patch: { synchronized: claim('False', 'SyncWorkFailed') },
      kind: 'failed',
    },
    {
      rule: 'a reason nobody knows is a failure',
      patch: { applied: claim('False', 'Whatever') },
      kind: 'failed',
    },
    {
      rule: 'a pending reason does not hide another failure',
      patch: { overridden: claim('False', 'OverriddenPending'), applied: claim('False', 'X') },
      kind: 'failed',
    },
    {
      rule: 'still applying is in progress',
      patch: { applied: claim('False', 'ApplyInProgress'), available: undefined },
      kind: 'progressing',
    },
    {
      rule: 'apply pending',
      patch: { applied: claim('False', 'ApplyPending'), available: undefined },
      kind: 'progressing',
    },
    {
      rule: 'overrides pending',
      patch: { overridden: claim('False', 'OverriddenPending'), available: undefined },
      kind: 'progressing',
    },
    {
      rule: 'work not synchronized yet',
      patch: { synchronized: claim('False', 'WorkNotSynchronizedYet'), available: undefined },
      kind: 'progressing',
    },
    {
      rule: 'resource not available yet',
      patch: { available: claim('False', 'ResourceNotAvailableYet') },
      kind: 'progressing',
    },
  ])('$rule → $kind', ({ patch, kind }) => {
    expect(readiness(patch).kind).toBe(kind);
  });
});
