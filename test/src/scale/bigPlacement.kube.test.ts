import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mockCredentials, mockServices, startTestBackend } from '@backstage/backend-test-utils';
import fleetstagePlugin from '@fleetstage/backstage-plugin-fleetstage-backend';
import type { KubeObject } from '@fleetstage/kube-client';
import knexFactory, { type Knex } from 'knex';
import { startBenchHub, type RealBenchHub } from '../bench/benchHub';
import { PLACEMENT_API, isTrue, memberCluster, workload } from '../bench/benchObjects';
import { limitTo } from '../bench/floorOrder';
import { startStubMembers, type StubMembers } from '../bench/startStubMembers';
import { eventually } from '../eventually';

const HEALTHY = 1_000;
/** Their Deployments never become available. */
const STUCK = 500;
const ALL = HEALTHY + STUCK;
const MINUTES = 60_000;
/** A day: longer than any test. */
const NEVER_MS = 86_400_000;
const NAME = 'big';
const MEMBER_CLUSTER = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };
const PLACEMENT = { ...PLACEMENT_API, kind: 'ClusterResourcePlacement' };
/** RUL 42, and what spec and metadata take beside it. */
const MOST_BYTES = 1024 * 1024 + 16 * 1024;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

interface Status {
  readonly conditions: readonly Condition[];
  readonly placementStatuses: readonly {
    readonly clusterName: string;
    readonly conditions: readonly Condition[];
    readonly failedPlacements?: readonly unknown[];
  }[];
}

