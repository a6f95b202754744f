import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database } from '../database/db';
import { claim, type Claim } from '../database/queue/claim';
import { loadKeyTrouble } from '../database/queue/inspect';
import { mark } from '../database/queue/mark';
import type { Mark } from '../database/queue/writeMarks';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import { createTestDatabases, openTestDatabase, passTime } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Effect } from './effect';
import { TerminalError, TransientError } from './errors';
import { ALL_MEMBERS } from './MemberScope';
import { PartlyDone } from './PartlyDone';
import { performOnce } from './performOnce';
import { QueueWorker } from './QueueWorker';
import { reconcileOnce } from './reconcileOnce';
import type { Reconciler } from './reconciler';
import { effectSpec, passSpec, runWorkers, type LoopDeps, type Workers } from './runWorkers';
import { systemPorts } from './systemPorts';
import { LocalWake, PostgresWake, type Wake } from './wake';

const databases = createTestDatabases();
const LEASE_MS = 15_000;

const timelineOf = (database: Database) =>
  database.transact(async tx => (await tx.sql('timeline').orderBy('id')).map(row => row.event));

/** Writes one line per pass. */
const writer = (patch: Partial<Reconciler<string, string>> = {}): Reconciler<string, string> => ({
  name: 'placement',
  load: async (_, key) => key,
  decide: state => ({ actions: [state], blockers: [] }),
  commit: async (tx, key, _, { actions }) => {
    const line = {
      hub: 'hub',
      at: 0,
      subject_kind: 'test',
      subject_name: key,
      event: actions[0],
      actor: 'engine',
    };
    await tx.sql('timeline').insert(line);
  },
  forget: async tx => mark(tx, { queue: 'update-run', key: 'hub/forgotten' }),
  ...patch,
});

/** Records what `run` answers. */
const recorder = (run: Effect<string, string>['run']): Effect<string, string> => ({
  name: 'apply-work',
  load: async (_, key) => key,
  run,
  record: async (tx, key, _, output) => {
    const line = {
      hub: 'hub',
      at: 0,
      subject_kind: 'test',
      subject_name: key,
      event: output,
      actor: 'engine',
    };
    await tx.sql('timeline').insert(line);
  },
});

const never = () => new Promise<string>(() => {});

