import '@testing-library/jest-dom';
import type { Entity } from '@backstage/catalog-model';
import { screen, within } from '@testing-library/react';
import { aCluster } from '../../__testUtils__/aCluster';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { Cluster } from '../../model/clusters/now';
import { Route, Routes } from '../../routing';
import { ClusterPage } from './ClusterPage';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 500).toISOString();
const here = (name: string, state: Cluster['placementsHere'][number]['state']) => ({
  scope: '_',
  name,
  state,
});

const ownedBy = (team: string): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: 'c1', annotations: { 'fleetstage.io/cluster': 'c1' } },
  spec: { owner: `group:default/${team}` },
});

const show = async (more: Partial<Cluster>, tab = '', entities: Entity[] = []) => {
  const cluster = aCluster({ since: ago(12), ...more });
  const stamp = { asOf: ago(0), hub: { name: 'hub', isReachable: true } };
  renderWithFleet(
    <Routes>
      <Route path=":name" element={<ClusterPage />} />
    </Routes>,
    () => ({ ...stamp, cluster }),
    { at: `/c1${tab}`, entities },
  );
  await screen.findByRole('tablist');
};

describe('what a cluster page says first', () => {
  it.each<[string, string, string, Partial<Cluster>]>([
    [
      'that nothing is needed',
      'No action needed',
      'Healthy for 12 min. All 2 placements are available.',
      { placements: 2, available: 2, placementsHere: [here('a', 'available'), here('b', 'diffReported')] },
    ],
    [
      'what keeps new placements away',
      'No action needed',
      'Healthy for 12 min. Nothing is placed here. A taint prevents new placements.',
      { taints: [{ key: 'maintenance', effect: 'NoSchedule' }] },
    ],
  ])('%s', async (_, title, detail, more) => {
    await show(more);
    expect(screen.getByRole('region', { name: title })).toHaveTextContent(detail);
  });

  it('names what is not available, and is not green', async () => {
    await show({
      placements: 2,
      available: 1,
      notAvailable: 1,
      placementsHere: [here('a', 'available'), here('b', 'notAvailable')],
    });
    expect(screen.queryByRole('region', { name: 'The cluster is healthy' })).toBeNull();
    expect(screen.getByRole('region', { name: /^b/ })).toBeVisible();
  });

  it('says who can act as the engine does, of one cause the same on every page', async () => {
    await show({
      placements: 1,
      placementsHere: [{ ...here('b', 'notAvailable'), trouble: { state: 'stuck', actor: 'appOwner' } }],
    });
    const card = screen.getByRole('region', { name: /^b/ });
    expect(card).toHaveTextContent('Who can actPlacement owner');
  });

  it('names nobody while what is not available is no trouble yet', async () => {
    await show({ placements: 1, placementsHere: [here('b', 'notAvailable')] });
    expect(screen.getByRole('region', { name: /^b/ })).not.toHaveTextContent('Who can act');
  });

  it('stays above every tab', async () => {
    await show({}, '?tab=yaml');
    const card = screen.getByRole('region', { name: 'No action needed' });
    const tabs = screen.getByRole('tablist');
    expect(card.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('shows of one that has not joined the full cause, as its end alone would say the opposite', async () => {
    const message = `The credentials of MemberCluster c1 lead to hub "hub" itself, which is never a member. Nothing is written to it under this name. Give it the credentials of a cluster of its own in fleetstage.members, or delete MemberCluster c1.`;
    await show({ state: 'notJoined', message });
    expect(screen.getByRole('region', { name: /^Not joined/ })).toHaveTextContent(message);
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it.each<[Cluster['state'], string]>([
    ['healthy', 'Member. Hub: hub'],
    ['unreachable', 'Member. Hub: hub'],
    ['joining', 'Joining. Hub: hub'],
    ['notJoined', 'Not joined. Hub: hub'],
  ])('calls a member only what has joined: %s', async (state, words) => {
    await show({ state });
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it.each<[Cluster['state'], string]>([
    ['noHeartbeat', 'Check that its API server runs, and that Fleetstage can reach it.'],
    ['unreachable', 'Check that its API server runs, and that Fleetstage can reach it.'],
    ['joining', 'It joins when its API server has answered: check its address and credentials.'],
  ])('says what to do first: %s', async (state, next) => {
    await show({ state });
    expect(screen.getByText(next, { exact: false })).toBeInTheDocument();
  });

  it('names the team beside who can act', async () => {
    await show({ state: 'noHeartbeat' }, '', [ownedBy('team-us')]);
    const card = screen.getByRole('region', { name: /^No heartbeat/ });
    expect(await within(card).findByRole('link', { name: /team-us/ })).toBeInTheDocument();
    expect(card).toHaveTextContent('Who can actCluster owner');
  });

  it('shows the last heartbeat as an age', async () => {
    const message = `Last received ${ago(9)}, limit 5 min.`;
    await show({ state: 'noHeartbeat', message, since: ago(9) });
    expect(screen.getByRole('region', { name: 'No heartbeat for 9 min' })).toHaveTextContent(
      'Last received 9 min ago, limit 5 min.',
    );
  });
});
