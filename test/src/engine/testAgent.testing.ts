import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { agentIdentity, createAgentAccount } from '../story/agentAccount';
import type { FleetCluster } from '../story/startFleet';

/** What a member agent says of itself and its cluster; absent: as healthy as can be. */
export interface AgentWords {
  readonly joined?: 'True' | 'False' | 'Unknown';
  readonly healthy?: 'True' | 'False' | 'Unknown';
  /** Of its heartbeat. */
  readonly agoMs?: number;
  readonly properties?: Readonly<Record<string, string>>;
}

const KIND = {
  group: 'cluster.kubernetes-fleet.io',
  version: 'v1beta1',
  kind: 'InternalMemberCluster',
  plural: 'internalmemberclusters',
  namespaced: true,
};

const rfc3339 = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A member whose agent is a service account of the hub. */
export const pullMemberYaml = (name: string) => `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata: { name: ${name}, labels: { tier: edge } }
spec:
  identity: ${JSON.stringify(agentIdentity(name))}
  heartbeatPeriodSeconds: 5
---`;

/** The least of an agent: reports on the hub with its token, when it is told to. */
export class TestAgent {
  private readonly client: KubeClient;

  private constructor(
    hub: FleetCluster,
    private readonly member: string,
    readonly token: string,
  ) {
    this.client = new KubeClient({
      server: hub.url,
      ca: hub.caPem,
      credentials: fixedCredentials({ authorization: `Bearer ${token}` }),
    });
  }

  static async start(hub: FleetCluster, member: string): Promise<TestAgent> {
    return new TestAgent(hub, member, await createAgentAccount(hub, member));
  }

  private get at() {
    return { namespace: `fleet-member-${this.member}`, name: this.member };
  }

  /** `spec.state` of its InternalMemberCluster. */
  async state(): Promise<string> {
    const { spec } = await this.client.get(KIND, this.at);
    return (spec as { state: string }).state;
  }

  async report(words: AgentWords = {}): Promise<void> {
    const { joined = 'True', healthy = 'True', agoMs = 0, properties = {} } = words;
    const now = Date.now();
    const condition = (type: string, status: string, reason: string) => ({
      ...{ type, status, reason, message: '', observedGeneration: 1 },
      lastTransitionTime: rfc3339(now - 3_600_000),
    });
    const observationTime = rfc3339(now);
    const status = {
      conditions: [
        condition('ClusterPropertyProviderStarted', 'True', 'Started'),
        condition('ClusterPropertyCollectionSucceeded', 'True', 'PropertiesCollected'),
      ],
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, { value, observationTime }]),
      ),
      resourceUsage: { available: { cpu: '4' }, allocatable: { cpu: '8' }, observationTime },
      agentStatus: [
        {
          type: 'MemberAgent',
          lastReceivedHeartbeat: rfc3339(now - agoMs),
          conditions: [
            condition('Joined', joined, 'InternalMemberClusterReported'),
            ...(joined === 'False' ? [] : [condition('Healthy', healthy, 'InternalMemberClusterReported')]),
          ],
        },
      ],
    };
    const patch = { type: 'merge', body: { status } } as const;
    await this.client.patch(KIND, this.at, { patch, subresource: 'status' });
  }

  /** Overwrites the spec of its InternalMemberCluster, as its rights allow. */
  async writeSpec(spec: object): Promise<void> {
    await this.client.patch(KIND, this.at, { patch: { type: 'merge', body: { spec } } });
  }

  stop(): Promise<void> {
    return this.client.close();
  }
}
