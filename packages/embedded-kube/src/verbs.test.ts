import {
  configMap,
  startTestFleet,
  until,
  widgetDefinition,
  type TestFleet,
} from './__testUtils__/testFleet';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WIDGETS = '/apis/example.io/v1/namespaces/default/widgets';
const MERGE = { 'content-type': 'application/merge-patch+json' };

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startTestFleet();
  await fleet.call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    body: widgetDefinition,
  });
});
afterAll(() => fleet.stop());

const create = (name: string, more?: object) => fleet.call('POST', MAPS, { body: configMap(name, more) });
const widget = (name: string, more: object = {}) => ({
  apiVersion: 'example.io/v1',
  kind: 'Widget',
  metadata: { name },
  ...more,
});

describe('access', () => {
  it.each([
    { who: 'the cluster’s own token', token: undefined, path: '/api/v1/namespaces', code: 200 },
    { who: 'a wrong token', token: 'Bearer nonsense', path: '/api/v1/namespaces', code: 401 },
    { who: 'nobody', token: null, path: '/api/v1/namespaces', code: 403 },
    { who: 'nobody, asking for health', token: null, path: '/readyz', code: 200 },
  ])('$who gets $code', async ({ token, path, code }) => {
    expect((await fleet.call('GET', path, { token })).code).toBe(code);
  });

  it('does not take the token of another cluster', async () => {
    const token = `Bearer ${fleet.fleet.token('member-1')}`;
    expect((await fleet.call('GET', '/api/v1/namespaces', { token })).code).toBe(401);
  });

  it('answers questions about rights', async () => {
    const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
    const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec };
    const answer = await fleet.call('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      body,
    });
    expect(answer.body.status).toEqual({ allowed: true });
  });
});

