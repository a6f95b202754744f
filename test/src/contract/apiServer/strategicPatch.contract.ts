import type { Api } from './Api';
import { configMap, deployment } from './objects';
import {
  containersOf,
  DEPLOYMENTS,
  defineThings,
  MAPS,
  service,
  SERVICES,
  thing,
  THINGS,
  withContainers,
  type Fields,
} from './patchFixtures';
import { contractSuite, type Add } from './suite';

const env = (name: string, value: string) => ({ name, value });
const web = {
  name: 'web',
  image: 'registry.example/web:1',
  ports: [{ containerPort: 80 }, { containerPort: 81, name: 'admin' }],
  env: [env('A', '1'), env('B', '2')],
  args: ['--one', '--two'],
};
const side = { name: 'side', image: 'registry.example/side:1' };

async function onPods(api: Api, body: unknown, pod: Fields = {}) {
  await api.quietly('POST', api.in(DEPLOYMENTS), withContainers('web', [web, side], pod));
  await api.patch('strategic', api.in(DEPLOYMENTS, 'web'), body);
}

const onContainers = (api: Api, ...list: readonly unknown[]) => onPods(api, containersOf(list));
const podSpec = (spec: Fields) => ({ spec: { template: { spec } } });

async function onMap(api: Api, body: unknown, metadata: Fields = {}) {
  await api.quietly('POST', api.in(MAPS), configMap('one', { a: '1', b: '2' }, metadata));
  await api.patch('strategic', api.in(MAPS, 'one'), body);
}

async function onService(api: Api, body: unknown) {
  const ports = [
    { name: 'http', port: 80 },
    { name: 'https', port: 443 },
  ];
  await api.quietly('POST', api.in(SERVICES), service('web', ports));
  await api.patch('strategic', api.in(SERVICES, 'web'), body);
}

function addLists(add: Add) {
  add('a container is merged by its name', api => onContainers(api, { name: 'side', image: 'x' }));
  add('a container of a new name comes first', api => onContainers(api, { name: 'new', image: 'x' }));
  add('a container without a name is refused', api => onContainers(api, { image: 'x' }));
  add('environment is merged by name within a container', api =>
    onContainers(api, { name: 'web', env: [env('B', 'two'), env('C', '3')] }),
  );
  add('arguments are replaced', api => onContainers(api, { name: 'web', args: ['--three'] }));
  add('container ports are merged by containerPort', api =>
    onContainers(api, { name: 'web', ports: [{ containerPort: 80, name: 'http' }, { containerPort: 82 }] }),
  );
  add('ports of a Service are merged by port', api =>
    onService(api, { spec: { ports: [{ port: 443, name: 'tls' }] } }),
  );
  add('tolerations are replaced', api =>
    onPods(api, podSpec({ tolerations: [{ key: 'b', operator: 'Exists' }] }), {
      tolerations: [{ key: 'a', operator: 'Exists' }],
    }),
  );
  add('a list of nothing changes nothing where lists merge', api => onContainers(api));
  add('null deletes a list', api =>
    onPods(api, podSpec({ imagePullSecrets: null }), { imagePullSecrets: [{ name: 's' }] }),
  );
  add('null deletes a field of an item', api => onContainers(api, { name: 'web', args: null, ports: null }));
  add('owners are merged by uid', async api => {
    const owner = async (name: string) => {
      const { body } = await api.post(api.in(MAPS), configMap(name));
      return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid as string };
    };
    const [first, second, third] = [await owner('first'), await owner('second'), await owner('third')];
    await onMap(
      api,
      { metadata: { ownerReferences: [{ uid: second.uid, controller: true }, third] } },
      { ownerReferences: [first, second] },
    );
  });
  add('finalizers are merged as a set', api =>
    onMap(
      api,
      { metadata: { finalizers: ['example.com/c', 'example.com/a'] } },
      {
        finalizers: ['example.com/a', 'example.com/b'],
      },
    ),
  );
  add('maps are merged', api =>
    onMap(api, { metadata: { labels: { b: '2', a: null } } }, { labels: { a: '1', c: '3' } }),
  );
  add('a list where a map belongs is refused', api => onMap(api, { data: ['a'] }));
  add('a map where a list belongs is refused', api => onPods(api, podSpec({ containers: { name: 'web' } })));
  add('texts in a list of structs are refused', api => onContainers(api, 'web'));
}

