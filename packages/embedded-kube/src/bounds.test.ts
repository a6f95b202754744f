import { configMap, startTestFleet, widgetDefinition, type TestFleet } from './__testUtils__/testFleet';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = 'application/merge-patch+json';
const YAML = 'application/yaml';

const openDefinition = (name: string, spec: object) => ({
  ...widgetDefinition,
  metadata: { name: `${name}s.example.io` },
  spec: {
    ...widgetDefinition.spec,
    names: { kind: name[0].toUpperCase() + name.slice(1), plural: `${name}s` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      },
    ],
  },
});

let test: TestFleet;

beforeAll(async () => {
  test = await startTestFleet();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const anything = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const text = { type: 'string' };
  // Each of them stays within what is estimated to be borne; all of them together do not.
  const rule = { rule: 'self.all(a, self.all(b, self.all(c, a + b + c != "x")))' };
  const few = { type: 'string', maxLength: 5 };
  const slow = {
    'type': 'array',
    'maxItems': 80,
    'items': few,
    'x-kubernetes-validations': Array(5).fill(rule),
  };
  const matched = { ...text, pattern: '^(a{1,30}){1,30}$' };
  for (const body of [
    openDefinition('box', anything),
    openDefinition('loop', { type: 'object', properties: { slow, matched } }),
  ])
    expect((await test.call('POST', definitions, { body })).code).toBe(201);
});

afterAll(() => test.stop());

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const box = (name: string, spec: string) =>
  `{"apiVersion":"example.io/v1","kind":"Box","metadata":{"name":"${name}"},"spec":${spec}}`;
const BOXES = '/apis/example.io/v1/namespaces/default/boxs';

describe('depth', () => {
  it('is what an object can have that is read back and changed', async () => {
    expect((await test.call('POST', BOXES, { body: box('deep', nested(490)) })).code).toBe(201);
    const headers = { 'content-type': MERGE };
    const patch = { headers, body: `{"spec":${nested(480)}}` };
    expect((await test.call('PATCH', `${BOXES}/deep`, patch)).code).toBe(200);
    const apply = {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: box('deep', nested(470)),
    };
    expect((await test.call('PATCH', `${BOXES}/deep?fieldManager=a&force=true`, apply)).code).toBe(200);
    expect((await test.call('GET', `${BOXES}/deep`)).text).toContain(nested(470));
  });

  it.each([
    ['JSON', 'application/json', box('x', nested(10_000))],
    ['YAML', YAML, `a: ${'['.repeat(3_000)}${']'.repeat(3_000)}`],
    ['YAML that contains itself', YAML, 'a: &a [*a]'],
  ])('beyond it is refused: %s', async (_, contentType, body) => {
    const { code, text } = await test.call('POST', BOXES, { headers: { 'content-type': contentType }, body });
    expect({ code, status: JSON.parse(text) }).toMatchObject({
      code: 400,
      status: { kind: 'Status', code: 400 },
    });
  });
});

describe('what takes too long', () => {
  const create = (body: object) =>
    test.call('POST', '/apis/example.io/v1/namespaces/default/loops', { body });
  const loop = (spec: object) => ({
    apiVersion: 'example.io/v1',
    kind: 'Loop',
    metadata: { name: 'l' },
    spec,
  });

  it('is given up in rules', async () => {
    const { code, body } = await create(loop({ slow: Array.from({ length: 80 }, (_, i) => `n${i}`) }));
    expect({ code, message: body.message }).toEqual({
      code: 422,
      message: expect.stringContaining('running out of cost budget'),
    });
  });

  it('is given up in patterns', async () => {
    const { code, body } = await create(loop({ matched: `${'a'.repeat(60)}!` }));
    expect({ code, message: body.message }).toEqual({
      code: 422,
      message: expect.stringContaining('spec.matched in body takes too long to match'),
    });
  });

  it('is given up in YAML', async () => {
    const body = `a:\n${'- {b: [c, d], e: {f: g}}\n'.repeat(60_000)}`;
    const { code, text } = await test.call('POST', MAPS, { headers: { 'content-type': YAML }, body });
    expect({ code, text }).toEqual({ code: 400, text: expect.stringContaining('send JSON') });
  });
});

