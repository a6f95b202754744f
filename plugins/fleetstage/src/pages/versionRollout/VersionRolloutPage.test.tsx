import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aRolloutCluster,
  aVersionRollout,
  aVersionStage,
  targetCounts,
} from '../../__testUtils__/aVersionRollout';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { VersionRolloutPage } from './VersionRolloutPage';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const REFUSED = { isAllowed: false, reason: 'You need fleetstage.rollout.cancel' };

const testing = aVersionStage(1, 'testing', {
  phase: 'Completed',
  forced: true,
  counts: targetCounts({ succeeded: 1, ineligible: 1 }),
  soakDuration: '72h',
});
const production = aVersionStage(2, 'production', {
  phase: 'Running',
  counts: targetCounts({ succeeded: 1, failed: 1, pending: 1 }),
  soakDuration: '4h',
  soakSource: 'Override',
});
const failing = aVersionRollout([testing, production], {
  blockers: [
    {
      cause: 'UpgradeFailed',
      state: 'failing',
      message: 'Upgrade failed on 1 cluster: no capacity.',
      stage: 'production',
      clusters: ['prod-2'],
      clusterCount: 1,
      since: '2026-11-20T10:18:00Z',
      actor: 'clusterOwner',
    },
    {
      cause: 'OutsideMaintenanceWindow',
      state: 'waiting',
      message: '1 cluster waits for its maintenance window.',
      stage: 'production',
      clusters: ['prod-3'],
      clusterCount: 1,
      since: '2026-11-20T10:18:00Z',
      until: '2099-11-20T19:00:00Z',
      actor: 'engine',
    },
  ],
});
const soaking = aVersionRollout([
  aVersionStage(1, 'testing', {
    phase: 'Soaking',
    counts: targetCounts({ succeeded: 2 }),
    soakDuration: '72h',
    soakStartedAt: '2026-11-20T10:00:00Z',
    soakEndsAt: '2099-11-23T10:00:00Z',
  }),
  aVersionStage(2, 'production', { counts: targetCounts({ pending: 3 }) }),
]);
const clusters = [
  aRolloutCluster('prod-2', {
    stage: 'production',
    stageNumber: 2,
    state: 'Failed',
    reason: 'UpgradeFailed',
    message: 'no capacity',
    controlPlane: '1.30.9',
    attempts: 2,
    lastAttemptAt: '2026-11-20T10:18:00Z',
  }),
  aRolloutCluster('prod-3', {
    stage: 'production',
    stageNumber: 2,
    state: 'Pending',
    reason: 'OutsideMaintenanceWindow',
    message: 'The next window opens at 2099-11-20T19:00:00Z.',
  }),
  aRolloutCluster('prod-1', { stage: 'production', stageNumber: 2 }),
  aRolloutCluster('test-1'),
  aRolloutCluster('test-2', {
    state: 'Ineligible',
    reason: 'MinorSkew',
    message: 'It is at 1.28.3: upgrade it to 1.30 or later by hand.',
  }),
];

function answer(path: string, search: string, rollout: Schemas['VersionRollout']): unknown {
  if (path.endsWith('/version-rollouts/bank-cp-1-31-4')) return { ...STAMP, rollout };
  if (path.endsWith('/version-rollouts/gone'))
    return [404, { error: { name: 'NotFoundError', message: 'none' }, response: { statusCode: 404 } }];
  if (path.endsWith('/clusters')) {
    const state = new URLSearchParams(search).get('state');
    const items = clusters.filter(one => state === null || state.split(',').includes(one.state));
    const counts = { Failed: 1, Pending: 1, Succeeded: 2, Ineligible: 1 };
    const reasons = { UpgradeFailed: 1, OutsideMaintenanceWindow: 1, Upgraded: 2, MinorSkew: 1 };
    return { ...STAMP, items, total: items.length, counts, reasons };
  }
  if (path.endsWith('/timeline')) return { ...STAMP, total: 0, items: [] };
  return {};
}

const PATH = '/fleetstage/sequences/rollouts/bank-cp-1-31-4';

const render = (rollout = failing, query = '') =>
  renderWithFleet(
    <Routes>
      <Route path="fleetstage/sequences/rollouts/:name" element={<VersionRolloutPage />} />
    </Routes>,
    ({ path, search = '' }) => answer(path, search, rollout),
    { at: `${PATH}${query}` },
  );

const written = (log: ReturnType<typeof render>) =>
  waitFor(() => log.find(({ method }) => method === 'POST') ?? Promise.reject(new Error('nothing written')));

