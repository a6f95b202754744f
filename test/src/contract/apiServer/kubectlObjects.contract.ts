import { CONFIG_MAP, madeMap, SERVICE } from './kubectlFixtures';
import { deployment } from './objects';
import { MAPS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

function addMarks(add: Add) {
  add('label sets, keeps and overwrites', async api => {
    await madeMap(api);
    await api.kubectl(['label', 'configmap', 'one', 'tier=front']);
    await api.kubectl(['label', 'configmap', 'one', 'tier=front']);
    await api.kubectl(['label', 'configmap', 'one', 'tier=back']);
    await api.kubectl(['label', 'configmap', 'one', 'tier=back', '--overwrite']);
    await api.kubectl(['label', 'configmap', 'one', '--list']);
  });
  add('label removes with a minus', async api => {
    await madeMap(api);
    await api.kubectl(['label', 'configmap', 'one', 'tier-']);
    await api.kubectl(['label', 'configmap', 'one', 'tier=front', 'team=a']);
    await api.kubectl(['label', 'configmap', 'one', 'tier-']);
    await api.kubectl(['get', 'configmap', 'one', '--show-labels', '--no-headers']);
  });
  add('label of what is no label is an error', async api => {
    await madeMap(api);
    await api.kubectl(['label', 'configmap', 'one', 'tier=no label']);
    await api.kubectl(['label', 'configmap', 'one', 'no label=x']);
    await api.kubectl(['label', 'configmap', 'none', 'a=b']);
  });
  add('label of several objects by selector', async api => {
    await madeMap(api);
    await madeMap(api, 'two');
    await api.kubectl(['label', 'configmaps', 'one', 'two', 'set=mine']);
    await api.kubectl(['label', 'configmaps', '-l', 'set=mine', 'more=yes']);
    await api.kubectl(['get', 'configmaps', '-l', 'more=yes', '-L', 'set,more']);
  });
  add('label with an old resource version', async api => {
    await madeMap(api);
    await api.kubectl(['label', 'configmap', 'one', 'a=b', '--resource-version=1']);
  });
  add('annotate sets, overwrites and removes', async api => {
    await madeMap(api);
    await api.kubectl(['annotate', 'configmap', 'one', 'note=hello there']);
    await api.kubectl(['annotate', 'configmap', 'one', 'note=other']);
    await api.kubectl(['annotate', 'configmap', 'one', 'note=other', '--overwrite']);
    await api.kubectl(['annotate', 'configmap', 'one', 'note-']);
    await api.kubectl(['annotate', 'configmap', 'one', '--list']);
    await api.get(api.in(MAPS, 'one'));
  });
}

function addWrites(add: Add) {
  add('create says that it did, and that it is there', async api => {
    await api.kubectl(['create', '-f', '-'], { stdin: CONFIG_MAP });
    await api.kubectl(['create', '-f', '-'], { stdin: CONFIG_MAP });
    await api.get(api.in(MAPS, 'one'));
  });
  add('create of ConfigMaps and Secrets from literals', async api => {
    await api.kubectl(['create', 'configmap', 'one', '--from-literal=a=1', '--from-literal=b=2']);
    await api.kubectl(['create', 'secret', 'generic', 'two', '--from-literal=password=x']);
    await api.kubectl(['get', 'secret', 'two', '-o', 'jsonpath={.data.password} {.type}']);
    await api.kubectl(['create', 'configmap', 'Not_A_Name']);
  });
  add('create of a Deployment by name and image, unseen by a cluster', async api => {
    await api.kubectl([
      'create',
      'deployment',
      'web',
      '--image=registry.example/web:1',
      '--dry-run=server',
      '-o',
      'name',
    ]);
    await api.kubectl([
      'create',
      'deployment',
      'web',
      '--image=x',
      '--replicas=2',
      '--dry-run=client',
      '-o',
      'yaml',
    ]);
  });
  add('create of roles and accounts', async api => {
    await api.kubectl(['create', 'serviceaccount', 'robot']);
    await api.kubectl([
      'create',
      'role',
      'reader',
      '--verb=get,list',
      '--resource=configmaps,deployments.apps',
    ]);
    await api.kubectl(['create', 'rolebinding', 'reads', '--role=reader', '--serviceaccount=default:robot']);
    await api.kubectl(['get', 'role', 'reader', '-o', 'jsonpath={.rules}']);
  });
  add('replace of what is there, and of what is not', async api => {
    await api.kubectl(['replace', '-f', '-'], { stdin: CONFIG_MAP });
    await madeMap(api);
    await api.kubectl(['replace', '-f', '-'], { stdin: CONFIG_MAP.replace('"2"', '"9"') });
    await api.kubectl(['replace', '-f', '-'], {
      stdin: CONFIG_MAP.replace('name: one', 'name: one\n  resourceVersion: "1"'),
    });
    await api.kubectl(['replace', '--force', '-f', '-'], { stdin: CONFIG_MAP });
  });
  add('patch of each type', async api => {
    await madeMap(api);
    await api.kubectl(['patch', 'configmap', 'one', '-p', '{"data":{"a":"x"}}']);
    await api.kubectl(['patch', 'configmap', 'one', '-p', '{"data":{"a":"x"}}']);
    await api.kubectl(['patch', 'configmap', 'one', '--type=merge', '-p', 'data: {b: null}']);
    await api.kubectl([
      'patch',
      'configmap',
      'one',
      '--type=json',
      '-p',
      '[{"op":"remove","path":"/data/a"}]',
    ]);
    await api.kubectl([
      'patch',
      'configmap',
      'one',
      '--type=json',
      '-p',
      '[{"op":"remove","path":"/data/a"}]',
    ]);
    await api.kubectl(['patch', 'configmap', 'one', '-p', '{"data":{"a":1}}']);
    await api.kubectl(['patch', 'configmap', 'none', '-p', '{}']);
    await api.get(api.in(MAPS, 'one'));
  });
  add('a patch without RBAC words in a dry run', async api => {
    await madeMap(api);
    await api.kubectl(['patch', 'configmap', 'one', '-p', '{"data":{"a":"x"}}', '--dry-run=server']);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.data.a}']);
  });
  add('delete says what it deleted', async api => {
    await madeMap(api);
    await madeMap(api, 'two');
    await api.kubectl(['delete', 'configmap', 'one', 'two', 'three']);
    await api.kubectl(['delete', 'configmap', 'three', '--ignore-not-found']);
    await api.kubectl(['delete', 'configmaps', '-l', 'nothing=here']);
    await api.kubectl(['delete', '-f', '-'], { stdin: CONFIG_MAP });
  });
  add('expose of a Service makes another one', async api => {
    await api.kubectlQuietly(['create', '-f', '-'], { stdin: SERVICE });
    await api.kubectl(['expose', 'service', 'web', '--name=more', '--port=81', '--target-port=http']);
    await api.kubectl(['get', 'service', 'more', '-o', 'jsonpath={.spec.ports} {.spec.selector}']);
  });
}

