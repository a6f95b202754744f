import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus, type Instant, type PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ProbeResult } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aHealthyMember,
  anAvailableReport,
  anIdentifier,
  anUnavailableReport,
  aResourceSnapshot,
  NOON,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import { probeDepsAt } from '../__testUtils__/probeDeps';
import { loadBindings } from '../database/bindingStore';
import { countBlockers, loadBlockersOf } from '../database/blockerStore';
import { requestCapture, saveCapture } from '../database/captureStore';
import { saveCluster } from '../database/clusterStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { saveWork } from '../database/workStore';
import { probeMember } from '../effects/probeMember';
import { placementStatus } from '../effects/statusSources';
import { reconcileOnce } from '../loop/reconcileOnce';
import { FleetGauges } from '../observe/FleetGauges';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import { placementReconcilerWith } from './placement';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const MEMBERS = ['c1', 'c2', 'c3'];
const READY: ProbeResult = { kind: 'ready' };
const NO_ANSWER = { kind: 'unreachable', message: 'no answer' } as const;
const FEW = '2 of 3 clusters ready, at most 1 may be unavailable';

describe.each(databases.eachSupportedId())('a rolling update that is held, on %s', databaseId => {
  let database: Database;
  let written: string[];
  let writtenFirst: string[];
  let logged: string[];
  let now: Instant;
  let token = 0;

  const log = {
    ...silentLog,
    debug: (message: string, fields?: object) => logged.push(line(message, fields)),
    info: (message: string, fields?: object) => logged.push(line(message, fields)),
  };
  const line = (message: string, { placement, cause }: { placement?: string; cause?: string } = {}) =>
    `${message}: ${placement} ${cause}`;

  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);

  async function pass(): Promise<void> {
    await transact(async tx => mark(tx, { queue: 'placement', key: 'hub/web' }));
    expect(await passWhereWoken()).toBe(true);
  }

  async function passWhereWoken(): Promise<boolean> {
    now = plus(now, 1_000);
    token += 1;
    const options = { queue: 'placement', limit: 1, token: `t${token}`, leaseMs: 60_000 };
    const [taken] = await transact(tx => claim(tx, options));
    written = [];
    logged = [];
    if (taken === undefined) return false;
    const clock = { now: () => now };
    await reconcileOnce({ database, clock }, placementReconcilerWith(undefined, { log }), taken);
    return true;
  }

  const probe = async (cluster: string, result: ProbeResult) => {
    const effect = probeMember(probeDepsAt({ now: () => now }));
    const key = `hub/${cluster}`;
    const input = await loadInput(database, effect, key);
    await transact(tx => effect.record(tx, key, input, { kind: 'probed', result }));
  };

  const causes = async () =>
    (await transact(tx => loadBlockersOf(tx, 'hub', { kind: 'placement', names: ['web'] })))
      .get('web')
      ?.map(({ cause }) => cause)
      .sort();

  const capture = (index: number) =>
    transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      const snapshot = aResourceSnapshot({ index, identifiers: [anIdentifier()], createdAt: now });
      const content = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `web-${index}` } };
      await saveResourceSnapshot(tx, WEB, snapshot, [content]);
      await requestCapture(tx, 'hub', 'web');
      await saveCapture(tx, WEB, { through: index + 1 });
    });

  const report = (make: typeof anAvailableReport, clusters: readonly string[]) =>
    transact(async tx => {
      for (const { cluster, revision } of await loadBindings(tx, 'hub', 'web'))
        if (clusters.includes(cluster) && revision !== undefined)
          await saveWork(tx, WEB, { report: make(cluster, { revision }, now), inventory: { objects: [] } });
    });

  beforeEach(async () => {
    const opened = await openTestDatabase(databases, databaseId as TestDatabaseId);
    ({ database } = opened);
    now = NOON;
    written = [];
    opened.knex.on('query', ({ sql }: { sql: string }) => {
      if (/^(insert into|delete from|update) .blockers./.test(sql)) written.push(sql);
    });
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } };
    const health = aHealthyMember({ lastHeartbeatAt: now, healthChangedAt: plus(now, -600_000) });
    await transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web', { strategy }));
      for (const name of MEMBERS) {
        await saveObject(tx, 'hub', aMemberObject(name));
        await saveCluster(tx, 'hub', name, { health, properties: {} });
      }
    });
    await capture(0);
    await pass();
    writtenFirst = written;
    await report(anAvailableReport, MEMBERS);
    await capture(1);
    await pass();
    await report(anUnavailableReport, ['c1']);
    await pass();
  });

  const placementOf = async () => {
    return (await request(queriesApp({ database })).get('/placements/_/web')).body.placement;
  };

  const statusOf = async (): Promise<PlacementStatus> => {
    const source = placementStatus({ now: () => now }, new MemoryMetrics());
    const rows = await transact(tx => source.load(tx, 'hub/web', aPlacementObject('web')));
    return source.project(rows!, undefined) as PlacementStatus;
  };

  const gaugeOf = async (cause: string) => {
    const metrics = new MemoryMetrics();
    new FleetGauges(metrics).reportBlockers('hub', await transact(tx => countBlockers(tx, 'hub')));
    return metrics.read('blockers', { hub: 'hub', cause });
  };

  it.each([
    ['heldBy=MaxUnavailable', ['c2', 'c3']],
    ['heldBy=ClusterUnavailable', ['c1']],
    ['heldBy=MaxUnavailable&decided=1', []],
    ['names=c1,c3', ['c1', 'c3']],
  ])('B/RO-086 the clusters that a row names are a list of their own: %s', async (query, names) => {
    const app = queriesApp({ database });
    const { body } = await request(app).get(`/placements/_/web/clusters?sort=cluster&${query}`);
    expect(body.items.map(({ cluster }: { cluster: string }) => cluster)).toEqual(names);
  });

  it('B/RO-086, B/RO-087 status, API and metrics say the same: who holds it, why and since when', async () => {
    const { blockers } = await placementOf();
    expect(blockers).toMatchObject([
      {
        cause: 'ClusterUnavailable',
        state: 'stuck',
        clusters: ['c1'],
        message: expect.stringMatching(/^c1: .*\.$/),
        since: '2026-11-21T12:00:02Z',
        actor: 'clusterOwner',
      },
      { cause: 'MaxUnavailable', state: 'waiting', clusters: ['c2', 'c3'], actor: 'engine' },
    ]);
    const { conditions = [], placementStatuses = [] } = await statusOf();
    const held = (some: typeof conditions) => some.find(({ type }) => type.endsWith('RolloutStarted'));
    const why = `${FEW}; held by c1: `;
    expect(held(conditions)).toMatchObject({ status: 'False', reason: 'RolloutNotStartedYet' });
    expect(held(conditions)?.message).toMatch(
      `The rollout is being blocked by the rollout strategy in 2 cluster(s): ${why}`,
    );
    const [, second] = placementStatuses;
    expect(held([...(second.conditions ?? [])])?.message).toMatch(why);
    expect(await gaugeOf('MaxUnavailable')).toBe(1);
    expect(await gaugeOf('ClusterUnavailable')).toBe(1);
  });

  it('B/RO-087 a rollout that runs into no limit writes no row', () => {
    expect(writtenFirst).toEqual([]);
  });

  it('B/RO-086 a pass that finds the same writes nothing and logs nothing', async () => {
    await pass();
    expect([written, logged]).toEqual([[], []]);
  });

  it('B/RO-086 what appears and goes is written with its pass, and logged once', async () => {
    await report(anAvailableReport, ['c1']);
    await pass();
    // c2 moves, c3 waits for it.
    expect(written).toHaveLength(1);
    expect(logged).toEqual([
      'A blocker has appeared: web ClusterProgressing',
      'A blocker is gone: web ClusterUnavailable',
    ]);
    await report(anAvailableReport, ['c2']);
    await pass();
    await report(anAvailableReport, ['c3']);
    await pass();
    expect((await placementOf()).blockers).toEqual([]);
    expect(await gaugeOf('MaxUnavailable')).toBe(0);
  });

  describe('B/RO-086 a member that answers no more', () => {
    const heldBy = (cause: string) => [cause, 'MaxUnavailable'];
    const rollOut = async () => {
      for (const cluster of MEMBERS) {
        await report(anAvailableReport, [cluster]);
        await pass();
      }
    };

    beforeEach(async () => {
      while (await passWhereWoken());
    });

    it('is what holds the rollout, until it answers again', async () => {
      await probe('c1', READY);
      expect([await passWhereWoken(), await causes()]).toEqual([false, heldBy('ClusterUnavailable')]);
      await probe('c1', NO_ANSWER);
      expect([await passWhereWoken(), await causes()]).toEqual([true, heldBy('ClusterUnreachable')]);
      await probe('c1', { ...NO_ANSWER, message: 'in other words' });
      expect(await passWhereWoken()).toBe(false);
      await probe('c1', READY);
      expect([await passWhereWoken(), await causes()]).toEqual([true, heldBy('ClusterUnavailable')]);
    });

    it('is found by a heartbeat where time alone makes it silent', async () => {
      await probe('c1', { kind: 'unready', statusCode: 503 });
      for (const minutes of [2, 2]) {
        now = plus(now, minutes * 60_000);
        await probe('c1', NO_ANSWER);
        expect([await passWhereWoken(), await causes()]).toEqual([false, heldBy('ClusterUnavailable')]);
      }
      now = plus(now, 2 * 60_000);
      await probe('c1', NO_ANSWER);
      expect([await passWhereWoken(), await causes()]).toEqual([true, heldBy('ClusterUnreachable')]);
    });

    it('wakes no idle placement, and none that does not hold it', async () => {
      const spec = { taints: [{ key: 'gpu', effect: 'NoSchedule' }] };
      await transact(tx => saveObject(tx, 'hub', { ...aMemberObject('c9'), spec }));
      await probe('c9', READY);
      while (await passWhereWoken());
      await probe('c9', NO_ANSWER);
      expect(await passWhereWoken()).toBe(false);
      await rollOut();
      await probe('c1', NO_ANSWER);
      expect(await passWhereWoken()).toBe(false);
    });

    if (databaseId.startsWith('POSTGRES'))
      it('wakes an idle placement that a pass has locked: it may have read the member before', async () => {
        await rollOut();
        await transact(async tx => {
          await lockPlacement(tx, 'hub', 'web');
          await probe('c1', NO_ANSWER);
        });
        expect(await passWhereWoken()).toBe(true);
      });
  });
});
