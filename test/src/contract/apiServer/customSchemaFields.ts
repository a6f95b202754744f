import type { Fields } from './customKinds';

const text = { type: 'string' };
const whole = { type: 'integer' };
const formatted = (format: string) => ({ type: 'string', format });
const listOf = (items: Fields, more: Fields = {}) => ({ type: 'array', items, ...more });
const objectOf = (properties: Fields, more: Fields = {}) => ({ type: 'object', properties, ...more });

const FORMATS = [
  'date',
  'date-time',
  'byte',
  'duration',
  'ipv4',
  'ipv6',
  'cidr',
  'uuid',
  'uri',
  'email',
  'hostname',
  'mac',
  'unheard-of',
];

/** One field for each thing that a schema can say. */
export const FIELDS: Fields = {
  text,
  whole,
  ratio: { type: 'number' },
  flag: { type: 'boolean' },
  list: listOf(text),
  object: objectOf({ a: whole, b: text }, { required: ['a', 'b'] }),
  map: { type: 'object', additionalProperties: whole, minProperties: 1, maxProperties: 2 },
  choice: { type: 'string', enum: ['a', 'b'] },
  number: { type: 'integer', enum: [1, 2] },
  bounded: { type: 'integer', minimum: 1, maximum: 10 },
  open: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
  even: { type: 'integer', multipleOf: 2 },
  quarter: { type: 'number', multipleOf: 0.25 },
  short: { type: 'string', minLength: 2, maxLength: 4 },
  letters: { type: 'string', pattern: '^[a-z]+$' },
  few: listOf(whole, { minItems: 1, maxItems: 2 }),
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  nullable: { type: 'string', nullable: true },
  port: { 'x-kubernetes-int-or-string': true },
  percent: {
    'x-kubernetes-int-or-string': true,
    'anyOf': [{ type: 'integer' }, { type: 'string' }],
    'pattern': '^[0-9]+%$',
    'maximum': 5,
  },
  all: { type: 'string', allOf: [{ minLength: 2 }, { pattern: '^a' }] },
  any: { type: 'string', anyOf: [{ maxLength: 1 }, { pattern: '^a' }] },
  one: { type: 'string', oneOf: [{ minLength: 2 }, { pattern: '^a' }] },
  not: { type: 'string', not: { enum: ['x', 'y'] } },
  either: objectOf({ a: whole, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  nested: objectOf(
    { a: whole, b: text },
    { anyOf: [{ properties: { a: { minimum: 5 } } }, { required: ['b'] }] },
  ),
  tags: listOf(text, { 'x-kubernetes-list-type': 'set' }),
  pairs: listOf(objectOf({ k: text, n: { ...whole, default: 1 }, v: text }, { required: ['k'] }), {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k', 'n'],
  }),
  rows: listOf(objectOf({ cells: listOf(whole) }, { required: ['cells'] })),
  format: objectOf(Object.fromEntries(FORMATS.map(name => [name, formatted(name)]))),
  free: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
  half: objectOf({ known: objectOf({ a: whole }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
  anything: { 'x-kubernetes-preserve-unknown-fields': true },
  inner: {
    'type': 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  pruned: {
    'type': 'object',
    'x-kubernetes-embedded-resource': true,
    'properties': { spec: objectOf({ a: whole }) },
  },
};
