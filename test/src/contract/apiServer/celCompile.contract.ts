import { definition, DEFINITIONS, specOf, version, type Fields } from './customKinds';
import { contractSuite } from './suite';

const text = { type: 'string', maxLength: 20 };
const whole = { type: 'integer' };

const INPUT: Fields = {
  s: text,
  n: whole,
  d: { type: 'number' },
  b: { type: 'boolean' },
  l: { type: 'array', maxItems: 5, items: whole },
  m: { type: 'object', maxProperties: 5, additionalProperties: whole },
  o: { type: 'object', properties: { x: whole } },
  p: { 'x-kubernetes-int-or-string': true },
};

/** Statement → a rule over the fields above that does not compile. */
const RULES: Readonly<Record<string, string>> = {
  'a field that is not there': 'self.z > 1',
  'a field of a field that is not there': 'self.o.z > 1',
  'a field of a scalar': 'self.n.z > 1',
  'has of a field that is not there': 'has(self.z)',
  'a variable that is not there': 'foo > 1',
  'a function that is not there': 'foo(self.n)',
  'a method that is not there': 'self.s.foo()',
  'numbers and text added': 'self.n + self.s == 1',
  'numbers and text compared': "self.n == 'a'",
  'numbers and text ordered': "self.n < 'a'",
  'whole numbers and fractions added': 'self.n + self.d > 1.0',
  'text and a flag joined': 'self.s && self.b',
  'a number negated as a flag': '!self.n',
  'text negated': "-self.s == 'a'",
  'a method with the wrong type': 'self.s.startsWith(1)',
  'a method with too many arguments': "self.s.startsWith('a', 'b')",
  'a list indexed by text': "self.l['a'] > 1",
  'a map indexed by a number': 'self.m[1] > 1',
  'a loop over a number': 'self.n.all(x, x > 1)',
  'a loop whose condition is no flag': 'self.l.all(x, x + 1)',
  'an item of the wrong type': "self.l.exists(x, x == 'a')",
  'a list of mixed types': "[1, 'a'].size() > 1",
  'a map of mixed types': "{'a': 1, 'b': 'c'}.size() > 1",
  'branches of different types': "(self.b ? 1 : 'a') == 1",
  'a rule that is no flag': 'self.n',
  'a rule that is text': "'a' + self.s",
  'a rule that is a list': 'self.l',
  'a syntax error in the middle': 'self.n > > 1',
  'a rule that ends too early': 'self.n >',
  'a parenthesis that is not closed': '(self.n > 1',
  'two expressions': 'self.n > 1 self.n < 2',
  'a pattern that is none': "self.s.matches('[a')",
  'a duration that is none': "duration('x') > duration('1s')",
  'a moment that is none': "timestamp('x') > timestamp('2026-01-01T00:00:00Z')",
  'an error in the second line': 'self.n > 1 &&\nself.z > 1',
  'two errors': 'self.z > 1 && self.y > 1',
};

const rule = (schema: Fields, more: Fields) => ({ ...schema, 'x-kubernetes-validations': [more] });
const o = (more: Fields) => rule({ type: 'object', properties: INPUT }, more);

/** Statement → the field `f` with a rule that is wrong otherwise. */
const OTHERS: Readonly<Record<string, Fields>> = {
  'a rule that is empty': o({ rule: ' ' }),
  'a message of blanks': o({ rule: 'true', message: '  ' }),
  'a message with a line break': o({ rule: 'true', message: 'a\nb' }),
  'a rule with a line break and no message': o({ rule: 'true &&\ntrue' }),
  'a reason that does not exist': o({ rule: 'true', reason: 'Because' }),
  'a field path that leads nowhere': o({ rule: 'true', fieldPath: '.z' }),
  'a field path into a list': o({ rule: 'true', fieldPath: '.l[0]' }),
  'a message expression that is no text': o({ rule: 'true', messageExpression: 'self.n' }),
  'a message expression that does not compile': o({ rule: 'true', messageExpression: "self.z + 'a'" }),
  'a message expression of blanks': o({ rule: 'true', messageExpression: ' ' }),
  'an optional old value that is not used': o({ rule: 'true', optionalOldSelf: true }),
  'an optional old value used as if it were there': o({ rule: 'oldSelf.n > 1', optionalOldSelf: true }),
  'an old value in a list without identity': {
    type: 'array',
    maxItems: 5,
    items: rule(whole, { rule: 'self > oldSelf' }),
  },
  'an old value below a list without identity': {
    type: 'array',
    maxItems: 5,
    items: { type: 'object', properties: { a: rule(whole, { rule: 'self > oldSelf' }) } },
  },
  'an old value in a map of type atomic, which is sound': {
    'type': 'object',
    'x-kubernetes-map-type': 'atomic',
    'properties': { a: rule(whole, { rule: 'self > oldSelf' }) },
  },
  'a rule inside a condition': { type: 'integer', allOf: [rule({ minimum: 1 }, { rule: 'self > 1' })] },
  'both a rule and its message': o({ rule: 'self.z', messageExpression: 'self.y' }),
};

const costs = (field: Fields, expression: string, more: Fields = {}) =>
  rule(field, { rule: expression, ...more });
const texts: Fields = { type: 'array', items: { type: 'string' } };
const numbers: Fields = { type: 'array', items: whole };

/** Statement → the field `f`, whose rules may take too long. */
const COSTS: Readonly<Record<string, Fields>> = {
  'text without bounds searched in a list without bounds': costs(texts, "self.all(x, x.contains('a'))"),
  'a loop in a loop over lists without bounds': costs(numbers, 'self.all(x, self.all(y, x == y))'),
  'a loop in a loop over bounded lists, which is sound': costs(
    { ...numbers, maxItems: 100 },
    'self.all(x, self.all(y, x == y))',
  ),
  'a pattern on each text of a list in a list': {
    type: 'array',
    items: { type: 'array', items: costs({ type: 'string' }, "self.matches('^a.*b$')") },
  },
  'a pattern on one text without bounds, which is sound': costs({ type: 'string' }, "self.matches('^a.*b$')"),
  'a message of numbers that are joined': costs(whole, 'self > 1', {
    messageExpression: "'n is ' + string(self)",
  }),
  'three loops within each other': costs(
    { ...numbers, maxItems: 200 },
    'self.all(x, self.all(y, self.all(z, x + y > z)))',
  ),
};

export const celCompile = contractSuite('celCompile', add => {
  const refused = (says: string, field: Fields) =>
    add(says, async api => {
      const made = definition(api, { versions: [version('v1', specOf({ f: field }))] });
      api.leave(`${api.at(DEFINITIONS)}/${made.metadata.name}`);
      await api.post(api.at(DEFINITIONS), made);
    });
  for (const [what, text2] of Object.entries(RULES))
    refused(`compiled: ${what}`, o({ rule: text2, message: 'no' }));
  for (const [what, field] of Object.entries(OTHERS)) refused(`judged: ${what}`, field);
  for (const [what, field] of Object.entries(COSTS)) refused(`cost: ${what}`, field);
});