describe('the page of a rollout of a version (E/UI-002)', () => {
  it('draws its stages by the pipeline of runs, marks what was forced and whose soak is its own', async () => {
    render();
    const first = await screen.findByRole('listitem', {
      name: 'Testing, stage 1 of 2, done by force, 1 of 1 upgraded',
    });
    expect(within(first).getByText(/^Completed by force/)).toBeVisible();
    expect(within(first).getByText('1 not eligible')).toBeVisible();
    const second = screen.getByRole('listitem', {
      name: 'Production, stage 2 of 2, failing, 1 of 3 upgraded',
    });
    expect(within(second).getByText('Soak 4 h')).toBeVisible();
    expect(within(second).getByText('Of this rollout alone')).toBeVisible();
    expect(within(second).getByText('no capacity')).toBeVisible();
  });

  it('says why it waits, since when, until when and who can act, and tries again what failed', async () => {
    const log = render();
    const causes = await screen.findByRole('list', { name: 'Blockers' });
    expect(within(causes).getByText('1 cluster waits for its maintenance window.')).toBeVisible();
    expect(within(causes).getByText(/ends/)).toBeVisible();
    await userEvent.click(within(causes).getByRole('button', { name: 'Retry 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Retry the upgrade of prod-2?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry cluster' }));
    expect(await written(log)).toMatchObject({
      path: '/version-rollouts/bank-cp-1-31-4/retry',
      body: { clusters: ['prod-2'], resourceVersion: '7', generation: 2 },
    });
  });

  it('counts a soak down to its end, and says what follows', async () => {
    render(soaking);
    const now = await screen.findByRole('region', { name: /^Stage testing soaks until .* left$/ });
    expect(within(now).getByText('Then stage production starts: 3 targets.')).toBeVisible();
    expect(screen.getByText(/^Soak: .* left$/)).toBeVisible();
  });

  it('says of every act what follows: complete by force needs a reason and names the stage', async () => {
    const log = render(soaking, '?dialog=forceComplete');
    const dialog = await screen.findByRole('dialog', { name: 'Complete stage testing by force?' });
    expect(within(dialog).getByText('Starts the next stage, production: 3 targets.')).toBeVisible();
    expect(within(dialog).getByText(/of its soak are left out\./)).toBeVisible();
    const confirm = within(dialog).getByRole('button', { name: 'Complete stage' });
    expect(confirm).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'urgent CVE');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Complete stage' }));
    expect(await written(log)).toMatchObject({
      path: '/version-rollouts/bank-cp-1-31-4/force-complete',
      body: { stage: 'testing', reason: 'urgent CVE', resourceVersion: '7' },
    });
  });

  it('takes a soak time in days, writes it as the hub does, and says when it ends then', async () => {
    const log = render(soaking, '?dialog=overrideSoak');
    const dialog = await screen.findByRole('dialog', { name: 'Change the soak time of this rollout' });
    const field = within(dialog).getByRole('textbox', { name: 'Soak time' });
    expect(field).toHaveValue('3d');
    await userEvent.clear(field);
    await userEvent.type(field, '40d');
    expect(within(dialog).getByRole('button', { name: 'Change soak time' })).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, '1d');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change soak time' }));
    expect(await written(log)).toMatchObject({
      path: '/version-rollouts/bank-cp-1-31-4/override-soak',
      body: { stage: 'testing', soakDuration: '24h' },
    });
  });

  it('is loud where maintenance is to be ignored, and while it is', async () => {
    render(failing, '?dialog=ignoreMaintenance');
    const dialog = await screen.findByRole('dialog', { name: /Ignore maintenance in/ });
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'Upgrades start outside of maintenance windows',
    );
    expect(within(dialog).getByText(/^1 cluster that waits for a window/)).toBeVisible();
  });

  it('keeps acts that you may not use, with the reason', async () => {
    render({ ...failing, may: { ...failing.may, cancel: REFUSED } }, '?dialog=cancel');
    const dialog = await screen.findByRole('dialog', { name: /^Cancel bank-cp/ });
    expect(within(dialog).getByText(REFUSED.reason)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Cancel rollout' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('lists its clusters, filtered by state in the address, and skips one', async () => {
    const log = render(failing, '?tab=clusters&state=Pending');
    const row = (await screen.findByRole('rowheader', { name: /prod-3/ })).closest('tr')!;
    expect(within(row).getByText('Outside its maintenance windows')).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: /prod-2/ })).not.toBeInTheDocument();
    await userEvent.click(within(row).getByRole('button', { name: 'Acts on prod-3' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Skip…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Skip prod-3?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skip cluster' }));
    expect(await written(log)).toMatchObject({
      path: '/version-rollouts/bank-cp-1-31-4/skip-cluster',
      body: { clusters: ['prod-3'] },
    });
  });

  it('opens a cluster by its address', async () => {
    render(failing, '?cluster=test-2');
    const drawer = await screen.findByRole('dialog', { name: 'test-2' });
    expect(
      await within(drawer).findByText('It is at 1.28.3: upgrade it to 1.30 or later by hand.'),
    ).toBeVisible();
    expect(within(drawer).getByText('More than one minor version behind')).toBeVisible();
  });

  it('says that it is over, and offers nothing more', async () => {
    render(aVersionRollout([testing], { phase: 'Cancelled', reason: 'Superseded', isOver: true }));
    expect(await screen.findByText('The rollout was cancelled: superseded by a newer version')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause…' })).not.toBeInTheDocument();
  });
});
