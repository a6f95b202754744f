import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { arrangeStrategies, type StrategyFilters, type Strategy } from './strategyList';

const strategy = (name: string, patch: Partial<Strategy> = {}): Strategy => ({
  scope: '_',
  name,
  uid: name,
  resourceVersion: '1',
  stages: [],
  stageDetails: [],
  approvers: [],
  spec: {},
  runCount: 0,
  openRuns: [],
  placements: [],
  ...patch,
});
const ALL = [
  strategy('slow', { changedAt: '2026-11-02T00:00:00Z', placements: ['shop'] }),
  strategy('careful', { stages: ['canary'], placements: ['web'], openRuns: ['web-1'] }),
  strategy('fast', {
    changedAt: '2026-11-03T00:00:00Z',
    lastRun: { createdAt: '2026-11-01T00:00:00Z' } as Schemas['RunSummary'],
  }),
];

describe('arrangeStrategies', () => {
  it.each<[string, Partial<StrategyFilters>, readonly string[]]>([
    ['by name', {}, ['careful', 'fast', 'slow']],
    ['last changed first', { sort: 'changed' }, ['fast', 'slow', 'careful']],
    ['newest run first', { sort: 'lastRun' }, ['fast', 'careful', 'slow']],
    ['by a stage', { q: 'Canary' }, ['careful']],
    ['by a placement', { q: 'shop' }, ['slow']],
    ['used', { use: 'used' }, ['careful', 'slow']],
    ['unused, or with an open run', { use: 'unused,open' }, ['careful', 'fast']],
  ])('%s', (_, filters, names) => {
    const arranged = arrangeStrategies(ALL, { q: '', use: '', sort: 'name', ...filters });
    expect(arranged.map(({ name }) => name)).toEqual(names);
  });
});
