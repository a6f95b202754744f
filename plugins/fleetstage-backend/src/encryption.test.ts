import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { mockErrorHandler } from '@backstage/backend-test-utils';
import { contentHash, sha256Hex, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { snapshotHash } from '@fleetstage/backstage-plugin-fleetstage-engine';
import express from 'express';
import makeKnex, { type Knex } from 'knex';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import request from 'supertest';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { ADA } from './__testUtils__/viewers';
import { composeEngine, type Engine } from './compose';
import { systemPorts } from './loop/systemPorts';
import { silentLog, type Log, type LogFields } from './observe/log';
import { openRouter } from './rest/openRouter';
import { mountQueries } from './rest/queries';
import { parseSettings } from './settings';

const databases = createTestDatabases();
const SECRETS = { group: '', version: 'v1', plural: 'secrets' };
const PLANTED = 'planted-7d1f';
const VALUES = [PLANTED, Buffer.from(PLANTED).toString('base64')];
const secret = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login', namespace: 'web' },
  type: 'Opaque',
  data: { password: Buffer.from(value).toString('base64') },
});
const newKey = () => randomBytes(32).toString('base64');
type Line = LogFields & { readonly message: string };

describe.each(databases.eachSupportedId())('encryption at rest, on %s', databaseId => {
  const [a, b, c] = [newKey(), newKey(), newKey()];
  let folder: string;
  let knex: Knex;
  let fleet: StubFleet;
  let engine: Engine;
  let app: express.Express;
  let lines: Line[];

  const log: Log = {
    ...silentLog,
    info: (message, fields) => lines.push({ message, ...fields }),
    error: (message, fields) => lines.push({ message, ...fields }),
  };

  async function start(...secrets: string[]): Promise<void> {
    lines = [];
    const encryption = { keys: secrets.map((one, i) => ({ id: `k${i}`, secret: one })) };
    engine = await composeEngine({
      knex,
      settings: parseSettings({ ...fleet.settings, encryption }, '/'),
      ports: systemPorts,
      log,
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
    const router = openRouter({ checkAnswers: true });
    mountQueries(router, { queries: engine.queries, viewerOf: async () => ADA });
    app = express().use(router).use(mockErrorHandler());
  }

  const get = async (path: string) => (await request(app).get(path)).body;
  const resources = () => get('/placements/_/web/resources');
  const onMember = () => fleet.api.cluster('c1').find('secrets', 'login', 'web') as KubeObject | undefined;
  const keysInUse = () => knex('snapshot_contents').distinct('key_id').pluck('key_id');

  const untilSealed = () =>
    eventually(
      () => lines.map(({ message }) => message),
      messages => messages.includes('All contents are sealed with the newest key'),
    );

  /** Every column of every row. */
  async function dump(): Promise<string> {
    const tables = await knex('information_schema.tables')
      .where({ table_schema: 'public' })
      .pluck('table_name')
      .catch(() => knex('sqlite_master').where({ type: 'table' }).pluck('name'));
    const rows = await Promise.all(tables.map((table: string) => knex(table).select()));
    return JSON.stringify(rows);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetstage-vault-'));
    knex =
      databaseId === 'SQLITE_3'
        ? makeKnex({
            client: 'better-sqlite3',
            connection: { filename: join(folder, 'fleet.sqlite') },
            useNullAsDefault: true,
          })
        : await databases.init(databaseId as TestDatabaseId);
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.hub.put(SECRETS, secret(PLANTED));
    fleet.put(aPlacementObject('web'));
    await start(a);
    await eventually(onMember, found => found?.data !== undefined, 30_000);
    await eventually(resources, ({ objects }) => objects === 2, 30_000);
  });
  afterAll(async () => {
    await engine.stop();
    await fleet.stop();
    await knex.destroy();
    await rm(folder, { recursive: true });
  });

  it('holds no value of a Secret, and no hash of one, in any table or file', async () => {
    const manifest = secret(PLANTED);
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
    const annotated = onMember()?.metadata.annotations?.['kubernetes-fleet.io/spec-hash'] ?? 'no hash';
    const hashes = [
      contentHash(manifest),
      sha256Hex(JSON.stringify(manifest)),
      snapshotHash([namespace, manifest]),
      annotated,
    ];
    const text = await dump();
    expect(text).toContain('"name":"login"'.replaceAll('"', '\\"'));
    for (const planted of [...VALUES, ...hashes]) expect(text).not.toContain(planted);
    for (const file of await readdir(folder)) {
      const bytes = await readFile(join(folder, file), 'latin1');
      for (const planted of [...VALUES, ...hashes]) expect(bytes).not.toContain(planted);
    }
    expect(JSON.stringify(lines)).not.toContain(VALUES[0]);
    const find = () => fleet.find('ClusterResourceSnapshot', 'web-0-snapshot');
    const master = await eventually(find, found => found !== undefined, 30_000);
    expect(master?.metadata.annotations).toMatchObject({
      'kubernetes-fleet.io/resource-hash': hashes[2],
    });
  });

  it('shows a snapshot by names and sizes, and previews a selection with them', async () => {
    const shown = await resources();
    expect(shown).toMatchObject({ index: '0', isLatest: true, objects: 2, excludedCount: 0, warnings: [] });
    expect(shown.resources).toEqual([
      { version: 'v1', kind: 'Namespace', name: 'web', bytes: expect.any(Number) },
      { version: 'v1', kind: 'Secret', namespace: 'web', name: 'login', bytes: expect.any(Number) },
    ]);
    expect(shown.bytes).toBe(shown.resources[0].bytes + shown.resources[1].bytes);
    const answer = await request(app)
      .post('/selection/preview')
      .send({ selectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }] });
    expect(answer.body).toMatchObject({ objects: 2, bytes: shown.bytes, problems: [] });
    expect(JSON.stringify([shown, answer.body])).not.toContain(VALUES[1]);
  });

  it('seals everything anew after a rotation, and then needs the old key no more', async () => {
    const [before] = await keysInUse();
    await engine.stop();
    await start(b, a);
    await untilSealed();
    const [after, ...others] = await keysInUse();
    expect([before === after, others]).toEqual([false, []]);
    await engine.stop();
    await start(b);
    // Also where nothing is to be done, so that whoever waits for the line need not wonder.
    await untilSealed();
    fleet.hub.put(SECRETS, secret('changed'));
    await eventually(resources, ({ index }) => index === '1', 30_000);
    expect((await get('/placements/_/web/changes?from=0&to=1')).objects).toMatchObject([
      { kind: 'Secret', fields: [{ path: 'data.password', before: '***', after: '***' }] },
    ]);
    expect(lines.filter(({ remedy }) => remedy !== undefined)).toEqual([]);
  });

  it('names the key that is gone, and captures again what the hub still holds, under its index', async () => {
    const [lost] = await keysInUse();
    // Which content the latest snapshot had only the hub shows, once the key is gone.
    const published = () => fleet.find('ClusterResourceSnapshot', 'web-1-snapshot');
    await eventually(published, found => found !== undefined, 30_000);
    await engine.stop();
    await start(c);
    expect(lines).toContainEqual(
      expect.objectContaining({
        message: 'Captured contents cannot be read: their encryption key is not configured',
        keyId: lost,
        remedy: expect.stringContaining(`add the key ${lost} to fleetstage.encryption.keys again`),
      }),
    );
    const healed = await eventually(resources, ({ contentProblem }) => contentProblem === undefined, 30_000);
    expect(healed).toMatchObject({ index: '1', objects: 2 });
    const old = await get('/placements/_/web/resources?index=0');
    expect(old).toMatchObject({ objects: 2, contentProblem: expect.stringContaining(String(lost)) });
    expect(await get('/placements/_/web/changes?from=0&to=1')).toMatchObject({
      error: {
        name: 'ConflictError',
        message: expect.stringContaining(`snapshot 0 is sealed with the encryption key ${lost}`),
      },
    });
    expect(await keysInUse()).toHaveLength(2);
  });
});
