import { KubeClient, readKubeconfig, type KubeObject } from '@fleetstage/kube-client';
import knexFactory, { type Knex } from 'knex';
import { isPlacedOn, memberCluster, placement, PLACEMENT_API, workload } from '../bench/benchObjects';
import { readCpuMs } from '../bench/readCpu';
import { readAuditLog } from '../controlPlane/readAuditLog';
import { startEmbedded, type EmbeddedProcess } from '../embedded/startEmbedded';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { eventually } from '../eventually';
import { repeatedWrites, specWrites } from './auditWrites';
import { postgresServer } from './databases';
import { Ownership } from './ownership';

/** `npm run test:owners` is the whole trial; this is a sample. */
const MEMBERS = Number(process.env.OWNER_MEMBERS ?? 6);
const isTrial = process.env.OWNER_KILLS !== undefined;
const KILLS = Number(process.env.OWNER_KILLS ?? 1);
const IDLE_S = Number(process.env.OWNER_IDLE_S ?? 5);
const HEARTBEAT_S = Number(process.env.OWNER_HEARTBEAT_S ?? 5);
const LEASE_MS = 6_000;
const SHARDS = 128;
const LEASES = new Set(['replicas', 'hub_leases']);
/** A heartbeat requeues its key, and keeps what the member has answered. */
const HEARTBEATS = new Set(['dirty_keys', 'clusters']);
const NAMESPACES = ['shop', 'blog', 'mail'];

jest.setTimeout(1_200_000);

const server = postgresServer();
const suite = server === undefined ? describe.skip : describe;

