import { evilKey, evilValue } from './mutate';
import type { Random } from './random';

/** Patterns on which an engine that goes back takes for ever. */
const PATTERNS = [
  ...[
    '^(a+)+$',
    '^(a|a)*$',
    '^(a{1,30}){1,30}$',
    '(.*)*x',
    '(a*)*b',
    '(?:a?){60}a{60}',
    '(x+x+)+y',
    '^([^/]+/)*$',
    '\\p{L}+',
  ],
  ...[
    '[',
    '(',
    '*',
    '(?P<a>x)',
    '(?=x)',
    '(a)\\1',
    'a{99999}',
    '(((((((((x)*)*)*)*)*)*)*)*)*',
    '\\',
    'a'.repeat(5_000),
    '(?i)x',
  ],
];
/** Rules that take for ever, that make much of little, or that are none. */
const RULES = [
  ...[
    'self.all(a, self.all(b, self.all(c, self.all(d, a != b || c != d))))',
    'self.map(x, self.map(y, self)).size() > 0',
  ],
  ...[
    'self.matches("^(a+)+$")',
    'self.exists(x, x.matches("(a*)*b"))',
    'self == oldSelf',
    'true',
    'self',
    '1 / 0 == 1',
    'self.x.y.z',
  ],
  ...[
    'has(self.__proto__)',
    'self.constructor == 1',
    `${'('.repeat(400)}1${')'.repeat(400)}`,
    `${'!'.repeat(600)}true`,
    '"a".replace("a", "aa")',
  ],
  ...[
    'self + self + self + self',
    `[${'1,'.repeat(3_000)}1].all(x, x > 0)`,
    '"%s".format([self])',
    'duration("1e9h")',
    'timestamp("x")',
  ],
  ...[
    'quantity(self)',
    'url(self).getHost()',
    'ip(self).family() == 4',
    'self.',
    '',
    '\u0000',
    'dyn([1]).map(x, x)',
    'type(self) == string',
  ],
];
const FORMATS = [
  'date-time',
  'email',
  'hostname',
  'ipv4',
  'uuid',
  'byte',
  'duration',
  'cidr',
  'x',
  '__proto__',
];

function oddSchema(random: Random, depth: number): Record<string, unknown> {
  const type = random.pick(['object', 'array', 'string', 'integer', 'number', 'boolean']);
  const rules = random.chance(0.3)
    ? {
        'x-kubernetes-validations': [
          {
            rule: random.pick(RULES),
            message: 'no',
            ...(random.chance(0.2) ? { messageExpression: random.pick(RULES) } : {}),
          },
        ],
      }
    : {};
  const extras = random.chance(0.2) ? random.pick(EXTRAS)(random) : {};
  if (type === 'object' && depth > 0)
    return {
      type,
      properties: Object.fromEntries(
        ['a', 'b', random.chance(0.1) ? evilKey(random) : 'c'].map(key => [
          key,
          oddSchema(random, depth - 1),
        ]),
      ),
      ...rules,
      ...extras,
    };
  if (type === 'array' && depth > 0)
    return {
      type,
      items: oddSchema(random, depth - 1),
      ...(random.chance(0.5) ? { maxItems: 20 } : {}),
      ...rules,
      ...extras,
    };
  if (type === 'string')
    return {
      type,
      ...(random.chance(0.4) ? { pattern: random.pick(PATTERNS) } : {}),
      ...(random.chance(0.2) ? { format: random.pick(FORMATS) } : {}),
      ...rules,
      ...extras,
    };
  return { type: type === 'array' || type === 'object' ? 'string' : type, ...rules, ...extras };
}

const EXTRAS: readonly ((random: Random) => object)[] = [
  () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
  () => ({ 'x-kubernetes-int-or-string': true }),
  () => ({ 'x-kubernetes-embedded-resource': true }),
  () => ({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] }),
  random => ({ default: evilValue(random) }),
  random => ({ enum: [evilValue(random), 'a'] }),
  () => ({ nullable: true }),
  () => ({ additionalProperties: { type: 'string' } }),
  () => ({ anyOf: [{ minimum: 1 }, { pattern: '(a*)*b' }], not: { required: ['x'] } }),
  random => ({ uniqueItems: random.chance(0.5), multipleOf: 0, minimum: 5, maximum: -5, maxLength: -1 }),
  () => ({ $ref: '#/definitions/x' }),
];

/** A definition whose schema asks for trouble; one of eight names. */
export function oddDefinition(random: Random): Record<string, unknown> {
  const plural = `odd${random.below(8)}`;
  const schema = { type: 'object', properties: { spec: oddSchema(random, 4) } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.odd.example` },
    spec: {
      group: 'odd.example',
      scope: 'Namespaced',
      names: { kind: plural.replace('odd', 'Odd'), plural },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          additionalPrinterColumns: [
            {
              name: 'A',
              type: 'string',
              jsonPath: random.pick(['.spec.a', '.spec[', '.spec[?(@.a==', '..', '.spec.a[*].b', '']),
            },
          ],
        },
      ],
    },
  };
  return definition;
}
