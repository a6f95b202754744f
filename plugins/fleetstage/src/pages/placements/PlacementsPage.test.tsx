import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { PlacementsPage } from './PlacementsPage';

jest.setTimeout(60_000);

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

it('tells placements of one name apart by their namespaces', async () => {
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

  it('have no column where the catalog knows none of these', async () => {
    await show([component('other', 'team-one')]);
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
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

  it('says why nobody may create a placement', async () => {
    const reason = 'You need the permission fleetstage.placement.create';
    renderWithFleet(<PlacementsPage />, answers({ isAllowed: false, reason }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create placement' }));
    await screen.findByText(reason);
  });
});
