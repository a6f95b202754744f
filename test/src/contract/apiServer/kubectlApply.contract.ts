import { CHANGED, CONFIG_MAP, apply, madeMap, SERVICE, TWO_MAPS } from './kubectlFixtures';
import { MAPS } from './patchFixtures';
import { contractSuite, type Add } from './suite';

const WITHOUT_NAME = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "1"\n';

function addApply(add: Add) {
  add('apply is created, then unchanged, then configured', async api => {
    await apply(api, CONFIG_MAP);
    await apply(api, CONFIG_MAP);
    await apply(api, CHANGED);
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.data}']);
  });
  add('apply --server-side says that it did', async api => {
    await apply(api, CONFIG_MAP, '--server-side');
    await apply(api, CONFIG_MAP, '--server-side');
    await apply(api, CHANGED, '--server-side');
  });
  add('apply --server-side tells a conflict and how to go on', async api => {
    await apply(api, CONFIG_MAP, '--server-side', '--field-manager=first');
    await apply(api, CHANGED, '--server-side', '--field-manager=second');
    await apply(api, CHANGED, '--server-side', '--field-manager=second', '--force-conflicts');
  });
  add('several documents are applied one after the other', async api => {
    await apply(api, TWO_MAPS);
    await apply(api, TWO_MAPS.replace('c: "3"', 'c: "4"'));
    await apply(api, TWO_MAPS, '-l', 'tier=front');
  });
  add('what is wrong with one document does not hold up the next', async api => {
    await apply(api, `${WITHOUT_NAME}---\n${CONFIG_MAP}`);
    await apply(api, `${CONFIG_MAP.replace('name: one', 'name: Not_A_Name')}---\n${CONFIG_MAP}`);
  });
  add('an unknown field is an error, or a warning', async api => {
    const odd = `${CONFIG_MAP}datum:\n  c: "3"\n`;
    await apply(api, odd);
    await apply(api, odd, '--validate=warn');
    await apply(api, odd, '--validate=false');
  });
  add('a wrong type is told by the field', async api => {
    await apply(api, CONFIG_MAP.replace('"1"', '1'));
    await apply(api, CONFIG_MAP.replace('"1"', '1'), '--validate=false');
    await apply(api, SERVICE.replace('80', 'eighty'), '--server-side');
  });
  add('a kind that nobody serves', async api => {
    await apply(api, 'apiVersion: example.com/v1\nkind: Nothing\nmetadata:\n  name: x\n');
    await apply(api, 'apiVersion: v1\nkind: Nothing\nmetadata:\n  name: x\n');
  });
  add('no YAML at all', async api => {
    await apply(api, 'hello: [');
    await apply(api, '');
  });
  add('another namespace than that of the call', async api => {
    await apply(api, CONFIG_MAP.replace('name: one', 'name: one\n  namespace: elsewhere'));
  });
  add('dry runs of both kinds', async api => {
    await apply(api, CONFIG_MAP, '--dry-run=client');
    await apply(api, CONFIG_MAP, '--dry-run=server');
    await apply(api, CONFIG_MAP, '--dry-run=server', '--server-side');
    await api.kubectl(['get', 'configmap', 'one']);
  });
  add('a deleted key is taken out of a Service and of its ports', async api => {
    await apply(
      api,
      SERVICE.replace('- port: 80', '- port: 80\n      name: http\n    - port: 443\n      name: https'),
    );
    await apply(api, SERVICE);
    await api.kubectl(['get', 'service', 'web', '-o', 'jsonpath={.spec.ports}']);
  });
  add('apply -o name and -o jsonpath', async api => {
    await apply(api, TWO_MAPS, '-o', 'name');
    await apply(api, CHANGED, '-o', 'jsonpath={.data.b}');
  });
  add('apply of an immutable field is refused', async api => {
    await apply(api, `${CONFIG_MAP}immutable: true\n`);
    await apply(api, CHANGED);
  });
  add('apply of a list', async api => {
    const item = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } };
    await apply(
      api,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item, { ...item, metadata: { name: 'y' } }] }),
    );
  });
  add('generateName cannot be applied', async api => {
    await apply(api, CONFIG_MAP.replace('name: one', 'generateName: one-'));
  });
}

