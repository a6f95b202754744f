import makeKnex, { type Knex } from 'knex';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from './__testUtils__/eventually';
import { aMemberObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { parseSettings } from './settings';

const NOTICED_MS = 30_000;

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
    await engine.start();
    await eventually(
      () => engine.readiness(),
      ({ isReady }) => isReady,
    );
  });
  afterEach(async () => {
    await engine.stop();
    await knex.destroy();
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['removed', () => rmSync(file)],
    [
      'replaced',
      () => {
        copyFileSync(file, `${file}.backup`);
        renameSync(`${file}.backup`, file);
      },
    ],
  ])('is noticed when it is %s: not ready, one error, and nothing is decided any more', async (_, lose) => {
    lose();
    const readiness = await eventually(
      () => engine.readiness(),
      ({ isReady }) => !isReady,
      NOTICED_MS,
    );
    expect(readiness.problems).toEqual([expect.stringMatching(/^the database file was removed or replaced/)]);
    // A transaction of anybody's is refused once the engine has come to rest.
    await eventually(
      () => engine.prune().catch(String),
      answer => String(answer).includes('the database file was removed or replaced'),
    );
    expect(errors).toEqual(['The database is lost; the engine stops']);
  });
});
