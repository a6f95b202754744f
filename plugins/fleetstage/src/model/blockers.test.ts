import { tabledBlockers } from './blockers';

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