describe('size', () => {
  it('of a body is bounded', async () => {
    const { code, body } = await test.call('POST', MAPS, { body: ' '.repeat(3 * 1024 * 1024 + 1) });
    expect({ code, reason: body.reason }).toEqual({ code: 413, reason: 'RequestEntityTooLarge' });
  });

  it.each([
    [1_600_000, 'etcdserver: request is too large'],
    [2_500_000, 'trying to send message larger than max'],
  ])('of an object with %i characters is more than etcd takes', async (length, message) => {
    const before = (await test.call('GET', BOXES)).body.metadata.resourceVersion;
    const { code, body } = await test.call('POST', BOXES, {
      body: box('big', `{"a":"${'x'.repeat(length)}"}`),
    });
    expect({ code, message: body.message }).toEqual({ code: 500, message: expect.stringContaining(message) });
    expect((await test.call('GET', BOXES)).body.metadata.resourceVersion).toBe(before);
  });

  it('of annotations is bounded', async () => {
    const annotations = { a: 'x'.repeat(256 * 1024) };
    const { code, body } = await test.call('POST', MAPS, {
      body: { ...configMap('noted'), metadata: { name: 'noted', annotations } },
    });
    expect({ code, message: body.message }).toEqual({
      code: 422,
      message: expect.stringContaining('Too long: may not be more than 262144 bytes'),
    });
  });

  it('of warnings is what a client reads', async () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${'z'.repeat(1_000)}${i}`, 1]));
    const { code, headers } = await test.call('POST', `${MAPS}?dryRun=All`, {
      body: { ...configMap('w'), ...fields },
    });
    const warnings = [headers.warning ?? []]
      .flat()
      .join(', ')
      .split(/, (?=299 - )/);
    expect({ code, count: warnings.length }).toEqual({ code: 201, count: 16 });
    expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThan(300);
  });

  it('of what a JSON patch copies is bounded', async () => {
    await test.call('POST', BOXES, { body: box('copied', `{"a":"${'x'.repeat(1_000)}"}`) });
    const body = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/spec', path: `/spec/c${i}` }));
    const headers = { 'content-type': 'application/json-patch+json' };
    expect((await test.call('PATCH', `${BOXES}/copied`, { headers, body })).code).toBe(422);
  });
});

describe('lists as long as a body can hold', () => {
  const texts = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

  /** Searched instead of looked up, each of these takes tens of seconds. */
  const MOST_CPU_MS = 5_000;
  let startedAt: NodeJS.CpuUsage;

  beforeEach(() => {
    startedAt = process.cpuUsage();
  });

  afterEach(() => {
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS);
  });

  it('are merged', async () => {
    const body = { ...configMap('long'), metadata: { name: 'long', finalizers: texts(40_000, 'a.b/f') } };
    expect((await test.call('POST', MAPS, { body })).code).toBe(201);
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const patch = { metadata: { finalizers: texts(60_000, 'a.b/g') } };
    // Merged, it is more than can be stored.
    expect((await test.call('PATCH', `${MAPS}/long`, { headers, body: patch })).code).toBe(500);
  });

  it('of managers are brought down to some', async () => {
    const managedFields = texts(20_000, 'm').map(manager => ({
      ...{ manager, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' },
      fieldsV1: { 'f:data': { [`f:${manager}`]: {} } },
    }));
    const body = { ...configMap('managed'), metadata: { name: 'managed', managedFields } };
    const { code, body: stored } = await test.call('POST', MAPS, { body });
    expect({ code, managers: stored.metadata.managedFields?.length }).toEqual({ code: 201, managers: 10 });
  });

  it('of keys in a definition are judged', async () => {
    const items = { type: 'object', properties: {} };
    const keys = {
      'type': 'array',
      items,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': texts(20_000, 'k'),
    };
    const body = openDefinition('keyed', { type: 'object', properties: { keys } });
    const { code } = await test.call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      body,
    });
    expect(code).toBe(422);
  });
});

describe('names that every object has from birth', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  const fields = (value: string) => `{${NAMES.map(name => `"${name}":${value}`).join(',')}}`;

  afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('are keys like others in data', async () => {
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"born"},"data":${fields('"x"')}}`;
    expect((await test.call('POST', MAPS, { body })).code).toBe(201);
    expect((await test.call('GET', `${MAPS}/born`)).text).toContain(`"__proto__":"x"`);
  });

  it.each([
    ['merge patch', MERGE],
    ['strategic merge patch', 'application/strategic-merge-patch+json'],
    ['apply', 'application/apply-patch+yaml'],
  ])('are keys like others in a %s', async (_, contentType) => {
    const body = `{"apiVersion":"v1","kind":"ConfigMap","data":${fields('"y"')}}`;
    const { code, text } = await test.call(
      'PATCH',
      `${MAPS}/born?fieldManager=f${contentType.includes('apply') ? '&force=true' : ''}`,
      {
        headers: { 'content-type': contentType },
        body: contentType.includes('apply') ? body : `{"data":${fields('"y"')}}`,
      },
    );
    expect({ code, text }).toEqual({ code: 200, text: expect.stringContaining('"__proto__":"y"') });
    for (const name of NAMES) expect(text).toContain(`"${name}":"y"`);
  });

  it('are fields like others below anything', async () => {
    const deep = `{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}`;
    expect((await test.call('POST', BOXES, { body: box('born', deep) })).text).toContain(`"spec":${deep}`);
    const merge = { headers: { 'content-type': MERGE }, body: '{"spec":{"__proto__":{"more":1}}}' };
    expect((await test.call('PATCH', `${BOXES}/born`, merge)).text).toContain(
      '"__proto__":{"polluted":"yes","more":1}',
    );
    const ops = [
      { op: 'add', path: '/spec/__proto__/polluted', value: 'again' },
      { op: 'add', path: '/spec/constructor/prototype/more', value: 'again' },
      { op: 'test', path: '/spec/toString', value: null },
    ];
    const headers = { 'content-type': 'application/json-patch+json' };
    const { text } = await test.call('PATCH', `${BOXES}/born`, { headers, body: ops });
    expect(text).toContain('"__proto__":{"polluted":"again","more":1}');
    expect(text).toContain('"prototype":{"polluted":"yes","more":"again"}');
  });
});
