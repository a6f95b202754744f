import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideWork, type AgentWork } from './decideWork';
import {
  afterApply,
  afterFailure,
  afterRepairs,
  NEW_PACE,
  nextPassMs,
  repairAfterMs,
  retryPassMs,
  type WorkPace,
} from './workPace';

const NOON = instant(1_795_262_400_000);
const RESYNC_MS = 600_000;
const applied: WorkPace = { ...NEW_PACE, comparedAt: NOON };
const aWork = (patch: Partial<AgentWork>): AgentWork => ({
  membership: 'joined',
  isDeleting: false,
  hasFinalizer: true,
  revision: 'u1/1',
  appliedRevision: 'u1/1',
  strategy: {},
  pace: applied,
  resyncMs: RESYNC_MS,
  ...patch,
});
const failedOnce = { ...applied, failures: 1 };
const reportDiff = { type: 'ReportDiff' } as const;

describe('what an agent does next about a Work', () => {
  it.each([
    ['B/WA-003: not joined yet', { membership: 'unknown' }, 0, { kind: 'requeue', afterMs: 5_000 }],
    ['C/MC-042: left', { membership: 'left' }, 0, { kind: 'none', reason: 'the cluster has left the fleet' }],
    [
      'C/MC-060: left while the Work is being deleted',
      { membership: 'left', isDeleting: true },
      0,
      { kind: 'none' },
    ],
    ['B/WA-006: no finalizer', { hasFinalizer: false }, 0, { kind: 'addFinalizer' }],
    ['B/WA-130: being deleted', { isDeleting: true }, 0, { kind: 'release' }],
    [
      'B/WA-131: being deleted, no finalizer',
      { isDeleting: true, hasFinalizer: false },
      0,
      { kind: 'none', reason: 'the Work is being deleted and holds nothing' },
    ],
    ['B/WA-085: never compared', { strategy: reportDiff, pace: NEW_PACE }, 0, { kind: 'apply' }],
    ['B/WA-120: a moment before a resync', {}, RESYNC_MS - 1, { kind: 'observe' }],
    ['a first pass', { appliedRevision: undefined, pace: NEW_PACE }, 0, { kind: 'apply' }],
    ['another generation', { revision: 'u1/2' }, 0, { kind: 'apply' }],
    ['made anew under the same name', { revision: 'u2/1' }, 0, { kind: 'apply' }],
    ['nothing new', {}, 1_000, { kind: 'observe' }],
    ['after a restart', { pace: NEW_PACE }, 0, { kind: 'apply' }],
    ['the time of a resync', {}, RESYNC_MS, { kind: 'apply' }],
    ['a failure, not yet due', { pace: failedOnce }, 1_999, { kind: 'observe' }],
    ['a failure, due', { pace: failedOnce }, 2_000, { kind: 'apply' }],
    ['B/WA-085: compared a moment ago', { strategy: reportDiff }, 1_000, { kind: 'requeue', afterMs: 2_000 }],
    ['B/WA-085: compared a while ago', { strategy: reportDiff }, 3_000, { kind: 'apply' }],
    [
      'B/WA-085: another strategy is another generation',
      { strategy: reportDiff, revision: 'u1/2' },
      0,
      { kind: 'apply' },
    ],
  ] as const)('%s', (_, patch, afterMs, expected) => {
    expect(decideWork(aWork(patch), plus(NOON, afterMs))).toMatchObject(expected);
  });
});

describe('when an agent comes back without an event', () => {
  const next = (pace: WorkPace, afterMs = 0, random = 0) =>
    nextPassMs({ pace, strategy: {}, resyncMs: RESYNC_MS }, plus(NOON, afterMs), random);
  const settled = { needsRetry: false };

  it('spreads the resync', () => {
    expect([next(applied), next(applied, 0, 0.5), next(applied, RESYNC_MS)]).toEqual([600_000, 630_000, 100]);
  });

  it('retries what failed, more and more slowly, and forgets it after a success', () => {
    let pace = NEW_PACE;
    const waits = Array.from({ length: 7 }, () => {
      pace = afterApply(pace, { needsRetry: true }, NOON);
      return next(pace);
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(next(afterApply(pace, settled, NOON))).toBe(RESYNC_MS);
  });

  it('does not put a retry off because an observation has failed, too', () => {
    expect(afterFailure(applied, plus(NOON, 5_000))).toMatchObject({ failures: 1, comparedAt: NOON + 5_000 });
    expect(afterFailure(failedOnce, plus(NOON, 5_000))).toBe(failedOnce);
  });

  const compare = (results: readonly string[], isSettled: boolean) => {
    let pace = NEW_PACE;
    return results.map(result => {
      pace = afterApply(pace, { needsRetry: false, compared: { results: result, isSettled } }, NOON);
      return next(pace) / 1_000;
    });
  };
  it('B/WA-122, WA-123: rechecks what is only compared at its own pace', () => {
    expect(compare(['a', 'a', 'a', 'a'], true)).toEqual([5, 2, 3, 4.5]);
    expect(compare(['a', 'a', 'a'], false)).toEqual([5, 2, 2.4]);
  });
  it('B/WA-121: begins anew when a result changes', () => {
    expect(compare(['a', 'a', 'a', 'b', 'b'], true)).toEqual([5, 2, 3, 5, 2]);
  });

  it('comes back soon where the time is over, whatever it waits for', () => {
    expect(next(failedOnce, 60_000)).toBe(100);
    expect(next({ ...applied, recheck: { results: 'a', seconds: 5, count: 1 } }, 60_000)).toBe(100);
    expect(next(NEW_PACE)).toBe(RESYNC_MS);
    expect(next(applied, 1_000)).toBe(RESYNC_MS - 1_000);
    expect(next(failedOnce, 500)).toBe(1_500);
    expect(next({ ...applied, recheck: { results: 'a', seconds: 5, count: 1 } }, 1_000)).toBe(4_000);
  });

  it('B/WA-126: tries a pass that has shown nothing again', () => {
    expect([1, 2, 3, 10].map(retryPassMs)).toEqual([1_000, 2_000, 4_000, 60_000]);
  });

  it('repairs a drift at once, and a fight over an object more and more slowly', () => {
    let pace = NEW_PACE;
    expect(repairAfterMs(pace, 'x', NOON)).toBe(0);
    const waits = Array.from({ length: 4 }, () => {
      pace = afterRepairs(pace, ['x'], NOON);
      return repairAfterMs(pace, 'x', NOON);
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(repairAfterMs(pace, 'y', NOON)).toBe(0);
    expect(repairAfterMs(pace, 'x', plus(NOON, 8_000))).toBe(0);
    const later = plus(NOON, 68_000);
    expect(repairAfterMs(afterRepairs(pace, ['x'], later), 'x', later)).toBe(1_000);
  });
});
