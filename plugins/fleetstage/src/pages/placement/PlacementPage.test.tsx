import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aRun } from '../../__testUtils__/aRun';
import { aPlacement } from '../../__testUtils__/aPlacement';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { restoreWidth, setWidth } from '../../__testUtils__/setWidth';
import type { Placement } from '../../model/placement/now';
import { Route, Routes, usePathname, useUrlState } from '../../routing';
import { PlacementPage } from './PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const refused = { isAllowed: false, reason: 'You need fleetstage.run.create' };

const row = (cluster: string, cause: string, reason = ''): Schemas['PlacementCluster'] => ({
  cluster,
  isPicked: cause === 'Picked',
  cause,
  reason,
  conditions: [],
  ...(cause === 'Picked' && { state: 'available' }),
});

const rows = [
  row('weu-1', 'Picked'),
  row(
    'weu-2',
    'UntoleratedTaint',
    'ClusterUnschedulable, taint &{Key:gpu Value:a Effect:NoSchedule} cannot be tolerated.',
  ),
];

const placement = aPlacement({
  state: 'notEnoughClusters',
  picked: 1,
  available: 1,
  snapshots: [{ index: '2', clusters: 1 }],
  latestSnapshot: '2',
  moves: 'runs',
  total: 2,
  causes: [
    { cause: 'Picked', clusters: 1 },
    { cause: 'UntoleratedTaint', clusters: 1 },
  ],
  may: {
    ...{ update: refused, delete: { isAllowed: true }, createRun: refused },
    ...{ evict: refused, setBudget: refused },
  },
});

const A_SNAPSHOT = {
  index: '2',
  isLatest: true,
  createdAt: '2026-11-20T11:00:00Z',
  clusters: 1,
  objects: 1,
} as unknown as Schemas['SnapshotInfo'];

const why = (cluster: string): Schemas['ClusterWhy'] => ({
  ...stamp,
  cluster,
  isPicked: cluster === 'weu-1',
  cause: cluster === 'weu-1' ? 'Picked' : 'UntoleratedTaint',
  reason: 'Because.',
  decidedAt: '2026-11-20T11:16:00Z',
  policyIndex: '3',
  inputs: '0a1b2c3d',
  isStale: cluster === 'weu-2',
  isKept: cluster === 'weu-1',
  wanted: 2,
  filters: [
    { filter: 'ClusterAffinity', outcome: 'notAsked' },
    { filter: 'ClusterEligibility', outcome: 'passed', seen: 'joined, healthy', wanted: 'joined, healthy' },
    cluster === 'weu-1'
      ? { filter: 'TaintToleration', outcome: 'passed', seen: 'no taint' }
      : { filter: 'TaintToleration', outcome: 'refused', seen: 'gpu=a:NoSchedule', wanted: 'no taint' },
    { filter: 'CostLimit', outcome: cluster === 'weu-1' ? 'passed' : 'notLookedAt', seen: 'cost 3' },
  ],
  parts:
    cluster === 'weu-1'
      ? [
          { plugin: 'ClusterAffinity', subject: 'weight 84', kind: 'affinity', value: 84 },
          { plugin: 'TopologySpreadConstraints', subject: 'region', kind: 'topology', value: -1 },
        ]
      : [],
  ...(cluster === 'weu-1' && { score: { affinity: 84, topology: -1 }, rank: 1, of: 1 }),
});

const change = { clusters: [{ cluster: 'weu-2', change: 'edit', removeTaints: [{ key: 'gpu' }] }] };
const way = {
  text: 'Remove taint gpu from weu-2.',
  actors: ['clusterOwner'],
  change,
  clusters: ['weu-2'],
  rank: 2,
  of: 2,
  loses: [],
  isFulfilled: true,
};

const answers: Answers = ({ path }) => {
  if (path === '/placements/_/web') return { ...stamp, placement };
  const explained = /^\/placements\/_\/web\/clusters\/([^/]+)$/.exec(path);
  if (explained) return why(explained[1]);
  if (path.endsWith('/suggestion'))
    return { ...stamp, cluster: 'weu-2', isPicked: false, message: '', ways: [way] };
  if (path.endsWith('/shortage-suggestion'))
    return { ...stamp, isFulfilled: false, missing: 1, message: way.text, way };
  if (path === '/placements/_/web/clusters') return { ...stamp, items: rows, total: rows.length };
  const error = { name: 'NotFoundError', message: `Nothing at ${path}` };
  return [404, { error, response: { statusCode: 404 } }];
};

