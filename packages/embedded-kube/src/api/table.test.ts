import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject, PrinterColumn, ResourceType } from '../contracts';
import { builtinTypes } from '../schema/builtin';
import { humanDuration } from './printers/humanDuration';
import { findByPath } from './printers/jsonPath';
import { toPartialMetadata, toTable } from './table';

/** One object with the row that a real API server (v1.36) made of it at a moment. */
interface Recorded {
  readonly apiVersion: string;
  readonly kind: string;
  readonly now: number;
  readonly columns: readonly (readonly [name: string, type: string, format: string, priority: number])[];
  readonly cells: readonly unknown[];
  readonly conditions?: readonly unknown[];
  readonly object: KubeObject;
}

interface Table {
  readonly metadata: object;
  readonly columnDefinitions: readonly { name: string; type: string; format: string; priority: number }[];
  readonly rows: readonly { cells: readonly unknown[]; conditions?: readonly unknown[]; object: unknown }[];
}

const recorded = readFileSync(join(__dirname, 'printers/__golden__/rows.ndjson'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as Recorded);

const gadgetColumns: readonly PrinterColumn[] = [
  { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
  { name: 'Items', type: 'string', jsonPath: '.spec.list[*].k' },
  { name: 'When', type: 'date', jsonPath: '.spec.when' },
  { name: 'Ok', type: 'boolean', jsonPath: '.spec.ok' },
  { name: 'Num', type: 'number', jsonPath: '.spec.num' },
  { name: 'Obj', type: 'string', jsonPath: '.spec.obj' },
  { name: 'Ready', type: 'string', jsonPath: '.spec.list[?(@.k=="b")].v' },
];

function typeOf({ apiVersion, kind }: Pick<Recorded, 'apiVersion' | 'kind'>): ResourceType {
  const [version, group = ''] = apiVersion.split('/').reverse();
  const type = builtinTypes().find(
    each => each.group === group && each.version === version && each.kind === kind,
  );
  return type ?? { ...builtinTypes()[0], group, version, kind, isCustom: true, columns: gadgetColumns };
}

const table = (...args: Parameters<typeof toTable>) => JSON.parse(JSON.stringify(toTable(...args))) as Table;

describe('a table', () => {
  it.each(recorded)('shows a $kind as a real server does: $cells', row => {
    const { now } = row;
    const shown = table(typeOf(row), [row.object], { includeObject: 'None', now });
    const columns = shown.columnDefinitions.map(({ name, type, format, priority }) => [
      name,
      type,
      format,
      priority,
    ]);
    expect(columns).toEqual(row.columns);
    expect(shown.rows).toEqual([{ cells: row.cells, conditions: row.conditions, object: null }]);
  });

  it('shows as much of the objects and of the list as asked for', () => {
    const [{ object, now, ...kind }] = recorded;
    const include = (includeObject: 'None' | 'Metadata' | 'Object') =>
      table(typeOf(kind), [object], { includeObject, now }).rows[0].object;
    expect(include('Metadata')).toEqual(toPartialMetadata(object));
    expect(include('Object')).toEqual(object);
    const list = {
      includeObject: 'None',
      now,
      resourceVersion: '7',
      continue: 'next',
      remaining: 3,
    } as const;
    expect(table(typeOf(kind), [], list).metadata).toEqual({
      resourceVersion: '7',
      continue: 'next',
      remainingItemCount: 3,
    });
  });
});

describe('a path of a column', () => {
  const object = {
    a: {
      'b.c': 1,
      'list': [
        { type: 'Ready', n: 1, ok: true },
        { type: 'Other', n: 2 },
      ],
    },
  };
  it.each([
    ['.a.list[0].type', ['Ready']],
    ['.a.list[-1].type', ['Other']],
    ['.a.list[*].n', [1, 2]],
    ['.a.list[?(@.type=="Ready")].n', [1]],
    [".a.list[?(@.type=='Other')].n", [2]],
    ['.a.list[?(@.type!="Ready")].n', [2]],
    ['.a.list[?(@.n>1)].type', ['Other']],
    ['.a.list[?(@.ok==true)].n', [1]],
    ['.a.list[?(@.ok)].n', [1]],
    ['.a.b\\.c', [1]],
    [".a['b.c']", [1]],
    ['{.a.list[0].n}', [1]],
    ['.a.nothing.there', []],
    ['.a.list[7].n', []],
    ['.a.toString', []],
  ])('%s', (path, found) => {
    expect(findByPath(path, object)).toEqual(found);
  });
});

it.each([
  [-5_000, '<invalid>'],
  [-1_000, '0s'],
  [119_000, '119s'],
  [120_000, '2m'],
  [125_000, '2m5s'],
  [10 * 60_000, '10m'],
  [200 * 60_000, '3h20m'],
  [9 * 3_600_000, '9h'],
  [50 * 3_600_000, '2d2h'],
  [10 * 86_400_000, '10d'],
  [900 * 86_400_000, '2y170d'],
  [4000 * 86_400_000, '10y'],
])('shows %i ms as %s', (ms, text) => {
  expect(humanDuration(ms)).toBe(text);
});
