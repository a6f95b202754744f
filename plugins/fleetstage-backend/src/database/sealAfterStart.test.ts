import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aResourceSnapshot, NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { randomBytes } from 'node:crypto';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { silentLog, type Log } from '../observe/log';
import { toEncryptionKeys, type EncryptionKey } from '../vault/encryptionKeys';
import { saveBackReports } from './backReportStore';
import type { Database } from './db';
import { lockPlacement } from './lockPlacement';
import { openVault } from './openVault';
import { sealAfterStart } from './sealAfterStart';
import { saveResourceSnapshot } from './snapshotStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const newKey = (id: string): EncryptionKey =>
  toEncryptionKeys([{ id, secret: randomBytes(32).toString('base64') }])[0];
const config = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web' },
});

describe.each(databases.eachSupportedId())('sealing after a start, on %s', databaseId => {
  const [a, b] = [newKey('a'), newKey('b')];
  const stopping = { current: new AbortController() };
  let database: Database;
  let lines: string[];
  let ports: ManualPorts;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    lines = [];
    ports = new ManualPorts();
    stopping.current = new AbortController();
  });

  const use = async (...keys: EncryptionKey[]) =>
    database.useVault(await openVault(database, keys, silentLog));
  const start = () => {
    const log: Log = {
      ...silentLog,
      info: (message, fields) => lines.push(`${message}: ${fields?.sealed} sealed, ${fields?.left} left`),
    };
    const deps = { database, hub: 'hub', log, timers: ports.timers };
    return sealAfterStart(deps, stopping.current.signal, { batch: 1, batches: 2 });
  };
  const saveContents = (...names: string[]) =>
    database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 0 }), names.map(config));
    });
  const saveStatuses = (...names: string[]) =>
    database.transact(tx => {
      const wanted = names.map(name => ({ group: '', version: 'v1', kind: 'Pod', namespace: 'web', name }));
      const seen = wanted.map(object => ({ object, status: { phase: 'Running' } }));
      return saveBackReports(
        tx,
        { hub: 'hub', placement: 'web', cluster: 'c1' },
        { wanted, seen, now: NOON },
      );
    });

  it('goes on at once while rows were not read, and reports how many are left', async () => {
    await use(a);
    await saveContents('1', '2', '3');
    await saveStatuses('1', '2', '3');
    await use(b, a);
    await start();
    expect(lines).toEqual([
      'Sealing contents with the newest key: 2 sealed, 4 left',
      'Sealing contents with the newest key: 3 sealed, 1 left',
      'All contents are sealed with the newest key: 1 sealed, 0 left',
    ]);
  });

  it('reports that statuses were sealed, where there was nothing else', async () => {
    await use(a);
    await saveStatuses('1');
    await use(b, a);
    await start();
    expect(lines).toEqual(['All contents are sealed with the newest key: 1 sealed, 0 left']);
  });

  it('reports what is left where nothing could be sealed, and tries again after an hour', async () => {
    await use(a);
    await saveStatuses('1', '2');
    await database.transact(tx => tx.sql('back_reports').update({ body: 'changed' }));
    await use(b, a);
    const ended = start();
    const NEITHER = 'Sealing contents with the newest key: 0 sealed, 2 left';
    const readStates = () =>
      eventually(
        () => lines,
        found => found.length >= 2,
      );
    expect(await readStates()).toEqual([NEITHER, NEITHER]);
    await database.transact(tx => tx.sql('back_reports').delete());
    await eventually(
      () => {
        ports.advance(65 * 60_000);
        return lines;
      },
      found => found.length === 3,
    );
    await ended;
    expect(lines[2]).toBe('All contents are sealed with the newest key: 0 sealed, 0 left');
  });
});
