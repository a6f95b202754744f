import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { PlacementsPage } from './PlacementsPage';

const placement = (name: string, scope = '_'): Schemas['PlacementSummary'] => ({
  scope,
  name,
  uid: `${scope}/${name}`,
  state: 'available',
  policy: 'Picks every cluster',
  wanted: 1,
  picked: 1,
  available: 1,
  snapshots: [],
  withSnapshot: 0,
  moves: 'rolling',
  createdAt: '2026-11-20T11:18:00Z',
  conditions: [],
});

const component = (names: string, owner: string): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: owner,
    namespace: 'default',
    annotations: { 'fleetstage.io/placement': names },
  },
  spec: { owner: `group:default/${owner}` },
});

const show = async (entities: Entity[], at = '/') => {
  const items = [placement('web'), placement('web', 'team-a'), placement('dns')];
  const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
  const log = renderWithFleet(<PlacementsPage />, () => ({ ...stamp, items, total: items.length }), {
    at,
    entities,
  });
  await screen.findByRole('rowheader', { name: /dns/ });
  return log.map(({ search }) => new URLSearchParams(search).get('names'));
};

it('distinguishes placements of one name by their namespaces', async () => {
  await show([]);
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names.map(text => text?.replace(/^(web|dns)/, '$1 '))).toEqual([
    expect.stringContaining('web cluster-wide'),
    expect.stringContaining('web in team-a'),
    expect.stringContaining('dns cluster-wide'),
  ]);
  const [whole, inNamespace] = screen.getAllByRole('link', { name: 'web' });
  expect(whole).toHaveAttribute('href', expect.stringContaining('/placements/_/web'));
  expect(inNamespace).toHaveAttribute('href', expect.stringContaining('/placements/team-a/web'));
});

describe('owners in the list of placements', () => {
  it('are those that the catalog knows, by name and namespace', async () => {
    await show([component('web, dns', 'team-one'), component('team-a/web', 'team-two')]);
    await screen.findByRole('columnheader', { name: 'Owner' });
    const owners = screen
      .getAllByRole('row')
      .slice(1)
      .map(row => within(row).getAllByRole('link').at(-1)?.textContent);
    expect(owners).toEqual(['team-one', 'team-two', 'team-one']);
  });

  it('have neither a column nor a filter where the catalog knows none', async () => {
    await show([]);
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Owner' })).toBeNull();
  });

  it('narrow the list to what one of them owns', async () => {
    const entities = [component('web, dns', 'team-one'), component('web', 'team-two')];
    const asked = await show(entities, '/?owner=group:default/team-one');
    expect(asked).toEqual(['dns,web']);
    expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveTextContent('team-one');
  });

  it('narrow it to nothing where they own nothing', async () => {
    expect(await show([component('web', 'team-two')], '/?owner=group:default/team-one')).toEqual(['']);
  });

  it('are one and the same, however the catalog writes them', async () => {
    const short = component('web', 'team-one');
    const entities = [{ ...short, spec: { owner: 'team-one' } }, component('web', 'team-one')];
    await show(entities);
    await screen.findByRole('columnheader', { name: 'Owner' });
    expect(screen.getAllByRole('link', { name: /team-one/ })).toHaveLength(1);
  });

  it('keep their column where the catalog knows none of these, so that nothing moves when it answers', async () => {
    await show([component('other', 'team-one')]);
    expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  });
});

describe('an address with a filter that the backend refuses', () => {
  it('says what is wrong with it, and leads back to the whole list', async () => {
    const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
    const error = { name: 'InputError', message: 'state "foo" does not exist; use one or more of available' };
    const log = renderWithFleet(
      <PlacementsPage />,
      ({ search = '' }) =>
        search.includes('state=foo')
          ? [400, { error, response: { statusCode: 400 } }]
          : { ...stamp, items: [placement('web')], total: 1 },
      { at: '/?state=foo&hub=hub' },
    );
    await screen.findByText(/state "foo" does not exist/);
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('rowheader', { name: /web/ });
    expect(log.at(-1)?.search).toMatch(/^\?(?!.*state)(?=.*hub=hub)/);
  });
});

