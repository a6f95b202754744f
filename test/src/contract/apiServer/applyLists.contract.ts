import { configMap } from './objects';
import {
  applyAs,
  containersOf,
  DEPLOYMENTS,
  MAPS,
  mergeAs,
  service,
  SERVICES,
  withContainers,
} from './patchFixtures';
import { contractSuite, type Add } from './suite';

const main = { name: 'main', image: 'registry.example/web:1' };
const side = { name: 'side', image: 'registry.example/side:1' };
const partial = (containers: readonly unknown[], more = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  ...containersOf(containers),
  ...more,
});

function addContainers(add: Add) {
  add('a second applier brings a container', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main]));
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), partial([side]));
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, image: 'x' }]));
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), partial([]));
  });
  add('a container is removed with all that its applier set', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main, side]));
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main]));
  });
  add('a container stays while another applier has a field of it', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main, side]));
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'side', image: side.image, tty: true }]),
    );
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main]));
  });
  add('the order of containers is that of the last applier', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main, side]));
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [side, main]));
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'new', image: 'x' }, { name: 'main' }]),
    );
  });
  add('a doubled container is 500', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main, main]));
  });
  add('a container without a name is 422', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ image: 'x' }]));
  });
  add('a conflict in a container names it', async api => {
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main]));
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), partial([{ name: 'main', image: 'x' }]));
  });
  add('environment is owned by name', async api => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ];
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, env }]));
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', env: [{ name: 'C', value: '3' }] }]),
    );
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, env: env.slice(1) }]),
    );
  });
  add('environment of a value that becomes a reference', async api => {
    const valueFrom = { fieldRef: { fieldPath: 'metadata.name' } };
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, env: [{ name: 'A', value: '1' }] }]),
    );
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, env: [{ name: 'A', valueFrom }] }]),
    );
  });
  add('a doubled environment variable from an updater', async api => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ];
    await api.post(api.in(DEPLOYMENTS), withContainers('web', [{ ...main, env }]));
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', env: [{ name: 'B', value: '3' }] }]),
    );
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', env: [{ name: 'A', value: '1' }] }]),
      'force=true',
    );
  });
  add('arguments are one piece', async api => {
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, args: ['x', 'y'] }]),
    );
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), partial([{ name: 'main', args: ['y'] }]));
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', args: ['y'] }]),
      'force=true',
    );
  });
  add('resources are owned one by one', async api => {
    const resources = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } };
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, resources }]));
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', resources: { limits: { memory: '1Gi' } } }]),
    );
    await applyAs(
      api,
      'b',
      api.in(DEPLOYMENTS, 'web'),
      partial([{ name: 'main', resources: { limits: { memory: '2Gi' } } }]),
    );
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, resources: { requests: { cpu: '0.5' } } }]),
    );
  });
}

function addPorts(add: Add) {
  const http = { name: 'http', port: 80 };
  const dns = { name: 'dns', port: 53, protocol: 'UDP' };
  const onlyPorts = (ports: readonly unknown[]) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { ports },
  });
  add('ports of a Service are owned by port and protocol', async api => {
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [http, dns]));
    await applyAs(api, 'b', api.in(SERVICES, 'web'), onlyPorts([{ name: 'dns-tcp', port: 53 }]));
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [http]));
  });
  add('the default of a key is the key', async api => {
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [http]));
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [{ ...http, protocol: 'TCP' }]));
    await applyAs(api, 'b', api.in(SERVICES, 'web'), onlyPorts([{ port: 80, targetPort: 8080 }]));
  });
  add('a port without a port is 422', async api => {
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [{ name: 'x' }]));
  });
  add('container ports have two keys', async api => {
    const ports = [
      { containerPort: 53, protocol: 'UDP' },
      { containerPort: 53 },
      { containerPort: 80, name: 'http' },
    ];
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, ports }]));
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [{ ...main, ports: ports.slice(1) }]),
    );
  });
  add('doubled container ports are 500', async api => {
    const ports = [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }];
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, ports }]));
  });
}

