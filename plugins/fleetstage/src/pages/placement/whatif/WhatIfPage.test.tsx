import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../../__testUtils__/aPlacement';
import { watchClipboard } from '../../../__testUtils__/clipboard';
import { renderWithFleet, type Answers, type Asked } from '../../../__testUtils__/renderWithFleet';
import { encodeChange, type Change } from '../../../model/whatif/change';
import { Route, Routes } from '../../../routing';
import { PlacementPage } from '../PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const policy = { placementType: 'PickN', numberOfClusters: 2 } as const;

const placement = aPlacement({
  manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' }, spec: { policy } },
  total: 3,
  causes: [{ cause: 'Picked', clusters: 2 }],
});

const side = (found: number): Schemas['WhatIfSide'] => ({
  found,
  wanted: found,
  isFulfilled: true,
  message: '',
  total: 3,
  causes: [{ cause: 'Picked', clusters: found }],
});
const same: Schemas['WhatIf'] = {
  ...stamp,
  today: side(2),
  then: side(2),
  counts: { stays: 2, gains: 0, loses: 0, without: 1 },
  items: [],
  total: 3,
  nothingChanges: 'Nothing is changed.',
  rollout: { kind: 'none', message: 'No cluster changes.', begins: [], waits: [], leaves: [] },
};
const more: Schemas['WhatIf'] = {
  ...same,
  then: side(3),
  counts: { stays: 2, gains: 1, loses: 0, without: 0 },
  nothingChanges: undefined,
  items: [
    {
      cluster: 'c3',
      effect: 'gains',
      why: 'Taint gpu is gone.',
      today: { isPicked: false, cause: 'UntoleratedTaint', reason: '' },
      then: { isPicked: true, cause: 'Picked', reason: '', rank: 3, of: 3 },
    },
  ],
  rollout: {
    kind: 'rolling',
    message: 'Rollout to 1 cluster starts immediately.',
    begins: ['c3'],
    waits: [],
    leaves: [],
  },
};
const member = {
  name: 'c3',
  state: 'healthy',
  labels: { env: 'prod' },
  taints: [{ key: 'gpu', effect: 'NoSchedule' }],
  placements: 0,
  available: 0,
};

const answers: Answers = ({ path, body }) => {
  if (path === '/placements/_/web') return { ...stamp, placement };
  if (path === '/clusters') return { ...stamp, items: [member], total: 1, labelKeys: [] };
  if (path === '/clusters/c3') return { ...stamp, cluster: member };
  if (path === '/placements/_/web/what-if') return Object.keys(body as object).length === 0 ? same : more;
  return [
    404,
    { error: { name: 'NotFoundError', message: `Nothing at ${path}` }, response: { statusCode: 404 } },
  ];
};

const show = (change: Change | string = 'new', answering: Answers = answers): Asked[] => {
  const text = typeof change === 'string' ? change : encodeChange(change);
  return renderWithFleet(
    <Routes>
      <Route path=":scope/:name" element={<PlacementPage />} />
    </Routes>,
    answering,
    { at: `/_/web?whatif=${text}` },
  );
};
const askedOf = (log: Asked[]) => log.filter(({ path }) => path.endsWith('/what-if')).map(({ body }) => body);

const noTaint: Change = { clusters: [{ cluster: 'c3', change: 'edit', removeTaints: [{ key: 'gpu' }] }] };