describe('the list of placements', () => {
  const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
  const answers =
    (mayCreate: Schemas['Permit']): Answers =>
    ({ path }) =>
      path === '/clusters'
        ? { ...stamp, items: [{ name: 'weu-1' }, { name: 'weu-2' }], total: 2 }
        : { ...stamp, items: [placement('web')], total: 1, mayCreate };

  it('is narrowed to what is on one cluster, found by a part of its name', async () => {
    const log = renderWithFleet(<PlacementsPage />, answers({ isAllowed: true }));
    const choice = await screen.findByRole('combobox', { name: 'On cluster' });
    expect(log.some(({ path }) => path === '/clusters')).toBe(false);
    await userEvent.type(choice, 'weu');
    await waitFor(() =>
      expect(log.some(({ path, search }) => path === '/clusters' && search?.includes('q=weu'))).toBe(true),
    );
    await userEvent.click(await screen.findByRole('option', { name: 'weu-2' }));
    await waitFor(() => expect(log.at(-1)?.search).toContain('cluster=weu-2'));
  });

  it('is narrowed to what one run moves, chosen among those that are under way', async () => {
    const log = renderWithFleet(<PlacementsPage />, request =>
      request.path === '/runs'
        ? { ...stamp, items: [{ name: 'web-2' }], total: 1 }
        : answers({ isAllowed: true })(request),
    );
    await userEvent.click(await screen.findByRole('combobox', { name: 'Rollout' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Run web-2' }));
    await waitFor(() => expect(log.at(-1)?.search).toContain('run=web-2'));
    await userEvent.click(screen.getByRole('combobox', { name: 'Rollout' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Update runs' }));
    await waitFor(() => expect(log.at(-1)?.search).toMatch(/^(?!.*run=).*moves=runs/));
  });

  it('is grouped by owner, whole: what comes on later pages is with its owner', async () => {
    const pages = [['dns', 'lost'], ['web']];
    renderWithFleet(
      <PlacementsPage />,
      ({ search }) => {
        const page = Number(new URLSearchParams(search).get('cursor') ?? 0);
        const items = pages[page].map(name => ({
          ...placement(name),
          ...(name === 'web' && { state: 'applyFailed' }),
        }));
        return { ...stamp, items, total: 3, ...(page === 0 && { nextCursor: '1' }) };
      },
      { at: '/?group=owner', entities: [component('web, dns', 'team-one')] },
    );
    await screen.findByText('2 placements, 1 with trouble');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(row => /team-one2|No owner|dns|web|lost/.exec(row.textContent ?? '')?.[0])).toEqual([
      'team-one2',
      'dns',
      'web',
      'No owner',
      'lost',
    ]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Group by' }));
    await userEvent.click(await screen.findByRole('option', { name: 'No grouping' }));
    await waitFor(() => expect(screen.queryByText('No owner')).toBeNull());
  });

  it('has a menu in each row that says what you may not', async () => {
    const may = {
      update: { isAllowed: true },
      delete: { isAllowed: false, reason: 'You need the right to.' },
    };
    const log = renderWithFleet(<PlacementsPage />, () => ({
      ...stamp,
      items: [{ ...placement('web'), may }],
      total: 1,
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'More for web' }));
    const remove = await screen.findByRole('menuitem', { name: /Delete…/ });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    expect(remove).toHaveTextContent('You need the right to.');
    fireEvent.click(remove);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(log.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('says why nobody may create a placement', async () => {
    const reason = 'You need the permission fleetstage.placement.create';
    renderWithFleet(<PlacementsPage />, answers({ isAllowed: false, reason }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create placement' }));
    await screen.findByText(reason);
  });
});

it('says how many clusters have which snapshot', async () => {
  const snapshots = [
    { index: '14', clusters: 6 },
    { index: '13', clusters: 12 },
  ];
  const items = [{ ...placement('web'), picked: 18, snapshots, withSnapshot: 18, latestSnapshot: '14' }];
  const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
  renderWithFleet(<PlacementsPage />, () => ({ ...stamp, items, total: 1 }), { at: '/' });
  expect(await screen.findByRole('row', { name: /web/ })).toHaveTextContent('14 on 6, 13 on 12');
});

it('says of what a run holds what the page of the placement says: how the run stands', async () => {
  const held = {
    ...placement('web'),
    state: 'held',
    run: 'web-2',
    runIs: { state: 'waitingForApproval' },
  } as const;
  const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
  renderWithFleet(<PlacementsPage />, () => ({ ...stamp, items: [held], total: 1 }), { at: '/' });
  expect(await screen.findByRole('row', { name: /web/ })).toHaveTextContent('Run waiting for approval');
});