describe.each(databases.eachSupportedId())('the loop on %s', databaseId => {
  let database: Database;
  let wake: Wake;
  let workers: Workers | undefined;

  beforeEach(async () => {
    wake = new LocalWake();
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId, {
      onMarked: queues => wake.announce(queues),
    }));
  });

  afterEach(async () => {
    await workers?.stop(0);
    expect(workers?.status().filter(({ inFlight }) => inFlight > 0) ?? []).toEqual([]);
    workers = undefined;
  });

  const put = (...marks: Mark[]) => database.transact(async tx => mark(tx, marks));
  const take = async (queue: string): Promise<Claim> => {
    const options = { queue, limit: 1, token: systemPorts.ids.next(), leaseMs: LEASE_MS };
    const [taken] = await database.transact(tx => claim(tx, options));
    return taken;
  };

  describe('a pass', () => {
    const ports = new ManualPorts();
    const pass = (reconciler: Reconciler<string, string>, taken: Claim) =>
      reconcileOnce({ database, clock: ports.clock }, reconciler, taken);

    it('commits its decision and settles the key', async () => {
      await put({ queue: 'placement', key: 'hub/web' });
      expect(await pass(writer(), await take('placement'))).toEqual({ outcome: 'settled' });
      expect(await timelineOf(database)).toEqual(['hub/web']);
      expect(await take('placement')).toBeUndefined();
    });

    it('requeues when time alone could change the decision', async () => {
      await put({ queue: 'placement', key: 'hub/web' });
      const decide: Reconciler<string, string>['decide'] = (state, now) => ({
        actions: [state],
        blockers: [],
        wakeAt: plus(now, 60_000),
      });
      expect(await pass(writer({ decide }), await take('placement'))).toEqual({
        outcome: 'settled',
        afterMs: 60_000,
      });
      expect(await take('placement')).toBeUndefined();
      await passTime(database, 60_000);
      expect((await take('placement')).key).toBe('hub/web');
    });

    it('keeps nothing when the lease has gone to somebody else', async () => {
      await put({ queue: 'placement', key: 'hub/web' });
      const late = await take('placement');
      await passTime(database, LEASE_MS);
      const current = await take('placement');
      expect(await pass(writer(), late)).toEqual({ outcome: 'fenced' });
      expect(await timelineOf(database)).toEqual([]);
      expect(await pass(writer(), current)).toEqual({ outcome: 'settled' });
    });

    it('takes down what was derived when the object is gone', async () => {
      await put({ queue: 'placement', key: 'hub/web' });
      const gone = writer({ load: async () => undefined });
      expect(await pass(gone, await take('placement'))).toEqual({ outcome: 'gone' });
      expect((await take('update-run')).key).toBe('hub/forgotten');
    });

    it('keeps nothing of a commit that throws', async () => {
      await put({ queue: 'placement', key: 'hub/web' });
      const { commit } = writer();
      const broken = writer({
        commit: async (...args) => {
          await commit(...args);
          throw new Error('disk full');
        },
      });
      await expect(pass(broken, await take('placement'))).rejects.toThrow('disk full');
      expect(await timelineOf(database)).toEqual([]);
    });
  });

  describe('an effect', () => {
    const limits = () => ({
      database,
      timers: systemPorts.timers,
      log: silentLog,
      signal: new AbortController().signal,
      deadlineMs: 60_000,
    });

    it('records nothing when the lease was lost while it acted', async () => {
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const taken = await take('apply-work');
      const slow = recorder(async () => {
        await passTime(database, LEASE_MS);
        await take('apply-work');
        return 'applied';
      });
      expect(await performOnce(limits(), slow, taken)).toEqual({ outcome: 'fenced' });
      expect(await timelineOf(database)).toEqual([]);
    });

    it('is due again at once when its key was marked while it acted', async () => {
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const overtaken = recorder(async () => {
        await put({ queue: 'apply-work', key: 'hub/web/c1' });
        return 'applied';
      });
      expect(await performOnce(limits(), overtaken, await take('apply-work'))).toEqual({
        outcome: 'settled',
      });
      expect((await take('apply-work')).key).toBe('hub/web/c1');
    });

    it('is loaded and recorded by one statement each where the database has round trips', async () => {
      const used: string[] = [];
      const usual = recorder(async key => key);
      const effect: Effect<string, string> = {
        ...usual,
        async peek(_, key) {
          used.push('peek');
          return key;
        },
        async recordSame({ sql }, { queue, key, token }, _, output) {
          used.push('record');
          if (output.endsWith('/other')) return undefined;
          await sql('dirty_keys').where({ queue, key, lease_token: token }).delete();
          return { afterMs: 60_000 };
        },
      };
      await put({ queue: 'apply-work', key: 'hub/web/same' });
      const same = await performOnce(limits(), effect, await take('apply-work'));
      await put({ queue: 'apply-work', key: 'hub/web/other' });
      const other = await performOnce(limits(), effect, await take('apply-work'));
      const isPostgres = database.dialect === 'postgres';
      expect(same).toEqual({ outcome: 'settled', ...(isPostgres && { afterMs: 60_000 }) });
      expect(other).toEqual({ outcome: 'settled' });
      expect(used).toEqual(isPostgres ? ['peek', 'record', 'peek', 'record'] : []);
      expect(await timelineOf(database)).toEqual([...(isPostgres ? [] : ['hub/web/same']), 'hub/web/other']);
    });

    it('records what was done before it failed, and fails', async () => {
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const halfway = recorder(() =>
        Promise.reject(new PartlyDone('applied', new TransientError('no more'))),
      );
      await expect(performOnce(limits(), halfway, await take('apply-work'))).rejects.toThrow('no more');
      expect(await timelineOf(database)).toHaveLength(1);
    });

    it('records nothing of what was done before it failed when the lease was lost', async () => {
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const taken = await take('apply-work');
      const halfway = recorder(async () => {
        await passTime(database, LEASE_MS);
        await take('apply-work');
        throw new PartlyDone('applied', new TransientError('no more'));
      });
      await expect(performOnce(limits(), halfway, taken)).rejects.toThrow('no more');
      expect(await timelineOf(database)).toEqual([]);
    });

    it('is given up at its deadline', async () => {
      const ports = new ManualPorts();
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      let isTold = false;
      const hanging = recorder((_, { signal }) => {
        signal.addEventListener('abort', () => {
          isTold = true;
        });
        setImmediate(() => ports.advance(30_000));
        return never();
      });
      const options = { ...limits(), timers: ports.timers, deadlineMs: 30_000 };
      await expect(performOnce(options, hanging, await take('apply-work'))).rejects.toThrow(
        'no result within 30000 ms',
      );
      expect(isTold).toBe(true);
    });
  });

  describe('workers', () => {
    let metrics: MemoryMetrics;

    const start = (
      specs: (deps: LoopDeps) => Parameters<typeof runWorkers>[1],
      patch: Partial<LoopDeps> = {},
    ) => {
      metrics = new MemoryMetrics();
      const deps: LoopDeps = { database, ports: systemPorts, log: silentLog, metrics, wake, ...patch };
      workers = runWorkers(deps, specs(deps));
    };

    it('work on what is marked, now and when it is due', async () => {
      start(deps => [passSpec(deps, writer(), { concurrency: 2 })]);
      await put({ queue: 'placement', key: 'hub/a' }, { queue: 'placement', key: 'hub/b', afterMs: 150 });
      const lines = await eventually(
        () => timelineOf(database),
        events => events.length === 2,
      );
      // Two workers: on a busy machine the second may write first.
      expect([...lines].sort()).toEqual(['hub/a', 'hub/b']);
      expect(metrics.read('passes', { pass: 'placement', outcome: 'settled' })).toBe(2);
    });

    it('work on a key again when it said so, and when it was marked meanwhile, without a poll of their own', async () => {
      let turns = 0;
      const usual = recorder(async key => {
        turns += 1;
        if (turns === 2) await put({ queue: 'apply-work', key });
        return `turn ${turns}`;
      });
      const effect: Effect<string, string> = {
        ...usual,
        async record(...args) {
          await usual.record(...args);
          return turns === 1 ? { afterMs: 100 } : undefined;
        },
      };
      start(deps => [effectSpec(deps, effect, { concurrency: 4, deadlineMs: 60_000 })], {
        pollMs: () => 600_000,
      });
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const lines = await eventually(
        () => timelineOf(database),
        events => events.length === 3,
      );
      expect(lines).toEqual(['turn 1', 'turn 2', 'turn 3']);
    });

    it('find by the poll of all queues what nobody has announced', async () => {
      let polls = 0;
      const last = database.dialect === 'postgres' ? 'ask' : 'transactBatched';
      const watched = Object.create(database, {
        [last]: {
          value: (work: never) => database[last](work).finally(() => (polls += 1)),
        },
      });
      const deaf = { pollMs: () => 600_000, wake: new LocalWake(), database: watched };
      start(deps => [passSpec(deps, writer(), { concurrency: 1 })], deaf);
      await eventually(
        () => polls,
        count => count > 0,
      );
      await put({ queue: 'placement', key: 'hub/a' });
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
        30_000,
      );
    });

    it('work on queues that come later, and on none that come after the stop', async () => {
      start(() => []);
      await put({ queue: 'placement', key: 'hub/a' });
      const deps: LoopDeps = { database, ports: systemPorts, log: silentLog, metrics, wake };
      workers?.add([passSpec(deps, writer(), { concurrency: 1 })]);
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
      );
      await workers?.stop();
      workers?.add([effectSpec(deps, recorder(never), { concurrency: 1, deadlineMs: 60_000 })]);
      expect(workers?.status().map(({ queue }) => queue)).toEqual(['placement']);
    });

    it('keep one member that never answers from holding back the others', async () => {
      const effect = recorder(key => (key.endsWith('/slow') ? never() : Promise.resolve(key)));
      start(deps => [effectSpec(deps, effect, { concurrency: 8, perGroup: 2, deadlineMs: 60_000 })]);
      const work = (placement: number, cluster: string) => ({
        queue: 'apply-work',
        key: `hub/p${placement}/${cluster}`,
        group: cluster,
      });
      await put(...Array.from({ length: 40 }, (_, i) => work(i, 'slow')));
      await put(...Array.from({ length: 40 }, (_, i) => work(i, `c${i % 5}`)));
      await eventually(
        () => timelineOf(database),
        events => events.length === 40,
      );
      expect(workers?.status()).toEqual([{ queue: 'apply-work', inFlight: 2, claimFailures: 0 }]);
    });

    it('try again after an error, and park what cannot succeed', async () => {
      let tries = 0;
      const effect = recorder(async key => {
        tries += 1;
        if (key.endsWith('/forbidden')) throw new TerminalError('not allowed');
        if (tries < 3) throw new TransientError('no answer', 1);
        return key;
      });
      start(deps => [effectSpec(deps, effect, { concurrency: 1, deadlineMs: 60_000 })]);
      await put({ queue: 'apply-work', key: 'hub/web/flaky' });
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
      );
      await put({ queue: 'apply-work', key: 'hub/web/forbidden' });
      const trouble = await eventually(
        () => database.transact(tx => loadKeyTrouble(tx, 'apply-work', 'hub/web/forbidden')),
        state => state !== undefined,
      );
      expect(trouble?.parkedReason).toBe('not allowed');
      expect(metrics.read('effects', { effect: 'apply-work', outcome: 'failed' })).toBe(2);
    });

    it('survive a database that cannot be reached', async () => {
      let isDown = true;
      const orDown =
        <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
        (...args: A) =>
          isDown ? Promise.reject(new Error('connection refused')) : work.apply(database, args);
      const flaky = Object.create(database, {
        transact: { value: orDown(database.transact) },
        transactBatched: { value: orDown(database.transactBatched) },
        execute: { value: orDown(database.execute) },
      });
      start(deps => [passSpec(deps, writer(), { concurrency: 1 })], {
        database: flaky,
      });
      await eventually(
        () => workers?.status()[0].claimFailures ?? 0,
        failures => failures > 0,
      );
      isDown = false;
      await put({ queue: 'placement', key: 'hub/a' });
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
      );
      expect(workers?.status()[0].claimFailures).toBe(0);
    });

    it('try a claim that failed again when they said so, whatever the poll of all queues finds', async () => {
      const waits: { readonly ms: number; readonly run: () => void }[] = [];
      const timers = {
        after: (ms: number, run: () => void) => {
          waits.push({ ms, run });
          return { cancel: () => {} };
        },
      };
      const down = () => Promise.reject(new Error('connection refused'));
      const worker = new QueueWorker(
        {
          database: Object.create(database, {
            transactBatched: { value: down },
            execute: { value: down },
            ask: { value: down },
          }),
          ports: { ...systemPorts, timers },
          log: silentLog,
          metrics: new MemoryMetrics(),
          leaseMs: LEASE_MS,
          keeper: undefined as never,
          members: ALL_MEMBERS,
          pollMs: () => 15_000,
        },
        { kind: 'pass', queue: 'placement', concurrency: 1, work: never as never },
      );
      worker.poke();
      await eventually(
        () => worker.claimFailures,
        failures => failures === 1,
      );
      await eventually(
        () => waits.length,
        count => count > 0,
      );
      worker.noteDue(undefined, worker.moment());
      expect(waits.at(-1)!.ms).toBeLessThan(1_000);
      worker.stop();
    });

    it('do what they have claimed, also where nobody says what is due next', async () => {
      const silent = Object.create(database, {
        ask: { value: () => Promise.reject(new Error('connection refused')) },
      });
      await put({ queue: 'placement', key: 'hub/a' });
      start(deps => [passSpec(deps, writer(), { concurrency: 2 })], { database: silent });
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
      );
    });

    it('hand back what is not done when the process stops', async () => {
      const effect = recorder(never);
      start(deps => [effectSpec(deps, effect, { concurrency: 4, deadlineMs: 60_000 })]);
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      await eventually(
        () => workers?.status()[0].inFlight,
        inFlight => inFlight === 1,
      );
      await workers?.stop(0);
      expect((await take('apply-work')).attempts).toBe(1);
    });

    it('renew the lease of what takes long', async () => {
      let finish = (_: string) => {};
      const effect = recorder(
        () =>
          new Promise(resolve => {
            finish = resolve;
          }),
      );
      start(deps => [effectSpec(deps, effect, { concurrency: 1, deadlineMs: 60_000 })], { leaseMs: 300 });
      await put({ queue: 'apply-work', key: 'hub/web/c1' });
      const until = () =>
        database.transact(async tx =>
          Number((await tx.sql('dirty_keys').first('lease_until'))?.lease_until ?? 0),
        );
      const first = await eventually(until, at => at > 0);
      await eventually(until, at => at > first + 300);
      finish('applied');
      await eventually(
        () => timelineOf(database),
        events => events.length === 1,
      );
    });
  });
});

const postgres = databases
  .eachSupportedId()
  .flat()
  .filter(id => String(id).startsWith('POSTGRES'));

if (postgres.length > 0) {
  it.each(postgres)('wake-ups reach other replicas at once on %s', async databaseId => {
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const problems: string[] = [];
    const open = () =>
      new PostgresWake({ knex, ports: systemPorts, onProblem: reason => problems.push(reason) });
    const [a, b] = [open(), open()];
    const heard: string[] = [];
    b.listen(queues => heard.push(...queues));
    a.start();
    b.start();
    await eventually(
      () => {
        a.announce(['placement', 'apply-work']);
        return heard;
      },
      queues => queues.includes('placement') && queues.includes('apply-work'),
    );
    await eventually(
      () => a.isLinked() && b.isLinked(),
      areLinked => areLinked,
    );
    await a.stop();
    expect(a.isLinked()).toBe(false);
    expect(problems).toEqual([]);
    // Whoever is not connected is heard all the same, by those who are.
    const unlinked = open();
    heard.length = 0;
    unlinked.announce(['member']);
    await eventually(
      () => heard,
      queues => queues.includes('member'),
    );
    await b.stop();
  });
}
