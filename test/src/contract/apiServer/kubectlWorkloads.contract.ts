import type { Api } from './Api';
import { rolledOut } from './kubectlFixtures';
import { define, definition, thing } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const done = (api: Api, name = 'web') =>
  api.kubectlQuietly(['rollout', 'status', `deployment/${name}`, '--timeout=60s'], { allowFailure: false });

function addRollouts(add: Add) {
  add('rollout status of what is rolled out', async api => {
    await rolledOut(api);
    await api.kubectl(['rollout', 'status', 'deployment/web']);
    await api.kubectl(['rollout', 'status', 'deployment/none']);
  });
  add('rollout history and undo', async api => {
    await rolledOut(api);
    await api.kubectl(['set', 'image', 'deployment/web', 'main=registry.example/web:2']);
    await done(api);
    await api.kubectl(['rollout', 'history', 'deployment/web']);
    await api.kubectl(['rollout', 'undo', 'deployment/web']);
    await done(api);
    await api.kubectl([
      'get',
      'deployment',
      'web',
      '-o',
      'jsonpath={.spec.template.spec.containers[0].image}',
    ]);
    await api.kubectl(['rollout', 'history', 'deployment/web']);
    await api.kubectl(['rollout', 'undo', 'deployment/web', '--to-revision=9']);
  });
  add('rollout history of a revision', async api => {
    await rolledOut(api);
    await api.kubectl([
      'rollout',
      'history',
      'deployment/web',
      '--revision=1',
      '-o',
      'jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}',
    ]);
    await api.kubectl(['rollout', 'history', 'deployment/web', '--revision=7']);
  });
  add('rollout pause and resume', async api => {
    await rolledOut(api);
    await api.kubectl(['rollout', 'pause', 'deployment/web']);
    await api.kubectl(['rollout', 'pause', 'deployment/web']);
    await api.kubectl(['set', 'image', 'deployment/web', 'main=registry.example/web:2']);
    await api.kubectl(['rollout', 'undo', 'deployment/web']);
    await api.kubectl(['rollout', 'resume', 'deployment/web']);
    await api.kubectl(['rollout', 'resume', 'deployment/web']);
    await done(api);
  });
  add('rollout restart marks the template', async api => {
    await rolledOut(api);
    await api.kubectl(['rollout', 'restart', 'deployment/web']);
    await done(api);
    await api.kubectl(['get', 'deployment', 'web', '-o', 'jsonpath={.spec.template.metadata.annotations}']);
  });
  add('rollout of what has none', async api => {
    await api.kubectl(['rollout', 'status', 'configmap/kube-root-ca.crt']);
    await api.kubectl(['rollout', 'restart', 'configmap/kube-root-ca.crt']);
  });
}

function addScaling(add: Add) {
  add('scale sets replicas', async api => {
    await rolledOut(api);
    await api.kubectl(['scale', 'deployment/web', '--replicas=3']);
    await done(api);
    await api.kubectl(['scale', 'deployment/web', '--current-replicas=9', '--replicas=1']);
    await api.kubectl(['scale', 'deployment/none', '--replicas=1']);
    await api.kubectl([
      'get',
      'deployment',
      'web',
      '-o',
      'jsonpath={.spec.replicas} {.status.readyReplicas}',
    ]);
  });
  add('set image, env and resources', async api => {
    await rolledOut(api);
    await api.kubectl(['set', 'image', 'deployment/web', 'none=x']);
    await api.kubectl(['set', 'env', 'deployment/web', 'COLOUR=blue']);
    await api.kubectl(['set', 'resources', 'deployment/web', '--limits=cpu=1,memory=64Mi']);
    await api.kubectl([
      'get',
      'deployment',
      'web',
      '-o',
      'jsonpath={.spec.template.spec.containers[0].env} {.spec.template.spec.containers[0].resources}',
    ]);
  });
  add('expose of a Deployment', async api => {
    await rolledOut(api);
    await api.kubectl(['expose', 'deployment', 'web', '--port=80', '--target-port=8080']);
    await api.kubectl(['get', 'service', 'web', '-o', 'jsonpath={.spec.ports} {.spec.selector}']);
  });
  add('run makes a pod', async api => {
    await api.kubectl(['run', 'one', '--image=registry.example/web:1', '--labels=app=one', '--env=A=1']);
    await api.kubectl(['wait', 'pod/one', '--for=condition=Ready', '--timeout=60s']);
    await api.kubectl(['get', 'pod', 'one']);
    await api.kubectl(['delete', 'pod', 'one', '--now']);
  });
  add('autoscale makes an autoscaler', async api => {
    await rolledOut(api);
    await api.kubectl(['autoscale', 'deployment/web', '--min=1', '--max=3', '--cpu=80%']);
    await api.kubectl([
      'get',
      'hpa',
      'web',
      '-o',
      'jsonpath={.spec.minReplicas} {.spec.maxReplicas} {.spec.metrics}',
    ]);
  });
}

