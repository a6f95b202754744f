import { conditionTrack, falseTone } from './conditions';
import { placementLabel } from './placement';

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
    ['Scheduled', 0, 'warning'],
    ['Overridden', 0, 'error'],
    ['Applied', 0, 'error'],
    ['Available', 4, 'info'],
    ['Available', 6, 'warning'],
  ])('of %s, False for %d min, is %s', (type, minutes, tone) => {
    const step = conditionTrack([condition(type, 'False', minutes)]).find(one => one.type === type);
    expect(step && falseTone(step, NOW)).toBe(tone);
  });
});

describe('placementLabel', () => {
  it.each([
    ['held', 'False', 'placement.held'],
    ['held', 'Unknown', 'placement.movesByRuns'],
    ['available', 'True', 'placement.available'],
  ] as const)('of %s with the rollout %s is %s', (state, status, label) => {
    expect(placementLabel(state, [condition('RolloutStarted', status)])).toBe(label);
  });
});