function addDirectives(add: Add) {
  add('$patch: delete takes an item out', api => onContainers(api, { $patch: 'delete', name: 'side' }));
  add('$patch: delete of an item that is not there changes nothing', api =>
    onContainers(api, { $patch: 'delete', name: 'none' }),
  );
  add('$patch: delete without the key is refused', api => onContainers(api, { $patch: 'delete' }));
  add('$patch: replace in a list replaces it', api =>
    onContainers(api, { $patch: 'replace' }, { name: 'only', image: 'x' }),
  );
  add('$patch: merge in a list is refused', api => onContainers(api, { $patch: 'merge', name: 'web' }));
  add('an unknown $patch in a list is refused', api => onContainers(api, { $patch: 'explode', name: 'web' }));
  add('$patch: delete of a map empties it', api => onMap(api, { data: { $patch: 'delete' } }));
  add('$patch: replace of a map replaces it', api => onMap(api, { data: { $patch: 'replace', c: '3' } }));
  add('$patch: merge of a map', api => onMap(api, { data: { $patch: 'merge', c: '3' } }));
  add('an unknown $patch is refused', api => onMap(api, { data: { $patch: 'explode' } }));
  add('$patch: replace of the whole object', api => onMap(api, { $patch: 'replace', data: { only: '1' } }));
  add('$retainKeys takes the others out', api =>
    onPods(api, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
  );
  add('a change of strategy without $retainKeys is 422', api =>
    onPods(api, { spec: { strategy: { type: 'Recreate' } } }),
  );
  add('a volume of another type without $retainKeys is 422', api =>
    onPods(api, podSpec({ volumes: [{ name: 'v', emptyDir: {} }] }), {
      volumes: [{ name: 'v', configMap: { name: 'c' } }],
    }),
  );
  add('$retainKeys in a list of volumes', api =>
    onPods(
      api,
      podSpec({ volumes: [{ $retainKeys: ['name', 'configMap'], name: 'v', configMap: { name: 'c' } }] }),
      {
        volumes: [{ name: 'v', emptyDir: {} }],
      },
    ),
  );
  add('$retainKeys that lacks a key of the patch is refused', api =>
    onPods(api, { spec: { strategy: { $retainKeys: ['rollingUpdate'], type: 'Recreate' } } }),
  );
  add('$retainKeys that is no list is refused', api =>
    onPods(api, { spec: { strategy: { $retainKeys: 'type' } } }),
  );
  add('$setElementOrder orders what is there', api =>
    onPods(api, podSpec({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }] })),
  );
  add('$setElementOrder with a new and a deleted item', api =>
    onPods(
      api,
      podSpec({
        '$setElementOrder/containers': [{ name: 'new' }, { name: 'web' }],
        'containers': [
          { name: 'new', image: 'x' },
          { $patch: 'delete', name: 'side' },
        ],
      }),
    ),
  );
  add('$setElementOrder that the patch does not follow is refused', api =>
    onPods(
      api,
      podSpec({
        '$setElementOrder/containers': [{ name: 'web' }, { name: 'side' }],
        'containers': [
          { name: 'side', image: 'x' },
          { name: 'web', image: 'y' },
        ],
      }),
    ),
  );
  add('$setElementOrder that lacks an item of the patch is refused', api =>
    onPods(
      api,
      podSpec({
        '$setElementOrder/containers': [{ name: 'web' }],
        'containers': [{ name: 'side', image: 'x' }],
      }),
    ),
  );
  add('$deleteFromPrimitiveList takes texts out', api =>
    onMap(
      api,
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a', 'example.com/none'] } },
      {
        finalizers: ['example.com/a', 'example.com/b'],
      },
    ),
  );
  add('$setElementOrder of texts', api =>
    onMap(
      api,
      {
        metadata: {
          '$setElementOrder/finalizers': ['example.com/c', 'example.com/a'],
          'finalizers': ['example.com/c'],
          '$deleteFromPrimitiveList/finalizers': ['example.com/b'],
        },
      },
      { finalizers: ['example.com/a', 'example.com/b'] },
    ),
  );
  add('what kubectl apply sends for a deleted port', api =>
    onService(api, {
      spec: { '$setElementOrder/ports': [{ port: 80 }], 'ports': [{ $patch: 'delete', port: 443 }] },
    }),
  );
}

function addRest(add: Add) {
  for (const [what, body] of [
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['no JSON', '{"data":'],
    ['nothing', ''],
  ] as const)
    add(`a patch that is ${what}`, api => onMap(api, body));
  add('a number as data is refused', api => onMap(api, { data: { a: 1 } }));
  add('a custom resource is not patched so: 415', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one'));
    await api.patch('strategic', api.in(THINGS, 'one'), { spec: { note: 'n' } });
    await api.patch('strategic', api.in(THINGS, 'one', 'status'), { status: { phase: 'p' } });
    await api.patch('strategic', api.in(THINGS, 'none'), { spec: { note: 'n' } });
  });
  add('a patch with what is there changes nothing', api =>
    onContainers(api, { name: 'web', image: web.image }),
  );
  add('an old resourceVersion is 409', api =>
    onMap(api, { metadata: { resourceVersion: '1' }, data: { a: '9' } }),
  );
  add('an unknown field with Strict is refused', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    const body = containersOf([{ name: 'main', imagge: 'x' }]);
    await api.patch('strategic', `${api.in(DEPLOYMENTS, 'web')}?fieldValidation=Strict`, body);
    await api.patch('strategic', api.in(DEPLOYMENTS, 'web'), body);
  });
  add('conditions of a status are merged by type', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    const path = api.in(DEPLOYMENTS, 'web', 'status');
    const condition = (type: string, status: string) => ({ type, status });
    await api.patch('strategic', path, {
      status: { conditions: [condition('A', 'True'), condition('B', 'True')] },
    });
    await api.patch('strategic', path, { status: { conditions: [condition('B', 'False')] } });
    await api.patch('strategic', path, { status: { conditions: [{ $patch: 'delete', type: 'A' }] } });
  });
  add('a scale', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    await api.patch('strategic', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 3 } });
  });
}

export const strategicPatch = contractSuite(
  'patchStrategic',
  add => {
    addLists(add);
    addDirectives(add);
    addRest(add);
  },
  { prepare: defineThings },
);
