import type { Api } from './Api';
import { configMap, deployment } from './objects';
import { contractSuite } from './suite';

const DEPLOYMENTS = 'apps/v1/deployments';
const container = { name: 'main', image: 'registry.example/web:1' };
const selector = { matchLabels: { app: 'one' } };
const template = { metadata: { labels: { app: 'one' } }, spec: { containers: [container] } };

async function deployed(api: Api): Promise<string> {
  await api.post(api.in(DEPLOYMENTS), deployment('one'));
  return api.in(DEPLOYMENTS, 'one');
}

/** Only what counts: the objects themselves are compared elsewhere. */
async function noteGeneration(api: Api, what: string, path: string, patch: object) {
  const { status, body } = await api.quietly('PATCH', path, patch, {
    contentType: 'application/merge-patch+json',
  });
  const { generation, message } = { ...body.metadata, ...body };
  api.transcript.note(what, { status, body: generation ?? message ?? null });
}

export const generation = contractSuite('generation', add => {
  add('a change of the spec counts, one of labels does not', async api => {
    const path = await deployed(api);
    await api.patch('merge', path, { spec: { replicas: 2 } });
    await api.patch('merge', path, { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } });
    await api.patch('merge', path, { spec: { replicas: 2 } });
    await api.patch('merge', path, { spec: { paused: true } });
  });
  add('a status in a write of the object is left alone', async api => {
    const path = await deployed(api);
    await api.put(path, { ...deployment('one'), status: { replicas: 5 } });
    await api.patch('merge', path, { status: { replicas: 5 } });
    await api.post(api.in(DEPLOYMENTS), { ...deployment('two'), status: { replicas: 5 } });
  });
  add('a write of the status changes it alone and does not count', async api => {
    const path = await deployed(api);
    const { body } = await api.quietly('GET', path);
    const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1 };
    await api.put(`${path}/status`, { ...body, spec: { ...body.spec, replicas: 7 }, status });
    await api.patch('merge', `${path}/status`, { status: { readyReplicas: 1 }, spec: { replicas: 8 } });
    await api.get(`${path}/status`);
  });
  add('labels and annotations through the status', async api => {
    const path = await deployed(api);
    await api.patch('merge', `${path}/status`, {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/x'] },
      status: { replicas: 1 },
    });
  });
  add('a status that is refused', async api => {
    const path = await deployed(api);
    await api.patch('merge', `${path}/status`, { status: { replicas: -1 } });
    await api.patch('merge', `${path}/status`, { status: { replicas: 1, readyReplicas: 2 } });
    await api.patch('merge', `${api.in(DEPLOYMENTS, 'none')}/status`, { status: { replicas: 1 } });
  });
  add('the scale of a deployment', async api => {
    const path = await deployed(api);
    const { body } = await api.get(`${path}/scale`);
    await api.put(`${path}/scale`, { ...body, spec: { replicas: 3 } });
    await api.patch('merge', `${path}/scale`, { spec: { replicas: 4 } });
    await api.patch('json', `${path}/scale`, [{ op: 'replace', path: '/spec/replicas', value: 5 }]);
    await api.get(path);
  });
  add('a scale that changes nothing', async api => {
    const path = await deployed(api);
    await api.patch('merge', `${path}/scale`, { spec: { replicas: 1 } });
    await api.get(path);
  });
  add('a scale with an old version is a conflict', async api => {
    const path = await deployed(api);
    const { body } = await api.quietly('GET', `${path}/scale`);
    await api.quietly('PUT', `${path}/scale`, { ...body, spec: { replicas: 3 } });
    await api.put(`${path}/scale`, { ...body, spec: { replicas: 4 } });
    await api.put(`${path}/scale`, {
      metadata: { name: 'one', namespace: api.namespace },
      spec: { replicas: 6 },
    });
  });
  add('scales that are refused', async api => {
    const path = await deployed(api);
    await api.patch('merge', `${path}/scale`, { spec: { replicas: -1 } });
    await api.put(`${path}/scale`, {
      metadata: { name: 'two', namespace: api.namespace },
      spec: { replicas: 2 },
    });
    await api.put(`${path}/scale`, {
      metadata: { name: 'one', namespace: 'default' },
      spec: { replicas: 2 },
    });
    await api.put(`${path}/scale`, deployment('one'));
    await api.patch('merge', `${path}/scale`, { spec: { replicas: 'x' } });
    await api.patch('merge', `${api.in(DEPLOYMENTS, 'none')}/scale`, { spec: { replicas: 2 } });
  });
  add('the scale of sets', async api => {
    const spec = {
      selector: {
        matchExpressions: [
          { key: 'app', operator: 'In', values: ['two', 'one'] },
          { key: 'x', operator: 'DoesNotExist' },
        ],
      },
      template,
      replicas: 0,
    };
    await api.quietly('POST', api.in('apps/v1/statefulsets'), { metadata: { name: 'one' }, spec });
    await api.quietly('POST', api.in('apps/v1/replicasets'), { metadata: { name: 'one' }, spec });
    await api.quietly('POST', api.in('v1/replicationcontrollers'), {
      metadata: { name: 'one' },
      spec: { selector: { app: 'one' }, template, replicas: 0 },
    });
    for (const resource of ['apps/v1/statefulsets', 'apps/v1/replicasets', 'v1/replicationcontrollers'])
      await api.get(api.in(resource, 'one', 'scale'));
    await api.get(api.in('apps/v1/daemonsets', 'one', 'scale'));
  });
  add('which kinds count, and which writes', async api => {
    const kinds: readonly (readonly [string, object, object])[] = [
      [
        'apps/v1/statefulsets',
        { selector, template, replicas: 0 },
        { spec: { replicas: 0, minReadySeconds: 3 } },
      ],
      ['apps/v1/daemonsets', { selector, template }, { spec: { minReadySeconds: 3 } }],
      ['apps/v1/replicasets', { selector, template, replicas: 0 }, { spec: { minReadySeconds: 3 } }],
      [
        'batch/v1/cronjobs',
        {
          schedule: '@hourly',
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
        },
        { spec: { suspend: true } },
      ],
      ['policy/v1/poddisruptionbudgets', { selector, minAvailable: 1 }, { spec: { minAvailable: 2 } }],
      ['networking.k8s.io/v1/networkpolicies', { podSelector: {} }, { spec: { policyTypes: ['Egress'] } }],
      [
        'networking.k8s.io/v1/ingresses',
        { defaultBackend: { service: { name: 'a', port: { number: 80 } } } },
        { spec: { ingressClassName: 'x' } },
      ],
      [
        'autoscaling/v2/horizontalpodautoscalers',
        { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' }, maxReplicas: 2 },
        { spec: { maxReplicas: 3 } },
      ],
      ['coordination.k8s.io/v1/leases', { holderIdentity: 'a' }, { spec: { holderIdentity: 'b' } }],
      ['v1/services', { ports: [{ port: 80 }] }, { spec: { sessionAffinity: 'ClientIP' } }],
      ['v1/limitranges', { limits: [] }, { spec: { limits: [{ type: 'Pod' }] } }],
      ['v1/resourcequotas', { hard: { pods: '1' } }, { spec: { hard: { pods: '2' } } }],
    ];
    for (const [resource, spec, change] of kinds) {
      const { status, body } = await api.quietly('POST', api.in(resource), {
        metadata: { name: 'one' },
        spec,
      });
      api.transcript.note(`POST ${resource}`, {
        status,
        body: body.metadata?.generation ?? body.message ?? null,
      });
      await noteGeneration(api, `${resource}: a label`, api.in(resource, 'one'), {
        metadata: { labels: { a: 'b' } },
      });
      await noteGeneration(api, `${resource}: a change`, api.in(resource, 'one'), change);
    }
  });
  add('kinds without a spec have no generation', async api => {
    await api.post(api.in('v1/configmaps'), configMap('one', {}, { generation: 3 }));
    await api.patch('merge', api.in('v1/configmaps', 'one'), { data: { a: '1' } });
    await api.post(api.in('rbac.authorization.k8s.io/v1/roles'), { metadata: { name: 'one' }, rules: [] });
  });
  add('a namespace has no generation, and its status stays', async api => {
    const path = api.at('v1/namespaces', api.namespace);
    await api.patch('merge', path, {
      metadata: { labels: { a: 'b' } },
      status: { phase: 'Terminating' },
      spec: { finalizers: [] },
    });
    await api.patch('merge', `${path}/status`, { status: { phase: 'Terminating' } });
  });
});
