import { celExpressions } from './celExpressions';
import { defineFor, definition, version, type Fields } from './customKinds';
import { contractSuite } from './suite';

const GROUP = 'cel.contract.io';
const short = { type: 'string', maxLength: 40 };

/** What the expressions may ask for. */
const INPUT: Fields = {
  s: short,
  n: { type: 'integer' },
  d: { type: 'number' },
  b: { type: 'boolean' },
  l: { type: 'array', maxItems: 5, items: { type: 'integer' } },
  t: { type: 'array', maxItems: 5, items: short },
  m: { type: 'object', maxProperties: 5, additionalProperties: { type: 'integer' } },
  o: { type: 'object', properties: { x: { type: 'integer' }, y: short } },
  r: {
    type: 'array',
    maxItems: 5,
    items: { type: 'object', properties: { k: short, v: { type: 'integer' } } },
  },
  at: { type: 'string', format: 'date-time' },
  wait: { type: 'string', format: 'duration' },
  bytes: { type: 'string', format: 'byte', maxLength: 40 },
  port: { 'x-kubernetes-int-or-string': true },
};

const VALUE: Fields = {
  s: 'Hello, wörld',
  n: 7,
  d: 2.5,
  b: true,
  l: [3, 1, 2, 3],
  t: ['b', 'a', 'c'],
  m: { one: 1, two: 2 },
  o: { x: 4, y: 'why' },
  r: [
    { k: 'b', v: 2 },
    { k: 'a', v: 1 },
  ],
  at: '2026-03-04T05:06:07Z',
  wait: '90m30s',
  bytes: 'aGk=',
  port: '50%',
};

const cases = Object.entries(celExpressions);
const fieldOf = (i: number) => `e${i}`;

/** Every rule fails, and its message is what the expression comes to; an expression that fails keeps the fixed one. */
const rulesOf = (expressions: readonly string[]) =>
  expressions.map((expression, i) => ({
    rule: 'false',
    message: `expression ${i + 1} cannot be told`,
    messageExpression: `'${i + 1}: %s'.format([${expression}])`,
  }));

export const celLibraries = contractSuite(
  'celLibraries',
  add => {
    cases.forEach(([name], i) => {
      add(name, async api => {
        const body = { apiVersion: `${GROUP}/v1`, kind: 'Expression', metadata: { name: 'one' } };
        await api.post(api.in(`${GROUP}/v1/expressions`), { ...body, [fieldOf(i)]: VALUE });
      });
    });
  },
  {
    prepare: async api => {
      const properties = cases.map(([, expressions], i) => [
        fieldOf(i),
        { 'type': 'object', 'properties': INPUT, 'x-kubernetes-validations': rulesOf(expressions) },
      ]);
      const schema = { type: 'object', properties: Object.fromEntries(properties) };
      await defineFor(
        api,
        definition(api, {
          group: GROUP,
          plural: 'expressions',
          names: { kind: 'Expression' },
          versions: [version('v1', schema)],
        }),
      );
    },
  },
);
