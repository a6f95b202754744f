import { stagedKindsOf, stagedKindsOfKey } from './stagedKinds';

describe('kinds of staged updates (C/UR-008)', () => {
  it.each([
    ['web-1', 'ClusterStagedUpdateRun'],
    ['shop/web-1', 'StagedUpdateRun'],
    ['what is no key///', 'ClusterStagedUpdateRun'],
  ])('%s names a %s', (key, run) => {
    expect(stagedKindsOfKey(key).run).toBe(run);
  });

  it('are those of one namespace, or of the cluster', () => {
    expect(stagedKindsOf({ namespace: 'shop' })).toEqual({
      placement: 'ResourcePlacement',
      run: 'StagedUpdateRun',
      strategy: 'StagedUpdateStrategy',
      approval: 'ApprovalRequest',
    });
    for (const namespace of [undefined, ''])
      expect(stagedKindsOf({ namespace })).toEqual({
        placement: 'ClusterResourcePlacement',
        run: 'ClusterStagedUpdateRun',
        strategy: 'ClusterStagedUpdateStrategy',
        approval: 'ClusterApprovalRequest',
      });
  });
});
