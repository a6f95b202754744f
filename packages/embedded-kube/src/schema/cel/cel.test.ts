import { Optional } from '@marcbachmann/cel-js';
import type { OpenApiSchema } from '../../contracts';
import { CelValues, escapeFieldName } from './celValues';
import { compileExpression } from './compileRule';
import { Quantity } from './Quantity';

const schema: OpenApiSchema = {
  type: 'object',
  properties: {
    'n': { type: 'integer' },
    'ratio': { type: 'number' },
    'text': { type: 'string' },
    'wait': { type: 'string', format: 'duration' },
    'at': { type: 'string', format: 'date-time' },
    'in': { type: 'string' },
    'a-b': { type: 'integer' },
    'share': { 'x-kubernetes-int-or-string': true },
    'names': { type: 'array', items: { type: 'string' } },
    'labels': { type: 'object', additionalProperties: { type: 'string' } },
    'child': { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'string' } } },
    'raw': { 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const object = {
  'n': 3,
  'ratio': 2,
  'text': 'a-b-c',
  'wait': '90m',
  'at': '2026-01-02T03:04:05Z',
  'in': 'x',
  'a-b': 4,
  'share': '50%',
  'names': ['b', 'a', 'b'],
  'labels': { k: 'v' },
  'child': { x: 1, y: 'z' },
  'raw': { any: [1, { deep: true }] },
};
const self = (value: unknown = object) => new CelValues().of(schema, value);
const evaluate = (text: string, context: object = {}) =>
  compileExpression(text)({ self: self(), ...context });

it.each([
  'self.n == 3 && self.n + 1 == 4',
  'self.ratio / 4.0 == 0.5',
  "self.wait > duration('1h') && self.wait < duration('2h')",
  "self.at > timestamp('2026-01-01T00:00:00Z') && self.at.getFullYear() == 2026",
  "self.__in__ == 'x' && self.a__dash__b == 4",
  "type(self.share) == string && self.share.matches('^[0-9]+%$')",
  "self.names.exists_one(x, x == 'a') && self.names.filter(x, x == 'b').size() == 2",
  "!self.names.isSorted() && self.names.indexOf('a') == 1 && self.names.distinct().size() == 2",
  "self.names.sort() == ['a', 'b', 'b'] && self.names.max() == 'b'",
  "self.labels.all(k, self.labels[k] == 'v') && 'k' in self.labels",
  'has(self.child.x) && !has(self.child.z)',
  "self.?child.?x.orValue(0) == 1 && self.?labels['none'].orValue('d') == 'd'",
  'self.raw.any[1].deep == true',
  "self.text.split('-')[1] == 'b' && self.text.replace('-', '+') == 'a+b+c' && self.text.charAt(0) == 'a'",
  "self.text.find('[bc]') == 'b' && self.text.findAll('[a-c]').size() == 3",
  "'%s has %d'.format([self.text, self.n]) == 'a-b-c has 3'",
  "isURL('https://example.com:8443/a') && url('https://example.com:8443/a').getPort() == '8443'",
  "quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('1000m').compareTo(quantity('1')) == 0",
  "quantity('1').add(quantity('500m')).asApproximateFloat() == 1.5 && !isQuantity('1 Gi')",
])('%s', text => {
  expect(evaluate(text)).toBe(true);
});

it('compares objects by their fields, in whatever order they were written', () => {
  const { child, ...rest } = object;
  const reordered = { child: { y: 'z', x: 1 }, ...rest };
  expect(evaluate('self == oldSelf', { oldSelf: self(reordered) })).toBe(true);
  expect(evaluate('self == oldSelf', { oldSelf: self({ ...reordered, n: 4 }) })).toBe(false);
  expect(evaluate('self != oldSelf', { oldSelf: self({ child }) })).toBe(true);
});

it('takes an old value that may be missing', () => {
  const rule = compileExpression('oldSelf.hasValue() ? oldSelf.value().n <= self.n : true', 'optional');
  expect(rule({ self: self(), oldSelf: Optional.none() })).toBe(true);
  expect(rule({ self: self(), oldSelf: Optional.of(self({ n: 9 })) })).toBe(false);
});

it.each([
  ['plain', 'plain'],
  ['namespace', '__namespace__'],
  ['a.b/c-d', 'a__dot__b__slash__c__dash__d'],
  ['a__b', 'a__underscores__b'],
  ['1a', undefined],
  ['a b', undefined],
])('names the field %s as %s', (name, escaped) => {
  expect(escapeFieldName(name)).toBe(escaped);
});

it.each([
  ['1', '1000m', 0],
  ['1Ki', '1024', 0],
  ['1e3', '1k', 0],
  ['-1', '0', -1],
  ['0.1', '100m', 0],
  ['1n', '0', 1],
  ['16Ei', '16E', 1],
])('holds %s against %s', (a, b, order) => {
  const [left, right] = [Quantity.parse(a), Quantity.parse(b)];
  expect(left && right && left.compareTo(right)).toBe(order);
});

it.each(['', '1 Gi', '1gi', 'Gi', '1.2.3', '1e', '0x1'])('takes "%s" for no quantity', text => {
  expect(Quantity.parse(text)).toBeUndefined();
});
