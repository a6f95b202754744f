import { falseTone } from './conditions';
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
    ['Scheduled', undefined, 'warning'],
    ['Overridden', undefined, 'error'],
    ['Applied', undefined, 'error'],
    ['Available', undefined, 'info'],
    ['Available', { state: 'stuck', actor: 'appOwner' }, 'warning'],
  ] as const)('of %s that is False, with the trouble %j, is %s', (type, trouble, tone) => {
    expect(falseTone({ type }, trouble)).toBe(tone);
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
