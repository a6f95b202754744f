import { aPlacement } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServedKinds } from '../kube/ServedKinds';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { captureResources } from './captureResources';

const kind = (name: string, plural: string, scope: string) => ({
  resource: plural,
  responseKind: { kind: name },
  scope,
  verbs: ['get', 'list', 'watch'],
});
const discovery = (group: string, resources: readonly unknown[]) => ({
  kind: 'APIGroupDiscoveryList',
  items: [{ metadata: { name: group }, versions: [{ version: 'v1', resources }] }],
});
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api': discovery('', [
    kind('Namespace', 'namespaces', 'Cluster'),
    kind('ConfigMap', 'configmaps', 'Namespaced'),
  ]),
  '/apis': discovery('apps', [kind('Deployment', 'deployments', 'Namespaced')]),
  '/api/v1/namespaces/web': { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
  '/api/v1/namespaces/web/configmaps': {
    kind: 'ConfigMapList',
    metadata: { resourceVersion: '1' },
    items: [{ metadata: { name: 'settings', namespace: 'web' } }],
  },
};

function answer(url: string, response: ServerResponse): void {
  const found = ANSWERS[url.split('?', 1)[0]];
  const status = { kind: 'Status', code: 403, reason: 'Forbidden', message: 'deployments is forbidden' };
  response
    .writeHead(found ? 200 : 403, { 'content-type': 'application/json' })
    .end(JSON.stringify(found ?? status));
}

describe('captureResources on a hub that lets us read no Deployments', () => {
  const server = createServer((request, response) => answer(request.url ?? '', response));
  let client: KubeClient;

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });

  /** `held`: kinds that the latest snapshot has; `holds`: what the watch of Deployments says. */
  async function capture(held: readonly string[], holds: boolean | 'unknown') {
    const effect = captureResources({
      client: async () => client,
      servedKinds: new ServedKinds(
        async () => client,
        () => 0,
      ),
      holds: ({ kind: name }) => (name === 'Deployment' ? holds : true),
      clock: systemPorts.clock,
      log: silentLog,
    });
    const placement = aPlacement({ name: 'web' });
    const spec = {
      ...placement.spec,
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
    };
    const input = {
      key: { hub: 'hub', name: 'web' },
      placement: { ...placement, spec },
      through: 1,
      held: new Set(held),
    };
    return effect.run(input, { signal: new AbortController().signal, log: silentLog });
  }

  it.each([true, false, 'unknown'] as const)('leaves them out where it never had any (%s)', async holds => {
    expect(await capture(['/Namespace'], holds)).toMatchObject({
      ok: true,
      value: { identifiers: [{ kind: 'Namespace' }, { kind: 'ConfigMap' }] },
    });
  });

  it.each([true, false, 'unknown'] as const)(
    'says what is wrong, rather than take them off the members, where it has placed some (%s)',
    async holds => {
      expect(await capture(['/Namespace', 'apps/Deployment'], holds)).toMatchObject({
        ok: false,
        error: expect.stringContaining('Deployment cannot be read on the hub'),
      });
    },
  );
});