function addPrune(add: Add) {
  const labelled = TWO_MAPS.replaceAll(/name: (\w+)\n/g, 'name: $1\n  labels:\n    set: mine\n').replace(
    '  labels:\n    tier: front\n',
    '',
  );
  add('apply --prune by label deletes what is no longer applied', async api => {
    await apply(api, labelled, '--prune', '-l', 'set=mine', '--prune-allowlist=core/v1/ConfigMap');
    const [first] = labelled.split('---\n');
    await apply(api, first, '--prune', '-l', 'set=mine', '--prune-allowlist=core/v1/ConfigMap');
    await api.kubectl(['get', 'configmaps', '-l', 'set=mine', '-o', 'name']);
  });
  add('apply --prune by apply set deletes what is no longer applied', async api => {
    const env = { KUBECTL_APPLYSET: 'true' };
    const args = ['apply', '--prune', '--applyset=configmaps/my-set', '-f', '-'];
    await api.kubectl(args, { stdin: TWO_MAPS, env });
    await api.kubectl(args, { stdin: CONFIG_MAP, env });
    await api.get(api.in(MAPS, 'my-set'));
    await api.kubectl(['get', 'configmaps', '-o', 'name']);
  });
}

function addDiff(add: Add) {
  add('diff of what is as it is ends with 0', async api => {
    await api.kubectlQuietly(['apply', '-f', '-'], { stdin: CONFIG_MAP });
    await api.kubectl(['diff', '-f', '-'], { stdin: CONFIG_MAP });
  });
  add('diff of a change ends with 1', async api => {
    await api.kubectlQuietly(['apply', '-f', '-'], { stdin: CONFIG_MAP });
    await api.kubectl(['diff', '-f', '-'], { stdin: CHANGED });
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.data.b}']);
  });
  add('diff --server-side of a conflict', async api => {
    await api.kubectlQuietly(['apply', '--server-side', '--field-manager=first', '-f', '-'], {
      stdin: CONFIG_MAP,
    });
    await api.kubectl(['diff', '--server-side', '-f', '-'], { stdin: CHANGED });
  });
  add('diff of what is not there yet shows all of it', async api => {
    await api.kubectl(['diff', '-f', '-'], { stdin: CONFIG_MAP });
  });
  add('diff --server-side of a change', async api => {
    await api.kubectlQuietly(['apply', '--server-side', '-f', '-'], { stdin: CONFIG_MAP });
    await api.kubectl(['diff', '--server-side', '-f', '-'], { stdin: CHANGED });
  });
  add('diff of what cannot be read ends above 1', async api => {
    await api.kubectl(['diff', '-f', '-'], {
      stdin: 'apiVersion: v1\nkind: Nothing\nmetadata:\n  name: x\n',
    });
  });
}

function addEdits(add: Add) {
  const edit = (expression: string) => ({ KUBE_EDITOR: `perl -pi -e ${expression}` });
  add('edit of an object', async api => {
    await madeMap(api);
    await api.kubectl(['edit', 'configmap', 'one'], { env: edit('s/(a:.)[[:punct:]]1[[:punct:]]/$1x/') });
    await api.kubectl(['get', 'configmap', 'one', '-o', 'jsonpath={.data.a}']);
  });
  add('edit that changes nothing', async api => {
    await madeMap(api);
    await api.kubectl(['edit', 'configmap', 'one'], { env: edit('s/nothing/else/') });
  });
  add('edit of what is not there', async api => {
    await api.kubectl(['edit', 'configmap', 'none'], { env: edit('s/a/b/') });
  });
  add('edit of an immutable object is told and dropped', async api => {
    await api.kubectlQuietly(['create', '-f', '-'], { stdin: `${CONFIG_MAP}immutable: true\n` });
    await api.kubectl(['edit', 'configmap', 'one'], { env: edit('s/(a:.)[[:punct:]]1[[:punct:]]/$1x/') });
  });
  add('edit --output-patch tells the patch', async api => {
    await madeMap(api);
    await api.kubectl(['edit', 'configmap', 'one', '--output-patch'], {
      env: edit('s/(a:.)[[:punct:]]1[[:punct:]]/$1x/'),
    });
  });
}

export const kubectlApply = contractSuite(
  'kubectlApply',
  add => {
    addApply(add);
    addPrune(add);
    addDiff(add);
    addEdits(add);
  },
  { usesKubectl: true },
);
