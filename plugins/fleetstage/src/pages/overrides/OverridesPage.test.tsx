import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { OverridePage } from '../override/OverridePage';
import { OverridesPage } from './OverridesPage';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const override: Schemas['OverrideSummary'] = {
  scope: 'web',
  name: 'replicas',
  kind: 'ResourceOverride',
  uid: 'uid-replicas',
  resourceVersion: '7',
  objects: [{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'api' }],
  ruleCount: 2,
  matched: 2,
  clusterCount: 3,
  status: { state: 'failed', applied: 1, failed: 1, pending: 0, message: 'rule 2 cannot be applied' },
  placements: [{ scope: '_', name: 'shop' }],
};
const detail: Schemas['OverrideDetail'] = {
  ...STAMP,
  override,
  manifest: { kind: 'ResourceOverride', metadata: { name: 'replicas', namespace: 'web' } },
  spec: {},
  labels: {},
  annotations: {},
  match: {
    rules: [
      {
        position: 0,
        type: 'JSONPatch',
        selects: 'all',
        terms: [],
        operationCount: 1,
        clusters: { count: 2, names: ['c1', 'c2'] },
      },
      {
        position: 1,
        type: 'JSONPatch',
        selects: 'terms',
        terms: ['env = prod'],
        operationCount: 1,
        clusters: { count: 1, names: ['c1'] },
      },
    ],
    variants: [
      {
        rules: [0, 1],
        clusters: ['c1'],
        isDeleted: false,
        operations: [
          { rule: 0, op: 'replace', path: '/spec/replicas', value: 1 as never, replacedBy: 1 },
          { rule: 1, op: 'replace', path: '/spec/replicas', value: 3 as never },
        ],
      },
    ],
    variantCount: 1,
    clusterCount: 3,
    matched: 2,
    missingLabels: [],
    missingLabelCount: 0,
  },
  uses: [
    {
      scope: '_',
      name: 'shop',
      clusters: 2,
      applied: 1,
      failed: 1,
      pending: 0,
      awaiting: 0,
      failures: [{ cluster: 'c1', message: 'rule 2 cannot be applied' }],
      pendingClusters: { count: 0, names: [] },
    },
  ],
  history: [{ name: 'replicas-0', index: 0, isLatest: true, clusters: 2, spec: {} }],
  mayCreate: YES,
  mayUpdate: YES,
  mayDelete: YES,
};

const clusters = (names: string[], more: Partial<Schemas['OverrideEffect']> = {}) => ({
  ...{ clusters: names, clusterCount: names.length, overrides: [], changes: [], changeCount: 0 },
  ...more,
});
const withoutIt: Schemas['OverrideWhatIf'] = {
  ...STAMP,
  isNew: false,
  checked: 1,
  total: 1,
  placements: [
    {
      scope: '_',
      name: 'shop',
      changedCount: 2,
      sameCount: 1,
      effects: [clusters(['c1'], { problem: 'another override fails' }), clusters(['c2'])],
    },
  ],
};

function answer(path: string): unknown {
  if (path === '/overrides/what-if') return withoutIt;
  if (path.endsWith('/overrides/web/replicas')) return detail;
  if (path.endsWith('/timeline')) return { ...STAMP, total: 0, items: [] };
  return path.endsWith('/overrides') ? { ...STAMP, items: [override], mayCreate: YES } : undefined;
}

const render = (at: string, answers = answer) =>
  renderWithFleet(
    <Routes>
      <Route path="fleetstage/overrides" element={<OverridesPage />} />
      <Route path="fleetstage/overrides/:scope/:name" element={<OverridePage />} />
    </Routes>,
    ({ path }) => answers(path),
    { at },
  );

describe('overrides', () => {
  it('lists them with what they change and where they fail, and filters by the address', async () => {
    render('/fleetstage/overrides?state=failed');
    const row = (await screen.findByRole('rowheader', { name: /replicas/ })).closest('tr')!;
    expect(within(row).getByText('Deployment web/api')).toBeVisible();
    expect(within(row).getByText('Failed on 1 cluster')).toBeVisible();
    expect(within(row).getByText('applied on 1')).toBeVisible();
    expect(screen.getByText('1 override matches')).toBeVisible();
  });

  it('shows which rule writes a field last, and where it failed', async () => {
    render('/fleetstage/overrides/web/replicas');
    expect(await screen.findByText('1 cluster: rules 1, 2')).toBeVisible();
    expect(screen.getByText('Rule 2 writes this field later')).toBeVisible();
    expect(screen.getByText('Overriding failed on 1 cluster')).toBeVisible();
    expect(screen.getByText('applied on 1 of 2 clusters, failed on 1')).toBeVisible();
    // Once: above. Beside the placement stands where.
    expect(screen.getAllByText('rule 2 cannot be applied')).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: 'c1' }).at(-1)).toHaveAttribute(
      'href',
      expect.stringMatching(/placements\/_\/shop\?tab=clusters&cluster=c1$/),
    );
  });

  it('says before it is deleted which placements change', async () => {
    const log = render('/fleetstage/overrides/web/replicas');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the override web/replicas?' });
    const [line] = await within(dialog).findAllByRole('listitem');
    expect(line).toHaveTextContent(
      'shop: 1 of 3 clusters changes, 1 more gets the same objects again, fails on 1',
    );
    expect(within(dialog).getByText('Without it, as the strategy of the placement allows:')).toBeVisible();
    // Another number of clusters beside it would contradict it.
    expect(within(dialog).queryByText(/gets the objects without it/)).toBeNull();
    expect(log.find(({ path }) => path === '/overrides/what-if')?.body).toEqual({
      kind: 'ResourceOverride',
      namespace: 'web',
      name: 'replicas',
    });
  });

  it('counts clusters that run with an older snapshot of it, and none that wait for the first', async () => {
    const [use] = detail.uses;
    const uses = [{ ...use, applied: 0, failed: 0, pending: 5, awaiting: 2, failures: [] }];
    render('/fleetstage/overrides/web/replicas', path =>
      path.endsWith('/overrides/web/replicas')
        ? { ...detail, uses }
        : path === '/overrides/what-if'
          ? { ...withoutIt, placements: [] }
          : answer(path),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the override web/replicas?' });
    expect(within(dialog).getByText(/^shop gets the objects without it on 3/)).toBeVisible();
  });

  it('says since when it is pending, and leads to the placement that says why', async () => {
    const since = new Date(Date.parse(STAMP.asOf) - 2 * 86_400_000).toISOString();
    const [use] = detail.uses;
    const pending = {
      ...detail,
      override: { ...override, status: { state: 'pending' as const, applied: 1, failed: 0, pending: 1 } },
      uses: [{ ...use, failed: 0, pending: 1, failures: [] }],
      history: [{ ...detail.history[0], since }],
    };
    render('/fleetstage/overrides/web/replicas', path =>
      path.endsWith('/overrides/web/replicas') ? pending : answer(path),
    );
    const alert = (await screen.findByText('Pending on 1 cluster for up to 2 d')).closest<HTMLElement>(
      '[role="alert"]',
    )!;
    expect(within(alert).getByRole('link', { name: 'shop' })).toHaveAttribute(
      'href',
      expect.stringMatching(/placements\/_\/shop$/),
    );
  });
});