suite(`three replicas on PostgreSQL share ${MEMBERS} members`, () => {
  const names = Array.from({ length: MEMBERS }, (_, i) => `member-${i + 1}`);
  const database = `fleetstage_owners_${process.pid}`;
  const connection = () => {
    const url = new URL(server ?? '');
    url.pathname = `/${database}`;
    return url.toString();
  };
  const ownership = new Ownership();
  const replicas = new Map<string, EngineProcess>();
  let fleet: EmbeddedProcess;
  let hub: KubeClient;
  let knex: Knex;
  let started = 0;

  const asAdmin = async (statement: string) => {
    const admin = knexFactory({ client: 'pg', connection: server });
    await admin.raw(statement).finally(() => admin.destroy());
  };

  async function startReplica(): Promise<string> {
    started += 1;
    const name = `replica-${started}`;
    const { kubeconfigPath: kubeconfig } = fleet;
    const engine = await startEngine({
      database: { client: 'pg', connection: connection() },
      fleetstage: {
        hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
        members: { kubeconfig, contexts: ['*'] },
        // The times of heartbeats are written to the hub this rarely.
        heartbeat: { timestampsEveryMs: 3_600_000 },
      },
      onLine: line => ownership.take(name, line),
    });
    replicas.set(name, engine);
    return name;
  }

  const untilShared = () =>
    eventually(
      'all shards are shared evenly',
      () => {
        const counts = [...ownership.counts().values()];
        expect(counts).toHaveLength(replicas.size);
        expect(counts.reduce((sum, count) => sum + count)).toBe(SHARDS);
        expect(Math.max(...counts)).toBe(Math.ceil(SHARDS / replicas.size));
      },
      { timeoutMs: 60_000 },
    );

  /** Of each member, by one replica: watches are counted where they are open. */
  const untilWatchedOnce = () =>
    eventually(
      'each member is watched by one replica',
      async () => {
        const watched: string[] = [];
        for (const engine of replicas.values()) {
          const counts = [...(await engine.metric('member_watches'))].filter(([, count]) => count > 0);
          expect(new Set(counts.map(([, count]) => count)).size).toBeLessThanOrEqual(1);
          watched.push(...counts.map(([label]) => label));
        }
        expect(watched.sort()).toEqual(names.map(name => `cluster="${name}"`).sort());
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    );

  const untilPlaced = () =>
    eventually(
      'all placements are available everywhere',
      async () => {
        for (const name of NAMESPACES) {
          const target = { ...PLACEMENT_API, kind: 'ClusterResourcePlacement' };
          const object = (await hub.get(target, { name })) as KubeObject;
          const state = `${JSON.stringify([...ownership.counts()])} ${JSON.stringify(object.status).slice(0, 4000)}`;
          expect(isPlacedOn(object, MEMBERS) || state).toBe(true);
        }
      },
      { timeoutMs: 300_000, intervalMs: 500 },
    );

  const gvkOf = ({ apiVersion, kind }: KubeObject) => {
    const [version, group = ''] = apiVersion.split('/').reverse();
    return { group, version, kind };
  };
  const put = async (object: KubeObject) => {
    const patch = { type: 'apply', body: object, force: true } as const;
    const { name, namespace } = object.metadata;
    await hub.patch(
      gvkOf(object),
      { name, ...(namespace && { namespace }) },
      { patch, fieldManager: 'people' },
    );
  };

  const countWrites = async () => {
    let count = 0;
    for (const cluster of [fleet.hub, ...fleet.members])
      for await (const { objectRef } of readAuditLog(cluster.auditLogPath)) if (objectRef) count += 1;
    return count;
  };

  /** Rows written so far, by table; a table that is not named has none. */
  const rowsWritten = async () => {
    await knex.raw('select pg_stat_clear_snapshot()');
    const { rows } = await knex.raw(
      'select relname, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_user_tables',
    );
    return new Map<string, number>(rows.map((row: any) => [row.relname, Number(row.rows)]));
  };

  /** All of the queue but heartbeats: a mark raises the version. */
  const keys = async () =>
    knex('dirty_keys')
      .whereNotIn('queue', ['member', 'publish-member'])
      .select('queue', 'key', 'version', 'due_at')
      .orderBy(['queue', 'key']);

  const writtenTwice = async () => {
    const found: string[] = [];
    for (const member of fleet.members)
      for (const namespace of NAMESPACES) found.push(...repeatedWrites(await specWrites(member, namespace)));
    return found;
  };

  beforeAll(async () => {
    fleet = await startEmbedded({ members: names, pace: 0.05 });
    hub = new KubeClient(await readKubeconfig(fleet.kubeconfigPath, 'hub'));
    await asAdmin(`create database ${database}`);
    knex = knexFactory({ client: 'pg', connection: connection() });
    for (let i = 0; i < 3; i += 1) await startReplica();
    for (const name of names) {
      const member = memberCluster(name, 'production');
      const spec = { ...(member.spec as object), heartbeatPeriodSeconds: HEARTBEAT_S };
      await eventually('the hub knows MemberClusters', () => put({ ...member, spec }));
    }
    for (const namespace of NAMESPACES) {
      for (const object of workload(namespace, 1)) await put(object);
      const { spec, ...object } = placement(namespace, 'RollingUpdate');
      const rollingUpdate = { maxUnavailable: '100%', maxSurge: '100%', unavailablePeriodSeconds: 0 };
      await put({
        ...object,
        spec: { ...(spec as object), strategy: { type: 'RollingUpdate', rollingUpdate } },
      });
    }
    await untilPlaced();
  });

  afterAll(async () => {
    for (const engine of replicas.values()) await engine.kill();
    await hub?.close();
    await knex?.destroy();
    await fleet?.kill();
    await asAdmin(`drop database if exists ${database} with (force)`);
  });

  it('each has its part, and each member is watched once', async () => {
    await untilShared();
    await untilWatchedOnce();
    expect(ownership.overlaps()).toEqual([]);
  });

  it('while idle nothing is written but leases', async () => {
    const isHeartbeat = (table: string) => LEASES.has(table) || HEARTBEATS.has(table);
    const others = async () => [...(await rowsWritten())].filter(([table]) => !isHeartbeat(table));
    // PostgreSQL counts what a connection has done once that is used again, or ten seconds later; and with its first heartbeat
    // after all was placed a member has other properties.
    const quietMs = 1000 * Math.max(12, HEARTBEAT_S + 5);
    const settled = await eventually(
      'the last statuses are published',
      async () => {
        const before = { rows: await others(), keys: await keys(), writes: await countWrites() };
        await new Promise(resolve => setTimeout(resolve, quietMs));
        expect({ rows: await others(), keys: await keys(), writes: await countWrites() }).toEqual(before);
        return before;
      },
      { timeoutMs: 300_000 },
    );
    const pids = [...replicas.values()].map(({ pid }) => pid);
    const [rows, cpu, at] = [await rowsWritten(), readCpuMs(pids), performance.now()];
    await new Promise(resolve => setTimeout(resolve, IDLE_S * 1000));
    const percent = (100 * (readCpuMs(pids) - cpu)) / (performance.now() - at);
    const grown = [...(await rowsWritten())].map(
      ([table, n]) => [table, n - (rows.get(table) ?? 0)] as const,
    );
    const tables = grown.filter(([, count]) => count > 0).map(([table, count]) => `${table} ${count}`);
    process.stdout.write(
      `idle for ${IDLE_S} s: ${percent.toFixed(2)} % of a core for ${pids.length} replicas; rows written: ${tables.join(', ')}\n`,
    );
    expect({ rows: await others(), keys: await keys(), writes: await countWrites() }).toEqual(settled);
  });

  it(`any of them may be killed, ${KILLS} times: its members move within the lease, and nothing is applied twice`, async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // In the midst of a rollout, so that work on members is under way.
      for (const namespace of NAMESPACES)
        for (const object of workload(namespace, 1 + kill)) await put(object);
      await new Promise(resolve => setTimeout(resolve, 300 + 400 * kill));
      const [name, engine] = [...replicas][kill % replicas.size];
      const killedAt = Date.now();
      await engine.kill();
      ownership.noteEnd(name, Date.now());
      replicas.delete(name);
      await eventually(
        'its members have an owner',
        () => expect([...ownership.counts().values()].reduce((sum, count) => sum + count)).toBe(SHARDS),
        { timeoutMs: 3 * LEASE_MS },
      );
      const gapMs = ownership.longestGapMs(killedAt);
      process.stdout.write(`kill ${kill}: the longest time without an owner was ${gapMs} ms\n`);
      // The margin is for a busy test machine.
      if (isTrial) expect(gapMs).toBeLessThan(LEASE_MS + 4_000);
      await untilPlaced();
      await untilShared();
      await untilWatchedOnce();
      await startReplica();
      await untilShared();
      await untilWatchedOnce();
    }
    expect(await writtenTwice()).toEqual([]);
    expect(ownership.overlaps()).toEqual([]);
  });

  it('one that is stopped in order is replaced at once', async () => {
    const [name, engine] = [...replicas][0];
    const stoppedAt = Date.now();
    replicas.delete(name);
    await engine.stop();
    await untilShared();
    const gapMs = ownership.longestGapMs(stoppedAt);
    process.stdout.write(`stop: the longest time without an owner was ${gapMs} ms\n`);
    if (isTrial) expect(gapMs).toBeLessThan(LEASE_MS / 2);
    await untilWatchedOnce();
    expect(await writtenTwice()).toEqual([]);
    expect(ownership.overlaps()).toEqual([]);
  });
});