function addLooks(add: Add) {
  add('get of a Deployment and its pods', async api => {
    await rolledOut(api, 'web', { replicas: 2 });
    await api.kubectl(['get', 'deployment', 'web']);
    await api.kubectl(['get', 'deployment', 'web', '-o', 'wide']);
    await api.kubectl([
      'get',
      'pods',
      '-l',
      'app=web',
      '--no-headers',
      '-o',
      'custom-columns=PHASE:.status.phase',
    ]);
  });
  add('wait for a Deployment to be available', async api => {
    await rolledOut(api);
    await api.kubectl(['wait', 'deployment/web', '--for=condition=Available', '--timeout=60s']);
    await api.kubectl(['wait', 'deployment/web', '--for=condition=Available=False', '--timeout=1s']);
    await api.kubectl(['wait', 'pods', '-l', 'app=none', '--for=condition=Ready', '--timeout=1s']);
  });
  add('describe of a custom resource and its definition', async api => {
    await define(
      api,
      definition(
        { plural: 'gizmos', kind: 'Gizmo' },
        { size: { type: 'integer' }, note: { type: 'string' } },
      ),
    );
    await api.kubectlQuietly(['create', '-f', '-'], {
      stdin: JSON.stringify({ ...thing('one', { size: 1, note: 'n' }), kind: 'Gizmo' }),
      allowFailure: false,
    });
    await api.kubectl(['describe', 'gizmo', 'one']);
    await api.kubectl(['get', 'gizmos']);
    await api.kubectl(['wait', 'crd/gizmos.patch.example', '--for=condition=Established', '--timeout=10s']);
  });
}

function addDeletions(add: Add) {
  const replicaSets = [
    'get',
    'replicasets',
    '-l',
    'app=web',
    '-o',
    'jsonpath={range .items[*]}{.metadata.ownerReferences}{end}',
  ];
  add('delete --cascade=background takes the pods along', async api => {
    await rolledOut(api);
    await api.kubectl(['delete', 'deployment', 'web']);
    await api.until(`${api.in('v1/pods')}?labelSelector=app%3Dweb`, ({ body }) => body.items.length === 0);
    await api.kubectl(['get', 'all', '-l', 'app=web']);
  });
  add('delete --cascade=foreground waits for what hangs on it', async api => {
    await rolledOut(api);
    await api.kubectl(['delete', 'deployment', 'web', '--cascade=foreground']);
    await api.kubectl(['get', 'replicasets,pods', '-l', 'app=web']);
  });
  add('delete --cascade=orphan leaves what hangs on it', async api => {
    await rolledOut(api);
    await api.kubectl(['delete', 'deployment', 'web', '--cascade=orphan']);
    await api.kubectl(replicaSets);
    await api.kubectl(['get', 'replicasets', '-l', 'app=web', '-o', 'jsonpath={.items[*].spec.replicas}']);
  });
  add('delete that does not wait', async api => {
    await api.kubectlQuietly(['create', 'configmap', 'one'], { allowFailure: false });
    await api.kubectlQuietly([
      'patch',
      'configmap',
      'one',
      '-p',
      '{"metadata":{"finalizers":["example.com/wait"]}}',
    ]);
    await api.kubectl(['delete', 'configmap', 'one', '--wait=false']);
    await api.kubectl(['delete', 'configmap', 'one', '--timeout=1s']);
    await api.kubectl([
      'patch',
      'configmap',
      'one',
      '--type=merge',
      '-p',
      '{"metadata":{"finalizers":null}}',
    ]);
    await api.kubectl(['get', 'configmap', 'one']);
  });
  add('delete of a missing Deployment and of a wrong policy', async api => {
    await api.kubectl(['delete', 'deployment', 'none']);
    await api.kubectl(['delete', 'deployment', 'none', '--cascade=sideways']);
  });
}

export const kubectlWorkloads = contractSuite(
  'kubectlWorkloads',
  add => {
    addRollouts(add);
    addScaling(add);
    addLooks(add);
    addDeletions(add);
  },
  { usesKubectl: true, cluster: 'member' },
);