describe('the what-if of a placement', () => {
  it('says that nothing is changed yet, and that nothing is written', async () => {
    show();
    await screen.findByText('Nothing is changed.');
    expect(screen.getByText('Preview only')).toBeVisible();
    expect(screen.getByText(/Computed by the scheduler from the state at/)).toBeVisible();
    expect(screen.getByText(/No changes yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy as patch' })).toBeNull();
  });

  it('shows who gains and why beside today, and what the rollout would begin', async () => {
    show(noTaint);
    const row = await screen.findByRole('row', { name: /c3/ });
    expect(within(row).getByText('Tainted')).toBeVisible();
    expect(within(row).getByText('Picked, rank 3')).toBeVisible();
    expect(within(row).getAllByText('Taint gpu is gone.').at(-1)).toBeVisible();
    expect(screen.getByText('3 of 3 clusters found')).toBeVisible();
    expect(screen.getByText('now 2 of 2')).toBeVisible();
    expect(screen.getByText('Rollout to 1 cluster starts immediately.')).toBeVisible();
  });

  it('takes a change back line by line', async () => {
    const log = show({ ...noTaint, policy: { ...policy, numberOfClusters: 3 } });
    await screen.findByText('Number of clusters 2 → 3');
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Taint gpu removed from c3' }));
    await waitFor(() => expect(screen.queryByText('Taint gpu removed from c3')).toBeNull());
    await waitFor(() => expect(askedOf(log).at(-1)).toEqual({ policy: { ...policy, numberOfClusters: 3 } }));
  });

  it('adds a change of the number with the keyboard alone', async () => {
    const log = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Policy' }));
    const number = screen.getByRole('spinbutton', { name: 'Number of clusters' });
    await userEvent.clear(number);
    await userEvent.type(number, '5{Enter}');
    await screen.findByText('Number of clusters 2 → 5');
    await waitFor(() => expect(askedOf(log).at(-1)).toEqual({ policy: { ...policy, numberOfClusters: 5 } }));
  });

  it('names the line of YAML that is wrong, and tries nothing', async () => {
    const log = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Policy' }));
    const yaml = screen.getByRole('textbox', { name: 'Policy as YAML' });
    await userEvent.clear(yaml);
    await userEvent.type(yaml, 'a: "');
    await screen.findByText(/^Line 1: /);
    await userEvent.click(screen.getByRole('button', { name: 'Add the change' }));
    expect(askedOf(log)).toEqual([{}]);
  });

  it('adds a taint that goes, of a cluster that is chosen', async () => {
    const log = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Taints' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add the change' }));
    expect(screen.getByText('Choose a cluster.')).toBeVisible();
    await userEvent.type(screen.getByRole('combobox', { name: 'Cluster' }), 'c3');
    await userEvent.click(await screen.findByRole('option', { name: 'c3' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remove gpu:NoSchedule' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add the change' }));
    await screen.findByText('Taint gpu removed from c3');
    await waitFor(() =>
      expect(askedOf(log).at(-1)).toEqual({
        clusters: [{ cluster: 'c3', change: 'edit', removeTaints: [{ key: 'gpu', effect: 'NoSchedule' }] }],
      }),
    );
  });

  it('adds a cluster with labels, and one that leaves', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a cluster' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the new cluster' }), 'c9');
    const labels = screen.getByRole('textbox', { name: 'Labels' });
    await userEvent.type(labels, 'env{Enter}');
    expect(screen.getByText('"env" is not a label. Use key=value.')).toBeVisible();
    await userEvent.type(labels, '=prod{Enter}');
    await screen.findByText('c9 joins the fleet');
    expect(screen.getByText('Label env = prod on c9')).toBeVisible();
  });

  it('copies the change as commands with the taints that stay', async () => {
    const copied = watchClipboard();
    show(noTaint);
    const button = await screen.findByRole('button', { name: 'Copy as patch' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(copied).toEqual([`kubectl patch membercluster c3 --type=merge -p '{"spec":{"taints":[]}}'`]);
  });

  it('shows the field that the backend refuses', async () => {
    const message =
      'policy.numberOfClusters must be set when placementType is PickN; say how many clusters are wanted';
    show(noTaint, asked =>
      asked.path.endsWith('/what-if')
        ? [400, { error: { name: 'InputError', message }, response: { statusCode: 400 } }]
        : answers(asked),
    );
    await screen.findByText('This change cannot be tried');
    expect(screen.getByText(`${message}.`)).toBeVisible();
    expect(screen.queryByText(/Computed by the scheduler/)).toBeNull();
  });

  it('says in the words of the backend that it gives a question up, and asks once', async () => {
    const message = 'The answer took too long and was given up after 30 seconds; try less at a time';
    const log = show(noTaint, asked =>
      asked.path.endsWith('/what-if')
        ? [503, { error: { name: 'ServiceUnavailableError', message }, response: { statusCode: 503 } }]
        : answers(asked),
    );
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set-up guide' })).toBeNull();
    expect(askedOf(log)).toHaveLength(1);
  });

  it('says that a link is broken', async () => {
    show('@@@');
    await screen.findByText(/The change in this link cannot be read/);
  });

  it('shows who may not see the fleet what is lacking', async () => {
    show('new', () => [
      403,
      { error: { name: 'NotAllowedError', message: 'No' }, response: { statusCode: 403 } },
    ]);
    await screen.findByText(/You may not see the fleet/);
  });
});
