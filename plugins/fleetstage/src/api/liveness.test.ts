import type { LiveState } from './LiveStore';
import { livenessOf, livenessTone, type Liveness } from './liveness';

const NOW = 10_000_000;
const state = (more: Partial<LiveState>): LiveState => ({
  heldChanges: 0,
  isHeld: false,
  askedSince: NOW - 1000,
  answeredAt: NOW - 500,
  page: { count: 1 },
  ...more,
});
const failed = { dataFrom: NOW - 9000, retryAt: NOW + 8000 };
const old = { askedSince: NOW - 300_000, answeredAt: NOW - 200_000 };

it.each<[string, Partial<LiveState>, boolean, Liveness]>([
  ['nothing was answered yet', { answeredAt: undefined }, true, { kind: 'unknown' }],
  ['signals come', { page: { count: 1, changedAt: NOW - 7 } }, true, { kind: 'live', changedAt: NOW - 7 }],
  ['no signals come', {}, false, { kind: 'polled' }],
  [
    'a refresh failed, though signals came',
    { page: { count: 1, failed } },
    true,
    { kind: 'failed', ...failed },
  ],
  [
    'a refresh failed behind a dialog',
    { isHeld: true, page: { count: 1, failed } },
    true,
    { kind: 'failed', ...failed },
  ],
  ['nothing answers', old, true, { kind: 'silent', dataFrom: NOW - 200_000 }],
  ['nothing of ours is on screen', { ...old, page: { count: 0 } }, false, { kind: 'polled' }],
  [
    'the hub is lost',
    { page: { count: 1, hub: { name: 'hub', isReachable: false, since: 's' } } },
    true,
    { kind: 'hubLost', since: 's' },
  ],
  ['a dialog is open', { ...old, isHeld: true, heldChanges: 3 }, true, { kind: 'paused', changes: 3 }],
])('%s', (_, more, hasSignals, liveness) =>
  expect(livenessOf(state(more), hasSignals, NOW)).toEqual(liveness),
);

it('is green only where data comes', () => {
  const green = Object.entries(livenessTone).filter(([, tone]) => tone === 'success');
  expect(green.map(([kind]) => kind)).toEqual(['live', 'polled']);
});