interface ClusterPage {
  readonly items: readonly {
    readonly cluster: string;
    readonly isPicked: boolean;
    readonly reason: string;
    readonly failed?: readonly { readonly kind: string }[];
  }[];
  readonly nextCursor?: string;
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}-${String(i + 1).padStart(4, '0')}`);

describe(`${ALL} clusters on one placement, on a real hub with etcd`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-big-'));
  const endings: (() => unknown)[] = [];
  let hub: RealBenchHub;
  let ask: (path: string) => Promise<unknown>;

  beforeAll(async () => {
    hub = await startBenchHub();
    endings.push(() => hub.stop());
    const healthy = await startStubMembers(numbered('healthy', HEALTHY), 0);
    endings.push(() => healthy.stop());
    const stuck = await startStubMembers(numbered('stuck', STUCK), NEVER_MS);
    endings.push(() => stuck.stop());
    const kubeconfig = path.join(folder, 'kubeconfig');
    hub.saveKubeconfig(kubeconfig, [healthy, stuck].flatMap(toEndpoints));
    const { url, stop } = await startPlugin(folder, kubeconfig);
    endings.push(stop);
    ask = async below => {
      const answer = await fetch(`${url}${below}`, {
        headers: { authorization: mockCredentials.user.header() },
      });
      if (!answer.ok) throw new Error(`GET ${below}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    await join([...healthy.names, ...stuck.names]);
    for (const object of workload(NAME, 1)) await hub.client.create(object);
    await hub.client.create(bigPlacement());
    await untilAllIsTold();
  }, 15 * MINUTES);

  afterAll(async () => {
    for (const end of endings.reverse()) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, MINUTES);

  const live = async () => {
    const object = await hub.client.find(PLACEMENT, { name: NAME });
    if (object === undefined) throw new Error('the placement is gone');
    return { object, status: (object.status ?? {}) as unknown as Status };
  };

  async function join(names: readonly string[]): Promise<void> {
    await eventually('the engine has installed its definitions', () => hub.client.list(MEMBER_CLUSTER));
    await limitTo(16, names, async name => void (await hub.client.create(memberCluster(name, 'production'))));
    await eventually(
      `all ${names.length} members have joined`,
      async () => {
        const { items } = await hub.client.list(MEMBER_CLUSTER);
        const joined = items.filter(({ status }) => isTrue(status, 'Joined')).length;
        expect(joined).toBe(names.length);
      },
      { timeoutMs: 8 * MINUTES, intervalMs: 1_000 },
    );
  }

  /** The last to speak is a stuck cluster, which says that it is not available. */
  const untilAllIsTold = () =>
    eventually(
      'the hub reports all clusters',
      async () => {
        const { status } = await live();
        expect(status.conditions).toContainEqual(
          expect.objectContaining({
            type: 'ClusterResourcePlacementAvailable',
            status: 'False',
            message: expect.stringContaining(` ${STUCK} cluster`),
          }),
        );
      },
      { timeoutMs: 5 * MINUTES, intervalMs: 1_000 },
    );

  it('A/ST-036, RUL 42: the status fits the store, without details, the stuck clusters first, and says what it leaves out', async () => {
    const { object, status } = await live();
    expect(Buffer.byteLength(JSON.stringify(object))).toBeLessThan(MOST_BYTES);
    const entries = status.placementStatuses;
    const trimmed = status.conditions.find(({ type }) => type === 'FleetstageStatusTrimmed');
    expect(trimmed).toMatchObject({ status: 'True', reason: 'FleetstageStatusTooLarge' });
    expect(trimmed?.message).toContain(`${ALL - entries.length} cluster(s)`);
    expect(entries.filter(entry => entry.failedPlacements !== undefined)).toEqual([]);
    const stuck = entries.filter(({ clusterName }) => clusterName.startsWith('stuck-')).length;
    expect(stuck).toBe(Math.min(STUCK, entries.length));
  });

  it('says of all of them how they are, in the conditions', async () => {
    const { status } = await live();
    expect(status.conditions.map(({ type, status: value, reason }) => [type, value, reason])).toEqual(
      expect.arrayContaining([
        ['ClusterResourcePlacementScheduled', 'True', 'SchedulingPolicyFulfilled'],
        ['ClusterResourcePlacementApplied', 'True', 'ApplySucceeded'],
        ['ClusterResourcePlacementAvailable', 'False', 'ResourceNotAvailableYet'],
      ]),
    );
  });

  it(
    'RUL 23: REST has every cluster, and what fails on the stuck ones',
    async () => {
      const clusters = await listAll();
      expect(clusters).toHaveLength(ALL);
      expect(new Set(clusters.map(({ cluster }) => cluster)).size).toBe(ALL);
      expect(clusters.filter(({ isPicked, reason }) => !isPicked || reason === '')).toEqual([]);
      const failing = clusters.filter(({ failed = [] }) => failed.some(({ kind }) => kind === 'Deployment'));
      expect(failing.map(({ cluster }) => cluster).sort()).toEqual(numbered('stuck', STUCK));
    },
    MINUTES,
  );

  async function listAll() {
    const items: ClusterPage['items'][number][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await ask(`/placements/_/${NAME}/clusters?limit=200${query}`)) as ClusterPage;
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }
});

const toEndpoints = (members: StubMembers) => members.names.map(name => ({ name, url: members.urlOf(name) }));

const bigPlacement = (): KubeObject => ({
  apiVersion: `${PLACEMENT.group}/${PLACEMENT.version}`,
  kind: PLACEMENT.kind,
  metadata: { name: NAME },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: NAME }],
    policy: { placementType: 'PickAll' },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '100%' } },
  },
});

async function startPlugin(folder: string, kubeconfig: string) {
  const knex: Knex = knexFactory({
    client: 'better-sqlite3',
    connection: { filename: path.join(folder, 'fleetstage.sqlite') },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
  const fleetstage = { hubs: [{ name: 'hub', kubeconfig, context: 'hub' }], members: { kubeconfig } };
  const backend = await startTestBackend({
    features: [
      fleetstagePlugin,
      mockServices.rootConfig.factory({ data: { fleetstage } }),
      mockServices.database.factory({ knex }),
    ],
  });
  const { port } = backend.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/api/fleetstage`,
    async stop() {
      await backend.stop();
      await knex.destroy();
    },
  };
}
