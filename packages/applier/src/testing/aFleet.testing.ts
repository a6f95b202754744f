import { instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import type { WorkInput } from '../applyWork';
import { startStubApi, type StubApiOptions } from './stubApi';

export const NOON = instant(1_795_262_400_000);

export const aNamespace = (name = 'web'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

export const aConfigMap = (data: Record<string, string> = { a: '1' }, name = 'app'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web' },
  data,
});

export const aDeployment = (image = 'nginx:1'): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', namespace: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'app' } },
    template: { metadata: { labels: { app: 'app' } }, spec: { containers: [{ name: 'app', image }] } },
  },
});

/** Deployment, ConfigMap, Namespace: on purpose not in the order in which they must be applied. */
export const aWebsite = (patch: { image?: string; data?: Record<string, string> } = {}) => [
  aDeployment(patch.image),
  aConfigMap(patch.data),
  aNamespace(),
];

export const aWork = (patch: Partial<WorkInput> = {}): WorkInput => ({
  placement: 'web',
  cluster: 'c1',
  revision: 'r1',
  manifests: aWebsite(),
  applyStrategy: {},
  now: NOON,
  ...patch,
});

/** One stub cluster `c1` with a client; call `stop` in the end. */
export async function startCluster(options: StubApiOptions = {}) {
  const api = await startStubApi(options);
  const client = new KubeClient(api.endpoint('c1'));
  return {
    api,
    client,
    stub: api.cluster('c1'),
    async stop() {
      await client.close();
      await api.stop();
    },
  };
}
