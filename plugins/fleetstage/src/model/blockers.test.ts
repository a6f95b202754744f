import { blockerTone, tabledBlockers, type Blocker } from './blockers';

describe('blockerTone', () => {
  it.each<[Blocker['state'], Blocker['actor'], string]>([
    ['waiting', 'engine', 'info'],
    ['waiting', undefined, 'info'],
    ['waiting', 'operator', 'warning'],
    ['failing', 'appOwner', 'error'],
    [undefined, 'operator', 'neutral'],
  ])('%s for %s: %s', (state, actor, tone) => {
    const blocker = { cause: 'Cause', message: 'text', clusters: [], clusterCount: 0 };
    expect(blockerTone({ ...blocker, ...(state && { state }), ...(actor && { actor }) })).toBe(tone);
  });
});

describe('tabledBlockers', () => {
  it.each([
    ['ClusterFailing', true],
    ['ClusterStuck', true],
    ['EarlierRun', true],
    ['Stopping', true],
    ['ApprovalPending', false],
    ['WaitTime', false],
    ['NotStarted', false],
    ['Stopped', false],
  ])('%s has a line: %s', (cause, isShown) => {
    const blocker = { cause, message: 'text', clusters: [], clusterCount: 0 };
    expect(tabledBlockers([blocker])).toEqual(isShown ? [blocker] : []);
  });
});
