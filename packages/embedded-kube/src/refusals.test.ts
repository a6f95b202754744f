import { startTestFleet, type TestCall, type TestFleet } from './__testUtils__/testFleet';

/** What a real server (v1.36) answered to the same requests. */

const MAPS = '/api/v1/namespaces/default/configmaps';
const THINGS = '/apis/example.io/v1/namespaces/default/things';
const APPLY = 'application/apply-patch+yaml';
const MERGE = 'application/merge-patch+json';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.io' },
  spec: {
    group: 'example.io',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  tags: { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const thing = (name: string, spec?: object) => ({
  apiVersion: 'example.io/v1',
  kind: 'Thing',
  metadata: { name },
  ...(spec && { spec }),
});

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startTestFleet();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await fleet.call('POST', definitions, { body: definition });
  await fleet.call('POST', THINGS, { body: thing('one', { note: 'a' }) });
  const metadata = { name: 'one' };
  await fleet.call('POST', MAPS, {
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } },
  });
});
afterAll(() => fleet.stop());

const send = (contentType: string, body: unknown): TestCall => ({
  body,
  headers: { 'content-type': contentType },
});

describe('a patch that makes nothing readable', () => {
  it.each([
    {
      of: 'a custom resource',
      path: `${THINGS}/one`,
      patch: send(MERGE, { metadata: { labels: { a: 1 } } }),
      says: /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\".*": json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string$/,
    },
    {
      of: 'a custom resource whose labels are a list',
      path: `${THINGS}/one`,
      patch: send(MERGE, { metadata: { labels: [] } }),
      says: /": json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map\[string\]string$/,
    },
    {
      of: 'a custom resource, with an unknown field',
      path: `${THINGS}/one?fieldValidation=Strict`,
      patch: send(MERGE, { spec: { nope: 1 } }),
      says: /": strict decoding error: unknown field "spec.nope"$/,
    },
    {
      of: 'a built-in kind',
      path: `${MAPS}/one`,
      patch: send(MERGE, { data: { a: 1 } }),
      says: /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\":\\"v1\\",\\"data\\":\{\\"a\\":1\}.*": json: cannot unmarshal number into Go struct field ConfigMap.data of type string$/,
    },
    {
      of: 'a built-in kind, strategic',
      path: `${MAPS}/one`,
      patch: send('application/strategic-merge-patch+json', { data: { a: 1 } }),
      says: ' "" is invalid: patch: Invalid value: "map[data:map[a:1]]": cannot convert int64 to string',
    },
  ])('of $of is the fault of the patch', async ({ path, patch, says }) => {
    const { code, body } = await fleet.call('PATCH', path, patch);
    expect({ code, message: body.message }).toEqual({
      code: 422,
      message: typeof says === 'string' ? says : expect.stringMatching(says),
    });
  });
});

it.each([
  { path: `${MAPS}/absent`, message: '415: Unsupported Media Type' },
  {
    path: `${THINGS}/one`,
    message:
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
  },
])('a patch of no known type at $path: $message', async ({ path, message }) => {
  const { code, body } = await fleet.call('PATCH', path, send('application/json', {}));
  expect({ code, message: body.message }).toEqual({ code: 415, message });
});

it.each([
  { path: '/api/v1/namespaces', name: 'a.b' },
  { path: '/api/v1/namespaces/default/services', name: '1.b' },
])('$path: the name $name must not contain dots', async ({ path, name }) => {
  const { code, body } = await fleet.call('POST', path, {
    body: { metadata: { name }, spec: { ports: [{ port: 80 }] } },
  });
  expect(code).toBe(422);
  expect(body.message).toMatch(/metadata.name: Invalid value: ".*": must not contain dots$/);
});

it('a list of which everything is applied away is null, which no list is', async () => {
  const apply = (spec: object) =>
    fleet.call('PATCH', `${THINGS}/list?fieldManager=m&force=true`, send(APPLY, thing('list', spec)));
  await fleet.call('POST', THINGS, { body: thing('list', { tags: [] }) });
  expect((await apply({ tags: ['x'] })).body.spec).toEqual({ tags: ['x'] });
  const { code, body } = await apply({ note: 'z' });
  expect({ code, message: body.message }).toEqual({
    code: 422,
    message:
      'Thing.example.io "list" is invalid: spec.tags: Invalid value: "null": spec.tags in body must be of type array: "null"',
  });
});

it('who applies nothing is no manager any more', async () => {
  const apply = (spec: object) =>
    fleet.call('PATCH', `${THINGS}/left?fieldManager=m`, send(APPLY, thing('left', spec)));
  expect((await apply({ note: 'z' })).body.metadata.managedFields).toHaveLength(1);
  expect((await apply({ tags: [] })).body.metadata.managedFields).toBeUndefined();
});
