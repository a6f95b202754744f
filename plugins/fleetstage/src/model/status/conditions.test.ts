import { falseTone } from './conditions';
import { placementLook, type PlacementFacts } from './placement';

const NOW = Date.parse('2026-11-20T11:18:00Z');
const condition = (type: string, status: 'True' | 'False' | 'Unknown', minutes = 0) => ({
  type: `ClusterResourcePlacement${type}`,
  status,
  reason: 'R',
  message: '',
  lastTransitionTime: new Date(NOW - minutes * 60_000).toISOString(),
});

describe('falseTone', () => {
  it.each([
    ['Scheduled', undefined, 'warning'],
    ['Overridden', undefined, 'error'],
    ['Applied', undefined, 'error'],
    ['Available', undefined, 'info'],
    ['Available', { state: 'stuck', actor: 'appOwner' }, 'warning'],
  ] as const)('of %s that is False, with the trouble %j, is %s', (type, trouble, tone) => {
    expect(falseTone({ type }, trouble)).toBe(tone);
  });
});

describe('placementLook', () => {
  const stuck = { state: 'stuck' } as const;
  it.each<[PlacementFacts['state'], 'True' | 'False' | 'Unknown', Partial<PlacementFacts>, string, string]>([
    ['held', 'False', {}, 'placement.held', 'neutral'],
    ['held', 'False', { trouble: { ...stuck, actor: 'clusterOwner' } }, 'placement.held', 'warning'],
    ['held', 'Unknown', {}, 'placement.movesByRuns', 'neutral'],
    ['held', 'Unknown', { runIs: stuck }, 'placement.run.stuck', 'warning'],
    ['held', 'Unknown', { runIs: { state: 'succeeded' } }, 'placement.movesByRuns', 'neutral'],
    ['applyFailed', 'Unknown', { runIs: stuck }, 'placement.applyFailed', 'error'],
    ['available', 'True', {}, 'placement.available', 'success'],
  ])('of %s with the rollout %s and %j is %s', (state, status, more, label, tone) => {
    const conditions = [condition('RolloutStarted', status)];
    expect(placementLook({ state, conditions, ...more })).toMatchObject({ label, tone });
  });
});
