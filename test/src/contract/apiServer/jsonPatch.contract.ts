import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { DEPLOYMENTS, defineThings, MAPS, thing, THINGS, withContainers, type Fields } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const containers = '/spec/template/spec/containers';

async function onMap(api: Api, body: unknown, data: Readonly<Record<string, string>> = { a: '1', b: '2' }) {
  await api.quietly('POST', api.in(MAPS), configMap('one', data));
  await api.patch('json', api.in(MAPS, 'one'), body);
}

async function onDeployment(api: Api, body: unknown) {
  const each = (name: string) => ({ name, image: `registry.example/${name}:1` });
  const path = api.in(DEPLOYMENTS, 'web');
  await api.quietly('POST', api.in(DEPLOYMENTS), withContainers('web', ['a', 'b', 'c'].map(each)));
  await api.patch('json', path, body);
}

async function onThing(api: Api, spec: Fields, body: unknown) {
  await api.quietly('POST', api.in(THINGS), thing('one', spec));
  await api.patch('json', api.in(THINGS, 'one'), body);
}

function addOperations(add: Add) {
  add('add sets a key that is not there', api => onMap(api, [{ op: 'add', path: '/data/c', value: '3' }]));
  add('add replaces a key that is there', api => onMap(api, [{ op: 'add', path: '/data/a', value: '9' }]));
  add('add below what is not there is 422', api => onMap(api, [{ op: 'add', path: '/none/c', value: '3' }]));
  add('add without a value', api => onMap(api, [{ op: 'add', path: '/data/c' }]));
  add('remove of a key', api => onMap(api, [{ op: 'remove', path: '/data/a' }]));
  add('remove of a key that is not there is 422', api => onMap(api, [{ op: 'remove', path: '/data/z' }]));
  add('remove of the last key leaves no map', api =>
    onMap(api, [
      { op: 'remove', path: '/data/a' },
      { op: 'remove', path: '/data/b' },
    ]),
  );
  add('replace of a key', api => onMap(api, [{ op: 'replace', path: '/data/a', value: '9' }]));
  add('replace of a key that is not there', api =>
    onMap(api, [{ op: 'replace', path: '/data/z', value: '9' }]),
  );
  add('move of a key', api => onMap(api, [{ op: 'move', from: '/data/a', path: '/data/z' }]));
  add('move from what is not there is 422', api =>
    onMap(api, [{ op: 'move', from: '/data/y', path: '/data/z' }]),
  );
  add('copy of a key', api => onMap(api, [{ op: 'copy', from: '/data/a', path: '/data/z' }]));
  add('a test that holds lets the others pass', api =>
    onMap(api, [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'add', path: '/data/ok', value: 'yes' },
    ]),
  );
  add('a test that fails is 422 and changes nothing', async api => {
    await onMap(api, [
      { op: 'add', path: '/data/ok', value: 'yes' },
      { op: 'test', path: '/data/a', value: '2' },
    ]);
    await api.get(api.in(MAPS, 'one'));
  });
  add('a test of a whole map', api =>
    onMap(api, [
      { op: 'test', path: '/data', value: { b: '2', a: '1' } },
      { op: 'add', path: '/data/ok', value: 'yes' },
    ]),
  );
  add('a test for null holds where nothing is', api =>
    onMap(api, [
      { op: 'test', path: '/data/z', value: null },
      { op: 'add', path: '/data/z', value: '1' },
    ]),
  );
  add('a test of another type is 422', api => onMap(api, [{ op: 'test', path: '/data/a', value: 1 }]));
  add('an unknown operation is 422', api => onMap(api, [{ op: 'explode', path: '/data/a' }]));
  add('an operation without a path is 422', api => onMap(api, [{ op: 'remove' }]));
  add('a path without a slash is 422', api => onMap(api, [{ op: 'remove', path: 'data' }]));
}

function addPaths(add: Add) {
  add('~1 and ~0 in a path', api =>
    onThing(api, { free: { 'a/b': 1, 'c~d': 2 } }, [
      { op: 'replace', path: '/spec/free/a~1b', value: 10 },
      { op: 'replace', path: '/spec/free/c~0d', value: 20 },
      { op: 'add', path: '/spec/free/e~01', value: 30 },
    ]),
  );
  add('a label with a slash in its key', api =>
    onMap(api, [
      { op: 'add', path: '/metadata/labels', value: {} },
      { op: 'add', path: '/metadata/labels/example.com~1team', value: 'x' },
    ]),
  );
  add('add at an index of a list', api =>
    onDeployment(api, [{ op: 'add', path: `${containers}/1`, value: { name: 'new', image: 'x' } }]),
  );
  add('add at the end of a list', api =>
    onDeployment(api, [{ op: 'add', path: `${containers}/-`, value: { name: 'new', image: 'x' } }]),
  );
  add('add at the length of a list', api =>
    onDeployment(api, [{ op: 'add', path: `${containers}/3`, value: { name: 'new', image: 'x' } }]),
  );
  add('add beyond a list is 422', api =>
    onDeployment(api, [{ op: 'add', path: `${containers}/4`, value: { name: 'new', image: 'x' } }]),
  );
  add('remove of an item', api => onDeployment(api, [{ op: 'remove', path: `${containers}/1` }]));
  add('remove beyond a list is 422', api => onDeployment(api, [{ op: 'remove', path: `${containers}/3` }]));
  add('remove of - is 422', api => onDeployment(api, [{ op: 'remove', path: `${containers}/-` }]));
  add('a negative index counts from the end', api =>
    onDeployment(api, [{ op: 'replace', path: `${containers}/-1/image`, value: 'last' }]),
  );
  add('an index that is no number is 422', api =>
    onDeployment(api, [{ op: 'replace', path: `${containers}/first`, value: { name: 'x', image: 'x' } }]),
  );
  add('an index with a leading zero', api =>
    onDeployment(api, [{ op: 'replace', path: `${containers}/01/image`, value: 'x' }]),
  );
  add('move of an item within a list', api =>
    onDeployment(api, [{ op: 'move', from: `${containers}/2`, path: `${containers}/0` }]),
  );
  add('a path through a text is 422', api => onMap(api, [{ op: 'add', path: '/data/a/deep', value: 'x' }]));
}

