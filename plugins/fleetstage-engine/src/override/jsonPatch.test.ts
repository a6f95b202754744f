import type { JsonPatchOverride } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyPatch, findPathFault } from './jsonPatch';

const op = (kind: JsonPatchOverride['op'], path: string, value?: unknown): JsonPatchOverride => ({
  op: kind,
  path,
  ...(value !== undefined && { value }),
});
const after = (document: Record<string, unknown>, ...operations: readonly JsonPatchOverride[]) => {
  const result = applyPatch(document, operations);
  return result.ok ? result.value : result.error;
};
const withLabels = (labels?: object) => ({ kind: 'D', metadata: { name: 'a', ...(labels && { labels }) } });
const labelled = (labels: object) => ({ kind: 'D', metadata: { name: 'a', labels } });

describe('applyPatch', () => {
  it.each<[string, Record<string, unknown>, readonly JsonPatchOverride[], unknown]>([
    [
      'B/OV-T01, B/OV-082: add replaces the whole map',
      withLabels({ app: 'nginx-1', key: 'value' }),
      [op('add', '/metadata/labels', { app: 'nginx' })],
      labelled({ app: 'nginx' }),
    ],
    [
      'B/OV-T02: so does replace',
      withLabels({ app: 'nginx-1' }),
      [op('replace', '/metadata/labels', { app: 'nginx' })],
      labelled({ app: 'nginx' }),
    ],
    [
      'B/OV-T03: add where there was none',
      withLabels(),
      [op('add', '/metadata/labels', { app: 'nginx' })],
      labelled({ app: 'nginx' }),
    ],
    [
      'B/OV-T04, B/OV-082: no parent is created',
      withLabels(),
      [op('add', '/metadata/labels/x', 'y')],
      'add /metadata/labels/x: there is no field "labels"',
    ],
    [
      'B/OV-T05',
      withLabels({ app: 'nginx' }),
      [op('add', '/metadata/labels/new-label', 'new-value')],
      labelled({ 'app': 'nginx', 'new-label': 'new-value' }),
    ],
    [
      'B/OV-T06: the empty map stays',
      withLabels({ app: 'nginx' }),
      [op('remove', '/metadata/labels/app')],
      labelled({}),
    ],
    [
      'B/OV-T07',
      withLabels({ app: 'nginx' }),
      [op('replace', '/metadata/labels/app', 'new-value')],
      labelled({ app: 'new-value' }),
    ],
    [
      'B/OV-T08: several of one rule',
      { ...withLabels({ app: 'nginx' }), spec: { minReadySeconds: 10 } },
      [op('replace', '/metadata/labels/app', 'x'), op('add', '/spec/minReadySeconds', 1)],
      { ...labelled({ app: 'x' }), spec: { minReadySeconds: 1 } },
    ],
    [
      'B/OV-T10, B/OV-054: other metadata',
      withLabels(),
      [op('replace', '/metadata/invalid', 'x')],
      'replace /metadata/invalid: of metadata only annotations and labels can be overridden',
    ],
    [
      'B/OV-T16: one after the other',
      { rules: [{ verbs: ['get', 'watch', 'list'] }] },
      [op('remove', '/rules/0/verbs/2'), op('remove', '/rules/0/verbs/1')],
      { rules: [{ verbs: ['get'] }] },
    ],
    [
      'B/OV-081: remove of what is not there',
      { spec: {} },
      [op('remove', '/spec/x')],
      'remove /spec/x: there is no field "x"',
    ],
    [
      'B/OV-081: replace of what is not there',
      { spec: [] },
      [op('replace', '/spec/0', 1)],
      'replace /spec/0: there is no item 0',
    ],
    [
      'B/OV-081: inherited names are not there',
      { spec: {} },
      [op('remove', '/spec/constructor')],
      'remove /spec/constructor: there is no field "constructor"',
    ],
    ['B/OV-083: inserts', { a: [1, 2] }, [op('add', '/a/1', 9)], { a: [1, 9, 2] }],
    ['B/OV-083: at the length', { a: [1, 2] }, [op('add', '/a/2', 9)], { a: [1, 2, 9] }],
    ['B/OV-083: beyond it', { a: [1, 2] }, [op('add', '/a/3', 9)], 'add /a/3: there is no position 3'],
    ['B/OV-083: - appends', { a: [1, 2] }, [op('add', '/a/-', 9)], { a: [1, 2, 9] }],
    ['B/OV-083: -1 appends', { a: [1, 2] }, [op('add', '/a/-1', 9)], { a: [1, 2, 9] }],
    ['B/OV-083: -2 before the last', { a: [1, 2] }, [op('add', '/a/-2', 9)], { a: [1, 9, 2] }],
    ['B/OV-083: -1 is the last item', { a: [1, 2] }, [op('remove', '/a/-1')], { a: [1] }],
    [
      'B/OV-083: also on the way',
      { a: [{ b: 1 }, { b: 2 }] },
      [op('replace', '/a/-1/b', 3)],
      { a: [{ b: 1 }, { b: 3 }] },
    ],
    ['B/OV-083: - is no item', { a: [1] }, [op('remove', '/a/-')], 'remove /a/-: there is no item -'],
    [
      'B/OV-083: no leading zeros',
      { a: [1, 2] },
      [op('remove', '/a/01')],
      'remove /a/01: there is no item 01',
    ],
    [
      'B/OV-084: escapes',
      { metadata: { annotations: { 'a/b': 1, 'c~d': 2, 'e~1': 3 } } },
      [
        op('replace', '/metadata/annotations/a~1b', 'x'),
        op('remove', '/metadata/annotations/c~0d'),
        op('replace', '/metadata/annotations/e~01', 'y'),
      ],
      { metadata: { annotations: { 'a/b': 'x', 'e~1': 'y' } } },
    ],
    ['B/OV-058: a missing value is null', { spec: { a: 1 } }, [op('add', '/spec/a')], { spec: { a: null } }],
    [
      'through a scalar',
      { spec: 'x' },
      [op('add', '/spec/a/b', 1)],
      'add /spec/a/b: "a" is a field of a value that has no fields',
    ],
  ])('%s', (_, document, operations, expected) => {
    const before = JSON.stringify(document);
    expect(after(document, ...operations)).toEqual(expected);
    expect(JSON.stringify(document)).toBe(before);
  });

  it('B/OV-085: keeps the order of fields', () => {
    const result = after({ a: 1, b: { x: 1, y: 2 }, c: 3 }, op('replace', '/b/x', 9));
    expect(JSON.stringify(result)).toBe('{"a":1,"b":{"x":9,"y":2},"c":3}');
  });

  it('a field of the name __proto__ is a field', () => {
    const result = after({ data: {} }, op('add', '/data/__proto__', { polluted: 'x' }));
    expect(JSON.stringify(result)).toBe('{"data":{"__proto__":{"polluted":"x"}}}');
    expect({}).not.toHaveProperty('polluted');
  });
});

it.each([
  ['', 'the path must begin with "/"'],
  ['spec.replicas', 'the path must begin with "/"'],
  ['/kind', 'kind cannot be overridden'],
  ['/apiVersion/x', 'apiVersion cannot be overridden'],
  ['/status/replicas', 'status cannot be overridden'],
  ['/metadata', 'of metadata only annotations and labels can be overridden'],
  ['/metadata/annotationsabc', 'of metadata only annotations and labels can be overridden'],
  ['/metadata/', 'of metadata only annotations and labels can be overridden'],
  ['/spec/a///b', 'the path has an empty segment'],
  ['/spec/a/', 'the path has an empty segment'],
  ['/spec/ /a', 'the path has an empty segment'],
  ['/////', 'the path has an empty segment'],
  ['/Kind', undefined],
  ['/apiVersionabc', undefined],
  ['/metadata/labels/apiVersion', undefined],
  ['/spec/x/kind', undefined],
  ['/metadata/annotations', undefined],
])('B/OV-054: path %j', (path, fault) => {
  expect(findPathFault(path)).toBe(fault);
});