/** Where a button has led. */
const Elsewhere = () => (
  <p>
    {[usePathname(), useUrlState('stage')[0], useUrlState('gate')[0], useUrlState('dialog')[0]].join(' ')}
  </p>
);

const show = (at: string, patch: Partial<Placement> = {}) =>
  renderWithFleet(
    <Routes>
      <Route path=":scope/:name" element={<PlacementPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    asked =>
      asked.path === '/placements/_/web'
        ? { ...stamp, placement: { ...placement, ...patch } }
        : answers(asked),
    { at },
  );

describe('a link to what is gone', () => {
  it('says so of a snapshot', async () => {
    show('/_/web?tab=snapshots&from=1&to=2', { history: [A_SNAPSHOT] });
    expect(await screen.findByText('Snapshot 1 is not kept any more.')).toBeVisible();
  });

  it('says so of a cluster, beside what is there', async () => {
    show('/_/web?cluster=gone');
    expect(await screen.findByText(/^There is no decision on cluster gone: /)).toBeVisible();
    expect(screen.getByRole('link', { name: 'weu-1' })).toBeVisible();
  });
});

describe('the bar at the bottom of a telephone', () => {
  restoreWidth();
  beforeEach(() => setWidth(390));

  it('has what the card says to do, and the other acts in its menu', async () => {
    show('/_/web', { state: 'applyFailed', may: { ...placement.may, update: { isAllowed: true } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Show why' }));
    // Its row is open, and nothing else is to be shown.
    expect(await screen.findByRole('button', { name: 'Hide why: weu-1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show why' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  });
});

describe('a rolling update that is held (B/RO-087)', () => {
  const limit: Schemas['Blocker'] = {
    cause: 'MaxUnavailable',
    state: 'waiting',
    message: '2 of 3 clusters ready, at most 1 may be unavailable; waiting: weu-3.',
    clusters: ['weu-3'],
    clusterCount: 1,
    actor: 'engine',
    since: '2026-11-20T11:10:00Z',
  };
  const broken: Schemas['Blocker'] = {
    cause: 'ClusterUnavailable',
    state: 'stuck',
    message: 'weu-1: Deployment shop/web: 0 of 2 ready.',
    clusters: ['weu-1'],
    clusterCount: 1,
    actor: 'clusterOwner',
    since: '2026-11-20T11:08:00Z',
  };
  const title = 'What holds the rolling update';

  it('says on top what the engine says of it, since when, and who can act', async () => {
    const message = `${broken.message} This holds the rollout to 1 more cluster.`;
    const trouble = { state: 'stuck', actor: 'clusterOwner' } as const;
    const since = '2026-11-20T11:10:00Z';
    show('/_/web', { moves: 'rolling', state: 'held', blockers: [broken, limit], message, trouble, since });
    const card = await screen.findByRole('region', { name: /^Rollout held for/ });
    expect(card).toHaveTextContent(message);
    expect(card).toHaveTextContent('Who can actCluster owner');
  });

  it('says which clusters hold it, why, since when and who can act', async () => {
    show('/_/web', { moves: 'rolling', state: 'held', blockers: [broken, limit] });
    const table = await screen.findByRole('region', { name: new RegExp(title) });
    const [first, second] = within(table).getAllByRole('listitem');
    expect(first).toHaveTextContent('1 stuck');
    expect(first).toHaveTextContent('weu-1: Deployment shop/web: 0 of 2 ready.');
    expect(first).toHaveTextContent('Cluster owner');
    expect(second).toHaveTextContent(limit.message);
    expect(table).toHaveTextContent('2 clusters, 2 causes');
  });

  it.each([
    ['all that it names', { clusters: ['weu-2', 'weu-3'], clusterCount: 2 }, 'names=weu-2,weu-3'],
    ['more than it names', { clusters: ['weu-2', 'weu-3'], clusterCount: 30 }, 'heldBy=MaxUnavailable'],
  ])('shows the clusters of a cause in their table: %s', async (_, wide, query) => {
    const asked: string[] = [];
    const blockers = [broken, { ...limit, ...wide }];
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name" element={<PlacementPage />} />
      </Routes>,
      one => {
        if (one.path.endsWith('/clusters')) asked.push(decodeURIComponent(one.search ?? ''));
        return one.path === '/placements/_/web'
          ? { ...stamp, placement: { ...placement, moves: 'rolling', state: 'held', blockers } }
          : answers(one);
      },
      { at: '/_/web' },
    );
    await userEvent.click(await screen.findByRole('button', { name: `Show ${wide.clusterCount}` }));
    await waitFor(() => expect(asked.at(-1)).toContain(query));
    const chip = screen.getByText('Of one cause that holds the update');
    await userEvent.click(within(chip.parentElement!).getByTestId('CancelIcon'));
    await waitFor(() => expect(screen.queryByText('Of one cause that holds the update')).toBeNull());
  });

  it('has no table where nothing waits for a limit', async () => {
    show('/_/web', { moves: 'rolling', state: 'working', blockers: [broken] });
    await screen.findByRole('tab', { name: /Clusters/ });
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('the Now card of a placement', () => {
  /** Once it says the text: a role with a name is looked for in all of the page. */
  const cardWith = async (text: string | RegExp, name: RegExp) => {
    await screen.findByText(text);
    return screen.getByRole('region', { name });
  };

  it('says of a run that is stopped what can be done, and says once that it is', async () => {
    const since = new Date(Date.now() - 5_000).toISOString();
    const waitsFor: Schemas['Blocker'] = {
      cause: 'Stopped',
      message: 'The run is stopped.',
      clusters: [],
      clusterCount: 0,
      actor: 'operator',
      since,
    };
    const run = { ...aRun([]), name: 'next-1', state: 'stopped', waitsFor } as const;
    show('/_/web', { state: 'held', run: 'next-1', runs: [run] });
    const now = await cardWith('Open run', /^Run next-1 has been stopped for/);
    for (const [name, act] of [
      ['Resume…', 'resume'],
      ['End run…', 'end'],
    ])
      expect(within(now).getByRole('link', { name })).toHaveAttribute(
        'href',
        expect.stringContaining(`next-1?dialog=${act}`),
      );
    expect(now).not.toHaveTextContent('The run is stopped');
    expect(now).toHaveTextContent('Who can actOperator');
  });

  it('shows of a run that is stuck the cause, since when, who can act, and links it', async () => {
    const waitsFor: Schemas['Blocker'] = {
      cause: 'ClusterStuck',
      state: 'stuck',
      message: 'Deployment shop/web: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found.',
      clusters: ['weu-1'],
      clusterCount: 1,
      actor: 'appOwner',
      since: '2026-11-20T11:14:59Z',
    };
    const run = { ...aRun([]), name: 'bad-1', state: 'stuck', waitsFor } as const;
    show('/_/web', { state: 'held', run: 'bad-1', runs: [run], runIs: { state: run.state, waitsFor } });
    const now = await cardWith('Open run', /^Run bad-1 has been stuck for 3 min/);
    expect(screen.getByText('Run stuck')).toBeVisible();
    expect(now).toHaveTextContent(`weu-1: ${waitsFor.message}`);
    expect(now).toHaveTextContent('Who can actPlacement owner');
    expect(within(now).getByRole('link', { name: 'bad-1' })).toHaveAttribute(
      'href',
      expect.stringContaining('/runs/_/bad-1'),
    );
    expect(within(now).getByRole('button', { name: 'Open run' })).toBeVisible();
  });

  it('shows of a run that waits for an approval since when, who can act, and leads to it', async () => {
    const waitsFor: Schemas['Blocker'] = {
      ...{ cause: 'ApprovalPending', state: 'waiting', message: 'Waits for an approval after canary.' },
      ...{ clusters: [], clusterCount: 0, actor: 'approver', stage: 'canary' },
      since: '2026-11-20T10:30:59Z',
    };
    const stage: Schemas['StageBar'] = {
      ...{ name: 'canary', state: 'done', total: 1, counts: {}, tally: aRun([]).tally },
      gatesBefore: [],
      gatesAfter: [{ kind: 'approval', state: 'asked' }],
    };
    const run = aRun([], { name: 'web-2', state: 'waitingForApproval', waitsFor, stages: [stage] });
    show('/_/web', { state: 'held', run: 'web-2', runs: [run], runIs: { state: run.state, waitsFor } });
    const now = await cardWith('Review approval', /^Run web-2 has been waiting for an approval for 47 min/);
    expect(now).toHaveTextContent('NowWaits for an approval after canary.Who can actApprover');
    expect(screen.getByText('Run waiting for approval')).toBeVisible();
    expect(screen.queryByText('Managed by update runs')).toBeNull();
    await userEvent.click(within(now).getByRole('button', { name: 'Review approval' }));
    expect(await screen.findByText(/runs\/_\/web-2 canary after approve$/)).toBeVisible();
  });

  it('says of a rolling update that its own image blocks where, why and since when, and leads to it', async () => {
    const message =
      'weu-1: Deployment shop/web: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found. This holds the rollout to 6 more clusters.';
    show('/_/web', {
      ...{ state: 'notAvailable', message, moves: 'rolling', picked: 9, available: 6 },
      trouble: { state: 'stuck', actor: 'appOwner' },
      since: '2026-11-20T11:14:59Z',
    });
    const now = await cardWith('Show why', /^Unavailable on 3 of 9 clusters for 3 min$/);
    expect(now).toHaveTextContent(message);
    expect(now).toHaveTextContent('Who can actPlacement owner');
    expect(screen.queryByText('Held by the rollout strategy')).toBeNull();
  });

  it('says on how many clusters it has failed', async () => {
    const failed = { state: 'applyFailed', message: 'weu-1: no.', failed: 1, picked: 4 } as const;
    show('/_/web', { ...failed, since: '2026-11-20T11:06:59Z' });
    expect(await cardWith('weu-1: no.', /^Apply failed on 1 of 4 clusters for 11 min$/)).toBeVisible();
  });

  it('says of a fleet without members so, and how to join one', async () => {
    const none = { wanted: 0, picked: 0, available: 0, total: 0 };
    show('/_/web', { state: 'noMatch', message: 'Picks every cluster.', ...none, causes: [] });
    const now = await cardWith('How to join one', /^No cluster has joined the fleet yet$/);
    expect(now).toHaveTextContent('Who can actOperator');
    expect(screen.getByText('No member clusters')).toBeVisible();
    expect(screen.queryByText(/matched the policy/)).toBeNull();
    await userEvent.click(within(now).getByRole('button', { name: 'How to join one' }));
    expect(await screen.findByRole('dialog', { name: 'How to join a member cluster' })).toBeVisible();
  });

  it('says of a policy that matches nothing so, and which it is', async () => {
    show('/_/web', {
      state: 'noMatch',
      message: 'Picks every cluster where environment = prodution.',
      ...{ wanted: 0, picked: 0, available: 0, latestSnapshot: undefined },
      causes: [{ cause: 'AffinityMismatch', clusters: 2 }],
      refused: { clusters: 2, tainted: 0, notEligible: 0 },
    });
    const now = await cardWith(/environment = prodution\.$/, /^No cluster matches the policy/);
    expect(now).toHaveTextContent('Picks every cluster where environment = prodution.');
    expect(now).toHaveTextContent('Who can actPlacement owner');
    expect(now).toHaveTextContent('All 2 clusters2 ');
    expect(screen.getByText('No cluster matches')).toBeVisible();
    expect(screen.queryByText(/0 of 0/)).toBeNull();
  });
});

describe('a picked cluster, in its row', () => {
  const picked = (patch: Partial<Schemas['PlacementCluster']>) =>
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name" element={<PlacementPage />} />
      </Routes>,
      asked =>
        asked.path.endsWith('/clusters')
          ? { ...stamp, items: [{ ...row('weu-1', 'Picked'), ...patch }], total: 1 }
          : answers(asked),
      { at: '/_/web' },
    );

  it('says of one that does not answer since when, and its last known state', async () => {
    picked({ memberState: 'unreachable', silentSince: '2026-11-20T11:09:00Z' });
    const shown = await screen.findByRole('row', { name: /weu-1/ });
    expect(shown).toHaveTextContent(/No status since \d\d:09\. Last known:Available/);
  });

  it('says nothing of that of one that answers', async () => {
    picked({ memberState: 'healthy' });
    const shown = await screen.findByRole('row', { name: /weu-1/ });
    expect(shown).toHaveTextContent('Available');
    expect(shown).not.toHaveTextContent('No status');
  });
});

describe('why a cluster is not picked, in its row', () => {
  const MISMATCH =
    'ClusterUnschedulable, cluster does not match with any of the required cluster affinity terms.';
  const terms = [{ labelSelector: { matchLabels: { env: 'prod', tier: 'gold' } } }];
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms } };
  const manifest = { spec: { policy: { affinity: { clusterAffinity: required } } } };
  it.each<[string, string, Record<string, string>, string]>([
    [
      'labels, each apart',
      'AffinityMismatch',
      { env: 'dev', tier: 'silver' },
      'env is dev, wanted prod; tier is silver, wanted gold',
    ],
    [
      'labels that have changed since: only what the engine said then',
      'AffinityMismatch',
      { env: 'prod', tier: 'gold' },
      'Cluster does not match with any of the required cluster affinity terms.',
    ],
    [
      'a property',
      'PropertyMismatch',
      { env: 'prod', tier: 'gold' },
      'The labels match; a required property does not',
    ],
  ])('%s', async (_, cause, labels, words) => {
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name" element={<PlacementPage />} />
      </Routes>,
      asked => {
        if (asked.path === '/placements/_/web') return { ...stamp, placement: { ...placement, manifest } };
        if (!asked.path.endsWith('/clusters')) return answers(asked);
        return { ...stamp, items: [{ ...row('weu-2', cause, MISMATCH), labels }], total: 1 };
      },
      { at: '/_/web' },
    );
    const shown = await screen.findByRole('row', { name: /weu-2/ });
    expect(within(shown).getByText(words)).toBeVisible();
  });
});

describe('the placement page', () => {
  it('says what is missing and folds out why not', async () => {
    show('/_/web');
    await screen.findByText('1 of 2 clusters missing');
    expect(
      await screen.findByText('Suggestion: remove taint gpu from weu-2. No cluster is removed.'),
    ).toBeVisible();
    expect(await screen.findByText('Placement owner, Cluster owner')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Show why: weu-2' }));
    await screen.findByText('Why not: taint not tolerated');
    expect(screen.getByText('gpu=a:NoSchedule. Required: no taint')).toBeVisible();
    expect(screen.getByText('CostLimit')).toBeVisible();
    expect(screen.getByText('Not evaluated: an earlier filter refused')).toBeVisible();
    expect(screen.getByText('Not scored')).toBeVisible();
    expect(screen.getByText(/The inputs have changed since/)).toBeVisible();
    expect(await screen.findByText('Remove taint gpu from weu-2.')).toBeVisible();
    expect(
      screen.getByText(/rank 2 of 2\)\. No cluster is removed\. The cluster owner can change it\./),
    ).toBeVisible();
  });

  it('opens a suggested change as a what-if', async () => {
    show('/_/web?cluster=weu-2');
    await userEvent.click(await screen.findByRole('button', { name: 'Try as what-if' }));
    await screen.findByRole('heading', { name: 'What if, web' });
    await screen.findByText('Taint gpu removed from weu-2');
  });

  it('opens the row that a link names', async () => {
    show('/_/web?cluster=weu-1');
    await screen.findByText('Why here: rank 1 of 1 by spread (-1), then by preference (84)');
    expect(screen.getByText('weight 84, +84')).toBeVisible();
    expect(screen.getByText('region, -1')).toBeVisible();
    expect(screen.getByText(/Decided 2 min ago, policy 3, input 0a1b2c3d/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hide why: weu-1' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('explains why no run may be created', async () => {
    show('/_/web');
    const button = await screen.findByRole('button', { name: 'Create run' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    await screen.findByText('You need fleetstage.run.create');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the filters that hide every cluster, and takes them away', async () => {
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name" element={<PlacementPage />} />
      </Routes>,
      request =>
        request.path.endsWith('/clusters') && request.search?.includes('q=zz')
          ? { ...stamp, items: [], total: 0 }
          : answers(request),
      { at: '/_/web?q=zz&decision=picked' },
    );
    await screen.findByText('No cluster matches “zz” and Picked');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
    expect(await screen.findByRole('link', { name: 'weu-2' })).toBeVisible();
  });

  it('keeps a filter by cause in the address', async () => {
    show('/_/web');
    const tainted = await screen.findByRole('button', { name: '1 tainted' });
    await userEvent.click(tainted);
    await waitFor(() => expect(tainted).toHaveAttribute('aria-pressed', 'true'));
    expect(await screen.findByText('Cause: Tainted')).toBeVisible();
  });

  it('shows the placement as YAML', async () => {
    show('/_/web?tab=yaml');
    expect(await screen.findByText(/kind: ClusterResourcePlacement/)).toBeVisible();
  });

  it('says that a placement is gone', async () => {
    show('/_/gone');
    await screen.findByText('There is no placement gone');
  });
});
