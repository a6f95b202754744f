import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { OverviewPage } from './OverviewPage';

type Overview = Schemas['Overview'];

const CAUSE = 'Reading it failed. The log of the backend says why.';

const run = (name: string): Schemas['RunSummary'] => ({
  scope: '_',
  name,
  uid: `uid-${name}`,
  placement: 'web',
  strategy: 'careful',
  state: 'updating',
  isOver: false,
  total: 0,
  counts: {},
  tally: tallyOf({}),
  stages: [],
  createdAt: new Date().toISOString(),
});

const overview = (more: Partial<Overview> = {}): Overview => ({
  asOf: new Date().toISOString(),
  hub: { name: 'weu', isReachable: true },
  failed: [],
  clusters: {
    total: 6,
    counts: { healthy: 6 },
    healthy: 6,
    axes: { rows: 'environment', columns: 'region' },
    cells: [],
    trouble: [],
    troubleTotal: 0,
  },
  placements: { total: 2, scheduled: 2, applied: 2, available: 2, moving: 0, drifted: 0 },
  runs: { total: 1, items: [run('web-1')] },
  waiting: [],
  waitingForYou: 0,
  waitingForOthers: 0,
  trouble: [],
  next: [],
  finished: [],
  ...more,
});

/** Nothing is held; what else is asked for is answered in turn. */
const renderOverview = (answers: Answers, entities?: Entity[]) =>
  renderWithFleet(
    <OverviewPage />,
    asked => (asked.path === '/removals' ? { ...overview(), items: [] } : answers(asked)),
    { entities },
  );

/** What the page has read from the named part's card. */
const card = async (title: string) => within(await screen.findByRole('region', { name: title }));

/** As JSON has it: a part that is absent is not there at all. */
const without = (part: Schemas['FailedPart']['part'], answer = overview()): Overview => ({
  ...answer,
  [part]: undefined,
  failed: [{ part, message: CAUSE }],
});

