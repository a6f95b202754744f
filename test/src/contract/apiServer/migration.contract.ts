import type { Api } from './Api';
import { deployment } from './objects';
import { apply, CHANGED, CONFIG_MAP } from './kubectlFixtures';
import { applyAs, DEPLOYMENTS, MAPS, mergeAs } from './patchFixtures';
import { contractSuite } from './suite';

const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
const look = (api: Api) => api.get(api.in(MAPS, 'one'));
const WITHOUT_B = CONFIG_MAP.replace('  b: "2"\n', '');

/** What was applied by clients becomes what is applied by the server. */
export const migration = contractSuite(
  'migration',
  add => {
    add('kubectl apply leaves a note of what it applied', async api => {
      await apply(api, CONFIG_MAP);
      await look(api);
      await api.kubectl(['apply', 'view-last-applied', 'configmap', 'one']);
      await api.kubectl(['apply', 'view-last-applied', 'configmap/one', '-o', 'json']);
    });
    add('the same with --server-side takes it over without a conflict', async api => {
      await apply(api, CONFIG_MAP);
      await apply(api, CONFIG_MAP, '--server-side');
      await look(api);
    });
    add('a change with --server-side is no conflict with what kubectl applied before', async api => {
      await apply(api, CONFIG_MAP);
      await apply(api, CHANGED, '--server-side');
      await look(api);
    });
    add('a field that is left out with --server-side is removed, as kubectl owned it', async api => {
      await apply(api, CONFIG_MAP);
      await apply(api, WITHOUT_B, '--server-side');
      await look(api);
      await apply(api, WITHOUT_B, '--server-side');
      await look(api);
    });
    add('what another one changed since is a conflict', async api => {
      await apply(api, CONFIG_MAP);
      await mergeAs(api, 'editor', api.in(MAPS, 'one'), { data: { b: '9' } });
      await apply(api, CHANGED, '--server-side');
      await apply(api, CHANGED, '--server-side', '--force-conflicts');
      await look(api);
    });
    add('what another one changed to the same is no conflict', async api => {
      await apply(api, CONFIG_MAP);
      await mergeAs(api, 'editor', api.in(MAPS, 'one'), { data: { b: '3' } });
      await apply(api, CHANGED, '--server-side');
      await look(api);
    });
    add('another field manager has no part in the note', async api => {
      await apply(api, CONFIG_MAP);
      await apply(api, CHANGED, '--server-side', '--field-manager=other');
      await apply(api, CHANGED, '--server-side', '--field-manager=other', '--force-conflicts');
      await look(api);
    });
    add('an object that was created and not applied is a conflict', async api => {
      await api.kubectl(['create', '-f', '-'], { stdin: CONFIG_MAP });
      await apply(api, CHANGED, '--server-side');
    });
    add('apply by the client after apply by the server', async api => {
      await apply(api, CONFIG_MAP, '--server-side');
      await apply(api, CHANGED);
      await look(api);
    });
    add('and back again', async api => {
      await apply(api, CONFIG_MAP);
      await apply(api, CONFIG_MAP, '--server-side');
      await apply(api, CHANGED);
      await look(api);
      await apply(api, CONFIG_MAP, '--server-side');
      await look(api);
    });
    add('apply of what was created warns of the missing note', async api => {
      await api.kubectl(['create', '-f', '-'], { stdin: CONFIG_MAP });
      await apply(api, CHANGED);
      await look(api);
      await api.kubectl(['apply', 'view-last-applied', 'configmap', 'one']);
    });
    add('create --save-config leaves the note, set-last-applied changes it', async api => {
      await api.kubectl(['create', '--save-config', '-f', '-'], { stdin: CONFIG_MAP });
      await api.kubectl(['apply', 'set-last-applied', '-f', '-'], { stdin: CHANGED });
      await api.kubectl(['apply', 'view-last-applied', 'configmap', 'one']);
    });
    add('no note to look at', async api => {
      await api.kubectl(['create', '-f', '-'], { stdin: CONFIG_MAP });
      await api.kubectl(['apply', 'view-last-applied', 'configmap', 'one']);
      await api.kubectl(['apply', 'set-last-applied', '-f', '-'], { stdin: CHANGED });
    });
    add('a note that cannot be read is no note', async api => {
      await api.post(`${api.in(MAPS)}?fieldManager=kubectl-client-side-apply`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'one', annotations: { [NOTE]: '{no' } },
        data: { a: '1' },
      });
      await applyAs(api, 'kubectl', api.in(MAPS, 'one'), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'one' },
        data: { a: '2' },
      });
    });
    add('a note of another version is no note', async api => {
      const note = JSON.stringify({
        apiVersion: 'v0',
        kind: 'ConfigMap',
        metadata: { name: 'one' },
        data: { a: '1' },
      });
      await api.post(api.in(MAPS), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'one', annotations: { [NOTE]: note } },
        data: { a: '1' },
      });
      await applyAs(api, 'kubectl', api.in(MAPS, 'one'), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'one' },
        data: { a: '2' },
      });
    });
    add('a Deployment with lists', async api => {
      const body = deployment('web');
      await api.kubectlQuietly(['apply', '-f', '-'], { stdin: JSON.stringify(body) });
      const containers = [
        { name: 'main', image: 'registry.example/web:2' },
        { name: 'side', image: 'registry.example/side:1' },
      ];
      const next = deployment('web', {
        template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
      });
      await api.kubectl(['apply', '--server-side', '-f', '-'], { stdin: JSON.stringify(next) });
      await api.get(api.in(DEPLOYMENTS, 'web'));
      await api.kubectl(['apply', '--server-side', '-f', '-'], { stdin: JSON.stringify(body) });
      await api.get(api.in(DEPLOYMENTS, 'web'));
    });
  },
  { usesKubectl: true },
);
