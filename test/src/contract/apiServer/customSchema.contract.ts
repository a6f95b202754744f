import type { Api } from './Api';
import { defineFor, definition, specOf, version, type Fields } from './customKinds';
import { FIELDS } from './customSchemaFields';
import { contractSuite } from './suite';

const GROUP = 'schema.contract.io';

/** Statement → the fields of `spec` that are refused. */
const REFUSED: Readonly<Record<string, Fields>> = {
  'text where a whole number is wanted': { whole: 'x' },
  'a whole number where text is wanted': { text: 5 },
  'a fraction where a whole number is wanted': { whole: 1.5 },
  'text where a list is wanted': { list: 'x' },
  'text where an object is wanted': { object: 'y' },
  'text where a flag is wanted': { flag: 'true' },
  'a list where an object is wanted': { object: [1] },
  'an object where text is wanted': { text: { a: 1 } },
  'null in a list': { list: ['a', null] },
  'fields that are required': { object: {} },
  'a required field of an item': { rows: [{ cells: [1] }, {}] },
  'a wrong item of a list in a list': { rows: [{ cells: [1, 'x'] }] },
  'text that is not in the enumeration': { choice: 'c' },
  'a number that is not in the enumeration': { number: 3 },
  'less than the minimum': { bounded: 0 },
  'more than the maximum': { bounded: 11 },
  'what an exclusive minimum and maximum exclude': { open: 0 },
  'the exclusive maximum itself': { open: 1 },
  'what is no multiple of a whole number': { even: 3 },
  'what is no multiple of a fraction': { quarter: 0.3 },
  'text that is too short': { short: 'a' },
  'text that is too long': { short: 'abcde' },
  'text of too many letters that take two units each': { short: '😀😀😀😀😀' },
  'text that does not match': { letters: 'A1' },
  'too few items': { few: [] },
  'too many items': { few: [1, 2, 3] },
  'too few fields': { map: {} },
  'too many fields': { map: { a: 1, b: 2, c: 3 } },
  'a wrong value in a map': { map: { a: 'x' } },
  'more than 32 bits': { int32: 2147483648 },
  'neither number nor text': { port: true },
  'a list for int-or-string': { port: [1] },
  'text for int-or-string that does not match': { percent: 'x' },
  'a number for int-or-string beyond its maximum': { percent: 6 },
  'one part of allOf that does not hold': { all: 'b2' },
  'no part of allOf that holds': { all: 'b' },
  'no part of anyOf that holds': { any: 'bb' },
  'no part of oneOf that holds': { one: 'b' },
  'both parts of oneOf that hold': { one: 'ab' },
  'what not forbids': { not: 'x' },
  'neither of two fields': { either: {} },
  'both of two fields': { either: { a: 1, b: 'x' } },
  'alternatives on fields that do not hold': { nested: { a: 1 } },
  'a set with the same twice': { tags: ['a', 'b', 'a', 'b', 'a'] },
  'a list of type map with the same key twice': { pairs: [{ k: 'a' }, { k: 'a', n: 1 }, { k: 'a', n: 2 }] },
  'an item without its key': { pairs: [{ v: 'x' }] },
  'several mistakes in one field': { rows: [{ cells: ['x'] }, { cells: 5 }, {}] },
  'an embedded resource without a kind': { inner: {} },
  'an embedded resource with wrong metadata': {
    inner: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A_B', labels: { 'a b': 'c d' } } },
  },
  'an embedded resource with a kind that is none': { inner: { apiVersion: 'v1', kind: 'Config Map' } },
  'an embedded resource with a version that is none': { inner: { apiVersion: 'a/b/c', kind: 'ConfigMap' } },
  'an embedded resource whose metadata is text': {
    inner: { apiVersion: 'v1', kind: 'ConfigMap', metadata: 'x' },
  },
  'an embedded resource with labels that are no text': {
    inner: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { labels: { a: 1 } } },
  },
};

const BAD: Readonly<Record<string, readonly string[]>> = {
  'date': ['2026-02-30', '2026-1-1', 'x'],
  'date-time': ['2026-01-01', '2026-01-01T25:00:00Z', '2026-01-01 00:00:00'],
  'byte': ['@@@', 'YQ'],
  'duration': ['1 fortnight', 'x', '1h2'],
  'ipv4': ['1.2.3', '1.2.3.256', '::1'],
  'ipv6': ['1.2.3.4', ':::1'],
  'cidr': ['10.0.0.0', '10.0.0.0/33', '10.0.0.1/x'],
  'uuid': ['x', '0123'],
  'uri': ['a b', 'example', ':x'],
  'email': ['x', 'a@', '@b'],
  'hostname': ['-a', 'a_b', 'a..b'],
  'mac': ['01:02', 'x'],
};

const GOOD: Fields = {
  'date': '2026-02-28',
  'date-time': '2026-01-01T00:00:00+01:00',
  'byte': 'YWI=',
  'duration': '1h30m',
  'ipv4': '10.1.2.3',
  'ipv6': '2001:db8::1',
  'cidr': '2001:db8::/32',
  'uuid': '0123abcd-0123-1123-8123-0123456789ab',
  'uri': 'https://example.io/a?b=c#d',
  'email': 'a.b+c@example.io',
  'hostname': 'a-b.example.io',
  'mac': '01:02:03:04:05:06',
  'unheard-of': 'anything',
};

const sample = (spec: Fields) => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Sample',
  metadata: { name: 'one' },
  spec,
});

const create = (api: Api, spec: Fields, query = '') =>
  api.post(api.in(`${GROUP}/v1/samples`) + query, sample(spec));

