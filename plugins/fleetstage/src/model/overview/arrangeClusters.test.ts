import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { arrangeClusters } from './arrangeClusters';

type Cell = Schemas['OverviewClusters']['cells'][number];

const cell = (row: string, column: string, names: string[] = []): Cell => ({
  row,
  column,
  total: names.length || 40,
  counts: { healthy: names.length || 40 },
  healthy: names.length || 40,
  clusters: names.map(name => ({ name, state: 'healthy' })),
});

describe('arrangeClusters', () => {
  it('orders environments as changes pass them, unknown ones by name, clusters without the label last', () => {
    const cells = ['', 'production', 'zeta', 'canary', 'alpha', 'staging'].map(row => cell(row, 'weu'));
    expect(arrangeClusters({ cells }).rows.map(({ name }) => name)).toEqual([
      'staging',
      'canary',
      'production',
      'alpha',
      'zeta',
      '',
    ]);
  });

  it('leaves a hole where no cluster carries both labels', () => {
    const matrix = arrangeClusters({
      cells: [cell('canary', 'weu', ['a']), cell('production', 'asw', ['b'])],
    });
    expect(matrix.columns).toEqual(['asw', 'weu']);
    expect(matrix.rows.map(row => row.cells.map(one => one?.clusters[0].name))).toEqual([
      [undefined, 'a'],
      ['b', undefined],
    ]);
  });

  it.each([
    [['a'], true],
    [[], false],
  ])('names %p: one mark per cluster is %p', (names, hasMarks) => {
    expect(arrangeClusters({ cells: [cell('canary', 'weu', names)] }).hasMarks).toBe(hasMarks);
  });
});
