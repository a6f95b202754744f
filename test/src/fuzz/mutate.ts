import type { Random } from './random';

/** Marks in an object what no JSON library could write: it is put in when the text is made. */
const DEEP = /"@deep:(\d+):([[{])@"/g;
const deep = (levels: number, opening: '[' | '{') => `@deep:${levels}:${opening}@`;

const EVIL_KEYS: readonly string[] = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'toJSON',
    'then',
    'length',
  ],
  ...[
    '__defineGetter__',
    'isPrototypeOf',
    '',
    ' ',
    '\u0000',
    '0',
    '-1',
    '.',
    '..',
    'a/b/c',
    '~1',
    '%2e',
    '\ud800',
    '💥é',
  ],
  ...['$patch', '$retainKeys', '$setElementOrder/containers', '$deleteFromPrimitiveList/finalizers', '$ref'],
  ...[
    'f:spec',
    '.',
    'k:{"name":"a"}',
    'v:1',
    'i:0',
    'kind',
    'metadata',
    'status',
    'managedFields',
    'x'.repeat(400),
  ],
];

const texts: readonly ((random: Random) => string)[] = [
  random => random.pick(EVIL_KEYS),
  random => random.pick('a0-. /=\n\\"é'.split('')).repeat(random.pick([64, 254, 5_000, 70_000])),
  random =>
    random
      .pick(['a.', 'a-', 'a/', '1.', ':1', '0x', '%', '{}', '((', '[a]', '..'])
      .repeat(random.pick([40, 3_000])),
  () => `${'a'.repeat(60)}!`,
  random =>
    random.pick([
      '2026-13-45T99:99:99Z',
      '9999999-01-01T00:00:00Z',
      '0000-00-00T00:00:00Z',
      '2026-01-01',
      '1e999',
    ]),
  random =>
    random.pick([
      '1e999',
      '-1',
      '1Gi',
      '0.0000000001n',
      '9'.repeat(400),
      'NaN',
      'Infinity',
      '100%',
      '-0',
      '0x10',
      '１',
    ]),
  random =>
    random.pick([
      '999.1.1.1',
      '::',
      'fe80::%1',
      '10.0.0.0/99',
      '*/0 * * * *',
      'v1',
      'apps/v1',
      'Deployment',
      'f-0',
    ]),
  random =>
    random.pick([
      '\u0000',
      '\ud800',
      '\u2028',
      '\ufeff',
      '../../..',
      '${x}',
      '$(A)',
      '<script>',
      'null',
      'true',
    ]),
];

const others: readonly ((random: Random) => unknown)[] = [
  random =>
    random.pick([
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      -1e308,
      1e21,
      2 ** 53,
      -(2 ** 63),
      2 ** 31,
      1e-320,
      65_536,
    ]),
  random =>
    random.pick([
      [],
      {},
      [[]],
      [null],
      [{}],
      [[], {}],
      { a: null },
      ['a', 'a'],
      [{ name: 'a' }, { name: 'a' }],
      [1, 'a', {}],
    ]),
  random =>
    withField(
      {},
      random.pick(EVIL_KEYS),
      random.pick(['x', null, {}, [], withField({}, '__proto__', { polluted: 'yes' })]),
    ),
  random => deep(random.pick([40, 400, 900, 3_000, 9_990, 10_010, 60_000]), random.pick(['[', '{'] as const)),
  random =>
    Array.from({ length: random.pick([3, 300, 4_000]) }, (_, i) =>
      random.pick([i, `n${i}`, { name: `n${i}` }, null]),
    ),
  random =>
    Object.fromEntries(Array.from({ length: random.pick([3, 300, 4_000]) }, (_, i) => [`k${i}`, `v${i}`])),
  random => ({ $patch: random.pick(['delete', 'replace', 'merge', 'x', 7, null]), name: 'app' }),
];

const evilText = (random: Random): string => random.pick(texts)(random);
export const evilValue = (random: Random): unknown =>
  random.chance(0.5) ? evilText(random) : random.pick(others)(random);
export const evilKey = (random: Random): string =>
  random.chance(0.8) ? random.pick(EVIL_KEYS) : evilText(random);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Also where the name is `__proto__`, which an assignment would not make a field of. */
function withField(fields: Fields, key: string, value: unknown): Fields {
  Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  return fields;
}

/** A copy that is changed in one random place. */
export function mutateValue(value: unknown, random: Random, depth = 0): unknown {
  if (random.chance(0.12 + depth * 0.04)) return evilValue(random);
  if (Array.isArray(value)) return mutateList(value, random, depth);
  if (isFields(value)) return mutateFields(value, random, depth);
  return evilValue(random);
}

function mutateList(list: readonly unknown[], random: Random, depth: number): unknown[] {
  if (list.length === 0 || random.chance(0.15)) return [...list, evilValue(random)];
  if (random.chance(0.1)) return [...list, ...list];
  const at = random.below(list.length);
  return list.map((item, index) => (index === at ? mutateValue(item, random, depth + 1) : item));
}

function mutateFields(fields: Fields, random: Random, depth: number): Fields {
  const copy = Object.keys(fields).reduce<Fields>((made, key) => withField(made, key, fields[key]), {});
  const keys = Object.keys(copy);
  if (keys.length === 0 || random.chance(0.2)) return withField(copy, evilKey(random), evilValue(random));
  const key = random.pick(keys);
  if (random.chance(0.1)) delete copy[key];
  else withField(copy, key, mutateValue(copy[key], random, depth + 1));
  return copy;
}

/** JSON with what {@link mutateValue} could only name. */
export const toText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(DEEP, (_, levels: string, opening: '[' | '{') => {
    const [open, close] = opening === '[' ? ['[', ']'] : ['{"a":', '}'];
    return `${open.repeat(Number(levels))}1${close.repeat(Number(levels))}`;
  });

const BAD_BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0x00],
  [0xef, 0xbb, 0xbf],
  [0xf4, 0x90, 0x80, 0x80],
];
const JUNK = [
  ',',
  '}',
  ']',
  '"',
  '\\u12',
  '//c',
  'NaN',
  '-',
  '1e',
  '{{',
  '\n---\n',
  '&a [*a,*a]',
  '!!binary x',
  '\t: x',
];

function splice(bytes: Buffer, at: number, insert: Buffer, dropped = 0): Buffer {
  return Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + dropped)]);
}

/** Breaks the text itself. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  switch (random.below(7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return splice(bytes, at, Buffer.from(random.pick(BAD_BYTES)));
    case 2:
      return splice(bytes, at, Buffer.from([random.below(256)]), 1);
    case 3:
      return splice(bytes, at, Buffer.from(random.pick(JUNK)));
    case 4:
      // The same key twice.
      return splice(bytes, 1, Buffer.from(`"metadata":{"name":"${random.pick(['f-0', 'x'])}"},`));
    case 5:
      return Buffer.from(
        bytes.toString('latin1').replace(/\d+/, '9'.repeat(random.pick([20, 400, 20_000]))),
        'latin1',
      );
    default:
      return Buffer.concat([bytes, Buffer.from(random.pick(JUNK)), bytes]);
  }
}
