import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../../__testUtils__/aPlacement';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../../routing';
import { PlacementsPage } from '../../placements/PlacementsPage';
import { PlacementPage } from '../PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const web = aPlacement({
  uid: 'u1',
  policy: 'Picks 4 clusters',
  wanted: 4,
  picked: 4,
  available: 4,
  snapshots: [{ index: '2', clusters: 4 }],
  latestSnapshot: '2',
  manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' }, spec: {} },
  total: 4,
  causes: [{ cause: 'Picked', clusters: 4 }],
  resources: [
    { version: 'v1', kind: 'Namespace', name: 'shop' },
    { version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'hours' },
  ],
});
const leaving = {
  askedAt: '2026-11-20T11:06:00Z',
  keepsObjects: false,
  clusters: [{ cluster: 'weu-3', memberState: 'unreachable' as const }, { cluster: 'weu-1' }],
};

interface Story {
  readonly patch?: Partial<Schemas['Placement']>;
  readonly at?: string;
  readonly onDelete?: () => unknown;
  readonly isGoneAtOnce?: boolean;
}

function show({
  patch = {},
  at = '/_/web?dialog=delete',
  onDelete = () => ({ isDeleting: true }),
  isGoneAtOnce = false,
}: Story = {}) {
  const placement = { ...web, ...patch };
  let isGoing = false;
  return renderWithFleet(
    <Routes>
      <Route index element={<PlacementsPage />} />
      <Route path=":scope/:name" element={<PlacementPage />} />
    </Routes>,
    ({ path, method }) => {
      if (method === 'DELETE') {
        const answer = onDelete();
        isGoing = !Array.isArray(answer);
        return answer;
      }
      if (path === '/placements') return { ...stamp, items: [placement], total: 1 };
      if (path.endsWith('/decisions')) return { ...stamp, items: [] };
      if (path.endsWith('/clusters')) {
        const items = ['weu-1', 'weu-2', 'weu-3'].map(cluster => ({
          cluster,
          isPicked: true,
          cause: 'Picked',
          reason: '',
          conditions: [],
        }));
        return { ...stamp, items, total: 4 };
      }
      if (isGoing && isGoneAtOnce) {
        const error = { name: 'NotFoundError', message: 'Placement "web" does not exist' };
        return [404, { error, response: { statusCode: 404 } }];
      }
      return { ...stamp, placement: isGoing ? { ...placement, isDeleting: true, leaving } : placement };
    },
    { at },
  );
}

const button = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Delete placement' });

describe('deleting a placement', () => {
  it('says what goes from where, asks for its name, and then what it waits for', async () => {
    const log = show({ at: '/_/web' });
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete placement web?' });
    expect(dialog).toHaveTextContent('Deletes 8 objects from 4 clusters');
    await within(dialog).findByText('weu-1, weu-2, weu-3 and 1 more');
    expect(dialog).toHaveTextContent('Namespace shop and ConfigMap hours');
    expect(dialog).toHaveTextContent('kubectl delete crp web');
    expect(button(dialog)).toBeDisabled();
    const field = within(dialog).getByRole('textbox', { name: 'Type web to confirm' });
    await userEvent.type(field, 'we');
    expect(button(dialog)).toBeDisabled();
    await userEvent.type(field, 'b');
    await userEvent.click(button(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log.filter(({ method }) => method === 'DELETE')).toEqual([
      { method: 'DELETE', path: '/placements/_/web', body: { uid: 'u1' } },
    ]);
    await screen.findByText('Deletion requested 12 min ago, waiting for 2 clusters');
    expect(screen.getByText(/1 of them does not respond/)).toBeVisible();
    expect(screen.getByText('(Unreachable)', { exact: false })).toBeVisible();
  });

  it('counts what is there: nothing where nothing could be applied', async () => {
    show({ patch: { holds: { objects: 0, clusters: 0 } } });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('It is on no cluster. Only the placement is deleted');
    expect(dialog).not.toHaveTextContent('Deletes');
  });

  it('ui §9.2: says of how many of the named clusters nothing goes', async () => {
    show({ patch: { holds: { objects: 6, clusters: 3 } } });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Deletes 6 objects from 3 clusters');
    await within(dialog).findByText('weu-1, weu-2, weu-3 and 1 more; 1 of them has none of the objects');
  });

  it('says that its objects stay where its strategy keeps them', async () => {
    const spec = { strategy: { deleteStrategy: { propagationPolicy: 'Abandon' } } };
    show({ patch: { manifest: { spec } } });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Keeps 8 objects on 4 clusters');
    expect(dialog).toHaveTextContent('deleteStrategy: Abandon');
  });

  it('says that nothing goes where it is on no cluster, and which run ends with it', async () => {
    show({ patch: { picked: 0, run: 'web-2' } });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('It is on no cluster. Only the placement is deleted');
    expect(within(dialog).getByRole('link', { name: 'web-2' })).toBeVisible();
  });

  it('explains to whoever may not, and asks for no name', async () => {
    const refused = { isAllowed: false, reason: 'You need fleetstage.placement.delete' };
    const log = show({ patch: { may: { ...web.may, delete: refused } } });
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    expect(button(dialog)).toHaveAttribute('aria-disabled', 'true');
    expect(within(dialog).getByText('You need fleetstage.placement.delete')).toBeVisible();
    await userEvent.click(button(dialog));
    expect(log.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('keeps the dialog open with the cause where it was refused', async () => {
    const error = { name: 'ConflictError', message: 'web is not the one that was shown' };
    show({ onDelete: () => [409, { error, response: { statusCode: 409 } }] });
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'web');
    await userEvent.click(button(dialog));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('web is not the one that was shown');
    expect(button(dialog)).toBeEnabled();
  });

  it('shows nothing of the placement any more once it is gone', async () => {
    show({ isGoneAtOnce: true });
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'web');
    await userEvent.click(button(dialog));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull(), {
      timeout: 10_000,
    });
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('is over where it was asked already', async () => {
    show({ patch: { isDeleting: true, leaving } });
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Already being deleted');
    expect(within(dialog).queryByRole('button', { name: 'Delete placement' })).toBeNull();
  });

  it('begins in the list, and ends there', async () => {
    const log = show({ at: '/', patch: { scope: 'team-a' } });
    await userEvent.click(await screen.findByRole('button', { name: 'More for team-a/web' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete placement team-a/web?' });
    expect(dialog).toHaveTextContent('kubectl delete rp web -n team-a');
    await userEvent.type(await within(dialog).findByRole('textbox'), 'web');
    await userEvent.click(button(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log.find(({ method }) => method === 'DELETE')?.path).toBe('/placements/team-a/web');
    expect(screen.getByRole('heading', { name: 'Placements' })).toBeVisible();
  });
});
