import { configMap, deployment } from './objects';
import {
  DEPLOYMENTS,
  defineThings,
  MAPS,
  mergeIntoMap,
  mergeIntoThing,
  service,
  SERVICES,
  thing,
  THINGS,
  withContainers,
} from './patchFixtures';
import { contractSuite, type Add } from './suite';

function addMerges(add: Add) {
  add('null deletes a key', api => mergeIntoMap(api, { data: { a: null, c: '3' } }));
  add('null for a key that is not there changes nothing', api => mergeIntoMap(api, { data: { none: null } }));
  add('null deletes a map', api => mergeIntoMap(api, { data: null, metadata: { labels: null } }));
  add('an empty patch changes nothing', api => mergeIntoMap(api, {}));
  add('a patch with what is there changes nothing', api => mergeIntoMap(api, { data: { a: '1' } }));
  add('an empty map changes nothing', api => mergeIntoMap(api, { data: {} }));
  add('lists are replaced', async api => {
    const main = { name: 'main', image: 'x' };
    await api.quietly(
      'POST',
      api.in(DEPLOYMENTS),
      withContainers('web', [main, { name: 'side', image: 'y' }]),
    );
    await api.patch('merge', api.in(DEPLOYMENTS, 'web'), {
      spec: { template: { spec: { containers: [{ name: 'side', image: 'z' }] } } },
    });
  });
  add('finalizers are replaced', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, { finalizers: ['example.com/a'] }));
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: ['example.com/b'] } });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: null } });
  });
  add('nulls within a new map are left out', api =>
    mergeIntoThing(api, {}, { spec: { free: { a: null, b: { c: null, d: 1 }, e: [null, { f: null }] } } }),
  );
  add('a map replaces a text', api =>
    mergeIntoThing(api, { free: { a: 'text' } }, { spec: { free: { a: { b: 1 } } } }),
  );
  add('a text replaces a map', api =>
    mergeIntoThing(api, { free: { a: { b: 1 } } }, { spec: { free: { a: 'text' } } }),
  );
  add('a custom resource takes its default when the field is deleted', api =>
    mergeIntoThing(api, { size: 5 }, { spec: { size: null } }),
  );
  add('a nullable field of a custom resource', api =>
    mergeIntoThing(api, { nullable: 'x' }, { spec: { nullable: null } }),
  );
  add('a list by key of a custom resource is replaced', api =>
    mergeIntoThing(
      api,
      { parts: [{ name: 'x' }, { name: 'y' }] },
      { spec: { parts: [{ name: 'y', weight: 2 }] } },
    ),
  );
  add('a doubled item in a list by key is 422', api =>
    mergeIntoThing(api, {}, { spec: { parts: [{ name: 'x' }, { name: 'x' }] } }),
  );
  add('a wrong type in a custom resource is 422', api => mergeIntoThing(api, {}, { spec: { size: 'big' } }));
}

function addDocuments(add: Add) {
  for (const [what, body] of [
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['a flag', 'true'],
    ['null', 'null'],
    ['no JSON', '{"data":'],
    ['nothing', ''],
    ['YAML', 'data:\n  a: "9"\n'],
  ] as const) {
    add(`a patch that is ${what}`, api => mergeIntoMap(api, body));
    add(`a patch of a custom resource that is ${what}`, api => mergeIntoThing(api, {}, body));
  }
  add(
    'what cannot be read is quoted as it was written: fields in their order, those of touched levels by name',
    async api => {
      const owner = await api.post(api.in(MAPS), configMap('owner'));
      const { uid } = owner.body.metadata;
      const main = {
        name: 'main',
        image: 'registry.example/web:1',
        ports: [{ name: 'http', containerPort: 80 }],
        env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }],
        volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 's', readOnly: true }],
        securityContext: { runAsUser: 5, privileged: false, capabilities: { drop: ['ALL'] } },
      };
      const more = {
        initContainers: [{ ...main, name: 'init' }],
        volumes: [{ name: 'v', emptyDir: {} }],
        hostname: 'h',
        nodeSelector: { b: '<2>', a: '1' },
      };
      const body = withContainers('web', [main], more);
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
      await api.quietly('POST', api.in(DEPLOYMENTS), {
        ...body,
        metadata: { ...body.metadata, ownerReferences },
      });
      await api.patch('merge', api.in(DEPLOYMENTS, 'web'), { spec: { replicas: 'many' } });
      await api.patch('json', api.in(DEPLOYMENTS, 'web'), [
        { op: 'add', path: '/spec/template/spec/containers/0/ports/0/hostPort', value: 'x' },
      ]);
    },
  );
  add('a Service that cannot be read is quoted', async api => {
    await api.post(
      api.in(SERVICES),
      service('web', [{ name: 'http', port: 80, appProtocol: 'h2' }], { clusterIP: 'None' }),
    );
    await api.patch('merge', api.in(SERVICES, 'web'), { spec: { clusterIP: 5 } });
  });
  add('a data that is a list is refused', api => mergeIntoMap(api, { data: ['a'] }));
  add('a number as data is refused', api => mergeIntoMap(api, { data: { a: 1 } }));
  add('metadata that is a text is refused', api => mergeIntoMap(api, { metadata: 'x' }));
  add('null metadata', api => mergeIntoMap(api, { metadata: null }));
  add('null metadata of a custom resource', api => mergeIntoThing(api, {}, { metadata: null }));
  add('labels that are a list are refused', api => mergeIntoThing(api, {}, { metadata: { labels: ['a'] } }));
}

