import type { Api } from './Api';
import {
  areServed,
  define,
  definition,
  pathOf,
  specOf,
  version,
  widget,
  widgets,
  type Fields,
} from './customKinds';
import { contractSuite } from './suite';

const text = { type: 'string' };
const whole = { type: 'integer' };
const objectOf = (properties: Fields, more: Fields = {}) => ({ type: 'object', properties, ...more });
const row = objectOf({ k: text, n: { ...whole, default: 7 } });

/** Schema of `spec`, what is sent, and what it says. */
interface Case {
  readonly says: string;
  readonly fields: Fields;
  readonly specs: readonly (Fields | undefined)[];
  readonly more?: Fields;
}

const CASES: readonly Case[] = [
  {
    says: 'a missing field gets its default, one that is there keeps its value',
    fields: { n: { ...whole, default: 3 }, t: { ...text, default: '' } },
    specs: [{}, { n: 0, t: 'x' }],
  },
  {
    says: 'a default inside an object that is not there is not filled in',
    fields: { inner: objectOf({ n: { ...whole, default: 3 } }) },
    specs: [{}, { inner: {} }],
  },
  {
    says: 'a default object is filled with the defaults inside it',
    fields: { inner: { ...objectOf({ n: { ...whole, default: 3 }, t: text }), default: { t: 'a' } } },
    specs: [{}, { inner: { n: 1 } }],
  },
  {
    says: 'items of lists and values of maps get their defaults',
    fields: { rows: { type: 'array', items: row }, map: { type: 'object', additionalProperties: row } },
    specs: [{ rows: [{}, { n: 1 }, { k: 'a' }], map: { a: {}, b: { n: 2 } } }],
  },
  {
    says: 'null becomes the default where null is not allowed, and stays where it is',
    fields: {
      a: { ...text, default: 'x' },
      b: { ...text, default: 'x', nullable: true },
      c: { ...text, nullable: true },
      d: text,
    },
    specs: [{ a: null, b: null, c: null, d: null }],
  },
  {
    says: 'a default may be null where null is allowed',
    fields: { a: { ...text, nullable: true, default: null } },
    specs: [{}, { a: 'x' }],
  },
  {
    says: 'a default list and a default map are filled in whole',
    fields: {
      l: { type: 'array', items: row, default: [{ k: 'a' }, { k: 'b', n: 1 }] },
      m: { type: 'object', additionalProperties: text, default: { x: 'y' } },
    },
    specs: [{}, { l: [], m: {} }],
  },
  {
    says: 'a default fills a required field',
    fields: { a: { ...text, default: 'x' } },
    specs: [{}, undefined],
    more: { required: ['a'] },
  },
  {
    says: 'a missing spec gets the default of the whole spec',
    fields: { a: { ...text, default: 'x' }, b: text },
    specs: [undefined, { b: 'y' }],
    more: { default: { b: 'z' } },
  },
  {
    says: 'a default key of a list of type map counts when duplicates are looked for',
    fields: {
      l: {
        'type': 'array',
        'items': row,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['n'],
      },
    },
    specs: [{ l: [{ k: 'a' }, { k: 'b', n: 7 }] }, { l: [{ k: 'a' }, { k: 'b', n: 8 }] }],
  },
  {
    says: 'defaults below free fields are filled in',
    fields: {
      f: { ...objectOf({ n: { ...whole, default: 3 } }), 'x-kubernetes-preserve-unknown-fields': true },
    },
    specs: [{ f: { x: 1 } }],
  },
  {
    says: 'null in a list stays and is refused, or is kept',
    fields: {
      l: { type: 'array', items: { ...text, default: 'x' } },
      o: { type: 'array', items: { ...text, nullable: true } },
    },
    specs: [{ o: ['a', null] }, { l: ['a', null] }],
  },
];