describe('paths', () => {
  it.each([
    { path: '/apis/nowhere.io/v1/things', code: 404, text: '404 page not found\n' },
    { path: '/api/v1/things', code: 404, text: /could not find the requested resource/ },
    { path: '/api/v1/configmaps/app', code: 404, text: /could not find the requested resource/ },
    { path: '/api/v1/namespaces/default/nodes', code: 404, text: /could not find the requested resource/ },
    { path: `${MAPS}/absent`, code: 404, text: /configmaps \\"absent\\" not found/ },
    { path: `${MAPS}?fieldSelector=data.a%3Db`, code: 400, text: /not a known field selector/ },
  ])('$path: $code', async ({ path, code, text }) => {
    const answer = await fleet.call('GET', path);
    expect(answer.code).toBe(code);
    expect(answer.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });
});

describe('create', () => {
  it('gives uid, time and revision, and records who wrote what', async () => {
    const { code, body } = await create('made', { data: { a: '1' } });
    expect(code).toBe(201);
    expect(body.metadata).toMatchObject({ namespace: 'default', uid: expect.any(String) });
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(0);
    expect(body.metadata.managedFields?.[0]).toMatchObject({ manager: 'test', operation: 'Update' });
  });

  it.each([
    { what: 'a name that is taken', body: configMap('made'), code: 409, reason: 'AlreadyExists' },
    { what: 'a bad name', body: configMap('Bad_'), code: 422, reason: 'Invalid' },
    { what: 'another kind', body: { ...configMap('x'), kind: 'Secret' }, code: 400, reason: 'BadRequest' },
    {
      what: 'a revision',
      body: configMap('x', { metadata: { name: 'x', resourceVersion: '1' } }),
      code: 500,
    },
    { what: 'no JSON', body: '{"a":', code: 400, reason: 'BadRequest' },
    {
      what: 'another namespace',
      body: configMap('x', { metadata: { name: 'x', namespace: 'kube-system' } }),
      code: 400,
      reason: 'BadRequest',
    },
  ])('refuses $what with $code', async ({ body, code, reason }) => {
    const answer = await fleet.call('POST', MAPS, { body });
    expect([answer.code, answer.body.reason]).toEqual([code, reason]);
  });

  it('needs the namespace', async () => {
    const answer = await fleet.call('POST', '/api/v1/namespaces/nowhere/configmaps', {
      body: configMap('x'),
    });
    expect(answer.body).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
  });

  it('makes names', async () => {
    const { body } = await create('', { metadata: { generateName: 'gen-' } });
    expect(body.metadata.name).toMatch(/^gen-[a-z0-9]{5}$/);
  });

  it('stores nothing in a dry run', async () => {
    const answer = await fleet.call('POST', `${MAPS}?dryRun=All`, { body: configMap('dry') });
    expect(answer.code).toBe(201);
    expect((await fleet.call('GET', `${MAPS}/dry`)).code).toBe(404);
  });

  it('warns of unknown fields, or refuses them', async () => {
    const body = configMap('odd', { bogus: 1 });
    const strict = await fleet.call('POST', `${MAPS}?fieldValidation=Strict`, { body });
    expect([strict.code, strict.body.message]).toEqual([
      400,
      expect.stringContaining('unknown field "bogus"'),
    ]);
    const warned = await fleet.call('POST', MAPS, { body });
    expect(warned.headers.warning).toContain('unknown field \\"bogus\\"');
  });

  it('reads protobuf as clients in Go send it', async () => {
    // kubectl create configmap wire --from-literal=x=y
    const hex =
      '6b3873000a0f0a0276311209436f6e6669674d6170121e0a140a047769726512001a002200 2a0032003800420012060a01781201791a002200';
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
    const body = Buffer.from(hex.replace(' ', ''), 'hex');
    const answer = await fleet.call('POST', MAPS, { body, headers });
    expect(answer.body).toMatchObject({ metadata: { name: 'wire' }, data: { x: 'y' } });
  });
});

describe('update', () => {
  it('is conditional with a revision, and none where nothing changes', async () => {
    const made = (await create('changed')).body;
    const put = (body: object) => fleet.call('PUT', `${MAPS}/changed`, { body });
    const first = (await put({ ...made, data: { a: '1' } })).body;
    expect(Number(first.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion));
    expect((await put({ ...made, data: { a: '2' } })).body).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "changed": the object has been modified; please apply your changes to the latest version and try again',
    });
    expect((await put(first)).body.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  it('needs a revision for custom resources', async () => {
    await fleet.call('POST', WIDGETS, { body: widget('bare') });
    const { body } = await fleet.call('PUT', `${WIDGETS}/bare`, { body: widget('bare') });
    expect(body.message).toContain(
      'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  it('keeps spec and status apart, and counts generations of the spec', async () => {
    const body = widget('parts', { spec: { size: 1 }, status: { replicas: 9 } });
    const made = await fleet.call('POST', WIDGETS, { body });
    expect(made.body).toMatchObject({ metadata: { generation: 1 }, spec: { size: 1, replicas: 1 } });
    expect(made.body.status).toBeUndefined();
    const patch = (path: string, change: object) =>
      fleet.call('PATCH', path, { body: change, headers: MERGE });
    const both = { spec: { size: 2 }, status: { replicas: 3 } };
    const status = await patch(`${WIDGETS}/parts/status`, both);
    expect(status.body).toMatchObject({
      metadata: { generation: 1 },
      spec: { size: 1 },
      status: { replicas: 3 },
    });
    const main = await patch(`${WIDGETS}/parts`, { ...both, status: { replicas: 4 } });
    expect(main.body).toMatchObject({
      metadata: { generation: 2 },
      spec: { size: 2 },
      status: { replicas: 3 },
    });
    const bad = await patch(`${WIDGETS}/parts`, { spec: { size: 0 } });
    expect(bad.body).toMatchObject({ code: 422, details: { kind: 'Widget', group: 'example.io' } });
  });

  it('is the same object in every version', async () => {
    await fleet.call('POST', WIDGETS, { body: widget('shared') });
    const { body } = await fleet.call('GET', '/apis/example.io/v1beta1/namespaces/default/widgets/shared');
    expect(body).toMatchObject({ apiVersion: 'example.io/v1beta1', kind: 'Widget' });
  });

  it('scales', async () => {
    await fleet.call('POST', WIDGETS, { body: widget('scaled') });
    const body = { spec: { replicas: 5 } };
    const answer = await fleet.call('PATCH', `${WIDGETS}/scaled/scale`, { body, headers: MERGE });
    expect(answer.body).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } });
    expect((await fleet.call('GET', `${WIDGETS}/scaled`)).body.spec.replicas).toBe(5);
  });

  it('applies: creates, owns, meets the owner of a field', async () => {
    const apply = (manager: string, data: object, more = '') =>
      fleet.call('PATCH', `${MAPS}/applied?fieldManager=${manager}${more}`, {
        body: configMap('applied', { data }),
        headers: { 'content-type': 'application/apply-patch+yaml' },
      });
    expect((await apply('one', { a: '1' })).code).toBe(201);
    expect((await apply('one', { a: '2' })).code).toBe(200);
    expect((await apply('two', { a: '3' })).body).toMatchObject({
      code: 409,
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }] },
    });
    expect((await apply('two', { a: '3' }, '&force=true')).body.data).toEqual({ a: '3' });
  });
});

