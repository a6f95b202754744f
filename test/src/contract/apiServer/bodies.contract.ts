import { configMap } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';

const YAML = `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data:
  a: "1"
  text: |
    two
    lines
`;

export const bodies = contractSuite('bodies', add => {
  add('a body of a media type that is not read is 415', async api => {
    for (const contentType of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      await api.post(api.in(MAPS), configMap('one'), { contentType });
    await api.put(api.in(MAPS, 'one'), configMap('one'), { contentType: 'text/plain' });
  });
  add('JSON with parameters, and without a type, is read', async api => {
    await api.post(api.in(MAPS), configMap('one'), { contentType: 'application/json; charset=utf-8' });
    await api.post(api.in(MAPS), configMap('two'), { contentType: '' });
  });
  add('YAML is read as YAML and answered as JSON', async api => {
    await api.post(api.in(MAPS), YAML, { contentType: 'application/yaml' });
  });
  add('YAML that is called JSON is read, too', async api => {
    await api.post(api.in(MAPS), YAML, { contentType: 'application/json' });
  });
  add('YAML with comments, anchors and words for yes', async api => {
    const post = (text: string) => api.post(api.in(MAPS), text, { contentType: 'application/yaml' });
    await post('# first\n---\nmetadata: {name: one}\ndata: &d {a: "yes", b: \'no\'}\n');
    await post('metadata:\n  name: two\n  labels: &l {a: b}\n  annotations: *l\n');
    await post('metadata: {name: three}\ndata: {a: yes}\n');
    await post('metadata: {name: four}\ndata: {a: 012}\n');
    for (const value of ['y', '2001-01-01', '2001-01-01T00:00:00Z', '12:30:45', '1_000', '1e3', '0x1f', '.5'])
      await post(`metadata: {generateName: four-}\ndata: {a: ${value}}\n`);
    await post('metadata: {name: five}\ndata: {a: ~, b: ""}\n');
    await post('metadata: {name: six}\nimmutable: on\n');
    await post('{"metadata": {"name": "seven"}}');
    await post('- metadata: {name: eight}\n');
    await post('metadata: {name: nine}\n1: 2\n');
  });
  add('a patch of a media type that is no patch is 415', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    for (const contentType of ['application/json', 'text/plain', ''])
      await api.request('PATCH', api.in(MAPS, 'one'), {}, { contentType });
  });
  add('JSON that breaks off is 400', async api => {
    for (const text of ['{', '{"kind"', '{"kind":', '{"kind":"ConfigMap"', '[1', '"x'])
      await api.post(api.in(MAPS), text);
  });
  add('JSON with an error in it is 400', async api => {
    for (const text of ['{"a" 1}', '{"a":1,}', '{a:1}', '{"a":tru}', '{"a":01}', '{"kind":"ConfigMap"} x'])
      await api.post(api.in(MAPS), text);
  });
  add('an empty body is 400', async api => {
    await api.post(api.in(MAPS), '');
    await api.post(api.in(MAPS), '   ');
    await api.put(api.in(MAPS, 'one'), '');
  });
  add('a body that is no object is 400', async api => {
    for (const text of ['[]', '"text"', '1', 'null', 'true', '[{"kind":"ConfigMap"}]'])
      await api.post(api.in(MAPS), text);
  });
  add('kind and version may be left out, together or one of them', async api => {
    await api.post(api.in(MAPS), { metadata: { name: 'one' } });
    await api.post(api.in(MAPS), { kind: 'ConfigMap', metadata: { name: 'two' } });
    await api.post(api.in(MAPS), { apiVersion: 'v1', metadata: { name: 'three' } });
    await api.post(api.in('apps/v1/deployments'), { kind: 'Deployment', metadata: { name: 'four' } });
    await api.post(api.in('apps/v1/deployments'), { apiVersion: 'apps/v1', metadata: { name: 'five' } });
  });
  add('a body of another kind of the same version is 400', async api => {
    await api.post(api.in(MAPS), { ...configMap('one'), kind: 'Secret' });
    await api.post(api.in('v1/secrets'), configMap('one'));
    await api.post(api.in('apps/v1/deployments'), {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'one' },
    });
  });
  add('a body of a kind that nobody knows is 400', async api => {
    await api.post(api.in(MAPS), { ...configMap('one'), kind: 'Nope' });
    await api.post(api.in(MAPS), { ...configMap('one'), kind: 'configmap' });
    await api.post(api.in(MAPS), { ...configMap('one'), apiVersion: 'v2' });
    await api.post(api.in(MAPS), { ...configMap('one'), apiVersion: 'example.com/v1' });
    await api.post(api.in(MAPS), { ...configMap('one'), apiVersion: 'a/b/c' });
  });
  add('a body of another version of the same kind is 400', async api => {
    await api.post(api.in('autoscaling/v2/horizontalpodautoscalers'), {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'one' },
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'one' } },
    });
    await api.post(api.in('apps/v1/deployments'), {
      apiVersion: 'apps/v1beta2',
      kind: 'Deployment',
      metadata: { name: 'one' },
    });
    await api.post(api.in('v1/events'), {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: 'one' },
    });
  });
  add('a list where one object is wanted is 400', async api => {
    await api.post(api.in(MAPS), { apiVersion: 'v1', kind: 'List', items: [configMap('one')] });
    await api.post(api.in(MAPS), { apiVersion: 'v1', kind: 'ConfigMapList', items: [configMap('one')] });
  });
  add('kind and version that are no text are 400', async api => {
    await api.post(api.in(MAPS), { ...configMap('one'), kind: 1 });
    await api.post(api.in(MAPS), { ...configMap('one'), apiVersion: {} });
    await api.post(api.in(MAPS), { ...configMap('one'), kind: null });
  });
  add('another name in the body than in the path is 400', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    await api.put(api.in(MAPS, 'one'), configMap('two'));
    await api.put(api.in(MAPS, 'one'), configMap(''));
    await api.put(api.in(MAPS, 'one'), { apiVersion: 'v1', kind: 'ConfigMap' });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { name: 'two' } });
    await api.patch('json', api.in(MAPS, 'one'), [{ op: 'remove', path: '/metadata/name' }]);
  });
  add('another namespace in the body than in the path is 400', async api => {
    await api.post(api.in(MAPS), configMap('one', undefined, { namespace: 'default' }));
    await api.post(api.in(MAPS), configMap('one', undefined, { namespace: api.namespace }));
    await api.put(api.in(MAPS, 'one'), configMap('one', undefined, { namespace: 'default' }));
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { namespace: 'default' } });
  });
  add('a namespace in the body of a kind that has none is 400', async api => {
    const body = { metadata: { name: 'case-one', namespace: 'default' } };
    await api.post(api.at('rbac.authorization.k8s.io/v1/clusterroles'), body);
    await api.post(api.at('v1/namespaces'), body);
  });
  add('without a name an object is 422', async api => {
    await api.post(api.in(MAPS), { apiVersion: 'v1', kind: 'ConfigMap' });
    await api.post(api.in(MAPS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} });
    await api.post(api.in(MAPS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: null });
  });
  add('values of another type than their field are 400', async api => {
    const post = (more: object) => api.post(api.in(MAPS), { ...configMap('one'), ...more });
    await post({ data: { a: 1 } });
    await post({ data: { a: null } });
    await post({ data: ['a'] });
    await post({ data: 'a' });
    await post({ immutable: 'yes' });
    await post({ binaryData: { a: '***' } });
    await post({ binaryData: { a: 'YQ=' } });
  });
  add('values of another type in metadata are 400', async api => {
    const post = (metadata: unknown) => api.post(api.in(MAPS), { ...configMap('one'), metadata });
    await post('one');
    await post([]);
    await post({ name: 1 });
    await post({ name: 'one', labels: { a: true } });
    await post({ name: 'one', labels: [] });
    await post({ name: 'one', finalizers: 'a/b' });
    await post({ name: 'one', ownerReferences: {} });
    await post({ name: 'one', creationTimestamp: 'yesterday' });
    await post({ name: 'one', generation: '1' });
  });
  add('values of another type deep in a spec are 400', async api => {
    const post = (spec: unknown) =>
      api.post(api.in('apps/v1/deployments'), { metadata: { name: 'one' }, spec });
    await post('x');
    await post({ replicas: 'two' });
    await post({ replicas: 1.5 });
    await post({ replicas: 3_000_000_000 });
    await post({ paused: 1 });
    await post({ template: { spec: { containers: {} } } });
    await post({ template: { spec: { containers: [{ name: 1 }] } } });
    await post({ template: { spec: { containers: [{ ports: [{ containerPort: '80' }] }] } } });
    await post({ template: { spec: { containers: [{ resources: { limits: { cpu: 'much' } } }] } } });
  });
  add('what only the server sets is dropped from a new object', async api => {
    const metadata = {
      uid: '11111111-1111-4111-8111-111111111111',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 9,
      generation: 7,
      selfLink: '/api/v1/x',
    };
    const { body } = await api.post(api.in(MAPS), configMap('one', undefined, metadata));
    api.transcript.note('its uid is its own', { status: 0, body: body.metadata.uid !== metadata.uid });
    const { creationTimestamp } = body.metadata;
    api.transcript.note('so is its time', { status: 0, body: creationTimestamp > '2020' });
  });
});

