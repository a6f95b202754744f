import { failures, ratcheting, transitions } from './celChanges';
import { listOf, mapOf, objectOf, ruled, story, text, whole } from './celStories';
import { specOf, type Fields } from './customKinds';
import { contractSuite, type Add } from './suite';

function places(add: Add): void {
  story(
    add,
    'a rule at the root reads spec and the name',
    ruled(specOf({ n: whole }), "self.metadata.name.startsWith('w') || self.spec.n > 1"),
    { n: 1 },
  );
  story(add, 'a rule on a scalar', specOf({ n: ruled(whole, 'self > 1') }), { n: 1 });
  story(
    add,
    'a rule on an object compares its fields',
    specOf({
      o: ruled(objectOf({ a: whole, b: whole }), {
        rule: 'self.a <= self.b',
        message: 'a must not be above b',
      }),
    }),
    { o: { a: 2, b: 1 } },
  );
  story(add, 'a rule on each item of a list', specOf({ l: listOf(ruled(whole, 'self % 2 == 0')) }), {
    l: [2, 3, 4, 5],
  });
  story(add, 'a rule on each value of a map', specOf({ m: mapOf(ruled(whole, 'self > 1')) }), {
    m: { x: 1 },
  });
  story(
    add,
    'a rule on a list and on a map as a whole',
    specOf({ l: ruled(listOf(whole), 'self.size() > 1'), m: ruled(mapOf(whole), "'x' in self") }),
    { l: [1], m: { x: 1 } },
    { l: [1, 2], m: { y: 1 } },
  );
  story(
    add,
    'several rules of one field fail in their order',
    specOf({ n: ruled(whole, 'self > 1', { rule: 'self > 2', message: 'two' }, 'self > 0', 'self > 3') }),
    { n: 1 },
  );
  story(
    add,
    'rules above are told before rules below',
    ruled(specOf({ o: ruled(objectOf({ n: ruled(whole, 'self > 1') }), 'self.n > 2') }), 'self.spec.o.n > 3'),
    { o: { n: 1 } },
  );
  story(
    add,
    'a field that is not there fails the rule that reads it',
    specOf({ o: ruled(objectOf({ a: whole, b: whole }), 'self.a < self.b') }),
    { o: { a: 1 } },
  );
  story(
    add,
    'a rule of a field that is not there is not applied',
    specOf({ n: ruled(whole, 'self > 1') }, {}),
    {},
  );
  story(
    add,
    'null is not there for a rule',
    specOf({ o: ruled(objectOf({ a: { ...whole, nullable: true } }), 'has(self.a)') }),
    { o: { a: null } },
  );
  story(
    add,
    'names that the language cannot spell are escaped',
    specOf({
      o: ruled(
        objectOf({ 'a-b': whole, 'c.d': whole, 'in': whole, 'e/f': whole }),
        'self.a__dash__b > 1 || self.c__dot__d > 1 || self.__in__ > 1 || self.e__slash__f > 1',
      ),
    }),
    { o: { 'a-b': 1, 'c.d': 1, 'in': 1, 'e/f': 1 } },
  );
  story(
    add,
    'unknown fields of a free object cannot be read',
    specOf({
      o: ruled({ ...objectOf({ a: whole }), 'x-kubernetes-preserve-unknown-fields': true }, 'self.a > 1'),
    }),
    { o: { a: 1, b: 2 } },
  );
  story(
    add,
    'an embedded resource shows its kind and name',
    specOf({
      r: ruled(
        {
          'type': 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        "self.kind == 'Pod' && self.metadata.name == 'x'",
      ),
    }),
    { r: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' } } },
  );
  story(
    add,
    'int-or-string is either',
    specOf({
      p: ruled({ 'x-kubernetes-int-or-string': true }, "type(self) == int ? self > 1 : self.matches('%$')"),
    }),
    { p: 1 },
    { p: '5%' },
  );
  story(
    add,
    'rules wait until types and required fields are right',
    specOf({ n: ruled(whole, 'self > 1'), t: text }),
    { n: 1, t: 5 },
  );
  story(
    add,
    'rules are told beside errors of bounds',
    specOf({ n: ruled(whole, 'self > 1'), t: { type: 'integer', minimum: 5 } }),
    { n: 1, t: 3 },
  );
}

function messages(add: Add): void {
  const odd = (more: Fields) => specOf({ n: ruled(whole, { rule: 'self > 1', ...more }) });
  story(add, 'without a message the rule is told', odd({}), { n: 1 });
  story(add, 'a message is told instead of the rule', odd({ message: 'n is too small' }), { n: 1 });
  story(
    add,
    'a message expression counts more than a message',
    odd({ message: 'fixed', messageExpression: "'n is %d'.format([self])" }),
    { n: 1 },
  );
  story(
    add,
    'a message expression that fails gives way to the message',
    odd({ message: 'fixed', messageExpression: "'n is %d'.format([1 / (self - 1)])" }),
    { n: 1 },
  );
  story(
    add,
    'an empty message expression gives way to the message',
    odd({ message: 'fixed', messageExpression: "''" }),
    { n: 1 },
  );
  story(
    add,
    'a message expression with line breaks gives way to the message',
    odd({ message: 'fixed', messageExpression: "'a\\nb'" }),
    { n: 1 },
  );
  for (const reason of [
    'FieldValueInvalid',
    'FieldValueForbidden',
    'FieldValueRequired',
    'FieldValueDuplicate',
  ])
    story(add, `the reason ${reason} of a rule on a scalar`, odd({ reason, message: 'no' }), { n: 1 });
  for (const reason of ['FieldValueForbidden', 'FieldValueDuplicate'])
    story(
      add,
      `the reason ${reason} of a rule on an object`,
      specOf({ o: ruled(objectOf({ n: whole }), { rule: 'self.n > 1', reason }) }),
      { o: { n: 1 } },
    );
  story(
    add,
    'a field path is told as the field',
    specOf({
      o: ruled(
        objectOf({ n: whole, m: mapOf(whole) }),
        { rule: 'self.n > 1', fieldPath: '.n' },
        { rule: 'self.n > 2', fieldPath: ".m['a b']" },
      ),
    }),
    { o: { n: 1 } },
  );
  story(
    add,
    'a rule over several lines needs and tells its message',
    specOf({ n: ruled(whole, { rule: 'self >\n 1', message: 'too small' }) }),
    { n: 1 },
  );
}

export const cel = contractSuite('cel', add => {
  places(add);
  messages(add);
  transitions(add);
  ratcheting(add);
  failures(add);
});