function addDocuments(add: Add) {
  add('an empty list of operations changes nothing', api => onMap(api, []));
  add('operations that undo each other change nothing', api =>
    onMap(api, [
      { op: 'add', path: '/data/c', value: '3' },
      { op: 'remove', path: '/data/c' },
    ]),
  );
  add('a patch that is an object is 400', api => onMap(api, { op: 'add', path: '/data/b', value: '2' }));
  add('a patch that is a text is 400', api => onMap(api, '"add"'));
  add('a patch that is no JSON is 400', api => onMap(api, '[{"op":'));
  add('a patch of nothing is 400', api => onMap(api, ''));
  add('a patch of null', api => onMap(api, 'null'));
  add('an operation that is no object is 400', api => onMap(api, ['add']));
  add('ten thousand and one operations are 413', api =>
    onMap(
      api,
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: '1' })),
    ),
  );
  add('copies of too much are refused', api =>
    onMap(
      api,
      Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '/data/a', path: `/data/c${i}` })),
      { a: 'x'.repeat(100_000) },
    ),
  );
  add('replacing the whole document by a text is refused', api =>
    onMap(api, [{ op: 'replace', path: '', value: 'x' }]),
  );
  add('removing the metadata', api => onMap(api, [{ op: 'remove', path: '/metadata' }]));
}

function addRefusals(add: Add) {
  add('another name is 400', api => onMap(api, [{ op: 'replace', path: '/metadata/name', value: 'two' }]));
  add('another namespace is 400', api =>
    onMap(api, [{ op: 'replace', path: '/metadata/namespace', value: 'two' }]),
  );
  add('another uid is 422: it cannot be changed', api =>
    onMap(api, [{ op: 'replace', path: '/metadata/uid', value: 'two' }]),
  );
  add('another kind is read as that kind: 422', api =>
    onMap(api, [{ op: 'replace', path: '/kind', value: 'Secret' }]),
  );
  add('another apiVersion is 422', api => onMap(api, [{ op: 'replace', path: '/apiVersion', value: 'v2' }]));
  add('an old resourceVersion is 409', api =>
    onMap(api, [
      { op: 'replace', path: '/metadata/resourceVersion', value: '1' },
      { op: 'add', path: '/data/c', value: '3' },
    ]),
  );
  add('no resourceVersion is no condition', api =>
    onMap(api, [{ op: 'remove', path: '/metadata/resourceVersion' }]),
  );
  add('another creationTimestamp changes nothing', api =>
    onMap(api, [{ op: 'replace', path: '/metadata/creationTimestamp', value: '2001-01-01T00:00:00Z' }]),
  );
  add('a number where a text belongs is refused', api =>
    onMap(api, [{ op: 'add', path: '/data/a', value: 1 }]),
  );
  add('an immutable field is 422', api =>
    onDeployment(api, [{ op: 'replace', path: '/spec/selector/matchLabels/app', value: 'other' }]),
  );
  add('an immutable ConfigMap stays as it is', async api => {
    await api.quietly('POST', api.in(MAPS), { ...configMap('one', { a: '1' }), immutable: true });
    await api.patch('json', api.in(MAPS, 'one'), [{ op: 'add', path: '/data/a', value: '2' }]);
    await api.patch('json', api.in(MAPS, 'one'), [{ op: 'remove', path: '/immutable' }]);
  });
  add('a patched object that is invalid is 422', api =>
    onDeployment(api, [{ op: 'remove', path: `${containers}/0/name` }]),
  );
  add('an object that is not there is 404', async api => {
    await api.patch('json', api.in(MAPS, 'none'), [{ op: 'add', path: '/data', value: {} }]);
  });
  add('a status is not written through the object', api =>
    onDeployment(api, [{ op: 'add', path: '/status/replicas', value: 3 }]),
  );
  add('a status is written through its subresource', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    await api.patch('json', api.in(DEPLOYMENTS, 'web', 'status'), [
      { op: 'add', path: '/status/observedGeneration', value: 1 },
      { op: 'replace', path: '/spec/replicas', value: 9 },
    ]);
  });
}

export const jsonPatch = contractSuite(
  'patchJson',
  add => {
    addOperations(add);
    addPaths(add);
    addDocuments(add);
    addRefusals(add);
    add('a custom resource takes defaults and loses unknown fields', api =>
      onThing(api, { note: 'n' }, [
        { op: 'remove', path: '/spec/size' },
        { op: 'add', path: '/spec/unknown', value: 1 },
      ]),
    );
    add('a custom resource of a wrong type is 422', api =>
      onThing(api, { note: 'n' }, [{ op: 'replace', path: '/spec/note', value: 5 }]),
    );
    add('the replicas of a custom resource through its scale', async api => {
      await api.quietly('POST', api.in(THINGS), thing('one', { size: 2 }));
      await api.patch('json', api.in(THINGS, 'one', 'scale'), [
        { op: 'replace', path: '/spec/replicas', value: 5 },
      ]);
      await api.get(api.in(THINGS, 'one'));
    });
  },
  { prepare: defineThings },
);