describe('OverviewPage', () => {
  it('says that nothing needs you only where everything is known', async () => {
    renderOverview(() => overview());
    await screen.findByText('Nothing is waiting for you. All 2 placements are available.');
    expect(screen.getByText('Hub: weu. 6 clusters, 2 placements, 1 unfinished run')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  it('counts no placement as unavailable that matches no cluster, and says that there is one', async () => {
    const placements = {
      total: 3,
      scheduled: 3,
      applied: 2,
      available: 2,
      moving: 0,
      drifted: 0,
      noMatch: 1,
    };
    renderOverview(() => overview({ placements }));
    const part = await card('Placements');
    expect(part.getAllByText('2 of 2')).toHaveLength(2);
    expect(part.getByText('1 placement matches no cluster.')).toBeVisible();
    await screen.findByText(
      'Nothing is waiting for you. All 2 placements that match clusters are available.',
    );
  });

  it.each([
    ['clusters', 'Clusters', 'Hub: weu. 2 placements, 1 unfinished run'],
    ['placements', 'Placements', 'Hub: weu. 6 clusters, 1 unfinished run'],
    ['runs', 'Running now', 'Hub: weu. 6 clusters, 2 placements'],
    ['waiting', 'Waiting for you', 'Hub: weu. 6 clusters, 2 placements, 1 unfinished run'],
    ['trouble', 'Stuck or failing', 'Hub: weu. 6 clusters, 2 placements, 1 unfinished run'],
    ['next', 'Next 24 hours', 'Hub: weu. 6 clusters, 2 placements, 1 unfinished run'],
    ['finished', 'Finished in the last 24 hours', 'Hub: weu. 6 clusters, 2 placements, 1 unfinished run'],
  ] as const)(
    'keeps the place of %s, which cannot be read, and shows the rest',
    async (part, title, totals) => {
      const isCalm = part === 'next' || part === 'finished';
      renderOverview(() => without(part));
      const failed = await card(title);
      expect(failed.getByText(`${title} could not be read.`)).toBeInTheDocument();
      expect(failed.getByText(CAUSE)).toBeInTheDocument();
      expect(screen.getByText(totals)).toBeInTheDocument();
      expect(screen.queryAllByText(/^Nothing is waiting for you/)).toHaveLength(isCalm ? 1 : 0);
      expect(screen.queryAllByText('web-1')).toHaveLength(part === 'runs' ? 0 : 1);
    },
  );

  it('ui §5.1: says what time brings to runs and to rollouts of versions', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const next = [
      { at, run: 'web-1', scope: '_', stage: 'canary', text: 'Wait after canary ends.' },
      {
        at,
        versionRollout: 'bank-cp-1-31-4',
        stage: 'testing',
        text: 'Soak of testing ends, live starts: 3 clusters.',
      },
    ];
    renderOverview(() => overview({ next }));
    const coming = await card('Next 24 hours');
    expect(coming.getByRole('link', { name: 'web-1' })).toHaveAttribute(
      'href',
      expect.stringMatching(/runs\/_\/web-1/),
    );
    expect(coming.getByRole('link', { name: 'bank-cp-1-31-4' })).toHaveAttribute(
      'href',
      expect.stringMatching(/sequences\/rollouts\/bank-cp-1-31-4\?stage=testing/),
    );
    expect(coming.getByText(/Soak of testing ends, live starts: 3 clusters\./)).toBeVisible();
  });

  it('names the run that cannot be read below those that can', async () => {
    const failed = [{ part: 'runs' as const, message: CAUSE, names: ['web-2'] }];
    renderOverview(() => overview({ failed, runs: { total: 2, items: [run('web-1')] } }));
    const running = await card('Running now');
    expect(running.getByText('web-1')).toBeInTheDocument();
    expect(running.getByText('1 of 2, trouble first')).toBeInTheDocument();
    expect(running.getByText('web-2 could not be read.')).toBeInTheDocument();
    expect(screen.queryByText(/^Nothing is waiting for you/)).toBeNull();
  });

  it('ui §5.1: says of trouble where it is, its cause in the words of the engine, and whose it is', async () => {
    const cause =
      'Deployment shop/web: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found.';
    const entities = [
      {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Component',
        metadata: { name: 'shop', annotations: { 'fleetstage.io/placement': 'shop' } },
        spec: { owner: 'group:default/team-one' },
      },
    ];
    const ofRun: Schemas['Blocker'] = {
      cause: 'ClusterStuck',
      state: 'stuck',
      message: cause,
      clusters: ['member-1', 'member-2'],
      clusterCount: 3,
      actor: 'appOwner',
      subject: { kind: 'run', scope: '_', name: 'web-1' },
      placement: 'shop',
    };
    const ofPlacement: Schemas['Blocker'] = {
      ...ofRun,
      cause: 'notAvailable',
      message: `Available on 0 of 2 clusters. member-9: ${cause}`,
      clusters: [],
      clusterCount: 0,
      subject: { kind: 'placement', scope: '_', name: 'shop' },
    };
    renderOverview(() => overview({ trouble: [ofRun, ofPlacement] }), entities);
    const trouble = await card('Stuck or failing');
    const [first, second] = trouble.getAllByRole('listitem');
    expect(first).toHaveTextContent(`web-1: member-1 and 2 more clusters: ${cause}`);
    expect(second).toHaveTextContent(`shop: Available on 0 of 2 clusters. member-9: ${cause}`);
    for (const line of [first, second]) {
      expect(await within(line).findByText(/The placement owner can act\. Owner:/)).toBeInTheDocument();
      expect(within(line).getByRole('link', { name: /team-one/ })).toBeInTheDocument();
    }
  });

  it('does not say that no run is under way where the only one cannot be read', async () => {
    const failed = [{ part: 'runs' as const, message: CAUSE, names: ['a', 'b', 'c', 'd', 'e'] }];
    renderOverview(() => overview({ failed, runs: { total: 5, items: [] } }));
    const running = await card('Running now');
    expect(running.getByText('a, b, c and 2 more could not be read.')).toBeInTheDocument();
    expect(running.queryByText('No run in progress.')).toBeNull();
  });

  it('asks again, keeps what it had of a part that then fails, and lets go of it when it is back', async () => {
    const answers = [
      without('clusters'),
      without('runs'),
      overview({ runs: { total: 1, items: [run('web-2')] } }),
    ];
    renderOverview(() => answers.shift());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: Clusters' }));
    const running = await card('Running now');
    await running.findByText(/^Running now could not be read\. You see it as of \d/);
    expect(running.getByText('web-1')).toBeInTheDocument();
    await userEvent.click(running.getByRole('button', { name: 'Try again: Running now' }));
    await running.findByText('web-2');
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });
});

it('shows version rollouts beside the update runs, what they wait for, and trouble in them with its page', async () => {
  const rollout = aVersionRollout([
    aVersionStage(1, 'testing', { phase: 'Running', counts: targetCounts({ succeeded: 1, failed: 1 }) }),
  ]);
  const blocker = {
    cause: 'UpgradeFailed',
    state: 'failing' as const,
    message: 'The upgrade failed on 1 cluster.',
    clusters: ['testing-1'],
    clusterCount: 1,
    subject: { kind: 'version-rollout' as const, name: rollout.name },
  };
  renderOverview(() =>
    overview({
      versionRollouts: { total: 1, items: [{ ...rollout, waitsFor: blocker }] },
      trouble: [blocker],
      troubleTotal: 1,
    }),
  );
  const rollouts = await screen.findByRole('region', { name: 'Version rollouts' });
  expect(within(rollouts).getByRole('link', { name: 'Control planes 1.31.4 in bank' })).toHaveAttribute(
    'href',
    '/fleetstage/sequences/rollouts/bank-cp-1-31-4',
  );
  expect(within(rollouts).getByText('1/2 upgraded')).toBeVisible();
  expect(rollouts).toHaveTextContent('Stage testing. The upgrade failed on 1 cluster.');
  expect(screen.getByRole('link', { name: 'Open version rollout: bank-cp-1-31-4' })).toBeVisible();
});