function addReads(add: Add) {
  const custom = 'NAME:.metadata.name,A:.data.a,NONE:.data.none';
  add('get as a table, by name and not found', async api => {
    await madeMap(api);
    await api.kubectl(['get', 'configmap', 'one']);
    await api.kubectl(['get', 'configmap/one', 'configmap/none']);
    await api.kubectl(['get', 'cm', '-l', 'nothing=here']);
    await api.kubectl(['get', 'cm', 'none', '--ignore-not-found']);
  });
  add('get as YAML, JSON and names', async api => {
    await madeMap(api);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'yaml']);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'json', '--show-managed-fields']);
    await api.kubectl(['get', 'configmaps', '-o', 'name']);
  });
  add('get by jsonpath, template and columns', async api => {
    await madeMap(api);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.metadata.name}:{.data}']);
    await api.kubectl(['get', 'configmaps', '-o', 'jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}']);
    await api.kubectl([
      'get',
      'configmap',
      'one',
      '-o',
      'go-template={{range $k, $v := .data}}{{$k}}={{$v}} {{end}}',
    ]);
    await api.kubectl(['get', 'configmap', 'one', '-o', `custom-columns=${custom}`]);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.data.a']);
  });
  add('get sorted and with labels', async api => {
    for (const [name, rank] of [
      ['c', '1'],
      ['a', '3'],
      ['b', '2'],
    ]) {
      await madeMap(api, name);
      await api.kubectlQuietly(['label', 'configmap', name, `rank=${rank}`, 'set=mine']);
    }
    await api.kubectl(['get', 'cm', '-l', 'set=mine', '--sort-by=.metadata.labels.rank', '-o', 'name']);
    await api.kubectl(['get', 'cm', '-l', 'set=mine', '--sort-by={.metadata.name}', '-L', 'rank']);
    await api.kubectl(['get', 'cm', '-l', 'rank in (1,2)', '--show-labels']);
    await api.kubectl(['get', 'cm', '-l', 'set=mine', '--sort-by=.none']);
  });
  add('get of several kinds', async api => {
    await madeMap(api);
    await api.kubectlQuietly(['create', '-f', '-'], { stdin: SERVICE });
    await api.kubectl(['get', 'configmap/one', 'service/web', '-o', 'name']);
    await api.kubectl(['get', 'configmaps,services', '--field-selector=metadata.name=one', '-o', 'name']);
  });
  add('get of a kind that is not served', async api => {
    await api.kubectl(['get', 'nothings']);
    await api.kubectl(['get', 'nothings.example.com', 'x']);
  });
  add('get --raw', async api => {
    await madeMap(api);
    await api.kubectl(['get', '--raw', api.in(MAPS, 'one')]);
    await api.kubectl(['get', '--raw', '/apis/none.example.com/v1']);
    await api.kubectl(['get', '--raw', '/readyz']);
  });
  add('get --watch begins with what is there', async api => {
    await madeMap(api);
    await api.kubectl(['get', 'configmap', 'one', '--watch', '--request-timeout=1s', '-o', 'name']);
  });
  add('get --watch-only of nothing ends with its time', async api => {
    await api.kubectl(['get', 'secrets', '--watch-only', '--request-timeout=1s', '-o', 'name']);
  });
  add('describe of a ConfigMap', async api => {
    await madeMap(api);
    await api.kubectl(['describe', 'configmap', 'one']);
    await api.kubectl(['describe', 'configmap', 'none']);
  });
  add('describe of a Deployment that nobody rolls out', async api => {
    await api.kubectlQuietly(['create', '-f', '-'], { stdin: JSON.stringify(deployment('web')) });
    await api.kubectl(['describe', 'deployment', 'web']);
  });
  add('describe of a Service', async api => {
    await api.kubectlQuietly(['create', '-f', '-'], {
      stdin: SERVICE.replace('selector', 'clusterIP: None\n  selector'),
    });
    await api.kubectl(['describe', 'service', 'web']);
  });
  add('describe of a namespace', async api => {
    await api.kubectl(['describe', 'namespace', api.namespace]);
  });
}

