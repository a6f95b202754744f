import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { eventually } from '../__testUtils__/eventually';
import { followClusterProfiles } from './followClusterProfiles';

const PLACE = { group: 'multicluster.x-k8s.io', version: 'v1alpha1', plural: 'clusterprofiles' };
const RESOURCE = { ...PLACE, kind: 'ClusterProfile', namespaced: true };
const aProfile = (name: string, namespace = 'fleet-system') => ({
  apiVersion: 'multicluster.x-k8s.io/v1alpha1',
  kind: 'ClusterProfile',
  metadata: { name, namespace },
  spec: { displayName: name },
});
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'clusterprofiles.multicluster.x-k8s.io' },
  spec: {
    group: PLACE.group,
    scope: 'Namespaced',
    names: { kind: 'ClusterProfile', plural: 'clusterprofiles' },
    versions: [{ name: 'v1alpha1' }],
  },
};

describe('followClusterProfiles (C/CPF-002)', () => {
  let api: StubApi;
  let client: KubeClient;
  let reported: string[];
  let absent: number;
  let ended: AbortController;
  let following: Promise<void>;

  beforeEach(async () => {
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    reported = [];
    absent = 0;
    ended = new AbortController();
    const options = {
      signal: ended.signal,
      jitter: () => 0,
      idleMs: 200,
      backoff: { firstMs: 10, longestMs: 10 },
      onAbsent: () => {
        absent += 1;
      },
    };
    for (const namespace of ['fleet-system', 'elsewhere'])
      hub().put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      );
    following = followClusterProfiles(client, options, async members => {
      reported.push(...(members === 'all' ? ['all'] : members));
    });
    await eventually(
      () => absent,
      count => count > 0,
    );
    hub().put(
      { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' },
      DEFINITION,
    );
    await reports('all');
  });
  afterEach(async () => {
    ended.abort();
    await following;
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const reports = (...wanted: string[]) =>
    eventually(
      () => reported,
      found => JSON.stringify(found) === JSON.stringify(wanted),
    );
  const patch = (body: object, subresource?: 'status') =>
    client.patch(
      RESOURCE,
      { namespace: 'fleet-system', name: 'edge' },
      { patch: { type: 'merge', body }, fieldManager: 'test', ...(subresource && { subresource }) },
    );

  it('reports all once the hub serves the kind, and each that is edited or deleted', async () => {
    hub().put(PLACE, aProfile('edge'));
    await reports('all', 'edge');
    await patch({ spec: { displayName: 'mine' } });
    await reports('all', 'edge', 'edge');
    await client.delete(RESOURCE, { namespace: 'fleet-system', name: 'edge' });
    await reports('all', 'edge', 'edge', 'edge');
  });

  it('reports no status, which is our own, and no profile of others', async () => {
    hub().put(PLACE, aProfile('edge'));
    await reports('all', 'edge');
    await patch({ status: { version: { kubernetes: 'v1.33.2' } } }, 'status');
    hub().put(PLACE, aProfile('theirs', 'elsewhere'));
    hub().put(PLACE, aProfile('last'));
    await reports('all', 'edge', 'last');
  });
});