function addIdentity(add: Add) {
  add('another name is 400', api => mergeIntoMap(api, { metadata: { name: 'two' } }));
  add('another namespace is 400', api => mergeIntoMap(api, { metadata: { namespace: 'other' } }));
  add('another uid is 422: it cannot be changed', api => mergeIntoMap(api, { metadata: { uid: 'other' } }));
  add('another kind is read as that kind: 422', api => mergeIntoMap(api, { kind: 'Secret' }));
  add('another kind of a custom resource is 422', api => mergeIntoThing(api, {}, { kind: 'Other' }));
  add('another version of a custom resource is 422', api =>
    mergeIntoThing(api, {}, { apiVersion: 'patch.example/v9' }),
  );
  add('the present resourceVersion holds', async api => {
    const { body } = await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    const { resourceVersion } = body.metadata;
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { resourceVersion }, data: { a: '2' } });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { resourceVersion }, data: { a: '3' } });
  });
  add('an old resourceVersion with nothing to change is 409', async api => {
    const { body } = await api.post(api.in(MAPS), configMap('one', { a: '1' }));
    const { resourceVersion } = body.metadata;
    await api.patch('merge', api.in(MAPS, 'one'), { data: { a: '2' } });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { resourceVersion } });
  });
  add('a resourceVersion that is no number is 500', api =>
    mergeIntoMap(api, { metadata: { resourceVersion: 'abc' } }),
  );
  add('an object that is not there is 404', async api => {
    await api.patch('merge', api.in(MAPS, 'none'), { data: {} });
    await api.patch('merge', api.in(THINGS, 'none'), { spec: {} });
    await api.patch('merge', '/api/v1/namespaces/no-such-place/configmaps/none', { data: {} });
  });
  add('a patch of a collection is 405', async api => {
    await api.patch('merge', api.in(MAPS), { data: {} });
  });
  add('a deletionTimestamp is not set by hand: 422', api =>
    mergeIntoMap(api, {
      metadata: { generation: 7, deletionTimestamp: '2030-01-01T00:00:00Z', selfLink: '/x' },
    }),
  );
  add('a label that is no label is 422', api =>
    mergeIntoMap(api, { metadata: { labels: { 'a b': 'c d' } } }),
  );
  add('generateName may be changed', api => mergeIntoMap(api, { metadata: { generateName: 'gen-' } }));
  add('an object that is being deleted takes no new finalizer', async api => {
    await api.quietly('POST', api.in(MAPS), configMap('one', {}, { finalizers: ['example.com/a'] }));
    await api.quietly('DELETE', api.in(MAPS, 'one'));
    await api.patch('merge', api.in(MAPS, 'one'), {
      metadata: { finalizers: ['example.com/a', 'example.com/b'] },
    });
    await api.patch('merge', api.in(MAPS, 'one'), { metadata: { finalizers: [] } });
    await api.get(api.in(MAPS, 'one'));
  });
}

function addSubresources(add: Add) {
  add('a status is written alone', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one', { note: 'n' }));
    await api.patch('merge', api.in(THINGS, 'one', 'status'), {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: { note: 'other' },
      status: { phase: 'Ready' },
    });
    await api.patch('merge', api.in(THINGS, 'one'), { status: { phase: 'Other' }, spec: { note: 'm' } });
    await api.patch('merge', api.in(THINGS, 'one', 'status'), { status: null });
  });
  add('annotations and labels beside the status of a Deployment', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    await api.patch('merge', api.in(DEPLOYMENTS, 'web', 'status'), {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/a'] },
      spec: { replicas: 5 },
      status: { observedGeneration: 1, replicas: 2 },
    });
  });
  add('a wrong status is 422', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one'));
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    await api.patch('merge', api.in(THINGS, 'one', 'status'), { status: { phase: 5 } });
    await api.patch('merge', api.in(DEPLOYMENTS, 'web', 'status'), { status: { readyReplicas: 3 } });
  });
  add('a ConfigMap has no status', async api => {
    await mergeIntoMap(api, {});
    await api.patch('merge', api.in(MAPS, 'one', 'status'), { status: {} });
  });
  add('a scale sets replicas', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    await api.patch('merge', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 4 } });
    await api.get(api.in(DEPLOYMENTS, 'web'));
    await api.patch('merge', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 4 } });
  });
  add('a wrong scale is refused', async api => {
    await api.quietly('POST', api.in(DEPLOYMENTS), deployment('web'));
    const path = api.in(DEPLOYMENTS, 'web', 'scale');
    await api.patch('merge', path, { spec: { replicas: -1 } });
    await api.patch('merge', path, { spec: { replicas: 'many' } });
    await api.patch('merge', path, { metadata: { resourceVersion: '1' }, spec: { replicas: 2 } });
    await api.patch('merge', path, { metadata: { name: 'other' } });
    await api.patch('merge', api.in(DEPLOYMENTS, 'none', 'scale'), { spec: { replicas: 2 } });
  });
  add('the scale of a custom resource', async api => {
    await api.quietly('POST', api.in(THINGS), thing('one', { size: 2 }));
    await api.patch('merge', api.in(THINGS, 'one', 'scale'), { spec: { replicas: 7 } });
    await api.patch('merge', api.in(THINGS, 'one', 'scale'), { spec: { replicas: -7 } });
    await api.get(api.in(THINGS, 'one'));
  });
}

export const mergePatch = contractSuite(
  'patchMerge',
  add => {
    addMerges(add);
    addDocuments(add);
    addIdentity(add);
    addSubresources(add);
  },
  { prepare: defineThings },
);
