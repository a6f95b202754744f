import '@testing-library/jest-dom';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../__testUtils__/aPlacement';
import { aRun } from '../../__testUtils__/aRun';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { PlacementPage } from './PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };

const snapshot = (index: string): Schemas['SnapshotInfo'] => ({
  index,
  createdAt: '2026-11-20T10:00:00Z',
  objects: 2,
  clusters: 0,
  isLatest: index === '10',
});

const placement = aPlacement({
  policy: 'Picks every cluster',
  latestSnapshot: '10',
  conditions: [
    {
      type: 'ClusterResourcePlacementScheduled',
      status: 'True',
      reason: 'SchedulingPolicyFulfilled',
      message: 'found all',
      observedGeneration: 7,
    },
  ],
  manifest: { metadata: { name: 'web' }, spec: { statusReportingScope: 'NamespaceAccessible' } },
  total: 2,
  causes: [{ cause: 'Picked', clusters: 2 }],
  resources: [{ version: 'v1', kind: 'Namespace', name: 'shop' }],
  history: [{ ...snapshot('10'), parts: ['web-10-snapshot', 'web-10-0'] }, snapshot('9'), snapshot('8')],
  statusCopy: { name: 'web', namespace: 'shop', state: 'failed', message: 'namespaces "shop" not found' },
});

const resources: Schemas['PlacementResources'] = {
  ...stamp,
  index: '10',
  objects: 1,
  bytes: 2048,
  namespaces: [{ namespace: 'shop', objects: 1, bytes: 2048 }],
  resources: [{ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'hours', bytes: 2048 }],
  excluded: [
    {
      version: 'v1',
      kind: 'Pod',
      namespace: 'shop',
      name: 'p',
      reason: 'MadeByController',
      message: 'It runs on the hub.',
    },
  ],
  excludedCount: 9,
  warnings: [{ message: 'It matches nothing.', selector: 1 }],
};

const changes: Schemas['Changes'] = {
  ...stamp,
  from: '8',
  to: '10',
  counts: { added: 0, changed: 1, deleted: 0, unchanged: 1 },
  objects: [
    {
      change: 'changed',
      kind: 'Secret',
      namespace: 'shop',
      name: 'token',
      fields: [{ path: 'data.token', before: '***', after: '***' }],
    },
  ],
};

const fail = (status: number, name: string, message: string) => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

const show = (at: string, patch: Answers = () => undefined) =>
  renderWithFleet(
    <Routes>
      <Route path=":scope/:name" element={<PlacementPage />} />
    </Routes>,
    asked => {
      const patched = patch(asked);
      if (patched !== undefined) return patched;
      const { path } = asked;
      if (path === '/placements/_/web') return { ...stamp, placement };
      if (path.endsWith('/changes')) return changes;
      if (path.endsWith('/resources')) return resources;
      if (path.endsWith('/clusters')) {
        const row = (cluster: string, region: string) => ({
          cluster,
          isPicked: true,
          cause: 'Picked',
          reason: '',
          conditions: [],
          state: 'available',
          labels: { region },
        });
        const groups = [{ value: 'weu', clusters: 2, picked: 2, available: 1 }];
        const isGrouped = asked.search?.includes('group=') === true;
        return {
          ...stamp,
          items: [row('a', 'weu'), row('b', 'weu')],
          total: 2,
          ...(isGrouped && { groups }),
        };
      }
      return fail(404, 'NotFoundError', `Nothing at ${path}`);
    },
    { at },
  );

