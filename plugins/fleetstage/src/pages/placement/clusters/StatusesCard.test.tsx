import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { Placement } from '../../../model/placement/now';
import { ClusterDetails } from './ClusterDetails';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const TO_WORK_API = { type: 'Mirror', destination: 'WorkAPI' };
const row: Schemas['PlacementCluster'] = {
  cluster: 'weu-1',
  isPicked: true,
  cause: 'Picked',
  reason: '',
  conditions: [],
};
const head = {
  version: 'v1',
  kind: 'Service',
  namespace: 'web',
  name: 'app',
  observationTime: '2026-11-20T11:06:00Z',
};
const status = {
  apiVersion: 'v1',
  kind: 'Service',
  status: { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } },
};
const PATH = '/placements/_/web/clusters/weu-1/statuses';
const asked: string[] = [];

interface Shown {
  readonly strategy?: object;
  readonly shownRow?: Schemas['PlacementCluster'];
}

function show(statuses: unknown, { strategy = TO_WORK_API, shownRow = row }: Shown = {}) {
  asked.length = 0;
  const manifest = { spec: { strategy: { reportBackStrategy: strategy } } };
  const placement = { scope: '_', name: 'web', manifest } as unknown as Placement;
  renderWithFleet(<ClusterDetails row={shownRow} placement={placement} />, ({ path }) => {
    asked.push(path);
    if (path === PATH) return statuses;
    if (path.endsWith('/suggestion'))
      return { ...stamp, cluster: 'weu-1', isPicked: false, message: '', ways: [] };
    return { ...stamp, ...row, isStale: false, filters: [], parts: [], decidedAt: stamp.asOf };
  });
}
const answer = (statuses: readonly object[], mayRead: Schemas['Permit'] = { isAllowed: true }) => ({
  ...stamp,
  isKept: true,
  mayRead,
  statuses,
});

describe('the statuses that a cluster reports back', () => {
  it('show their age, and fold out as the cluster has them', async () => {
    const problem = 'It is larger than 256 KiB and is not kept; look at it on the cluster.';
    show(
      answer([
        { ...head, observedStatus: status },
        { ...head, name: 'huge', problem },
      ]),
    );
    expect(await screen.findByText('Service web/huge')).toBeVisible();
    expect(screen.getByText(problem)).toBeVisible();
    expect(screen.getAllByText('12 min ago')).toHaveLength(2);
    expect(screen.queryByText(/10\.0\.0\.1/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Service web/app', expanded: false }));
    expect(await screen.findByRole('region', { name: 'Status of Service web/app' })).toHaveTextContent(
      /ip: 10\.0\.0\.1/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Service web/app', expanded: true }));
    await waitFor(() => expect(screen.queryByText(/10\.0\.0\.1/)).toBeNull());
  });

  it('are names alone for whoever may not read them, who sees why once', async () => {
    const reason = 'You need the permission fleetstage.placement.update for placement web';
    show(answer([head, { ...head, name: 'other' }], { isAllowed: false, reason }));
    expect(await screen.findByText(`Only names are shown. ${reason}.`)).toBeVisible();
    expect(screen.getByText('Service web/app')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Service/ })).toBeNull();
  });

  it('say that there are none yet', async () => {
    show(answer([]));
    expect(await screen.findByText('No object has reported a status yet')).toBeVisible();
  });

  it('are twenty at first', async () => {
    const many = Array.from({ length: 21 }, (_, i) => ({
      ...head,
      name: `app-${i}`,
      observedStatus: status,
    }));
    show(answer(many));
    expect(await screen.findAllByRole('button', { name: /^Service/ })).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 21 objects' }));
    expect(screen.getByRole('button', { name: 'Service web/app-20' })).toBeVisible();
  });

  it('leave the rest of the row where they cannot be loaded', async () => {
    show([500, { error: { name: 'Error', message: 'no database' }, response: { statusCode: 500 } }]);
    expect(await screen.findByText(/no database/)).toBeVisible();
    expect(screen.getByText('State on this cluster')).toBeVisible();
  });

  it.each([
    ['goes to the originals', { strategy: { type: 'Mirror', destination: 'OriginalResource' } }],
    ['is off', { strategy: { type: 'Disabled', destination: 'WorkAPI' } }],
    [
      'is on, and nothing is placed there',
      { shownRow: { ...row, isPicked: false, cause: 'UntoleratedTaint' } },
    ],
  ])('are not asked for where the strategy %s', async (_, shown) => {
    show(answer([]), shown);
    await screen.findByText(/^Why/);
    await screen.findByText(/State on this cluster|What would need to change/);
    expect(asked).not.toContain(PATH);
    expect(screen.queryByText('Reported statuses')).toBeNull();
  });
});