export const accepted = contractSuite('accept', add => {
  add('an answer of a media type that is not told is 406', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    for (const accept of ['application/xml', 'text/plain', 'image/png, text/html'])
      await api.get(api.in(MAPS, 'one'), { accept });
    await api.get(api.in(MAPS), { accept: 'application/xml' });
  });
  add('of a list of media types one that is told is taken', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    for (const accept of [
      'text/html, application/json',
      'text/html, */*',
      'application/*',
      '',
      'application/json;q=0.1',
    ])
      await api.get(api.in(MAPS, 'one'), { accept });
  });
  add('answers are told in YAML', async api => {
    await api.post(api.in(MAPS), configMap('one'), {
      accept: 'application/yaml',
    });
    await api.get(api.in(MAPS, 'one'), { accept: 'application/yaml' });
    await api.get(api.in(MAPS, 'none'), { accept: 'application/yaml' });
  });
  add('metadata alone', async api => {
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const list = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    await api.post(api.in(MAPS), configMap('one', { a: '1' }), { accept });
    await api.get(api.in(MAPS, 'one'), { accept });
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name=one`, { accept: list });
    await api.get(api.in(MAPS, 'one'), { accept: list });
    await api.get(`${api.in(MAPS)}?fieldSelector=metadata.name=one`, { accept });
  });
  add('another form that does not exist is 406, or falls back to what is next', async api => {
    await api.post(api.in(MAPS), configMap('one'));
    for (const accept of [
      'application/json;as=Nope;g=meta.k8s.io;v=v1',
      'application/json;as=Table;g=meta.k8s.io;v=v7',
      'application/json;as=Table;g=example.com;v=v1',
      'application/json;as=Table;v=v7;g=meta.k8s.io, application/json',
    ])
      await api.get(api.in(MAPS, 'one'), { accept });
  });
  add('a refused request is told in JSON whatever is accepted', async api => {
    await api.get(api.in(MAPS, 'none'), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
    await api.get('/api/v1/nopes', { accept: 'application/xml' });
  });
});
