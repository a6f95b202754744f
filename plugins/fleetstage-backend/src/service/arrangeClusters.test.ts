import { arrangeClusters } from './arrangeClusters';
import type { Schemas } from './contract';

const row = (
  cluster: string,
  more: Partial<Schemas['PlacementCluster']> = {},
): Schemas['PlacementCluster'] => ({
  cluster,
  isPicked: more.state !== undefined,
  cause: 'Picked',
  reason: '',
  conditions: [],
  ...more,
});

const rows = [
  row('b', { state: 'applyFailed', since: '2026-11-20T10:00:00Z', snapshot: '9', labels: { region: 'weu' } }),
  row('a', { state: 'available', since: '2026-11-20T11:00:00Z', snapshot: '10', labels: { region: 'weu' } }),
  row('d', { labels: { region: 'neu' } }),
  row('c'),
];

const names = (sort?: string) =>
  arrangeClusters(rows, { sort })
    .rows.map(({ cluster }) => cluster)
    .join('');

describe('clusters of a placement', () => {
  it.each([
    [undefined, 'badc'],
    ['default', 'badc'],
    ['cluster', 'abcd'],
    ['-cluster', 'dcba'],
    ['since', 'bacd'],
    ['-since', 'abcd'],
    ['snapshot', 'bacd'],
    ['-snapshot', 'abcd'],
  ])('sorted by %s are %s: what has no value comes last', (sort, expected) => {
    expect(names(sort)).toBe(expected);
  });

  it('are counted by the values of a label, and narrowed to one of them', () => {
    const { groups, rows: all } = arrangeClusters(rows, { group: 'region' });
    expect(all).toHaveLength(4);
    expect(groups).toEqual([
      { value: 'weu', clusters: 2, picked: 2, available: 1 },
      { value: '', clusters: 1, picked: 0, available: 0 },
      { value: 'neu', clusters: 1, picked: 0, available: 0 },
    ]);
    const weu = arrangeClusters(rows, { group: 'region', of: 'weu', sort: 'cluster' });
    expect(weu.rows.map(({ cluster }) => cluster)).toEqual(['a', 'b']);
    expect(weu.groups).toEqual(groups);
    expect(arrangeClusters(rows, { group: 'region', of: '' }).rows).toEqual([rows[3]]);
  });

  it('are counted by their owners, several of one cluster together', () => {
    const owners = new Map([
      ['a', ['group:default/ops']],
      ['b', ['group:default/ops', 'user:default/ada']],
      ['d', ['group:default/ops']],
    ]);
    const { groups } = arrangeClusters(rows, { group: '~owner' }, owners);
    expect(groups).toEqual([
      { value: 'group:default/ops', clusters: 2, picked: 1, available: 1 },
      { value: '', clusters: 1, picked: 0, available: 0 },
      { value: 'group:default/ops,user:default/ada', clusters: 1, picked: 1, available: 0 },
    ]);
    const of = 'group:default/ops,user:default/ada';
    expect(arrangeClusters(rows, { group: '~owner', of }, owners).rows).toEqual([rows[0]]);
  });

  it.each(['constructor', 'toString'])('have no label that every object has: %s', group => {
    expect(arrangeClusters(rows, { group }).groups).toEqual([
      { value: '', clusters: 4, picked: 2, available: 1 },
    ]);
  });
});
