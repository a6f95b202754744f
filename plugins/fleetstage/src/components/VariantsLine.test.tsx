import '@testing-library/jest-dom';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { VariantsLine } from './VariantsLine';

const preview: Schemas['PlacementPreview'] = {
  asOf: '2026-11-20T11:18:00Z',
  hub: { name: 'hub', isReachable: true },
  clusterCount: 900,
  variantCount: 861,
  sameCount: 40,
  refused: [],
  byOverrideCount: [
    { overrides: 0, clusters: 40 },
    { overrides: 1, clusters: 860 },
  ],
  variants: [
    { clusterCount: 40, clusters: ['c1'], overrides: [], changes: [], changeCount: 0, objectCount: 1 },
  ],
};

it('counts the clusters of all variants, those that are not listed, too', async () => {
  renderWithFleet(<VariantsLine scope="_" placement="web" />, ({ path }) =>
    path.endsWith('/preview') ? preview : undefined,
  );
  expect(await screen.findByText('40 clusters without overrides')).toBeInTheDocument();
  expect(screen.getByText('860 clusters with 1 override', { exact: false })).toBeInTheDocument();
});
