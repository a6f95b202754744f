import { renderTestApp } from '@backstage/frontend-test-utils';
import { configure, screen } from '@testing-library/react';
import { fleetstagePlugin } from './plugin';

// A busy machine takes seconds for the first render of an app.
configure({ asyncUtilTimeout: 60_000 });

it('says that an address of no tab is none, and leads to the overview', async () => {
  renderTestApp({ features: [fleetstagePlugin], initialRouteEntries: ['/fleetstage/nonsense'] });
  await screen.findByRole('heading', { level: 1, name: 'There is no such page' });
  expect(await screen.findByRole('link', { name: 'Fleet overview' })).toHaveAttribute(
    'href',
    '/fleetstage/overview',
  );
  expect(screen.getByRole('tab', { name: 'Placements' })).toBeVisible();
});