describe('the tabs of a placement', () => {
  it('compare two ticked snapshots; a third tick takes the place of the older one', async () => {
    const log = show('/_/web?tab=snapshots');
    await screen.findByText('Select two snapshots to compare them.');
    const tick = (index: string) =>
      userEvent.click(screen.getByRole('checkbox', { name: `Compare snapshot ${index}` }));
    await tick('8');
    await screen.findByText('Select another one to compare with snapshot 8.');
    await tick('10');
    const diff = within(await screen.findByRole('region', { name: 'Snapshots 8 and 10' }));
    await diff.findByText('hidden value');
    expect(diff.getByText('another hidden value')).toBeVisible();
    await tick('9');
    await waitFor(() =>
      expect(log.filter(({ path }) => path.endsWith('/changes')).at(-1)?.search).toMatch(/from=9&to=10/),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByText('Select two snapshots to compare them.');
  });

  it('keep the page where the comparison fails, and say why', async () => {
    show('/_/web?tab=snapshots&from=8&to=10', ({ path }) =>
      path.endsWith('/changes') ? fail(404, 'NotFoundError', 'snapshot 8 is not kept') : undefined,
    );
    await screen.findByText(/snapshot 8 is not kept/);
    expect(screen.getByRole('checkbox', { name: 'Compare snapshot 10' })).toBeChecked();
  });

  it('show objects with sizes, what was left out and why, and selectors without effect', async () => {
    show('/_/web?tab=resources');
    await screen.findByText('1 object, 2 KiB, as in snapshot 10');
    expect(screen.getByText('Selector 2: It matches nothing.')).toBeVisible();
    expect(screen.getByText('It runs on the hub.')).toBeVisible();
    expect(screen.getByText('1 of 9 are shown.')).toBeVisible();
  });

  it('say why nothing is selected', async () => {
    const empty = {
      ...resources,
      objects: 0,
      resources: [],
      excluded: [],
      excludedCount: 0,
      problem: 'No such kind.',
    };
    show('/_/web?tab=resources', ({ path }) => (path.endsWith('/resources') ? empty : undefined));
    await screen.findByText('Nothing could be captured');
    expect(screen.getByText('No such kind.')).toBeVisible();
  });

  it('say what to do where nothing can be captured, and lead to it', async () => {
    const problem = 'Selector 1 asks for Widget, which the hub does not serve.';
    show('/_/web?tab=resources', ({ path }) =>
      path.endsWith('/resources')
        ? { ...resources, resources: [], objects: 0, excluded: [], excludedCount: 0, problem }
        : undefined,
    );
    await screen.findByText('Nothing could be captured');
    expect(screen.getByText(problem)).toBeVisible();
    expect(screen.getByText(/until the selectors of this placement are corrected/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Edit' }).length).toBeGreaterThan(0);
  });

  it('show conditions with their generation, and where the copy of the status is', async () => {
    show('/_/web?tab=conditions');
    await screen.findByText('The policy found its clusters');
    expect(screen.getByText('True · SchedulingPolicyFulfilled')).toBeVisible();
    expect(screen.getByText('generation 7')).toBeVisible();
    expect(screen.getByText(/Users of namespace shop would read this status/)).toBeVisible();
    expect(screen.getByText('Could not be written')).toBeVisible();
    expect(screen.getByText('namespaces "shop" not found')).toBeVisible();
  });

  it.each([
    ['False', 'The policy did not find all its clusters'],
    ['Unknown', 'The policy is being evaluated'],
  ] as const)('say of a condition that is %s no more than is so', async (status, sentence) => {
    const conditions = [{ ...placement.conditions[0], status }];
    show('/_/web?tab=conditions', ({ path }) =>
      path === '/placements/_/web' ? { ...stamp, placement: { ...placement, conditions } } : undefined,
    );
    await screen.findByText(sentence);
    expect(screen.getAllByText('A condition above comes first')).toHaveLength(5);
    expect(screen.queryByText('The policy found its clusters')).toBeNull();
  });

  it('say in how many parts the hub keeps a snapshot that is too large for one', async () => {
    show('/_/web?tab=snapshots');
    const parts = await screen.findByText('in 2 parts');
    expect(parts.parentElement).toHaveAttribute(
      'title',
      expect.stringContaining('web-10-snapshot, web-10-0'),
    );
  });

  it('sort clusters, group them by a label, and narrow them to one value', async () => {
    const log = show('/_/web');
    const asked = () => log.filter(({ path }) => path.endsWith('/clusters')).at(-1)?.search;
    await userEvent.click(await screen.findByRole('button', { name: 'Cluster' }));
    await waitFor(() => expect(asked()).toContain('sort=cluster'));
    await userEvent.click(screen.getByRole('combobox', { name: 'Count by' }));
    await userEvent.click(await screen.findByRole('option', { name: 'region' }));
    await userEvent.click(await screen.findByRole('button', { name: 'weu: 2 of 2 picked, 1 available' }));
    await waitFor(() => expect(asked()).toMatch(/group=region&of=weu/));
  });

  it('count the runs that the hub keeps, and lead to those that are not listed', async () => {
    const some = { ...placement, runs: [aRun([], { name: 'web-57' })], runsTotal: 57 };
    show('/_/web?tab=runs', ({ path }) =>
      path === '/placements/_/web' ? { ...stamp, placement: some } : undefined,
    );
    expect(await screen.findByRole('tab', { name: 'Runs 57' })).toBeVisible();
    expect(await screen.findByText('1 of 57, newest first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All runs of this placement' })).toHaveAttribute(
      'href',
      expect.stringContaining('/runs?placement=web'),
    );
  });

  it('lead to the editor', async () => {
    show('/_/web');
    expect(await screen.findByRole('button', { name: 'Edit' })).not.toHaveAttribute('aria-disabled');
  });
});