describe('list', () => {
  const path = '/api/v1/namespaces/pages/configmaps';
  beforeAll(async () => {
    await fleet.call('POST', '/api/v1/namespaces', { body: { ...configMap('pages'), kind: 'Namespace' } });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await fleet.call('POST', path, {
        body: configMap(name, { metadata: { name, labels: { odd: String('ace'.includes(name)) } } }),
      });
  });
  const names = (body: { items: readonly { metadata: { name: string } }[] }) =>
    body.items.map(({ metadata }) => metadata.name);

  it.each([
    { query: 'labelSelector=odd%3Dtrue', found: ['a', 'c', 'e'] },
    { query: 'labelSelector=odd!%3Dtrue', found: ['b', 'd'] },
    { query: 'labelSelector=odd+in+(false,x)', found: ['b', 'd'] },
    { query: 'labelSelector=!odd', found: [] },
    { query: 'fieldSelector=metadata.name%3Db', found: ['b'] },
    { query: 'fieldSelector=metadata.name!%3Db,metadata.namespace%3Dpages', found: ['a', 'c', 'd', 'e'] },
  ])('$query', async ({ query, found }) => {
    expect(names((await fleet.call('GET', `${path}?${query}`)).body)).toEqual(found);
  });

  it('shows on all pages what was there at the first', async () => {
    const first = (await fleet.call('GET', `${path}?limit=2`)).body;
    expect(first.metadata.remainingItemCount).toBe(3);
    await fleet.call('DELETE', `${path}/c`);
    await fleet.call('POST', path, { body: configMap('ab') });
    await fleet.call('POST', path, { body: configMap('z') });
    const rest = (await fleet.call('GET', `${path}?limit=10&continue=${first.metadata.continue}`)).body;
    expect(names(rest)).toEqual(['c', 'd', 'e']);
    expect(rest.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  it('does not know the future', async () => {
    const { body } = await fleet.call('GET', `${path}?resourceVersion=999999`);
    expect(body).toMatchObject({ code: 504, reason: 'Timeout' });
  });

  it('returns metadata only, or a table', async () => {
    const as = (form: string) =>
      fleet.call('GET', path, { headers: { accept: `application/json;as=${form};v=v1;g=meta.k8s.io` } });
    expect((await as('PartialObjectMetadataList')).body).toMatchObject({ kind: 'PartialObjectMetadataList' });
    expect((await as('Table')).body).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
    });
  });
});

describe('delete', () => {
  it('answers Success, and the object where a finalizer holds it', async () => {
    const made = (await create('gone')).body;
    expect((await fleet.call('DELETE', `${MAPS}/gone`)).body).toMatchObject({
      status: 'Success',
      details: { name: 'gone', kind: 'configmaps', uid: made.metadata.uid },
    });
    await create('held', { metadata: { name: 'held', finalizers: ['example.io/hold'] } });
    const held = (await fleet.call('DELETE', `${MAPS}/held`)).body;
    expect(held.metadata.deletionTimestamp).toBeDefined();
    const add = await fleet.call('PATCH', `${MAPS}/held`, {
      body: { metadata: { finalizers: ['example.io/hold', 'example.io/b'] } },
      headers: MERGE,
    });
    expect(add.body.message).toContain('no new finalizers can be added if the object is being deleted');
    await fleet.call('PATCH', `${MAPS}/held`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    expect((await fleet.call('GET', `${MAPS}/held`)).code).toBe(404);
  });

  it.each([
    { preconditions: { uid: 'another' }, text: 'the UID in the precondition (another) does not match' },
    {
      preconditions: { resourceVersion: '1' },
      text: 'the ResourceVersion in the precondition (1) does not match',
    },
  ])('minds $preconditions', async ({ preconditions, text }) => {
    await create('minded');
    const answer = await fleet.call('DELETE', `${MAPS}/minded`, { body: { preconditions } });
    expect([answer.code, answer.body.message]).toEqual([409, expect.stringContaining(text)]);
  });

  it('deletes what is selected', async () => {
    for (const name of ['s1', 's2']) await create(name, { metadata: { name, labels: { set: 's' } } });
    await fleet.call('DELETE', `${MAPS}?labelSelector=set%3Ds`);
    expect((await fleet.call('GET', `${MAPS}?labelSelector=set%3Ds`)).body.items).toEqual([]);
    expect((await fleet.call('GET', `${MAPS}/made`)).code).toBe(200);
  });

  const owned = (name: string, owner: { name: string; uid?: string }, more: object = {}) =>
    create(name, {
      metadata: {
        name,
        ownerReferences: [
          { apiVersion: 'v1', kind: 'ConfigMap', name: owner.name, uid: owner.uid, blockOwnerDeletion: true },
        ],
        ...more,
      },
    });
  const code = async (name: string) => (await fleet.call('GET', `${MAPS}/${name}`)).code;

  it.each([
    { policy: 'Background', left: 404 },
    { policy: 'Foreground', left: 404 },
    { policy: 'Orphan', left: 200 },
  ])('$policy: the dependent is then $left', async ({ policy, left }) => {
    const lower = policy.toLowerCase();
    const owner = (await create(`owner-${lower}`)).body.metadata;
    const child = (await owned(`child-${lower}`, owner)).body.metadata;
    await owned(`grandchild-${lower}`, child);
    await fleet.call('DELETE', `${MAPS}/${owner.name}`, { body: { propagationPolicy: policy } });
    await until(
      () => code(owner.name),
      found => found === 404,
    );
    await until(
      () => code(child.name),
      found => found === left,
    );
    await until(
      () => code(`grandchild-${lower}`),
      found => found === left,
    );
  });

  it('foreground waits for what blocks', async () => {
    const owner = (await create('patient')).body.metadata;
    await owned('slow', owner, { finalizers: ['example.io/hold'] });
    await fleet.call('DELETE', `${MAPS}/patient`, { body: { propagationPolicy: 'Foreground' } });
    await until(
      async () => (await fleet.call('GET', `${MAPS}/slow`)).body.metadata.deletionTimestamp,
      Boolean,
    );
    expect((await fleet.call('GET', `${MAPS}/patient`)).body.metadata.finalizers).toEqual([
      'foregroundDeletion',
    ]);
    await fleet.call('PATCH', `${MAPS}/slow`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    await until(
      () => code('patient'),
      found => found === 404,
    );
  });

  it('collects what has no owner', async () => {
    await owned('orphaned', { name: 'never', uid: 'a0000000-0000-4000-8000-000000000000' });
    await until(
      () => code('orphaned'),
      found => found === 404,
    );
  });
});

describe('namespaces', () => {
  const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

  it('go with what they hold, and take nothing new meanwhile', async () => {
    await fleet.call('POST', '/api/v1/namespaces', { body: namespace('leaving') });
    const inside = '/api/v1/namespaces/leaving/configmaps';
    await fleet.call('POST', inside, {
      body: configMap('held', { metadata: { name: 'held', finalizers: ['example.io/hold'] } }),
    });
    await fleet.call('POST', inside, { body: configMap('free') });
    const gone = await fleet.call('DELETE', '/api/v1/namespaces/leaving');
    expect(gone.body.status.phase).toBe('Terminating');
    expect((await fleet.call('POST', inside, { body: configMap('late') })).body).toMatchObject({
      code: 403,
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    const stuck = await until(
      async () => (await fleet.call('GET', '/api/v1/namespaces/leaving')).body.status.conditions,
      conditions => conditions !== undefined,
    );
    expect(JSON.stringify(stuck)).toContain('example.io/hold in 1 resource instances');
    await fleet.call('PATCH', `${inside}/held`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    await until(
      async () => (await fleet.call('GET', '/api/v1/namespaces/leaving')).code,
      found => found === 404,
    );
  });

  it('that the cluster lives by stay', async () => {
    expect((await fleet.call('DELETE', '/api/v1/namespaces/kube-system')).code).toBe(403);
  });
});

it('refuses finalizers of a namespace that are no list', async () => {
  const body = { metadata: { name: 'team' }, spec: { finalizers: 'x' } };
  await fleet.call('POST', '/api/v1/namespaces', { body: { metadata: body.metadata } });
  const { code } = await fleet.call('PUT', '/api/v1/namespaces/team/finalize', { body });
  expect(code).toBe(400);
});
