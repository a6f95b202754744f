import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const MAPS = 'v1/configmaps';
const DEPLOYMENTS = 'apps/v1/deployments';

const odd = { ...configMap('one', { a: '1' }), nope: 1, metadata: { name: 'one', lables: { a: 'b' } } };

/** Unknown in several places. */
function oddDeployment(name: string) {
  const plain = deployment(name, { replica: 2 });
  const { template } = plain.spec;
  const containers = [
    { ...template.spec.containers[0], imagePolicy: 'Never', ports: [{ containerPort: 80, prt: 1 }] },
  ];
  return {
    ...plain,
    spec: { ...plain.spec, template: { ...template, spec: { containers, serviceAcount: 'x' } } },
  };
}

const post = (api: Api, query: string, body: unknown) => api.post(`${api.in(MAPS)}${query}`, body);

export const fieldValidation = contractSuite('fieldValidation', add => {
  add('unknown fields are warned of unless something else is asked', async api => {
    await post(api, '', odd);
  });
  add('Warn names each unknown field', async api => {
    await api.post(`${api.in(DEPLOYMENTS)}?fieldValidation=Warn`, oddDeployment('one'));
  });
  add('Ignore drops them silently', async api => {
    await post(api, '?fieldValidation=Ignore', odd);
  });
  add('Strict refuses them', async api => {
    await post(api, '?fieldValidation=Strict', odd);
    await api.post(`${api.in(DEPLOYMENTS)}?fieldValidation=Strict`, oddDeployment('one'));
  });
  add('Strict takes what has none', async api => {
    await post(api, '?fieldValidation=Strict', configMap('one', { a: '1' }));
  });
  add('another value is 422, an empty one is none', async api => {
    await post(api, '?fieldValidation=strict', odd);
    await post(api, '?fieldValidation=', odd);
    await api.patch('merge', `${api.in(MAPS, 'one')}?fieldValidation=Never`, {});
    await api.put(`${api.in(MAPS, 'one')}?fieldValidation=Never`, odd);
  });
  add('fields in another case are unknown', async api => {
    await post(api, '', { ...configMap('one'), Data: { a: '1' } });
    await post(api, '?fieldValidation=Strict', {
      apiVersion: 'v1',
      Kind: 'ConfigMap',
      metadata: { name: 'two' },
    });
  });
  add('fields that stand there twice are warned of or refused', async api => {
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","name":"one"},"data":{"a":"1","a":"2"}}';
    await post(api, '?fieldValidation=Strict', text);
    await post(api, '?fieldValidation=Warn', text);
    await post(api, '?fieldValidation=Ignore', text.replaceAll('one', 'two'));
  });
  add('fields that stand in YAML twice are warned of or refused', async api => {
    const yaml =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\nnope: 1\n';
    await api.post(`${api.in(MAPS)}?fieldValidation=Strict`, yaml, { contentType: 'application/yaml' });
    await api.post(`${api.in(MAPS)}?fieldValidation=Warn`, yaml, { contentType: 'application/yaml' });
  });
  add('a PUT is looked at, too', async api => {
    await post(api, '', configMap('one'));
    await api.put(`${api.in(MAPS, 'one')}?fieldValidation=Strict`, odd);
    await api.put(api.in(MAPS, 'one'), odd);
  });
  add('a merge patch is looked at, too', async api => {
    await post(api, '', configMap('one'));
    await api.patch('merge', `${api.in(MAPS, 'one')}?fieldValidation=Strict`, {
      nope: 1,
      metadata: { foo: 2 },
    });
    await api.patch('merge', api.in(MAPS, 'one'), { nope: 1, data: { a: '1' } });
    await api.patch('merge', `${api.in(MAPS, 'one')}?fieldValidation=Ignore`, { nope: 1, data: { a: '2' } });
  });
  add('a JSON patch is looked at, too', async api => {
    await post(api, '', configMap('one'));
    const patch = [{ op: 'add', path: '/nope', value: 1 }];
    await api.patch('json', `${api.in(MAPS, 'one')}?fieldValidation=Strict`, patch);
    await api.patch('json', api.in(MAPS, 'one'), patch);
  });
  add('a strategic merge patch is looked at, too', async api => {
    await api.post(api.in(DEPLOYMENTS), deployment('one'));
    const patch = {
      spec: { replica: 3, template: { spec: { containers: [{ name: 'main', imagePolicy: 'x' }] } } },
    };
    await api.patch('strategic', `${api.in(DEPLOYMENTS, 'one')}?fieldValidation=Strict`, patch);
    await api.patch('strategic', api.in(DEPLOYMENTS, 'one'), patch);
    await api.patch('strategic', api.in(DEPLOYMENTS, 'one'), {
      zed: 1,
      spec: { zzz: 1, template: { spec: { bbb: 1, containers: [{ name: 'main', aaa: 1 }] } } },
    });
  });
  add('an unknown field in an applied configuration is refused or warned of', async api => {
    const path = `${api.in(MAPS, 'one')}?fieldManager=me`;
    await api.patch('apply', `${path}&fieldValidation=Strict`, { ...configMap('one'), nope: 1 });
    await api.patch('apply', path, { ...configMap('one'), nope: 1 });
  });
  add('unknown fields and values of another type at once', async api => {
    await post(api, '?fieldValidation=Strict', { ...odd, data: { a: 1 } });
    await post(api, '?fieldValidation=Warn', { ...odd, data: { a: 1 } });
  });
  add('fields that are deprecated are warned of', async api => {
    const pod = (spec: object, metadata: object = {}) => ({
      metadata: { name: 'one', ...metadata },
      spec: {
        automountServiceAccountToken: false,
        containers: [{ name: 'main', image: 'registry.example/web:1' }],
        ...spec,
      },
    });
    const create = (body: unknown) => api.post(`${api.in('v1/pods')}?dryRun=All`, body);
    await create(pod({ serviceAccount: 'default' }));
    for (const label of [
      'beta.kubernetes.io/os',
      'beta.kubernetes.io/arch',
      'beta.kubernetes.io/instance-type',
      'failure-domain.beta.kubernetes.io/zone',
      'failure-domain.beta.kubernetes.io/region',
    ])
      await create(pod({ nodeSelector: { [label]: 'x' } }));
    await create(pod({}, { annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } }));
  });
});
