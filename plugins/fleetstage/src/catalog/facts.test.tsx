import { screen } from '@testing-library/react';
import { aPlacement } from '../__testUtils__/aPlacement';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { ClusterFacts } from './ClusterFacts';
import { PlacementFacts } from './PlacementFacts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 500).toISOString();
const stamp = { asOf: ago(0), hub: { name: 'hub', isReachable: true } };

describe('the card of an entity', () => {
  it('says what is wrong with a placement, and for how long', async () => {
    const placement = aPlacement({
      state: 'applyFailed',
      since: ago(11),
      message: 'field is owned by kubectl',
    });
    renderWithFleet(<PlacementFacts placements={[{ scope: '_', name: 'web' }]} />, () => ({
      ...stamp,
      placement,
    }));
    expect(await screen.findByText('Apply failed')).toBeVisible();
    expect(screen.getByText(/^1[01] min$/)).toBeVisible();
    expect(screen.getByText('field is owned by kubectl')).toBeVisible();
  });

  it('says what the run of a placement waits for, and for how long', async () => {
    const run = {
      scope: '_',
      name: 'web-1',
      state: 'waiting',
      counts: {},
      tally: { done: 1 },
      total: 3,
      stages: [],
      waitsFor: { cause: 'ApprovalOpen', message: 'Stage canary waits for an approval', since: ago(47) },
    };
    const placement = aPlacement({ run: 'web-1', runs: [run as never] });
    renderWithFleet(<PlacementFacts placements={[{ scope: '_', name: 'web' }]} />, () => ({
      ...stamp,
      placement,
    }));
    expect(await screen.findByText('1 of 3 updated')).toBeVisible();
    expect(screen.getByText(/Stage canary waits for an approval/)).toBeVisible();
    expect(screen.getByText(/^4[67] min$/)).toBeVisible();
  });

  it('names the placements that are not available on a cluster, with a link and since when', async () => {
    const here = (name: string, state: string) => ({
      scope: '_',
      name,
      state,
      since: ago(15),
      message: `${name} is down`,
    });
    const cluster = {
      name: 'c1',
      state: 'unhealthy',
      since: ago(12),
      message: 'The kubelet is down',
      taints: [],
      placements: 3,
      available: 1,
      runsHere: [],
      placementsHere: [
        here('fine', 'available'),
        here('web', 'notAvailable'),
        { ...here('shop', 'held'), conditions: [{ type: 'RolloutStarted', status: 'Unknown' }] },
      ],
    };
    renderWithFleet(<ClusterFacts name="c1" />, () => ({ ...stamp, cluster }));
    expect(await screen.findByText('The kubelet is down')).toBeVisible();
    expect(screen.getByText('web is down')).toBeVisible();
    expect(screen.getAllByText(/^1[45] min$/)).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'web' })).toHaveAttribute(
      'href',
      expect.stringContaining('cluster=c1'),
    );
    expect(screen.queryByText('fine is down')).toBeNull();
    // Its chip says that a run has to come; the message on the hub counts clusters.
    expect(screen.getByText('Managed by update runs')).toBeVisible();
    expect(screen.queryByText('shop is down')).toBeNull();
  });
});
