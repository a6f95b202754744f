import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../../__testUtils__/renderWithFleet';
import type { Placement } from '../../../model/placement/now';
import { ClustersTab } from './ClustersTab';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const placement = {
  scope: '_',
  name: 'web',
  total: 2,
  causes: [{ cause: 'Picked', clusters: 2 }],
  decided: { total: 2, picked: 2, notPicked: 0 },
  manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' } },
} as unknown as Placement;

const decision = (number: number, patch: Partial<Schemas['PlacementDecision']> = {}) => ({
  number,
  at: '2026-11-20T11:16:00Z',
  policyIndex: '3',
  isFulfilled: true,
  message: 'found all cluster needed',
  causes: [{ cause: 'Picked', clusters: 2 }],
  decided: { total: 2, picked: 2, notPicked: 0 },
  ...patch,
});
const clusters = (...changes: Record<string, string>[]) => ({
  kind: 'clusters' as const,
  clusters: changes as { cluster: string }[],
  count: 3,
});
const decisions = [
  decision(5, {
    isLast: true,
    cause: clusters({ cluster: 'weu-2', before: 'Picked', after: 'UntoleratedTaint' }),
  }),
  decision(4, { cause: clusters({ cluster: 'weu-1', after: 'Picked' }) }),
  decision(3, {
    cause: { kind: 'policy', clusters: [], count: 0 },
    causes: [{ cause: 'NotNamed', clusters: 2 }],
    decided: { total: 2, picked: 0, notPicked: 2 },
    gained: { count: 1, names: ['weu-9'] },
    lost: { count: 0, names: [] },
  }),
  decision(2, { cause: clusters({ cluster: 'weu-7', before: 'Picked' }) }),
  decision(1),
];
const row = (cluster: string): Schemas['PlacementCluster'] => ({
  cluster,
  isPicked: true,
  cause: 'Picked',
  reason: '',
  conditions: [],
});

const WEB = '/placements/_/web';
const asked: string[] = [];
const answering =
  (items: readonly object[]): Answers =>
  ({ path, search = '' }) => {
    const decided = new URLSearchParams(search).get('decided');
    asked.push(`${path} ${decided ?? 'newest'}`);
    if (path === `${WEB}/decisions`) return { ...stamp, items };
    if (path === `${WEB}/clusters`)
      return { ...stamp, items: [row(decided === null ? 'now-1' : `then-${decided}`)], total: 1 };
    return { ...stamp, ...row('then-3'), isStale: false, filters: [], parts: [], decidedAt: stamp.asOf };
  };
const show = (at = '/', items: readonly object[] = decisions, patch: Answers = () => undefined) => {
  asked.length = 0;
  const answers = answering(items);
  renderWithFleet(<ClustersTab placement={placement} />, request => patch(request) ?? answers(request), {
    at,
  });
};

describe('the choice of a decision', () => {
  it('names each by its time and what led to it, and shows the clusters as it had them', async () => {
    show();
    expect(await screen.findByText('now-1')).toBeVisible();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Which decision' }));
    const result = within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(option => option.textContent?.replace(/\d\d:\d\d/, 'TIME'));
    expect(result).toEqual([
      'Decision: newest · TIME, weu-2: Tainted and 2 more',
      'Decision: TIME, weu-1 joined and 2 more',
      'Decision: TIME, policy 3',
      'Decision: TIME, weu-7 left and 2 more',
      'Decision: TIME, before recorded history',
    ]);
    await userEvent.click(screen.getByRole('option', { name: /policy 3/ }));
    expect(await screen.findByText('then-3')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(
      'As of decision 3. found all cluster needed. Added 1: weu-9. The newest decision shows the current state of clusters.',
    );
    expect(screen.getByRole('button', { name: /^Not picked/ })).toHaveTextContent(/Not picked\s*2/);
    await userEvent.click(screen.getByRole('button', { name: 'Show the newest' }));
    expect(await screen.findByText('now-1')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Not picked/ })).toHaveTextContent(/Not picked\s*0/);
  });

  it('shows of an earlier decision only why: no state of now, no suggested change', async () => {
    show('/?decided=3&cluster=then-3');
    expect(await screen.findByText('then-3')).toBeVisible();
    expect(await screen.findByText(/^Why here/)).toBeVisible();
    expect(asked).toContain(`${WEB}/clusters/then-3 3`);
    expect(screen.queryByText('State on this cluster')).toBeNull();
    expect(asked.join(' ')).not.toContain('suggestion');
  });

  it('shows of an earlier decision nothing that is known of today', async () => {
    const ill = { ...row('then-3'), isPicked: false, cause: 'NotEligible', memberState: 'noHeartbeat' };
    const unlike = {
      ...row('then-4'),
      isPicked: false,
      cause: 'AffinityMismatch',
      reason: 'It did not match.',
    };
    const groups = [{ value: 'weu', clusters: 2, picked: 1, available: 0 }];
    const then: Answers = ({ path }) =>
      path === `${WEB}/clusters` ? { ...stamp, items: [ill, unlike], total: 2, groups } : undefined;
    show('/?decided=3&group=region', decisions, then);
    const cells = within(await screen.findByRole('row', { name: /then-3/ }));
    expect(cells.getByText('Not healthy')).toBeVisible();
    expect(cells.queryByText('No heartbeat')).toBeNull();
    expect(screen.getByRole('cell', { name: 'It did not match.' })).toBeVisible();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Cluster', 'Decision', 'Why']);
    expect(screen.getByRole('button', { name: 'weu: 1 of 2 picked' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'View' }));
    expect(screen.queryByRole('menuitemcheckbox')).toBeNull();
  });

  it('keeps an address of a decision that is not among the newest', async () => {
    show('/?decided=77');
    expect(await screen.findByText('then-77')).toBeVisible();
    expect(await screen.findByRole('combobox', { name: 'Which decision' })).toHaveTextContent(
      'Decision: number 77',
    );
  });

  it.each(['?decided=5', '?decided=x', ''])('is the newest with the address "%s"', async address => {
    show(`/${address}`);
    expect(await screen.findByText('now-1')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Which decision' })).toHaveTextContent('newest');
    expect(screen.queryByText(/^As decision/)).toBeNull();
  });

  it('is not there where there is nothing to choose', async () => {
    show('/', decisions.slice(0, 1));
    expect(await screen.findByText('now-1')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Which decision' })).toBeNull();
  });
});
