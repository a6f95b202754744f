import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { Database } from '../db';
import { createTestDatabases, openTestDatabase, passTime } from '../../__testUtils__/databases';
import { claim, type Claim, type GroupRoom } from './claim';
import { hold, renew } from './hold';
import { endAllLeases, loadKeyTrouble, nextDueAfterMs, queueDepth } from './inspect';
import { mark } from './mark';
import { settle } from './settle';
import type { Mark } from './writeMarks';
import { FencedError, type Settlement } from './writeSettlement';

const databases = createTestDatabases();
const LEASE_MS = 15_000;
let tokens = 0;

const put = (database: Database, ...marks: Mark[]) => database.transact(async tx => mark(tx, marks));
const key = (name: string, patch: Partial<Mark> = {}): Mark => ({
  queue: 'placement',
  key: `hub/${name}`,
  ...patch,
});

function take(
  database: Database,
  options: { limit?: number; queue?: string; groups?: GroupRoom; keyPrefix?: string } = {},
): Promise<Claim[]> {
  tokens += 1;
  const token = `token-${tokens}`;
  return database.transact(tx =>
    claim(tx, { queue: 'placement', limit: 10, token, leaseMs: LEASE_MS, ...options }),
  );
}

const end = (database: Database, taken: Claim, settlement?: Settlement) =>
  database.transact(async tx => settle(tx, taken, settlement));

const names = (claims: readonly Claim[]) => claims.map(({ key: name }) => name).sort();

