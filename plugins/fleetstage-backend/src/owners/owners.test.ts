import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { shardOf, SHARDS } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import type { Database } from '../database/db';
import {
  endLateReplicas,
  joinReplicas,
  leaveReplicas,
  limitIdleness,
  loadShardOwners,
  releaseShards,
  renewAndLoadOwners,
  renewReplica,
  takeShards,
} from '../database/ownerStore';
import { claim } from '../database/queue/claim';
import { nextDueAfterMs } from '../database/queue/inspect';
import { mark } from '../database/queue/mark';
import { wake } from '../database/wakes';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { ShardOwner } from './ShardOwner';

const databases = createTestDatabases();
const postgres = databases.eachSupportedId().filter(([id]) => id.startsWith('POSTGRES'));
const A = { hub: 'hub', id: 'a' };
const B = { hub: 'hub', id: 'b' };
const LEASE_MS = 600;

/** One suite, since there is nothing to own beside SQLite. */
(postgres.length > 0 ? describe.each(postgres) : describe.skip.each(['PostgreSQL']))(
  'owners on %s',
  databaseId => {
    let database: Database;
    let owners: ShardOwner[] = [];
    const open = async () => {
      ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    };
    afterEach(async () => {
      await Promise.all(owners.map(owner => owner.leave()));
      owners = [];
    });
    const outlive = () =>
      database.transact(async tx => {
        await tx.sql('replicas').where(A).update({ lease_until: 1 });
      });

    it('a shard is taken once, from nobody or from a replica that has ended, and never from one that runs', async () => {
      await open();
      await database.transact(async tx => {
        await joinReplicas(tx, A, 60_000);
        await joinReplicas(tx, B, 60_000);
        expect(
          await takeShards(tx, A, [
            { shard: 1, token: 0 },
            { shard: 0, token: 0 },
          ]),
        ).toEqual([0, 1]);
        // What was read before a has them is old.
        expect(
          await takeShards(tx, B, [
            { shard: 0, token: 0 },
            { shard: 2, token: 0 },
          ]),
        ).toEqual([2]);
        await releaseShards(tx, B, [0]);
      });
      await outlive();
      await database.transact(async tx => {
        expect(await endLateReplicas(tx, 'hub')).toEqual(['a']);
        const { shards, live } = await loadShardOwners(tx, 'hub');
        expect([...live.keys()]).toEqual(['b']);
        expect(
          await takeShards(
            tx,
            B,
            shards.filter(({ owner }) => owner === 'a'),
          ),
        ).toEqual([0, 1]);
        expect(await renewReplica(tx, A, 60_000)).toBe(false);
        await releaseShards(tx, A, [0, 1]);
        const after = await loadShardOwners(tx, 'hub');
        expect(after.shards.map(({ shard, owner, token }) => [shard, owner, token])).toEqual(
          expect.arrayContaining([
            [0, 'b', 2],
            [1, 'b', 2],
            [2, 'b', 1],
          ]),
        );
        await leaveReplicas(tx, B);
        expect((await loadShardOwners(tx, 'hub')).live.size).toBe(0);
      });
    });

    it('a renewal reads the owners as of its beginning, and finds its own end', async () => {
      await open();
      await database.transact(async tx => {
        await joinReplicas(tx, A, 60_000);
        await joinReplicas(tx, B, 50_000);
        await takeShards(tx, A, [{ shard: 3, token: 0 }]);
      });
      const renew = () => database.execute(executor => renewAndLoadOwners(executor, A, 60_000));
      const read = await renew();
      expect(read?.shards).toEqual([{ shard: 3, owner: 'a', token: 1 }]);
      expect([...(read?.live ?? [])].map(([id]) => id).sort()).toEqual(['a', 'b']);
      expect(read?.live.get('b')?.leftMs).toBeGreaterThan(0);
      await outlive();
      expect((await renew())?.live.get('a')?.leftMs).toBeLessThanOrEqual(0);
      expect((await renew())?.live.get('a')?.leftMs).toBeGreaterThan(0);
      await database.transact(tx => leaveReplicas(tx, A));
      expect(await renew()).toBeUndefined();
    });

    it('whoever renews itself just now is not ended, and whoever was ended does not renew itself', async () => {
      await open();
      await database.transact(tx => joinReplicas(tx, A, 60_000));
      await outlive();
      await database.transact(async renewing => {
        expect(await renewReplica(renewing, A, 60_000)).toBe(true);
        expect(await database.transact(tx => endLateReplicas(tx, 'hub'))).toEqual([]);
      });
      await outlive();
      let renewed: Promise<boolean> | undefined;
      await database.transact(async ending => {
        expect(await endLateReplicas(ending, 'hub')).toEqual(['a']);
        renewed = database.transact(tx => renewReplica(tx, A, 60_000));
      });
      expect(await renewed).toBe(false);
    });

    it('keys of works and of members carry their shard, and are claimed by its owner alone', async () => {
      await open();
      const members = Array.from({ length: 20 }, (_, i) => `member-${i}`);
      await database.transact(async tx => {
        for (const cluster of members) {
          wake(tx, 'workChanged', { hub: 'hub', name: 'team/web', cluster });
          mark(tx, { queue: 'member', key: `hub/${cluster}` });
        }
        mark(tx, { queue: 'placement', key: 'hub/web' });
      });
      await database.transact(async tx => {
        const rows = await tx.sql('dirty_keys').select('queue', 'key', 'shard');
        const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);
        for (const { queue, key, shard } of rows)
          expect(shard).toBe(queue === 'placement' ? null : shardOf(nameOf(key)));
        const shards = [shardOf('member-3')];
        const own = members.filter(name => shards.includes(shardOf(name)));
        const options = { limit: 50, token: 't', leaseMs: 60_000, keyPrefix: 'hub/' };
        for (const queue of ['apply-work', 'member']) {
          expect(await nextDueAfterMs(tx, queue, { shards })).toBe(0);
          const taken = await claim(tx, { ...options, queue, shards });
          expect(taken.map(({ key }) => nameOf(key)).sort()).toEqual([...own].sort());
          expect(await nextDueAfterMs(tx, queue, { shards })).toBeUndefined();
          const room = { perGroup: 1, busy: new Map() };
          const others = await claim(tx, { ...options, queue, groups: room, shards: [shardOf('member-4')] });
          expect(others.map(({ key }) => nameOf(key))).toContain('member-4');
        }
      });
    });

    /** What each replica says it owns, and what it was called to begin and to leave. */
    function startOwner(name: string) {
      const held = new Set<number>();
      const log: string[] = [];
      const owner = new ShardOwner({
        hub: 'hub',
        database,
        ports: systemPorts,
        log: silentLog,
        leaseMs: LEASE_MS,
        onTaken: shards => shards.forEach(shard => held.add(shard)),
        onLeft: async (shards, { atOnce }) => {
          shards.forEach(shard => held.delete(shard));
          log.push(atOnce ? 'lost' : 'gave');
        },
        onReplicasGone: () => log.push('gone'),
      });
      owners.push(owner);
      return { name, owner, held, log };
    }

    const divided = (...replicas: { owner: ShardOwner }[]) => replicas.map(({ owner }) => owner.count());

    it('a replica that comes gets its part in steps, and one that leaves is replaced at once', async () => {
      await open();
      const a = startOwner('a');
      await a.owner.start();
      expect(a.owner.count()).toBe(SHARDS);
      expect(a.owner.shards()).toBeUndefined();
      const b = startOwner('b');
      await b.owner.start();
      await eventually(
        async () => divided(a, b),
        ([x, y]) => x === 64 && y === 64,
      );
      expect([...a.held].filter(shard => b.held.has(shard))).toEqual([]);
      expect(a.log).toEqual(['gave', 'gave', 'gave', 'gave']);
      await a.owner.leave();
      b.owner.poke();
      await eventually(
        async () => b.owner.count(),
        count => count === SHARDS,
      );
      expect(a.owner.owns('member-1')).toBe(false);
    });

    it('gives up what the database says another has, as after it was restored', async () => {
      await open();
      const a = startOwner('a');
      await a.owner.start();
      await database.transact(async tx => {
        await joinReplicas(tx, B, 60_000);
        await tx.sql('member_shards').where({ shard: 7 }).update({ owner: 'b' });
      });
      await eventually(
        async () => a.owner.shards(),
        shards => shards !== undefined && !shards.includes(7),
      );
      expect(a.log).toContain('lost');
      expect(a.owner.count()).toBeGreaterThan(0);
    });

    it('a replica that stops in the middle of a turn does not keep its row locked', async () => {
      await open();
      await database.transact(tx => joinReplicas(tx, A, LEASE_MS));
      let thaw = () => {};
      const frozen = database
        .transact(async tx => {
          await limitIdleness(tx, LEASE_MS);
          await renewReplica(tx, A, LEASE_MS);
          await new Promise<void>(resolve => {
            thaw = resolve;
          });
          await renewReplica(tx, A, LEASE_MS);
        })
        .catch(error => error);
      await eventually(
        async () => database.transact(tx => endLateReplicas(tx, 'hub')),
        ended => ended.includes('a'),
      );
      thaw();
      expect(await frozen).toBeInstanceOf(Error);
    });

    it('a replica that cannot renew its lease stops before another takes its members, and comes back with none', async () => {
      await open();
      const a = startOwner('a');
      await a.owner.start();
      const b = startOwner('b');
      const away = (['transact', 'execute'] as const).map(name =>
        jest.spyOn(database, name).mockRejectedValue(new Error('the database is away')),
      );
      const lostAt = await eventually(
        async () => (a.log.includes('lost') ? systemPorts.clock.now() : undefined),
        at => at !== undefined,
      );
      expect(a.owner.owns('member-1')).toBe(false);
      away.forEach(spy => spy.mockRestore());
      await database.transact(async tx => {
        const row = await tx.sql('replicas').first('lease_until');
        expect(instant(Number(row?.lease_until))).toBeGreaterThanOrEqual(Number(lostAt) - 100);
        await tx.sql('replicas').delete();
      });
      await b.owner.start();
      await eventually(
        async () => divided(a, b),
        ([x, y]) => x === 64 && y === 64,
      );
    });
  },
);