function addOthers(add: Add) {
  const map = (finalizers: readonly string[]) => configMap('one', undefined, { finalizers });
  add('finalizers are a set', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map(['example.com/a', 'example.com/b']));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map(['example.com/c', 'example.com/b']));
    await applyAs(api, 'a', api.in(MAPS, 'one'), map(['example.com/a']));
    await applyAs(api, 'b', api.in(MAPS, 'one'), map([]));
    await applyAs(api, 'a', api.in(MAPS, 'one'), configMap('one'));
  });
  add('doubled finalizers are 500', async api => {
    await applyAs(api, 'a', api.in(MAPS, 'one'), map(['example.com/a', 'example.com/a']));
  });
  add('owners are owned by uid', async api => {
    const owner = async (name: string) => {
      const { body } = await api.post(api.in(MAPS), configMap(name));
      return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid as string };
    };
    const [first, second] = [await owner('first'), await owner('second')];
    await applyAs(api, 'a', api.in(MAPS, 'one'), configMap('one', undefined, { ownerReferences: [first] }));
    await applyAs(api, 'b', api.in(MAPS, 'one'), configMap('one', undefined, { ownerReferences: [second] }));
    await applyAs(api, 'a', api.in(MAPS, 'one'), configMap('one'));
  });
  add('a selector is one piece', async api => {
    await applyAs(api, 'a', api.in(SERVICES, 'web'), service('web', [{ port: 80 }]));
    await applyAs(api, 'b', api.in(SERVICES, 'web'), {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { tier: 'front' } },
    });
  });
  add('tolerations are one piece', async api => {
    const tolerate = (key: string) => ({ tolerations: [{ key, operator: 'Exists' }] });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main], tolerate('a')));
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), {
      ...partial([]),
      spec: { template: { spec: tolerate('b') } },
    });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main]));
  });
  add('a node selector is one piece, labels are not', async api => {
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [main], { nodeSelector: { disk: 'ssd' } }),
    );
    await applyAs(api, 'b', api.in(DEPLOYMENTS, 'web'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { template: { metadata: { labels: { tier: 'front' } }, spec: { nodeSelector: { zone: 'z' } } } },
    });
    await mergeAs(api, 'u', api.in(DEPLOYMENTS, 'web'), {
      spec: { template: { metadata: { labels: { tier: 'back' } } } },
    });
  });
  add('volumes are owned by name', async api => {
    const volumes = [
      { name: 'a', emptyDir: {} },
      { name: 'b', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
    ];
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [main], { volumes }));
    await applyAs(
      api,
      'a',
      api.in(DEPLOYMENTS, 'web'),
      withContainers('web', [main], { volumes: volumes.slice(1) }),
    );
  });
  add('a strategy is given up', async api => {
    const rolling = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } } };
    const body = withContainers('web', [main]);
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), { ...body, spec: { ...body.spec, ...rolling } });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), body);
  });
  add('a manager in conflict twice, once through the scale', async api => {
    const body = withContainers('web', [main]);
    await api.quietly('POST', `${api.in(DEPLOYMENTS)}?fieldManager=u`, body);
    await mergeAs(api, 'u', api.in(DEPLOYMENTS, 'web', 'scale'), { spec: { replicas: 4 } });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), withContainers('web', [{ ...main, image: 'x' }]));
  });
  add('replicas are given to a scaler', async api => {
    const { replicas: _replicas, ...spec } = withContainers('web', [main]).spec;
    const body = withContainers('web', [main]);
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), { ...body, spec: { ...body.spec, replicas: 2 } });
    await api.patch('merge', `${api.in(DEPLOYMENTS, 'web', 'scale')}?fieldManager=scaler`, {
      spec: { replicas: 4 },
    });
    await applyAs(api, 'a', api.in(DEPLOYMENTS, 'web'), { ...body, spec });
    await api.get(api.in(DEPLOYMENTS, 'web'));
  });
}

export const applyLists = contractSuite('applyLists', add => {
  addContainers(add);
  addPorts(add);
  addOthers(add);
});
