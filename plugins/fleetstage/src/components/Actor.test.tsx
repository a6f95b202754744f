import type { Entity } from '@backstage/catalog-model';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import type { Blocker } from '../model/blockers';
import { Actor } from './Actor';

const entity = (kind: string, name: string, annotation: string, owner: string): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind,
  metadata: { name, namespace: 'default', annotations: { [`fleetstage.io/${annotation}`]: name } },
  spec: { owner },
});

const entities = [
  entity('Resource', 'aks-1', 'cluster', 'group:default/team-west'),
  entity('Resource', 'aks-2', 'cluster', 'group:default/team-west'),
  entity('Resource', 'aks-3', 'cluster', 'group:default/team-east'),
  entity('Component', 'payments', 'placement', 'group:default/team-payments'),
];

const blocker = (actor: Blocker['actor'], ...clusters: string[]): Blocker => ({
  cause: 'ClusterStuck',
  message: 'not available',
  actor,
  clusters,
  clusterCount: clusters.length,
});

const show = (given: Blocker, known = entities) =>
  renderWithFleet(<Actor blocker={given} placement="payments" />, () => ({}), { entities: known });

describe('who can act', () => {
  it('names the team that owns the clusters, once', async () => {
    show(blocker('clusterOwner', 'aks-1', 'aks-2'));
    expect(await screen.findByRole('link', { name: /team-west/ })).toBeVisible();
    expect(screen.getByText('Cluster owner')).toBeVisible();
    expect(screen.queryByText(/team-east/)).toBeNull();
  });

  it('names the team that owns the placement', async () => {
    show(blocker('appOwner', 'aks-1'));
    expect(await screen.findByRole('link', { name: /team-payments/ })).toBeVisible();
  });

  it('finds a placement among several that a component names', async () => {
    const several = entity('Component', 'checkout, payments', 'placement', 'group:default/team-shop');
    show(blocker('appOwner', 'aks-1'), [several]);
    expect(await screen.findByRole('link', { name: /team-shop/ })).toBeVisible();
  });

  it('says the role alone where the catalog knows nobody', async () => {
    show(blocker('clusterOwner', 'aks-1'), []);
    expect(await screen.findByText('Cluster owner')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