/** Statement → what is taken, and comes back as it is stored. */
const TAKEN: Readonly<Record<string, Fields>> = {
  'unknown fields are dropped at every level, and are warned of': {
    x: 1,
    object: { a: 1, b: 'b', c: 2 },
    rows: [{ cells: [1], y: 2 }],
    map: { a: 1 },
  },
  'fields that are kept though unknown stay at every level below': {
    free: { x: { y: [{ z: 1 }] } },
    anything: [1, { a: null }, 'x'],
  },
  'a known field below a free one is pruned': { half: { known: { a: 1, b: 2 }, other: { c: 3 } } },
  'an embedded resource is pruned but for its kind and metadata': {
    pruned: {
      apiVersion: 'v1',
      kind: 'Thing',
      metadata: { name: 'a', labels: { x: 'y' }, foo: 1 },
      spec: { a: 1, b: 2 },
      status: 'x',
    },
  },
  'the metadata of an embedded resource loses what metadata does not have': {
    inner: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', foo: 'b' }, data: { a: 'b' } },
  },
  'null is dropped where it is not allowed and kept where it is': {
    text: null,
    nullable: null,
    object: { a: 1, b: 'x', c: null },
    free: { a: null },
  },
  'numbers keep their form': { ratio: 1, whole: 5, float: 1e3, int64: 9007199254740991, open: 0.5 },
  'int-or-string takes both': { port: 80, percent: '5%' },
  'sound alternatives are taken': {
    all: 'ab',
    any: 'a',
    one: 'bb',
    not: 'z',
    either: { a: 1 },
    nested: { a: 6 },
  },
};

/** Statement → fields that a strict client is refused. */
const STRICT: Readonly<Record<string, Fields>> = {
  'unknown fields at several levels': { x: 1, object: { a: 1, b: 'b', c: 2 }, rows: [{ cells: [1], y: 2 }] },
  'unknown fields of embedded metadata': {
    inner: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', foo: 'b' } },
  },
};

const DUPLICATES = `{"apiVersion":"${GROUP}/v1","kind":"Sample","metadata":{"name":"one","name":"one"},
 "spec":{"text":"a","text":"b","object":{"a":1,"a":2,"b":"x"},"foo":1}}`;

export const customSchema = contractSuite(
  'customSchema',
  add => {
    for (const [what, spec] of Object.entries(REFUSED))
      add(`refused: ${what}`, async api => void (await create(api, spec)));
    for (const [name, values] of Object.entries(BAD)) {
      add(`refused: text that is no ${name}`, async api => {
        for (const value of values) await create(api, { format: { [name]: value } });
      });
    }
    add('text in a format that is known or unheard of is taken', async api => {
      await create(api, { format: GOOD });
    });
    for (const [what, spec] of Object.entries(TAKEN)) add(what, async api => void (await create(api, spec)));
    for (const [what, spec] of Object.entries(STRICT)) {
      add(`a strict client is refused: ${what}`, async api => {
        await create(api, spec, '?fieldValidation=Strict');
      });
      add(`an ignorant client is not told of: ${what}`, async api => {
        await create(api, spec, '?fieldValidation=Ignore');
      });
    }
    for (const how of ['Strict', 'Warn', 'Ignore']) {
      add(`duplicate fields in JSON with fieldValidation=${how}`, async api => {
        await api.post(`${api.in(`${GROUP}/v1/samples`)}?fieldValidation=${how}`, DUPLICATES);
      });
    }
    add('unknown fields in a patch are warned of', async api => {
      await api.quietly('POST', api.in(`${GROUP}/v1/samples`), sample({ text: 'a' }));
      await api.patch('merge', api.in(`${GROUP}/v1/samples`, 'one'), { spec: { foo: 1, text: 'b' } });
      await api.patch('json', `${api.in(`${GROUP}/v1/samples`, 'one')}?fieldValidation=Strict`, [
        { op: 'add', path: '/spec/bar', value: 1 },
      ]);
    });
    add('server-side apply of an unknown field is refused', async api => {
      const path = `${api.in(`${GROUP}/v1/samples`, 'one')}?fieldManager=me`;
      await api.patch('apply', path, sample({ text: 'a', foo: 1 }));
    });
    add('a strategic merge patch is not for custom resources', async api => {
      await api.quietly('POST', api.in(`${GROUP}/v1/samples`), sample({ text: 'a' }));
      await api.patch('strategic', api.in(`${GROUP}/v1/samples`, 'one'), { spec: { text: 'b' } });
    });
    add('an object of another kind or version is refused at the path', async api => {
      const path = api.in(`${GROUP}/v1/samples`);
      await api.post(path, { ...sample({}), kind: 'Other' });
      await api.post(path, { ...sample({}), spec: undefined, apiVersion: `${GROUP}/v2` });
      await api.quietly('POST', path, sample({ text: 'a' }));
      await api.put(`${path}/one`, { ...sample({}), kind: 'Other' });
      await api.post(path, { metadata: { name: 'two' } });
    });
    add('a spec that is no object is refused', async api => {
      await api.post(api.in(`${GROUP}/v1/samples`), { ...sample({}), spec: 'x' });
      await api.post(api.in(`${GROUP}/v1/samples`), { ...sample({}), metadata: { name: 'two' }, spec: null });
    });
  },
  {
    prepare: async api => {
      const made = definition(api, {
        group: GROUP,
        plural: 'samples',
        names: { kind: 'Sample' },
        versions: [version('v1', specOf(FIELDS))],
      });
      await defineFor(api, made);
    },
  },
);
