import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { Run, Stage } from '../../model/run/pipeline';
import { RunTabs } from './RunTabs';

jest.setTimeout(60_000);

const stage = (name: string, more: Partial<Stage>): Stage => ({
  index: 1,
  name,
  state: 'notStarted',
  total: 0,
  counts: {},
  clusters: [],
  gatesBefore: [],
  gatesAfter: [],
  ...more,
});

const run = (...pipeline: Stage[]): Run => ({
  scope: '_',
  name: 'web-1',
  uid: 'u',
  placement: 'web',
  strategy: 'careful',
  state: 'updating',
  isOver: false,
  total: 18,
  counts: {},
  stages: [],
  createdAt: '2026-11-20T11:18:00Z',
  pipeline,
  blockers: [],
  conditions: [],
  changeCount: 0,
  timelineCount: 0,
  resourceVersion: '1',
  generation: 1,
  spec: {},
  manifest: {},
  may: {} as Run['may'],
});

const removal = (total: number, removed: number) =>
  stage('removal', { isRemoval: true, total, counts: { removed } });

describe('the count of the clusters tab', () => {
  it.each([
    ['names the clusters of the plan', [], 'Clusters 18'],
    ['names removals beside them', [removal(3, 1)], 'Clusters 18 and 3 to remove'],
    ['names what was removed', [removal(1, 1)], 'Clusters 18 and 1 removed'],
  ])('%s', async (_, more, name) => {
    renderWithFleet(<RunTabs run={run(stage('all', { total: 18 }), ...more)} />, () => ({}));
    expect(await screen.findByRole('tab', { name })).toBeVisible();
  });
});
