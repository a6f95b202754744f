import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor } from '@testing-library/react';
import { aVersionRollout, aVersionStage } from '../../../__testUtils__/aVersionRollout';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { VersionsIfAny, VersionsPart } from './VersionsPart';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const rollout = aVersionRollout([aVersionStage(1, 'testing', { phase: 'Running' })]);

const versions: Schemas['ClusterVersions'] = {
  sequence: 'bank',
  stage: 'testing',
  stageNumber: 1,
  fleet: 'testing',
  channel: 'Regular',
  provider: 'capi',
  providerRef: 'capi/default/test-1',
  known: 'Observed',
  controlPlane: { version: '1.30.9', desired: '1.31.4', isUpgrading: true },
  nodePools: [{ name: 'workers', versions: [{ version: '1.30.9', nodes: 3 }], desired: '1.31.4' }],
  target: { controlPlane: '1.31.4' },
  endOfSupport: '2020-01-01T00:00:00Z',
  maintenance: {
    policies: ['after-hours'],
    exclusions: [],
    isOpen: false,
    nextOpen: '2099-11-20T19:00:00Z',
  },
  rollouts: [
    {
      name: rollout.name,
      stage: 'testing',
      state: 'Running',
      reason: 'UpgradeInProgress',
      message: 'The control plane is upgraded.',
      rollout,
    },
  ],
};

const render = (part: JSX.Element, shown = versions) =>
  renderWithFleet(part, ({ path }) => (path.endsWith('/versions') ? { ...STAMP, versions: shown } : {}));

describe('the versions of a cluster (E/UI-003, E §6)', () => {
  it('say what it runs, where that is to go, its support, its window and its rollouts', async () => {
    render(<VersionsPart name="test-1" />);
    expect(await screen.findByText('1.30.9 → 1.31.4')).toBeVisible();
    expect(screen.getByText('1.30.9 on 3 nodes, to 1.31.4')).toBeVisible();
    expect(screen.getByText(/, ended .* ago$/)).toBeVisible();
    expect(screen.getByText(/^No upgrade may start before/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'bank' })).toHaveAttribute(
      'href',
      '/fleetstage/sequences/_/bank',
    );
    expect(screen.getByRole('link', { name: 'Control planes 1.31.4' })).toHaveAttribute(
      'href',
      '/fleetstage/sequences/rollouts/bank-cp-1-31-4',
    );
  });

  it('say that no provider knows it', async () => {
    render(<VersionsPart name="test-1" />, { ...versions, known: 'NotManaged', message: 'Label it.' });
    expect(await screen.findByRole('alert')).toHaveTextContent('No provider knows this cluster');
  });

  it('are left out of the catalog where no sequence and no provider has the cluster', async () => {
    const { sequence: _, ...rest } = versions;
    const log = render(
      <>
        <VersionsIfAny name="test-1" />
        <p>here</p>
      </>,
      { ...rest, known: 'NotManaged' },
    );
    await waitFor(() => expect(log).toHaveLength(1));
    expect(await screen.findByText('here')).toBeVisible();
    expect(screen.queryByText('Kubernetes versions')).not.toBeInTheDocument();
  });
});
