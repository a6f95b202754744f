import { setTimeout as delay } from 'node:timers/promises';
import { ClusterApiProvider, systemPorts } from '@fleetstage/backstage-plugin-fleetstage-backend';
import type { VersionProviderTrial } from '@fleetstage/backstage-plugin-fleetstage-node/testing';
import { fixedCredentials, KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { eventually } from '../eventually';
import type { ClusterApi } from './startClusterApi';

const CLUSTER = { group: 'cluster.x-k8s.io', version: 'v1beta2', kind: 'Cluster' };
const CLASS = { group: 'cluster.x-k8s.io', version: 'v1beta2', kind: 'ClusterClass' };
export const NAMESPACE = 'default';
const IN_MEMORY = { namespace: NAMESPACE, name: 'in-memory' };
export const VERSIONS = { first: 'v1.33.4', patch: 'v1.33.5', next: 'v1.34.1', twoAhead: 'v1.35.0' };
/** Nobody has given any right to it. */
export const POWERLESS = { name: 'nobody', token: 'a-token-of-nobody-in-particular' };
/** Of one control plane and one node on two busy cores; takes a minute on idle ones. */
export const UPGRADE_MS = 300_000;

export type NodeUpgrades = 'Held' | 'Coupled';

/** Reads until it is good, not so often that the API server has nothing else to do; fails with the last answer. */
export const until = <T>(read: () => T | Promise<T>, isGood: (value: T) => boolean): Promise<T> =>
  eventually(
    'it is so',
    async () => {
      const value = await read();
      if (!isGood(value)) throw new Error(JSON.stringify(value) ?? 'nothing');
      return value;
    },
    { timeoutMs: UPGRADE_MS, intervalMs: 500 },
  );

/** A management cluster as tests use it. */
export class Management {
  private readonly clients: KubeClient[] = [];
  readonly client: KubeClient;

  constructor(private readonly capi: ClusterApi) {
    this.client = this.connect(capi.fleet.hub.adminToken);
  }

  provider = (nodeUpgrades: NodeUpgrades = 'Held', client = this.client) =>
    new ClusterApiProvider({ name: 'management', client, ports: systemPorts, nodeUpgrades });

  providerWithoutRights = () => this.provider('Held', this.connect(POWERLESS.token));
  providerOutOfReach = () => this.provider('Held', this.connect(POWERLESS.token, 'https://127.0.0.1:1'));

  /** A cluster of the class with one control plane and pools of one node, at rest on the first version. */
  async makeCluster(
    name: string,
    { pools = ['workers'], className = 'in-memory', version = VERSIONS.first } = {},
  ): Promise<string> {
    await this.client.create(clusterOf({ name, pools, className, version }));
    const id = `${NAMESPACE}/${name}`;
    await this.untilAtRest(id);
    return id;
  }

  async untilAtRest(id: string): Promise<void> {
    const provider = this.provider();
    await eventually(
      `${id} is at rest`,
      async () => {
        const state = await provider.getClusterState(id, new AbortController().signal);
        if (state === undefined) throw new Error('it is not there');
        const { controlPlane, pools, blocked } = state;
        const parts = [controlPlane, ...pools];
        if (blocked.length > 0 || parts.some(({ upgrading, healthy }) => upgrading || !healthy))
          throw new Error(JSON.stringify(state));
      },
      { timeoutMs: UPGRADE_MS, intervalMs: 500 },
    );
  }

  async createAll(objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.client.create(object);
  }

  /** The class `in-memory` under another name, with more in its spec. */
  async copyClass(name: string, spec: object): Promise<void> {
    const { metadata, status, ...found } = await this.client.get(CLASS, IN_MEMORY);
    await this.client.create({
      ...found,
      metadata: { name, namespace: NAMESPACE },
      spec: { ...(found.spec as object), ...spec },
    } as KubeObject);
    await eventually(`the class ${name} is ready`, async () => {
      const read = await this.client.get(CLASS, { ...IN_MEMORY, name });
      if (!JSON.stringify(read.status ?? {}).includes('VariablesReady')) throw new Error('not yet');
    });
  }

  async listVersions(name: string, kubernetesVersions: readonly string[]): Promise<void> {
    const body = { spec: { kubernetesVersions } };
    await this.client.patch(CLASS, { ...IN_MEMORY, name }, { patch: { type: 'merge', body } });
  }

  async delete(id: string): Promise<void> {
    await this.client.delete(CLUSTER, { namespace: NAMESPACE, name: id.split('/')[1] });
  }

  patch(id: string, operations: readonly object[]): Promise<KubeObject> {
    const name = id.split('/')[1];
    return this.client.patch(
      CLUSTER,
      { namespace: NAMESPACE, name },
      { patch: { type: 'json', body: operations } },
    );
  }

  get(id: string): Promise<KubeObject> {
    return this.client.get(CLUSTER, { namespace: NAMESPACE, name: id.split('/')[1] });
  }

  /** No machine of the version starts. */
  async makeStuck(id: string, version = VERSIONS.next): Promise<void> {
    await this.patch(id, [
      { op: 'add', path: '/spec/topology/variables', value: [{ name: 'stuckAt', value: version }] },
    ]);
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map(client => client.close()));
  }

  private connect(token: string, server = this.capi.fleet.hub.url): KubeClient {
    const credentials = fixedCredentials({ authorization: `Bearer ${token}` });
    const client = new KubeClient({ server, ca: this.capi.fleet.hub.caPem, credentials });
    this.clients.push(client);
    return client;
  }
}

/** The conformance suite's view of it; the management cluster stays with the caller. */
export const trialOf = (management: Management, nodeUpgrades: NodeUpgrades): VersionProviderTrial => ({
  provider: management.provider(nodeUpgrades),
  versions: VERSIONS,
  makeCluster: name => management.makeCluster(name),
  passTime: () => delay(500),
  makeStuck: id => management.makeStuck(id),
  outOfReach: management.providerOutOfReach(),
  withoutRights: management.providerWithoutRights(),
  upgradeWithinMs: UPGRADE_MS,
  stop: async () => {},
});

function clusterOf({
  name,
  pools,
  className,
  version,
}: {
  readonly name: string;
  readonly pools: readonly string[];
  readonly className: string;
  readonly version: string;
}): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: ['192.168.0.0/16'] },
        services: { cidrBlocks: ['10.128.0.0/12'] },
      },
      topology: {
        classRef: { name: className },
        version,
        controlPlane: { replicas: 1 },
        workers: {
          machineDeployments: pools.map(pool => ({ class: 'worker', name: pool, replicas: 1 })),
        },
      },
    },
  };
}