const withVersions = async (api: Api, versions: readonly Fields[]) => {
  const made = definition(api, { versions });
  await api.quietly(
    'PATCH',
    pathOf(api, made),
    { spec: { versions } },
    { contentType: 'application/merge-patch+json' },
  );
  return made;
};

/** Polls until the object's spec is as the new schema wants it: a schema takes a moment to be in force. */
const seen = (api: Api, wanted: (spec: Fields) => boolean) =>
  api.until(widgets(api, 'one'), ({ body }) => wanted(body.spec ?? {}));

export const customDefaults = contractSuite('customDefaults', add => {
  for (const { says, fields, specs, more } of CASES) {
    add(says, async api => {
      await define(api, definition(api, { versions: [version('v1', specOf(fields, more))] }));
      for (const [i, spec] of specs.entries())
        await api.post(widgets(api), widget(api, `w${i}`, spec === undefined ? {} : { spec }));
    });
  }
  add('an old object is read with the defaults of a new schema, and gets no new revision', async api => {
    await define(api, definition(api));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await withVersions(api, [version('v1', specOf({ n: whole, m: { ...whole, default: 5 } }))]);
    await seen(api, spec => spec.m === 5);
    await api.get(widgets(api));
    await api.patch('merge', widgets(api, 'one'), { spec: { n: 2 } });
  });
  add('an old object is read without the fields that a new schema does not have', async api => {
    await define(api, definition(api, { versions: [version('v1', specOf({ n: whole, m: whole }))] }));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1, m: 2 } }));
    await withVersions(api, [version('v1', specOf({ n: whole }))]);
    await seen(api, spec => spec.m === undefined);
    await api.patch('merge', widgets(api, 'one'), { metadata: { labels: { a: 'b' } } });
    await withVersions(api, [version('v1', specOf({ n: whole, m: whole }))]);
    await areServed(api, definition(api));
    await seen(api, spec => spec.m === undefined);
  });
  add('an old object that a new schema would refuse is read, and may change elsewhere', async api => {
    await define(api, definition(api));
    await api.post(widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await withVersions(api, [
      version('v1', specOf({ n: { ...whole, minimum: 5 }, t: { ...text, default: 'x' } })),
    ]);
    await seen(api, spec => spec.t === 'x');
    await api.patch('merge', widgets(api, 'one'), { metadata: { labels: { a: 'b' } } });
    await api.patch('merge', widgets(api, 'one'), { spec: { t: 'y' } });
    await api.patch('merge', widgets(api, 'one'), { spec: { n: 2 } });
  });
  add('a watch tells old objects with the defaults of a new schema', async api => {
    await define(api, definition(api));
    await api.quietly('POST', widgets(api), widget(api, 'one', { spec: { n: 1 } }));
    await withVersions(api, [version('v1', specOf({ n: whole, m: { ...whole, default: 5 } }))]);
    await seen(api, spec => spec.m === 5);
    const watch = await api.watch(`${widgets(api)}?watch=true`);
    await watch.until(1);
    watch.close();
  });
  add('a dry run shows the defaults', async api => {
    await define(
      api,
      definition(api, { versions: [version('v1', specOf({ n: { ...whole, default: 3 } }))] }),
    );
    await api.post(`${widgets(api)}?dryRun=All`, widget(api, 'one', { spec: {} }));
    await api.get(widgets(api, 'one'));
  });
  add('a default is owned by nobody, and comes back when it is taken out', async api => {
    await define(
      api,
      definition(api, { versions: [version('v1', specOf({ n: { ...whole, default: 3 }, m: whole }))] }),
    );
    await api.patch('apply', `${widgets(api, 'one')}?fieldManager=a`, widget(api, 'one', { spec: { m: 1 } }));
    await api.patch('apply', `${widgets(api, 'one')}?fieldManager=b`, widget(api, 'one', { spec: { n: 4 } }));
    await api.patch('apply', `${widgets(api, 'one')}?fieldManager=b`, widget(api, 'one', { spec: {} }));
  });
});
