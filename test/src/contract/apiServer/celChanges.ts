import type { Api } from './Api';
import { byKey, listOf, mapOf, objectOf, replaceSpec, ruled, story, text, whole } from './celStories';
import { define, definition, specOf, version, widget, widgets, type Fields } from './customKinds';
import type { Add } from './suite';

export function transitions(add: Add): void {
  story(
    add,
    'a transition rule is not applied to what is created',
    specOf({ n: ruled(whole, 'self >= oldSelf') }),
    { n: 1 },
    { n: 2 },
    { n: 1 },
  );
  story(
    add,
    'an immutable field',
    specOf({ t: ruled(text, { rule: 'self == oldSelf', message: 'immutable' }) }),
    { t: 'a' },
    { t: 'a' },
    { t: 'b' },
  );
  story(
    add,
    'an immutable field may be removed and set anew',
    specOf({ t: ruled(text, 'self == oldSelf') }),
    { t: 'a' },
    {},
    { t: 'b' },
  );
  story(
    add,
    'a field that may not be removed',
    specOf(
      { t: text, n: whole },
      {
        'x-kubernetes-validations': [
          { rule: '!has(oldSelf.t) || has(self.t)', message: 't may not be removed' },
        ],
      },
    ),
    { t: 'a' },
    { n: 1 },
  );
  story(
    add,
    'a field that may be set once',
    specOf(
      { t: text },
      { 'x-kubernetes-validations': [{ rule: '!has(oldSelf.t) || (has(self.t) && self.t == oldSelf.t)' }] },
    ),
    {},
    { t: 'a' },
    { t: 'b' },
  );
  perItem(add);
}

function perItem(add: Add): void {
  story(
    add,
    'a transition rule on an item of a list of type map',
    specOf({
      l: listOf(ruled(objectOf({ k: text, n: whole }, { required: ['k'] }), 'self.n >= oldSelf.n'), byKey),
    }),
    {
      l: [
        { k: 'a', n: 2 },
        { k: 'b', n: 2 },
      ],
    },
    {
      l: [
        { k: 'b', n: 3 },
        { k: 'c', n: 0 },
        { k: 'a', n: 1 },
      ],
    },
  );
  story(
    add,
    'a transition rule on values of a map',
    specOf({ m: mapOf(ruled(whole, 'self >= oldSelf')) }),
    { m: { a: 2, b: 2 } },
    { m: { a: 1, c: 0 } },
  );
  story(
    add,
    'an optional old value is applied also to what is created',
    specOf({
      n: ruled(whole, {
        rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self == 1',
        optionalOldSelf: true,
      }),
    }),
    { n: 2 },
  );
  story(
    add,
    'an optional old value is there when something is changed',
    specOf({ n: ruled(whole, { rule: 'self > oldSelf.orValue(0)', optionalOldSelf: true }) }),
    { n: 1 },
    { n: 5 },
    { n: 4 },
  );
}

export function ratcheting(add: Add): void {
  const stricter = specOf({
    t: ruled({ ...text, minLength: 3 }, "self.startsWith('x')"),
    n: whole,
    l: listOf(ruled(whole, 'self > 5')),
    p: listOf(objectOf({ k: text, n: { type: 'integer', minimum: 3 } }, { required: ['k'] }), byKey),
  });
  const loose = specOf({
    t: text,
    n: whole,
    l: listOf(whole),
    p: listOf(objectOf({ k: text, n: whole }, { required: ['k'] }), byKey),
  });
  const tighten = (add2: Add, says: string, first: Fields, ...next: readonly Fields[]) =>
    add2(says, async api => {
      await define(api, definition(api, { versions: [version('v1', loose)] }));
      await api.quietly('POST', widgets(api), widget(api, 'one', { spec: first }));
      const versions = [version('v1', stricter)];
      await api.quietly(
        'PATCH',
        `${api.at('apiextensions.k8s.io/v1/customresourcedefinitions')}/widgets.${api.namespace}.example.io`,
        { spec: { versions } },
        { contentType: 'application/merge-patch+json' },
      );
      await refuses(api);
      for (const spec of next) await replaceSpec(api, spec);
    });
  tighten(add, 'what was wrong and is not changed is tolerated', { t: 'a', n: 1 }, { t: 'a', n: 2 });
  tighten(add, 'what was wrong and is changed must be right', { t: 'a' }, { t: 'b' }, { t: 'xyz' });
  tighten(
    add,
    'a list is judged anew when any item changes',
    { l: [1, 2] },
    { l: [1, 2], n: 1 },
    { l: [1, 2, 9] },
  );
  tighten(
    add,
    'an item of a list of type map is judged by itself',
    { p: [{ k: 'a', n: 1 }] },
    {
      p: [
        { k: 'b', n: 5 },
        { k: 'a', n: 1 },
      ],
    },
    { p: [{ k: 'a', n: 2 }] },
  );
}

/** The stricter schema takes a moment to be in force. */
async function refuses(api: Api): Promise<void> {
  const trial = widget(api, 'trial', { spec: { t: 'a' } });
  for (;;) {
    const { status } = await api.quietly('POST', `${widgets(api)}?dryRun=All`, trial);
    if (status === 422) return;
  }
}

/** Statement → rule over `o` (fields `s`, `n`, `l`, `m`) that fails when it is evaluated. */
const FAILURES: Readonly<Record<string, string>> = {
  'a division by zero': '1 / (self.n - 1) > 0',
  'a remainder by zero': '1 % (self.n - 1) > 0',
  'an index beyond the list': 'self.l[5] > 0',
  'a key that is not in the map': "self.m['x'] > 0",
  'an overflow': '9223372036854775807 + self.n > 0',
  'text that is no number': 'int(self.s) > 0',
  'text that is no duration': "duration(self.s) > duration('1s')",
  'text that is no quantity': "quantity(self.s).isLessThan(quantity('1'))",
  'text that is no address': "url(self.s).getHost() == ''",
  'text that is no IP address': 'ip(self.s).family() == 4',
  'text that is no version': 'semver(self.s).major() == 1',
  'an optional value that is not there': 'self.?x.value() == 1',
  'an error that does not count, as the other side decides': '1 / (self.n - 1) > 0 || self.n == 1',
};

export function failures(add: Add): void {
  const input = { s: text, n: whole, l: listOf(whole), m: mapOf(whole), x: whole };
  for (const [what, rule] of Object.entries(FAILURES))
    story(add, `at run time: ${what}`, specOf({ o: ruled(objectOf(input), rule) }), {
      o: { s: 'a b', n: 1, l: [1], m: { a: 1 } },
    });
}
