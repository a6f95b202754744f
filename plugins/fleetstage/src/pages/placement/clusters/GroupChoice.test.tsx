import type { Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { Placement } from '../../../model/placement/now';
import { ClustersTab } from './ClustersTab';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const placementOf = (total: number) =>
  ({
    scope: '_',
    name: 'web',
    total,
    causes: [{ cause: 'Picked', clusters: total }],
    decided: { total, picked: total, notPicked: 0 },
    manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' } },
  }) as unknown as Placement;

const row = (cluster: string, more: Partial<Schemas['PlacementCluster']> = {}) => ({
  cluster,
  isPicked: true,
  cause: 'Picked',
  reason: '',
  conditions: [],
  labels: { owner: 'ops', region: 'weu' },
  ...more,
});
const gone = row('weu-9', {
  isPicked: false,
  cause: 'UntoleratedTaint',
  reason: 'It is tainted.',
  phase: 'Unscheduled',
});
const OPS = 'group:default/ops,user:default/ada';
const groups = [
  { value: OPS, clusters: 2, picked: 2, available: 1 },
  { value: '', clusters: 1, picked: 0, available: 0 },
];

const owned: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: 'weu-1', namespace: 'default', annotations: { 'fleetstage.io/cluster': 'weu-1' } },
  spec: { type: 'kubernetes-cluster', owner: 'ops' },
};

interface Shown {
  readonly at?: string;
  readonly entities?: Entity[];
  readonly total?: number;
  readonly items?: readonly object[];
}

/** Returns what the list of clusters was asked for last. */
function show({ at = '/', entities = [owned], total = 2, items = [row('weu-1'), gone] }: Shown = {}) {
  const log = renderWithFleet(
    <ClustersTab placement={placementOf(total)} />,
    ({ path, search = '' }) =>
      path.endsWith('/clusters')
        ? { ...stamp, items, total: items.length, ...(search.includes('group=') && { groups }) }
        : { ...stamp, items: [] },
    { at, entities },
  );
  return () => new URLSearchParams(log.filter(({ path }) => path.endsWith('/clusters')).at(-1)?.search);
}
const options = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('clusters by owner', () => {
  it('are counted by the owners that the catalog names, and narrowed to one of them', async () => {
    const asked = show();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Count by' }));
    expect(options()).toEqual(['Nothing', 'Owner', 'region', 'Label owner']);
    await userEvent.click(screen.getByRole('option', { name: 'Owner' }));
    const chips = within(await screen.findByRole('group', { name: 'Owner' }));
    expect(asked().get('group')).toBe('~owner');
    expect(chips.getByText('No owner: 0 of 1 picked, 0 available')).toBeVisible();
    const ops = chips.getByRole('button', { name: 'ops, ada: 2 of 2 picked, 1 available' });
    expect(within(ops).getByTitle('group:default/ops, user:default/ada')).toBeVisible();
    await userEvent.click(ops);
    await waitFor(() => expect(asked().get('of')).toBe(OPS));
    expect(ops).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(ops);
    await waitFor(() => expect(asked().has('of')).toBe(false));
  });

  it('are no choice where the catalog knows no owner', async () => {
    show({ entities: [] });
    await userEvent.click(await screen.findByRole('combobox', { name: 'Count by' }));
    expect(options()).toEqual(['Nothing', 'region', 'owner']);
  });

  it.each([
    ['those that nobody owns', '-', 'No owner', ''],
    ['those of an owner', encodeURIComponent(OPS), 'Owner ops, ada', OPS],
  ])('say so where a filter leaves none of %s', async (_, of, words, value) => {
    const asked = show({ at: `/?group=~owner&of=${of}`, entities: [], items: [] });
    expect(await screen.findByText(`No cluster matches ${words}`)).toBeVisible();
    expect(asked().get('of')).toBe(value);
    expect(screen.getByRole('combobox', { name: 'Count by' })).toHaveTextContent('Count by: Owner');
  });
});

describe('clusters by a label', () => {
  const labels = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`a-${i}`, 'x']));

  it('keep the choice of what the portal lays the fleet out by, however many labels there are', async () => {
    renderWithFleet(<ClustersTab placement={placementOf(1)} />, ({ path }) => ({
      ...stamp,
      items:
        path === '/placements/_/web/clusters'
          ? [row('weu-1', { labels: { ...labels, region: 'weu', ring: '1' } })]
          : [],
      total: 1,
      ...(path === '/clusters' && { labelKeys: ['ring', 'region'] }),
    }));
    await screen.findByText('weu-1');
    const choice = await screen.findByRole('combobox', { name: 'Count by' });
    await waitFor(async () => {
      await userEvent.click(choice);
      const shown = options();
      await userEvent.keyboard('{Escape}');
      expect(shown.slice(0, 4)).toEqual(['Nothing', 'ring', 'region', 'a-0']);
      expect(shown).toHaveLength(13);
    });
  });
});

describe('the clusters of a large fleet', () => {
  const chip = (name: RegExp) => screen.findByRole('button', { name });

  it('begin with those that have something of the placement', async () => {
    const asked = show({ total: 101 });
    expect(await chip(/^Picked/)).toHaveAttribute('aria-pressed', 'true');
    expect(asked().get('decision')).toBe('here');
    expect(await screen.findByRole('cell', { name: 'Being removed · It is tainted.' })).toBeVisible();
    await userEvent.click(await chip(/^Picked/));
    await waitFor(() => expect(asked().get('decision')).toBeNull());
    expect(await chip(/^Picked/)).toHaveAttribute('aria-pressed', 'false');
  });

  it('are counted and narrowed alike', async () => {
    const asked = show({ total: 101, at: `/?group=~owner&of=-` });
    expect(await screen.findByText('weu-9')).toBeVisible();
    expect(asked().get('decision')).toBe('here');
  });

  it('say what is searched for where there is none', async () => {
    show({ total: 101, items: [] });
    expect(await screen.findByText('No cluster matches Picked or being removed')).toBeVisible();
  });

  it('are all there where there are few', async () => {
    const asked = show({ total: 100 });
    expect(await screen.findByText('weu-9')).toBeVisible();
    expect(asked().get('decision')).toBeNull();
  });
});
