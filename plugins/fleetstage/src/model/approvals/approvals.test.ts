import { openBulk, summarize, updateLine } from './bulk';
import { findItem, keyOf, longestSince, refName, sortApprovals, type ApprovalItem } from './inbox';

function item(run: string, askedAt: string, clusterCount = 1, blocks = 0): ApprovalItem {
  return {
    run,
    scope: '_',
    placement: 'web',
    gate: {
      kind: 'approval',
      task: 'after',
      stage: 'canary',
      state: 'asked',
      askedAt,
      requestUid: `uid-${run}`,
    },
    startsStage: { kind: 'stage', stage: 'production', clusterCount },
    checks: { pass: 6 - blocks, look: 0, blocks },
  };
}

const early = item('early', '2026-11-20T08:00:00Z', 2);
const late = item('late', '2026-11-20T11:00:00Z', 20);
const blocked = item('blocked', '2026-11-20T10:00:00Z', 5, 1);

describe('the inbox', () => {
  it.each([
    ['wait', ['early', 'blocked', 'late']],
    ['newest', ['late', 'blocked', 'early']],
    ['clusters', ['late', 'blocked', 'early']],
  ] as const)('sorts by %s', (order, runs) => {
    expect(sortApprovals([late, early, blocked], order).map(({ run }) => run)).toEqual(runs);
  });

  it('tells gates of one run apart by stage and side', () => {
    const before = { ...early, gate: { ...early.gate, task: 'before' as const } };
    expect(findItem([before, early], { run: 'early', stage: 'canary', gate: 'after' })).toBe(early);
    expect(findItem([before], { run: 'early', stage: 'canary', gate: 'after' })).toBeUndefined();
  });

  it('says since when the longest waits', () => {
    expect(longestSince([late, early])).toBe('2026-11-20T08:00:00Z');
    expect(longestSince([])).toBeUndefined();
  });

  it.each([
    ['group:default/platform-approvers', 'platform-approvers'],
    ['user:guest', 'guest'],
    ['team-edge', 'team-edge'],
  ])('names %p %p', (ref, name) => {
    expect(refName(ref)).toBe(name);
  });
});

describe('several at once', () => {
  it('leaves out what a check blocks until it is ticked by hand', () => {
    const lines = openBulk([early, blocked]);
    expect(summarize(lines)).toMatchObject({ ticked: 1, clusters: 2, excluded: 1 });
    expect(summarize(updateLine(lines, keyOf(blocked), { isTicked: true }))).toMatchObject({
      ticked: 2,
      clusters: 7,
    });
  });

  it('is over when each ticked line has its answer, and counts a decision that stood already', () => {
    let lines = openBulk([early, late]);
    lines = updateLine(lines, keyOf(early), { outcome: { kind: 'already' } });
    expect(summarize(lines).isOver).toBe(false);
    lines = updateLine(lines, keyOf(late), { outcome: { kind: 'failed', message: 'its plan changed' } });
    expect(summarize(lines)).toMatchObject({ approved: 1, failed: 1, isOver: true });
  });
});
