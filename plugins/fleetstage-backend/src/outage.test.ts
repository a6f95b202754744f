import type { KubeObject, PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Knex } from 'knex';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { Line } from './__testUtils__/Line';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { composeEngine, type Engine } from './compose';
import { loadCluster } from './database/clusterStore';
import type { Database } from './database/db';
import { listTimeline } from './database/timelineStore';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { parseSettings } from './settings';

/** Complete engines start here; the machines of CI have two busy cores. */
jest.setTimeout(90_000);

const databases = createTestDatabases();
const PLACEMENTS = '/apis/placement.kubernetes-fleet.io/v1beta1/clusterresourceplacements';
const MINUTE_MS = 60_000;
const MEMBERS = ['c1', 'c2'] as const;
/** Asked every second, so that a line that is whole again is soon found to be. */
const PERIOD = { heartbeatPeriodSeconds: 1 };
const TOLERANT = { placementType: 'PickAll', tolerations: [{ key: 'gpu', operator: 'Exists' }] };
const PREFER_BEST = {
  placementType: 'PickN',
  numberOfClusters: 1,
  affinity: {
    clusterAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { labelSelector: { matchLabels: { best: 'yes' } } } },
      ],
    },
  },
};

/** A silence of our own takes nothing off any cluster (decision 0013). */
describe('after an outage (A/SCH-020, RUL 25)', () => {
  let fleet: StubFleet;
  let lines: Record<(typeof MEMBERS)[number], Line>;
  let knex: Knex;
  let database: Database;
  let engine: Engine | undefined;
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    fleet = await StubFleet.start();
    fleet.put(withPeriod(aMemberObject('c1', { best: 'yes' })));
    fleet.put(withPeriod(aMemberObject('c2')));
    fleet.hub.put({ group: '', version: 'v1', plural: 'namespaces' }, aNamespace('web'));
    lines = { c1: await lineTo('c1'), c2: await lineTo('c2') };
    await leadOver(lines);
    await newDatabase();
  });
  afterEach(async () => {
    await engine?.stop();
    engine = undefined;
    await Promise.all(Object.values(lines).map(line => line.close()));
    await fleet.stop();
  });

  const withPeriod = (member: KubeObject) => ({ ...member, spec: { ...(member.spec as object), ...PERIOD } });
  const aNamespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const lineTo = (name: string) => Line.to(fleet.api.endpoint(name).server);

  async function leadOver(to: typeof lines): Promise<void> {
    const config = JSON.parse(await readFile(fleet.kubeconfig, 'utf8'));
    for (const { name, cluster } of config.clusters)
      if (name in to) cluster.server = to[name as keyof typeof to].address;
    await writeFile(fleet.kubeconfig, JSON.stringify(config));
  }
  async function newDatabase(): Promise<void> {
    ({ knex, database } = await openTestDatabase(databases, 'SQLITE_3'));
  }
  const now = () => plus(systemPorts.clock.now(), aheadMs);
  const startEngine = async () => {
    engine = await composeEngine({
      knex,
      settings: parseSettings({ ...fleet.settings, heartbeat: { probeTimeoutMs: 5_000 } }, __dirname),
      ports: { ...systemPorts, clock: { now } },
      log: silentLog,
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
  };
  const stopEngine = async () => {
    await engine?.stop();
    engine = undefined;
  };
  const edit = async (policy: object) => {
    const { server } = fleet.api.endpoint('hub');
    await fetch(`${server}${PLACEMENTS}/web`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json', 'authorization': 'Bearer hub' },
      body: JSON.stringify({ spec: { policy } }),
    });
  };
  const conditions = () => {
    const { status } = (fleet.find('ClusterResourcePlacement', 'web') ?? {}) as KubeObject & {
      status?: PlacementStatus;
    };
    return (status?.conditions ?? []).map(c => [
      c.type.replace('ClusterResourcePlacement', ''),
      c.status,
      c.observedGeneration,
      c.message,
    ]);
  };
  const untilAvailable = (generation: number) =>
    eventually(
      conditions,
      seen => seen.some(([type, is, of]) => type === 'Available' && is === 'True' && of === generation),
      30_000,
    );
  const holders = () => MEMBERS.filter(name => fleet.api.cluster(name).find('namespaces', 'web'));
  const deletions = () =>
    MEMBERS.flatMap(name => fleet.api.cluster(name).calls.filter(call => call.startsWith('DELETE ')));
  const eventNames = async () =>
    (
      await database.transact(tx =>
        listTimeline(tx, 'hub', { kind: 'ClusterResourcePlacement', name: 'web', limit: 200 }),
      )
    ).map(({ event }) => event);
  const losses = async () =>
    (await eventNames()).filter(event => ['unscheduled', 'released', 'forgotten'].includes(event));
  const healthOf = (name: string) =>
    database.transact(async tx => (await loadCluster(tx, 'hub', name))?.health);
  const place = async () => {
    fleet.put(aPlacementObject('web'));
    await startEngine();
    await untilAvailable(1);
  };
  /** So much time goes by, and whoever can be heard is heard in each minute of it. */
  const letPass = async (minutes: number, heard: readonly string[]) => {
    for (let minute = 0; minute < minutes; minute++) {
      aheadMs += MINUTE_MS;
      const since = now();
      for (const name of MEMBERS)
        await eventually(
          () => healthOf(name),
          health => ((heard.includes(name) ? health?.lastHeartbeatAt : health?.askedAt) ?? 0) >= since,
        );
    }
  };
  /** A gap in which nobody asked: this process, or its machine, was away. */
  const beAway = (minutes: number) => {
    aheadMs += minutes * MINUTE_MS;
  };
  const untilHeld = () =>
    eventually(conditions, seen =>
      seen.some(([type, , , message]) => type === 'Scheduled' && /cannot be heard/.test(String(message))),
    );

  it('an edited policy, and members that answer late: nothing is unscheduled and nothing is released', async () => {
    await place();
    await stopEngine();
    beAway(10);
    await edit(TOLERANT);
    lines.c1.delayMs = 150;
    lines.c2.delayMs = 600;
    await startEngine();
    await untilAvailable(2);
    expect([holders(), deletions(), await losses()]).toEqual([['c1', 'c2'], [], []]);
  });

  it('an edited policy, and a member that does not answer any more: it keeps what it has', async () => {
    await place();
    await stopEngine();
    beAway(10);
    await edit(TOLERANT);
    lines.c2.cut();
    await startEngine();
    await untilHeld();
    lines.c2.mend();
    await untilAvailable(2);
    expect([holders(), deletions(), await losses()]).toEqual([['c1', 'c2'], [], []]);
  });

  it('PickN takes the better cluster though it answers last', async () => {
    await startEngine();
    await letPass(1, MEMBERS);
    await stopEngine();
    beAway(10);
    fleet.put(aPlacementObject('web', { policy: PREFER_BEST }));
    lines.c1.delayMs = 400;
    await startEngine();
    await untilAvailable(1);
    expect(holders()).toEqual(['c1']);
  });

  it('PickN takes the better cluster though it answers last, in a fleet that begins', async () => {
    fleet.put(aPlacementObject('web', { policy: PREFER_BEST }));
    lines.c1.delayMs = 400;
    await startEngine();
    await untilAvailable(1);
    expect(holders()).toEqual(['c1']);
  });

  it('an empty database, an edited policy and a member that cannot be reached: nothing is released', async () => {
    await place();
    await fleet.untilPlaced();
    await stopEngine();
    await newDatabase();
    await edit(TOLERANT);
    lines.c1.delayMs = 300;
    lines.c2.cut();
    await startEngine();
    await untilHeld();
    lines.c2.mend();
    await untilAvailable(2);
    expect([holders(), deletions(), await losses()]).toEqual([['c1', 'c2'], [], []]);
  });

  it('our line is broken while the policy is edited: all stays, also while it comes back', async () => {
    await place();
    MEMBERS.forEach(name => lines[name].cut());
    await letPass(7, []);
    await edit(TOLERANT);
    await untilHeld();
    lines.c1.mend();
    await letPass(1, ['c1']);
    expect(await losses()).toEqual([]);
    lines.c2.mend();
    await untilAvailable(2);
    expect([holders(), deletions(), await losses()]).toEqual([['c1', 'c2'], [], []]);
  });

  it('a member that is silent while another is heard is dropped by an edited policy', async () => {
    await place();
    await letPass(1, MEMBERS);
    lines.c2.cut();
    await letPass(6, ['c1']);
    await edit(TOLERANT);
    const gone = await eventually(eventNames, seen => seen.includes('released'));
    expect(gone).toContain('unscheduled');
    expect(holders()).toContain('c1');
  });
});
