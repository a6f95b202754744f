import { configMap, deployment } from './objects';
import { applyAs, DEPLOYMENTS, defineThings, MAPS, mergeAs, thing, THINGS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const map = (data?: Readonly<Record<string, string>>, metadata = {}) => configMap('one', data, metadata);

function addOwnership(add: Add) {
  add('apply of what is not there creates it', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }, { labels: { x: 'y' } }));
  });
  add('apply of the same again changes nothing', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
  });
  add('a field that is no longer applied is removed', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }, { labels: { x: 'y' } }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
  });
  add('two managers own the same value together', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ b: '2' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map());
  });
  add('two managers own different keys', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ b: '2' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map());
  });
  add('an empty apply gives everything up', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }, { annotations: { n: '1' } }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map());
  });
  add('an empty apply of a manager that owns nothing', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map());
  });
  add('an updater takes a field, and the applier keeps the others', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { a: '9' } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ b: '2' }));
  });
  add('an updater that deletes a field takes it from its owner', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { a: null } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
  });
  add('a write of the value that is there takes nothing', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { a: '1', b: '2' } });
  });
  add('the same name as applier and as updater is two managers', async api => {
    await mergeAs(api, 'same', api.in(MAPS, 'one'), {});
    await api.post(`${api.in(MAPS)}?fieldManager=same`, map({ a: '1' }));
    await applyAs(api, 'same', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
    await applyAs(api, 'same', api.in(MAPS, 'one'), map({ b: '2' }));
  });
  add('data of nothing is owned as such', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), data: {} });
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ x: '1' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map());
  });
  add('null in an applied field', async api => {
    await api.quietly('POST', api.in(MAPS), map({ a: '1' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), data: { a: null }, binaryData: null });
  });
  add('an applier that is the only owner of everything deletes nothing but its own', async api => {
    await api.quietly('POST', api.in(MAPS), map({ a: '1', b: '2' }));
    await applyAs(api, 'x', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'x', api.in(MAPS, 'one'), map());
  });
}

function addConflicts(add: Add) {
  add('another value of another applier is a conflict', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '2' }));
  });
  add('several fields of one manager in conflict', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }, { labels: { x: 'y' } }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '9', b: '9', c: '9' }, { labels: { x: 'z' } }));
  });
  add('fields of several managers in conflict', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ b: '2' }));
    await mergeAs(api, 'u', api.in(MAPS, 'one'), { data: { c: '3' } });
    await applyAs(api, 'd', api.in(MAPS, 'one'), map({ a: '9', b: '9', c: '9' }));
  });
  add('one field of two owners is two conflicts', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'c', api.in(MAPS, 'one'), map({ a: '2' }));
  });
  add('a conflict with an updater names its version', async api => {
    await api.quietly('POST', `${api.in(MAPS)}?fieldManager=u`, map({ a: '1' }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '2' }));
  });
  add('a conflict with a writer of a status names the subresource', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one'));
    await mergeAs(api, 'controller', api.in(THINGS, 'one', 'status'), {
      status: { phase: 'Up', replicas: 1 },
    });
    await applyAs(api, 'a', api.in(THINGS, 'one', 'status'), { ...thing('one'), status: { phase: 'Down' } });
  });
  add('a conflict with a scale', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: 2 }));
    await mergeAs(api, 'scaler', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 5 } });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: 2 }));
  });
  add('force takes the field', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1', b: '2' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '9' }), 'force=true');
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ b: '2' }));
  });
  add('force of an applier of everything leaves the other nothing', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '2' }), 'force=true');
  });
  add('a conflict in a dry run', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '2' }), 'dryRun=All');
    await applyAs(api, 'b', api.in(MAPS, 'one'), map({ a: '2' }), 'dryRun=All&force=true');
    await api.get(api.in(MAPS, 'one'));
  });
}

