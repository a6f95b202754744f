import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../__testUtils__/aRun';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { ClusterDrawer } from './ClusterDrawer';

it('says of a cluster that a link names and the run does not have that it is not there', async () => {
  renderWithFleet(<ClusterDrawer run={aRun([aStage('all')])} />, () => ({}), { at: '/?cluster=gone' });
  expect(await screen.findByRole('dialog', { name: 'gone' })).toBeVisible();
  expect(screen.getByText('gone is not in this run')).toBeVisible();
});
