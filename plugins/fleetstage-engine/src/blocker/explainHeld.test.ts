import type { Blocker } from '../decision';
import { NOON, secondsAfter, minutesBefore } from '../testing';
import { explainHeld } from './explainHeld';
import { planBlockers } from './planBlockers';

const few = '2 of 3 cluster(s) are ready and at most 1 may be unavailable';
const limit: Blocker = {
  cause: 'MaxUnavailable',
  message: `${few}; waiting: c2`,
  brief: few,
  clusters: ['c2'],
};
const surge: Blocker = {
  cause: 'MaxSurge',
  message: 'at most 3; waiting: c9',
  brief: 'at most 3',
  clusters: ['c9'],
};
const failed = (cluster: string): Blocker => ({
  cause: 'ClusterFailed',
  message: `${cluster}: refused`,
  clusters: [cluster],
  since: minutesBefore(5),
});
const settling: Blocker = {
  cause: 'ClusterSettling',
  message: 'c5: time has to pass',
  clusters: ['c5'],
  until: secondsAfter(30),
};

const explain = (...found: Blocker[]) => {
  const kept = planBlockers([], found, NOON).save;
  return (waitsFor: 'update' | 'firstRollout') => explainHeld(kept, waitsFor);
};

describe('why a rolling update does not reach a cluster (B/RO-087, A/ST-032)', () => {
  it('names the limit, who uses it up, since when and until when; the loudest first', () => {
    expect(explain(limit, settling, failed('c1'))('update')).toBe(
      `${few}; held by c1: refused (since 2026-11-21T11:55:00Z); c5: time has to pass (until 2026-11-21T12:00:30Z)`,
    );
  });

  it('names clusters that are being cleaned up, the last', () => {
    const leaving: Blocker = { cause: 'ClusterLeaving', message: 'c7 is being cleaned up', clusters: ['c7'] };
    expect(explain(leaving, limit, settling)('update')).toMatch(
      /held by c5: time has to pass .*; c7 is being cleaned up \(since/,
    );
  });

  it('names two clusters and counts the others', () => {
    expect(explain(limit, failed('c1'), failed('c2'), failed('c3'))('update')).toMatch(
      /c1: refused .*; c2: refused .*; and by 1 more cluster\(s\)$/,
    );
  });

  it('distinguishes a first rollout from an update', () => {
    expect(explain(limit, surge)('firstRollout')).toBe('at most 3');
    expect(explain(limit, surge)('update')).toBe(few);
  });

  it('knows nothing where nothing is kept, and where no limit holds', () => {
    expect(explainHeld(undefined, 'update')).toBeUndefined();
    expect(explain(failed('c1'))('update')).toBeUndefined();
  });

  it('cuts the words of a member', () => {
    const long: Blocker = { ...failed('c1'), message: `c1: ${'x'.repeat(500)}` };
    expect(explain(limit, long)('update')?.length).toBeLessThan(300);
  });
});
