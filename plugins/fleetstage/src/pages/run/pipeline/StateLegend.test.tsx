import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { RunCluster } from '../../../model/run/pipeline';
import { StateLegend } from './StateLegend';

const clusters = (state: RunCluster['state'], ...names: string[]) => names.map(name => ({ name, state }));

it('counts clusters to update as the line above it does, and those to remove apart', async () => {
  const stages = [
    aStage('production', { clusters: [...clusters('updated', 'a'), ...clusters('notStarted', 'b', 'c')] }),
    aStage('removal', { isRemoval: true, clusters: clusters('notStarted', 'd') }),
  ];
  const run = aRun(stages, { counts: { updated: 1, notStarted: 2 } });
  renderWithFleet(<StateLegend run={run} value="" onChange={jest.fn()} />, () => ({}));
  expect(await screen.findByRole('button', { name: /Not started/ })).toHaveTextContent(/2 and 1 to remove$/);
  expect(screen.getByRole('button', { name: /Updated/ })).toHaveTextContent(/1$/);
});