describe.each(databases.eachSupportedId())('the queue on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  it('holds a key once, however often it is marked', async () => {
    await put(database, key('web'), key('web'));
    await put(database, key('web'));
    expect((await take(database)).map(({ version }) => version)).toEqual([2]);
  });

  it('lets a key go when its work is done, and keeps one that is requeued', async () => {
    await put(database, key('web'), key('api'));
    const [api, web] = (await take(database)).sort((a, b) => (a.key < b.key ? -1 : 1));
    await end(database, web);
    await end(database, api, { kind: 'done', afterMs: 5_000 });
    expect(await take(database)).toEqual([]);
    await passTime(database, 5_000);
    expect(names(await take(database))).toEqual(['hub/api']);
  });

  it('takes what is due longest first, and resyncs last', async () => {
    await put(database, key('resync', { priority: 'background' }));
    await passTime(database, 60_000);
    await put(database, key('old'));
    await passTime(database, 10_000);
    await put(database, key('new'));
    expect((await take(database, { limit: 1 }))[0].key).toBe('hub/old');
    expect((await take(database, { limit: 1 }))[0].key).toBe('hub/new');
    expect((await take(database, { limit: 1 }))[0].key).toBe('hub/resync');
  });

  it('does not lose a mark that comes while the key is in work', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    await put(database, key('web'));
    expect(await take(database)).toEqual([]);
    await end(database, first, { kind: 'done', afterMs: 60_000 });
    expect(names(await take(database))).toEqual(['hub/web']);
  });

  it('does not lose a mark that an error or a parking meets', async () => {
    await put(database, key('failed'), key('parked'));
    const [failed, parked] = (await take(database)).sort((a, b) => (a.key < b.key ? -1 : 1));
    await put(database, key('failed'), key('parked'));
    await end(database, failed, { kind: 'failed', afterMs: 60_000, error: 'no answer' });
    await end(database, parked, { kind: 'parked', reason: 'not allowed' });
    expect(names(await take(database))).toEqual(['hub/failed', 'hub/parked']);
  });

  it('gives a key whose lease ran out to the next one, and fences the first', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    const due = () => database.ask(reader => nextDueAfterMs(reader, 'placement'));
    expect(await due()).toBeUndefined();
    await passTime(database, LEASE_MS);
    expect(await due()).toBe(0);
    const [second] = await take(database);
    expect(second.token).not.toBe(first.token);
    expect(second.attempts).toBe(2);
    expect(await database.transact(tx => hold(tx, first))).toBe(false);
    expect(await database.transact(tx => hold(tx, second))).toBe(true);
    await expect(end(database, first)).rejects.toBeInstanceOf(FencedError);
    expect(await database.transact(tx => renew(tx, [first, second], LEASE_MS))).toEqual([second]);
    await end(database, second);
    expect(await take(database)).toEqual([]);
  });

  it('keeps nothing of a transaction that is fenced', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    await passTime(database, LEASE_MS);
    await take(database);
    const late = database.transact(async tx => {
      await tx.sql('placements').insert({ hub: 'hub', name: 'web', uid: '', version: 1, schedule: null });
      mark(tx, key('other'));
      settle(tx, first);
    });
    await expect(late).rejects.toBeInstanceOf(FencedError);
    expect(await database.transact(tx => tx.sql('placements').select('name'))).toEqual([]);
    expect(await take(database)).toEqual([]);
  });

  it.each<{ how: string; settlement: Settlement }>([
    { how: 'for good', settlement: { kind: 'done' } },
    { how: 'for now', settlement: { kind: 'done', afterMs: 5_000 } },
  ])('fences the first also where both settle the key $how in one transaction', async ({ settlement }) => {
    await put(database, key('web'));
    const [first] = await take(database);
    await passTime(database, LEASE_MS);
    const [second] = await take(database);
    for (const claims of [
      [first, second],
      [second, first],
    ]) {
      const both = database.transact(async tx => claims.forEach(one => settle(tx, one, settlement)));
      await expect(both).rejects.toBeInstanceOf(FencedError);
    }
    expect(await database.transact(tx => hold(tx, second))).toBe(true);
  });

  it('backs off with every failure and forgets about it after a success', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    await end(database, first, { kind: 'failed', afterMs: 1_000, error: 'refused' });
    expect(await take(database)).toEqual([]);
    expect(await database.transact(tx => loadKeyTrouble(tx, 'placement', 'hub/web'))).toEqual({
      attempts: 1,
      lastError: 'refused',
    });
    await passTime(database, 1_000);
    const [second] = await take(database);
    expect(second.attempts).toBe(2);
    await end(database, second, { kind: 'done', afterMs: 1_000 });
    await passTime(database, 1_000);
    expect((await take(database))[0].attempts).toBe(1);
    expect(await database.transact(tx => loadKeyTrouble(tx, 'placement', 'hub/web'))).toBeUndefined();
  });

  it('wakes a parked key with the next mark only', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    await end(database, first, { kind: 'parked', reason: 'the namespace is not allowed' });
    await passTime(database, 24 * 3_600_000);
    expect(await take(database)).toEqual([]);
    expect((await database.transact(tx => loadKeyTrouble(tx, 'placement', 'hub/web')))?.parkedReason).toBe(
      'the namespace is not allowed',
    );
    await put(database, key('web'));
    expect((await take(database))[0].attempts).toBe(1);
  });

  it('keeps the earliest mark, and postpones where that is asked for', async () => {
    const due = () => database.transact(tx => nextDueAfterMs(tx, 'placement'));
    await put(database, key('web', { afterMs: 60_000 }));
    await put(database, key('web', { afterMs: 5_000 }));
    await put(database, key('web', { afterMs: 90_000 }));
    expect(await due()).toBeLessThanOrEqual(5_000);
    expect(await due()).toBeGreaterThan(3_000);

    const debounced = { afterMs: 20_000, postponeUpToMs: 50_000 };
    await database.transact(tx => tx.sql('dirty_keys').delete());
    await put(database, key('web', debounced));
    await passTime(database, 15_000);
    await put(database, key('web', debounced));
    expect(await due()).toBeGreaterThan(15_000);
    await passTime(database, 25_000);
    await put(database, key('web', debounced));
    expect(await due()).toBeLessThanOrEqual(10_000);
    await put(database, key('web'));
    expect(await due()).toBe(0);
  });

  it('debounces a mark that comes while the key is in work', async () => {
    await put(database, key('web'));
    const [first] = await take(database);
    await put(database, key('web', { afterMs: 20_000, postponeUpToMs: 50_000 }));
    await end(database, first);
    expect(await take(database)).toEqual([]);
    await passTime(database, 20_000);
    expect(names(await take(database))).toEqual(['hub/web']);
  });

  it('never lets one group take more than its room', async () => {
    const work = (cluster: string, placement: number) =>
      key(`p${placement}/${cluster}`, { queue: 'apply-work', group: cluster });
    await put(database, ...Array.from({ length: 50 }, (_, i) => work('slow', i)));
    await passTime(database, 1_000);
    await put(database, work('c1', 1), work('c1', 2), work('c1', 3), work('c2', 1));
    const groups = (busy: Record<string, number>) => ({ perGroup: 2, busy: new Map(Object.entries(busy)) });
    const count = (claims: readonly Claim[], group: string) => claims.filter(c => c.group === group).length;

    const first = await take(database, { queue: 'apply-work', groups: groups({}) });
    expect(count(first, 'slow')).toBe(2);
    const second = await take(database, { queue: 'apply-work', groups: groups({ slow: 2, c1: 1 }) });
    expect([count(second, 'slow'), count(second, 'c1'), count(second, 'c2')]).toEqual([0, 1, 1]);
    expect(
      await database.transact(tx => nextDueAfterMs(tx, 'apply-work', { groups: groups({ slow: 2, c1: 2 }) })),
    ).toBeUndefined();
  });

  it('leaves keys of another hub to who serves it', async () => {
    await put(
      database,
      key('web'),
      { queue: 'placement', key: 'hub2/web' },
      { queue: 'placement', key: 'h%b/web' },
    );
    expect(names(await take(database, { keyPrefix: 'hub/' }))).toEqual(['hub/web']);
    expect(
      await database.transact(tx => nextDueAfterMs(tx, 'placement', { keyPrefix: 'hub/' })),
    ).toBeUndefined();
    expect(names(await take(database, { keyPrefix: 'h%b/' }))).toEqual(['h%b/web']);
  });

  it('reports depth and age', async () => {
    await put(database, key('web'), key('api'), key('later', { afterMs: 60_000 }));
    await passTime(database, 4_000);
    const [depth] = await database.transact(queueDepth);
    expect(depth).toMatchObject({ queue: 'placement', depth: 2, parked: 0 });
    expect(depth.oldestMs).toBeGreaterThanOrEqual(4_000);
  });

  it('hands keys back at once when a process starts alone', async () => {
    await put(database, key('web'));
    await take(database);
    await database.transact(endAllLeases);
    expect(names(await take(database))).toEqual(['hub/web']);
  });

  it('gives no key to two of eight claimers', async () => {
    const count = 400;
    await put(database, ...Array.from({ length: count }, (_, i) => key(`p${i}`)));
    const worker = async () => {
      const done: string[] = [];
      for (;;) {
        const claims = await take(database, { limit: 7 });
        if (claims.length === 0) return done;
        for (const taken of claims) await end(database, taken);
        done.push(...claims.map(taken => taken.key));
      }
    };
    const done = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
    const left = await take(database, { limit: count });
    expect(new Set([...done, ...names(left)]).size).toBe(count);
    expect(done.length + left.length).toBe(count);
  });

  it('does not deadlock when passes and effects mark each other', async () => {
    const retried: unknown[] = [];
    const { knex, database: busy } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    knex.on('query-error', error => retried.push(error.code));
    const round = async (own: Mark, marks: Mark[]) => {
      for (let i = 0; i < 40; i += 1) {
        await put(busy, own);
        const [taken] = await take(busy, { queue: own.queue, limit: 1 });
        if (taken === undefined) continue;
        await busy.transact(async tx => {
          await hold(tx, taken);
          mark(tx, marks);
          settle(tx, taken);
        });
      }
    };
    const pass = key('web');
    const effect = { queue: 'apply-work', key: 'hub/web/c1' };
    const run = { queue: 'update-run', key: 'hub/r1' };
    await Promise.all([
      round(pass, [effect, run]),
      round(effect, [pass, run]),
      round(run, [pass, effect]),
      round(pass, [run, effect]),
      round(run, [effect, pass]),
    ]);
    expect(retried).toEqual([]);
  });
});
