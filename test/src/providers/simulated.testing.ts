import { ManualTime } from '@fleetstage/applier/testing';
import { SimulatedProvider } from '@fleetstage/backstage-plugin-fleetstage-backend';
import type { VersionProviderTrial } from '@fleetstage/backstage-plugin-fleetstage-node/testing';
import { startEmbeddedFleet, type EmbeddedFleet } from '@fleetstage/embedded-kube';
import { fixedCredentials, KubeClient, type KubeObject } from '@fleetstage/kube-client';

export const NAMESPACE = 'simulated';
export const NODE_MS = 10_000;
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const POWERLESS = { name: 'nobody', token: 'a-token-of-nobody-in-particular' };

/** Simulated clusters on an embedded hub, on a manual clock. */
export class SimulatedFleet {
  readonly time = new ManualTime();
  private readonly clients: KubeClient[] = [];

  private constructor(private readonly fleet: EmbeddedFleet) {}

  static async start(): Promise<SimulatedFleet> {
    const log = { info: () => {}, error: () => {} };
    const simulated = new SimulatedFleet(await startEmbeddedFleet({ members: 0, users: [POWERLESS], log }));
    await simulated.hub.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    return simulated;
  }

  get hub(): KubeClient {
    return this.clients[0] ?? this.connect(this.fleet.token('hub'));
  }

  provider(client = this.hub): SimulatedProvider {
    const ports = { ...this.time, jitter: { next: () => 0.5 } };
    return new SimulatedProvider({ name: 'demo', client, ports });
  }

  providerWithoutRights = () => this.provider(this.connect(POWERLESS.token));
  providerOutOfReach = () => this.provider(this.connect(POWERLESS.token, 'https://127.0.0.1:1'));

  async make(
    name: string,
    data: Readonly<Record<string, string>>,
    labels: Readonly<Record<string, string>> = { 'fleetstage.io/simulated-cluster': 'true' },
  ): Promise<string> {
    await this.hub.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: NAMESPACE, labels },
      data,
    });
    return `${NAMESPACE}/${name}`;
  }

  /** What `kubectl patch configmap` does. */
  async set(id: string, data: Readonly<Record<string, string | null>>): Promise<KubeObject> {
    const [namespace, name] = id.split('/');
    return this.hub.patch(CONFIG_MAP, { namespace, name }, { patch: { type: 'merge', body: { data } } });
  }

  async data(id: string): Promise<Readonly<Record<string, string | undefined>>> {
    const [namespace, name] = id.split('/');
    return (await this.hub.get(CONFIG_MAP, { namespace, name })).data as Record<string, string>;
  }

  async stop(): Promise<void> {
    await Promise.all(this.clients.map(client => client.close()));
    await this.fleet.stop();
  }

  private connect(token: string, server = `${this.fleet.url}/clusters/hub`): KubeClient {
    const credentials = fixedCredentials({ authorization: `Bearer ${token}` });
    const client = new KubeClient({ server, ca: this.fleet.caPem, credentials });
    this.clients.push(client);
    return client;
  }
}

export async function startSimulatedTrial(): Promise<VersionProviderTrial> {
  const fleet = await SimulatedFleet.start();
  return {
    provider: fleet.provider(),
    versions: { first: 'v1.33.4', patch: 'v1.33.5', next: 'v1.34.1', twoAhead: 'v1.35.0' },
    makeCluster: name =>
      fleet.make(name, { version: 'v1.33.4', pools: 'workers=3', nodeSeconds: String(NODE_MS / 1000) }),
    passTime: async () => fleet.time.advance(NODE_MS),
    makeStuck: async id => {
      await fleet.set(id, { stuck: 'machine 2 waits for an address' });
    },
    makeFail: async (id, message) => {
      await fleet.set(id, { fail: message });
    },
    outOfReach: fleet.providerOutOfReach(),
    withoutRights: fleet.providerWithoutRights(),
    upgradeWithinMs: 30_000,
    stop: () => fleet.stop(),
  };
}
