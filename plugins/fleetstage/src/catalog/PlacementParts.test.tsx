import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { PlacementParts } from './PlacementParts';

const placements = ['web', 'api'].map(name => ({ scope: '_', name }));
const refuse = (status: number, name: string, message: string) => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

it('says to somebody who may not see the fleet so once, not once per placement', async () => {
  renderWithFleet(<PlacementParts placements={placements} />, () =>
    refuse(403, 'NotAllowedError', 'You may not see the fleet'),
  );
  await screen.findByText('You may not see the fleet');
  expect(screen.getAllByText('You may not see the fleet')).toHaveLength(1);
});

it('says of each placement that it does not exist', async () => {
  renderWithFleet(<PlacementParts placements={placements} />, () => refuse(404, 'NotFoundError', 'gone'));
  expect(await screen.findByText('No placement web on this hub')).toBeVisible();
  expect(await screen.findByText('No placement api on this hub')).toBeVisible();
});
