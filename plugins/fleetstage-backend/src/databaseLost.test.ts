import makeKnex, { type Knex } from 'knex';
import { copyFileSync, linkSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './__testUtils__/eventually';
import { aMemberObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { DatabaseFile } from './database/DatabaseFile';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { parseSettings } from './settings';

const NOTICED_MS = 30_000;
const NO_TIMERS = { after: () => ({ cancel: () => {} }) };

describe('a database file that goes while the engine runs', () => {
  let folder: string;
  let file: string;
  let fleet: StubFleet;
  let knex: Knex;
  let engine: Engine;
  let errors: string[];

  beforeEach(async () => {
    errors = [];
    folder = mkdtempSync(join(tmpdir(), 'fleetstage-lost-'));
    file = join(folder, 'fleetstage.sqlite');
    fleet = await StubFleet.start();
    fleet.put(aMemberObject('c1'));
    knex = makeKnex({
      client: 'better-sqlite3',
      connection: { filename: file },
      useNullAsDefault: true,
      pool: { min: 1, max: 1 },
    });
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, '/'),
      ports: systemPorts,
      log: { ...silentLog, error: message => errors.push(message) },
      crdsDir: resolve(__dirname, '../crds'),
    });
  });
  afterEach(async () => {
    await engine.stop();
    await knex.destroy();
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async () => {
    await engine.start();
    await eventually(
      () => engine.readiness(),
      ({ isReady }) => isReady,
    );
  };
  const replace = (path: string) => {
    copyFileSync(path, `${path}.backup`);
    renameSync(`${path}.backup`, path);
  };
  const untilLost = () =>
    eventually(
      () => engine.readiness(),
      ({ isReady, problems }) => !isReady && problems.length > 0,
      NOTICED_MS,
    );
  /** A transaction of anybody's is refused once the engine is idle. */
  const untilRefused = (reason: string) =>
    eventually(
      () => engine.prune().catch(String),
      answer => String(answer).includes(reason),
    );

  it.each([
    ['removed', () => rmSync(file)],
    ['replaced', () => replace(file)],
  ])('is noticed when it is %s: not ready, one error, and nothing is decided any more', async (_, lose) => {
    await start();
    lose();
    expect((await untilLost()).problems).toEqual([
      expect.stringMatching(/^the database file was removed or replaced/),
    ]);
    await untilRefused('the database file was removed or replaced');
    expect(errors).toEqual(['The database is lost; the engine stops']);
  });

  it.each([
    ['removed', () => rmSync(file)],
    ['replaced', () => replace(file)],
  ])('is noticed when it is %s between opening and start: the engine does not start', async (_, lose) => {
    lose();
    await engine.start();
    expect(await engine.readiness()).toMatchObject({
      isReady: false,
      problems: [expect.stringMatching(/^the database file was removed or replaced/)],
    });
    expect(errors).toEqual(['The database is lost; the engine stops']);
  });

  it.each([
    ['removed', () => rmSync(`${file}-wal`)],
    ['replaced', () => replace(`${file}-wal`)],
  ])('its write-ahead log is %s: the engine stops, and all that was committed is kept', async (_, lose) => {
    await start();
    lose();
    expect((await untilLost()).problems).toEqual([
      expect.stringMatching(/^the write-ahead log beside the database file \(-wal\) was removed or replaced/),
    ]);
    await untilRefused('the write-ahead log');
    const committed = await knex('objects').select().orderBy('name');
    // As after a kill: what the next start finds.
    await eventually(
      () => readCopy(),
      found => JSON.stringify(found) === JSON.stringify(committed),
    );
    expect(committed.length).toBeGreaterThan(0);
    expect(errors).toEqual(['The database is lost; the engine stops']);
  });

  async function readCopy(): Promise<unknown[]> {
    copyFileSync(file, `${file}.copy`);
    const copy = makeKnex({
      client: 'better-sqlite3',
      connection: { filename: `${file}.copy` },
      useNullAsDefault: true,
    });
    try {
      return await copy('objects').select().orderBy('name');
    } finally {
      await copy.destroy();
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}.copy${suffix}`, { force: true });
    }
  }

  it('keeps the log of its open connection through checkpoints, and makes another one for the next', async () => {
    const identity = () => statSync(`${file}-wal`, { bigint: true }).ino;
    const files = await DatabaseFile.open(knex);
    const lost: string[] = [];
    const isOurs = () =>
      files!.follow({ timers: NO_TIMERS, onLost: async ({ reason }) => void lost.push(reason) });
    await knex('timeline').select();
    await files!.noteLog();
    const first = identity();
    for (const how of ['passive', 'full', 'restart', 'truncate']) {
      await knex.raw(`pragma wal_checkpoint(${how})`);
      await knex('hub_leases').update({ hub: 'other' });
      expect([identity(), await isOurs()]).toEqual([first, true]);
    }
    // Keeps the inode of the first one from being given to the next.
    linkSync(`${file}-wal`, `${file}.kept`);
    const connection = await knex.client.acquireConnection();
    connection.__knex__disposed = new Error('the pool is to open another one');
    await knex.client.releaseConnection(connection);
    await knex('timeline').select();
    expect(identity()).not.toBe(first);
    expect([await isOurs(), await isOurs()]).toEqual([true, true]);
    expect(lost).toEqual([]);
  });
});