function addWaits(add: Add) {
  add('wait for a jsonpath', async api => {
    await madeMap(api);
    await api.kubectl(['wait', 'configmap/one', '--for=jsonpath={.data.a}=1', '--timeout=5s']);
    await api.kubectl(['wait', 'configmap/one', '--for=jsonpath={.data.a}=2', '--timeout=1s']);
    await api.kubectl(['wait', 'configmap/one', '--for=jsonpath={.data.b}', '--timeout=5s']);
  });
  add('wait for the deletion of what is not there', async api => {
    await api.kubectl(['wait', 'configmap/none', '--for=delete', '--timeout=5s']);
  });
  add('wait for a creation', async api => {
    await madeMap(api);
    await api.kubectl(['wait', 'configmap/one', '--for=create', '--timeout=5s']);
  });
  add('wait for what is not there', async api => {
    await api.kubectl(['wait', 'configmap/none', '--for=condition=Ready', '--timeout=1s']);
  });
  add('wait for the condition of a namespace', async api => {
    await api.kubectl([
      'wait',
      `namespace/${api.namespace}`,
      '--for=jsonpath={.status.phase}=Active',
      '--timeout=5s',
    ]);
  });
}

export const kubectlObjects = contractSuite(
  'kubectlObjects',
  add => {
    addMarks(add);
    addWrites(add);
    addReads(add);
    addWaits(add);
  },
  { usesKubectl: true },
);