function addRefusals(add: Add) {
  add('apply without a field manager is 422', async api => {
    await api.patch('apply', api.in(MAPS, 'one'), map());
  });
  add('another name is 400', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'two'), map());
  });
  add('a new object needs its name in the configuration, too', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } });
  });
  add('another namespace is 400', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { namespace: 'elsewhere' }));
  });
  add('another kind is 400', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), kind: 'Secret' });
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), apiVersion: 'v2' });
  });
  add('no kind or no apiVersion is 400', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { apiVersion: 'v1', metadata: { name: 'one' } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), { kind: 'ConfigMap', metadata: { name: 'one' } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), {});
  });
  add('managedFields in the configuration is 400', async api => {
    const entry = {
      manager: 'x',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: {},
    };
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { managedFields: [entry] }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { managedFields: [] }));
  });
  add('a uid of what is not there is 409', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { uid: 'u-1' }));
  });
  add('another uid is 422: it cannot be changed', async api => {
    await api.quietly('POST', api.in(MAPS), map());
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { uid: 'u-1' }));
  });
  add('a resourceVersion of what is not there is no condition', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({}, { resourceVersion: '1' }));
  });
  add('a resourceVersion is a condition', async api => {
    const { body } = await api.post(api.in(MAPS), map({ a: '1' }));
    const { resourceVersion } = body.metadata;
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ b: '1' }, { resourceVersion }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ b: '2' }, { resourceVersion }));
  });
  add('an unknown field is 500', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), dat: { a: '1' } });
  });
  add('a wrong type is 500', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), data: { a: 1 } });
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), data: ['a'] });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'one'), deployment('one', { replicas: 'many' }));
  });
  add('an applied object that is invalid is 422', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), deployment('web', { replicas: -1 }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ 'a b': '1' }));
  });
  for (const [what, body] of [
    ['a list', '[1]'],
    ['a text', 'hello'],
    ['null', 'null'],
    ['nothing', ''],
  ] as const) {
    add(`a configuration that is ${what} is 400`, async api => {
      await applyAs(api, 'a', api.in(MAPS, 'one'), body);
    });
  }
  add('a configuration in YAML', async api => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  labels: {x: "y"}\ndata:\n  a: "1"\n  # note\n  b: |\n    two\n';
    await applyAs(api, 'a', api.in(MAPS, 'one'), text);
  });
  add('a doubled field in YAML', async api => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\n';
    await applyAs(api, 'a', api.in(MAPS, 'one'), text);
    await applyAs(api, 'a', api.in(MAPS, 'one'), text, 'fieldValidation=Strict');
  });
  add('of several documents in YAML the first is read', async api => {
    const one = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n';
    await applyAs(api, 'a', api.in(MAPS, 'one'), `${one}---\n${one}data:\n  a: "1"\n`);
  });
  add('apply to a namespace that is not there is 404', async api => {
    await applyAs(api, 'a', '/api/v1/namespaces/no-such-place/configmaps/one', map());
  });
  add('a dry run creates nothing', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }), 'dryRun=All');
    await api.get(api.in(MAPS, 'one'));
  });
  add('generateName is no name: 400', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'gen-' },
    });
  });
  add('apply with what only the server sets', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map({ a: '1' }, { creationTimestamp: null, generation: 5 }));
    await applyAs(
      api,
      'a',
      api.in(MAPS, 'one'),
      map({ a: '1' }, { creationTimestamp: '2001-01-01T00:00:00Z' }),
    );
  });
  add('fieldValidation Strict of an unknown field', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), dat: {} }, 'fieldValidation=Strict');
    await applyAs(api, 'a', api.in(MAPS, 'one'), { ...map(), dat: {} }, 'fieldValidation=Ignore');
  });
  add('what is not patched is not applied', async api => {
    await applyAs(api, 'a', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x', {});
    await applyAs(api, 'a', api.in('v1/pods', 'x', 'eviction'), {});
    await applyAs(api, 'a', api.in(MAPS), map());
    await applyAs(api, 'a', api.in(MAPS, 'one', 'status'), map());
  });
  add('a force that is no flag', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map(), 'force=perhaps');
  });
}

export const apply = contractSuite(
  'apply',
  add => {
    addOwnership(add);
    addConflicts(add);
    addRefusals(add);
  },
  { prepare: defineThings },
);
