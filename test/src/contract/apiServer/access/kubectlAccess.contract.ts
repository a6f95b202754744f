import { contractSuite } from '../suite';
import { untilDecided, type Rule } from './people';

const mapRule: Rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] };

export const kubectlAccess = contractSuite(
  'kubectl access',
  add => {
    add('auth can-i', async api => {
      const user = { kind: 'User', name: `zoe-${api.namespace}` } as const;
      await api.kubectl([
        'create',
        'role',
        'maps',
        '--verb=get,list',
        '--resource=configmaps,deployments.apps/scale',
      ]);
      await api.kubectl(['create', 'rolebinding', 'maps', '--role=maps', `--user=${user.name}`]);
      await untilDecided(api, { subject: user, rule: mapRule, isAllowed: true, namespace: api.namespace });
      const as = `--as=${user.name}`;
      for (const asked of [
        ['get', 'configmaps'],
        ['get', 'configmaps/one'],
        ['delete', 'configmaps'],
        ['get', 'deployments', '--subresource=scale'],
        ['get', 'nodes'],
        ['get', '/api'],
        ['get', '/logs/'],
        ['get', 'nothings'],
      ])
        await api.kubectl(['auth', 'can-i', ...asked, as]);
      await api.kubectl(['auth', 'can-i', '*', '*']);
      await api.kubectl(['auth', 'can-i', 'list', 'configmaps', '--quiet', as]);
    });
    add('auth can-i --list', async api => {
      await api.kubectl(['auth', 'can-i', '--list', '--as=zoe', '--as-group=nobody', '--no-headers']);
    });
    add('auth whoami', async api => {
      await api.kubectl(['auth', 'whoami', '--as=zoe']);
      await api.kubectl(['auth', 'whoami', '--as=zoe', '--as-group=g', '--as-uid=7', '-o', 'yaml']);
      await api.kubectl(['auth', 'whoami', '--as-group=g']);
    });
    add('get as somebody who may not', async api => {
      await api.kubectl(['get', 'configmaps', '--as=zoe']);
      await api.kubectl(['get', 'configmaps', '-A', '--as=zoe', '--as-group=g']);
      await api.kubectl(['get', 'configmap', 'none', '--as=zoe', '--as-group=system:masters']);
      await api.kubectl(['delete', 'namespace', 'default', '--as=zoe']);
    });
    add('create token', async api => {
      await api.kubectlQuietly(['create', 'serviceaccount', 'robot']);
      const { stdout, exitCode } = await api.kubectlQuietly(['create', 'token', 'robot']);
      const parts = stdout.trim().split('.').length;
      api.transcript.note('kubectl create token robot', { status: exitCode, body: { parts } });
      await api.kubectl(['create', 'token', 'robot', '--duration=1m']);
      await api.kubectl(['create', 'token', 'nobody']);
      await api.kubectl([
        'create',
        'token',
        'robot',
        '--bound-object-kind=Secret',
        '--bound-object-name=none',
      ]);
    });
    add('auth reconcile', async api => {
      const manifest = (verbs: readonly string[]) =>
        JSON.stringify({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'maps', namespace: api.namespace },
          rules: [{ ...mapRule, verbs }],
        });
      for (const verbs of [['get'], ['get', 'list'], ['watch']])
        await api.kubectl(['auth', 'reconcile', '-f', '-'], { stdin: manifest(verbs) });
      await api.kubectl(['get', 'role', 'maps', '-o', 'yaml']);
    });
    add('describe and get of roles and bindings', async api => {
      await api.kubectl([
        'create',
        'role',
        'maps',
        '--verb=get,list',
        '--resource=configmaps,pods/log',
        '--resource-name=a',
      ]);
      await api.kubectl([
        'create',
        'rolebinding',
        'maps',
        '--role=maps',
        '--user=zoe',
        '--group=g',
        '--serviceaccount=default:x',
      ]);
      await api.kubectl(['describe', 'role', 'maps']);
      await api.kubectl(['describe', 'rolebinding', 'maps']);
      await api.kubectl(['get', 'rolebindings', '-o', 'wide']);
      await api.kubectl(['describe', 'clusterrole', 'system:discovery']);
    });
  },
  { usesKubectl: true },
);
