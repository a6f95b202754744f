import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../__testUtils__/aRun';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { RunTabs } from './RunTabs';

const removal = (total: number, removed: number) =>
  aStage('removal', { isRemoval: true, total, counts: { removed } });

describe('the count of the clusters tab', () => {
  it.each([
    ['names the clusters of the plan', [], 'Clusters 18'],
    ['names removals beside them', [removal(3, 1)], 'Clusters 18 and 3 to remove'],
    ['names what was removed', [removal(1, 1)], 'Clusters 18 and 1 removed'],
  ])('%s', async (_, more, name) => {
    renderWithFleet(
      <RunTabs run={aRun([aStage('all', { total: 18 }), ...more], { total: 18 })} />,
      () => ({}),
    );
    expect(await screen.findByRole('tab', { name })).toBeVisible();
  });
});
