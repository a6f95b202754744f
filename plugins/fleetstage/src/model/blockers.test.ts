import {
  blockerTone,
  countBlockedClusters,
  rolloutBlockers,
  tabledBlockers,
  upgradingRollout,
  type Blocker,
} from './blockers';

describe('blockerTone', () => {
  it.each<[Blocker['state'], Blocker['actor'], string]>([
    ['waiting', 'engine', 'info'],
    ['waiting', undefined, 'info'],
    ['waiting', 'operator', 'warning'],
    ['failing', 'appOwner', 'error'],
    [undefined, 'operator', 'neutral'],
  ])('%s for %s: %s', (state, actor, tone) => {
    const one = { cause: 'Cause', message: 'text', clusters: [], clusterCount: 0 };
    expect(blockerTone({ ...one, ...(state && { state }), ...(actor && { actor }) })).toBe(tone);
  });
});

const blocker = (cause: string, clusters: string[] = [], clusterCount = clusters.length): Blocker => ({
  cause,
  message: 'text',
  clusters,
  clusterCount,
});

describe('rolloutBlockers', () => {
  const limit = blocker('MaxUnavailable', ['c2', 'c3']);
  const broken = blocker('ClusterFailed', ['c1']);
  const ofRun = { ...broken, subject: { kind: 'run', scope: '_', name: 'run-1' } as const };

  it('are the limits and the clusters that use them up, not what its runs wait for', () => {
    expect(rolloutBlockers([broken, limit, ofRun, blocker('InvalidResourceSelectors')])).toEqual([
      broken,
      limit,
    ]);
  });

  it('are none where no limit makes others wait', () => {
    expect(rolloutBlockers([broken])).toEqual([]);
  });

  const subject = { kind: 'version-rollout', name: 'shop-cp-1-34-1' } as const;
  const upgrading = { ...blocker('ClusterUpgrading', ['c4']), subject };

  it('are also clusters that are being upgraded, with their rollout', () => {
    expect(rolloutBlockers([broken, upgrading])).toEqual([upgrading]);
    expect(rolloutBlockers([broken, limit, upgrading])).toEqual([broken, limit, upgrading]);
    expect(upgradingRollout(upgrading)).toBe('shop-cp-1-34-1');
    expect(upgradingRollout(blocker('ClusterUpgrading', ['c4']))).toBeUndefined();
    expect(upgradingRollout({ ...limit, subject })).toBeUndefined();
  });

  it('count each cluster once, and those without a name', () => {
    expect(countBlockedClusters([limit, blocker('ClusterSettling', ['c2'], 5)])).toBe(6);
  });
});

describe('tabledBlockers', () => {
  it.each([
    ['ClusterFailing', true],
    ['ClusterStuck', true],
    ['EarlierRun', true],
    ['ClusterUpgrading', true],
    ['Stopping', true],
    ['ApprovalPending', false],
    ['WaitTime', false],
    ['GateWaiting', false],
    ['NotStarted', false],
    ['Stopped', false],
  ])('%s has a line: %s', (cause, isShown) => {
    const one = blocker(cause);
    expect(tabledBlockers([one])).toEqual(isShown ? [one] : []);
  });
});
