import '@testing-library/jest-dom';
import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, within } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { ClustersPage } from './ClustersPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const cluster = (name: string, more: Partial<Schemas['ClusterSummary']> = {}): Schemas['ClusterSummary'] => ({
  name,
  state: 'healthy',
  carrier: 'push',
  labels: {},
  taints: [],
  placements: 1,
  available: 1,
  ...more,
});
const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: 'weu-1', annotations: { 'fleetstage.io/cluster': 'weu-1' } },
  spec: { owner: 'group:default/team-weu' },
};

it('ui §5.9: says of a cluster that is not well why, since when and whose it is', async () => {
  const items = [
    cluster('weu-1', {
      state: 'unreachable',
      message: 'Last received 2026-11-20T11:09:00Z, limit 5 min.',
      since: '2026-11-20T11:10:00Z',
    }),
    cluster('weu-2', { message: 'said of no cluster that is well' }),
  ];
  renderWithFleet(<ClustersPage />, () => ({ ...stamp, items, total: 2, healthy: 1, labelKeys: [] }), {
    entities: [entity],
  });
  const row = within(await screen.findByRole('row', { name: /weu-1/ }));
  expect(row.getByText(/^Last received/)).toHaveTextContent(/^Last received .* ago, limit 5 min\.$/);
  expect(row.getByText(/^Unreachable for /)).toBeInTheDocument();
  expect(await row.findByRole('link', { name: /team-weu/ })).toBeInTheDocument();
  expect(screen.queryByText('said of no cluster that is well')).toBeNull();
});

it('shows a label that is not set unlike any value', async () => {
  const items = [cluster('weu-1', { labels: { gpu: 'none' } }), cluster('weu-2')];
  renderWithFleet(<ClustersPage />, () => ({ ...stamp, items, total: 2, healthy: 2, labelKeys: ['gpu'] }));
  expect(within(await screen.findByRole('row', { name: /weu-1/ })).getByText('none')).toBeInTheDocument();
  const unset = within(screen.getByRole('row', { name: /weu-2/ })).getByTitle('gpu is not set');
  expect(unset).toHaveTextContent('–');
  expect(unset).not.toHaveTextContent('none');
});
