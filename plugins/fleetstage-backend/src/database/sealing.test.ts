import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { contentHash, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { Knex } from 'knex';
import { randomBytes } from 'node:crypto';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { systemPorts } from '../loop/systemPorts';
import { silentLog, type Log } from '../observe/log';
import { toEncryptionKeys, type EncryptionKey } from '../vault/encryptionKeys';
import { openVault } from './openVault';
import { Vault } from '../vault/Vault';
import { loadSizes } from './contentStore';
import { Database, type Tx } from './db';
import { lockPlacement } from './lockPlacement';
import { findLostKeys } from './lostKeys';
import { loadCapture } from './captureStore';
import { prune } from './prune';
import { resealAll } from './keepSealed';
import {
  findMissingKeys,
  hasManifests,
  loadContentIds,
  loadManifests,
  saveResourceSnapshot,
} from './snapshotStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const config = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web' },
  data: { a: 'ä' },
});
const newKey = (id: string): EncryptionKey =>
  toEncryptionKeys([{ id, secret: randomBytes(32).toString('base64') }])[0];

describe.each(databases.eachSupportedId())('sealed contents on %s', databaseId => {
  const [a, b] = [newKey('a'), newKey('b')];
  let database: Database;
  let knex: Knex;
  let errors: string[];
  const log: Log = { ...silentLog, error: message => errors.push(message) };
  const use = async (...keys: EncryptionKey[]) => database.useVault(await openVault(database, keys, log));
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const save = (...manifests: KubeObject[]) =>
    transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 0 }), manifests);
    });
  const load = (index = 0) => transact(tx => loadManifests(tx, WEB, index));
  const sweep = (batch?: number) => resealAll({ database, hub: 'hub', log }, batch ? { batch } : {});
  const age = () => transact(tx => tx.sql('snapshot_contents').update({ used_at: 0 }));
  const rows = () => transact(tx => tx.sql('snapshot_contents').orderBy('hash'));

  beforeEach(async () => {
    errors = [];
    ({ database, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  it('gives back what it keeps, and keeps nothing in clear', async () => {
    await use(a);
    await save(config('one'), config('two'), config('one'));
    expect(await load()).toEqual([config('one'), config('two'), config('one')]);
    const kept = await rows();
    expect(kept.map(row => row.key_id)).toEqual([a.id, a.id]);
    const text = JSON.stringify(kept);
    for (const plain of ['ConfigMap', contentHash(config('one'))]) expect(text).not.toContain(plain);
    const ids = (await transact(tx => loadContentIds(tx, WEB, 0))) ?? [];
    const bytes = Buffer.byteLength(JSON.stringify(config('one')));
    expect([...(await transact(tx => loadSizes(tx, 'hub', ids))).values()]).toEqual([bytes, bytes]);
  });

  it('seals what was in clear, and names it by its identity', async () => {
    await save(config('one'), config('two'));
    await age();
    const before = await rows();
    expect(before.map(row => row.key_id)).toEqual([null, null]);
    await use(a);
    expect(await load()).toHaveLength(2);
    expect(await sweep(1)).toEqual({ sealed: 2, left: 0 });
    expect(await sweep(1)).toEqual({ sealed: 0, left: 0 });
    expect(await load()).toEqual([config('one'), config('two')]);
    const after = await rows();
    expect(after.map(row => row.key_id)).toEqual([a.id, a.id]);
    expect(after.map(row => row.hash)).not.toEqual(expect.arrayContaining([before[0].hash]));
    await save(config('one'), config('two'));
    expect(await rows()).toHaveLength(2);
  });

  it('leaves what was used lately in clear, for snapshots that a replica without keys may be making', async () => {
    await save(config('one'));
    await use(a);
    expect(await sweep()).toEqual({ sealed: 1, left: 1 });
    expect(await load()).toEqual([config('one')]);
    const plain = new Database(knex, { ports: systemPorts });
    await plain.transact(tx =>
      saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 1 }), [config('one')]),
    );
    await transact(tx => prune(tx, 'hub', { timelineMs: 1 }));
    expect(await load(1)).toEqual([config('one')]);
    await age();
    expect(await sweep()).toEqual({ sealed: 1, left: 0 });
    expect([await load(), await load(1)]).toEqual([[config('one')], [config('one')]]);
    expect(await rows()).toMatchObject([{ key_id: a.id }]);
  });

  it('touches a sealed row that was about to be pruned when snapshots are to name it', async () => {
    await save(config('one'));
    await use(a);
    await save(config('one'));
    await age();
    await transact(tx => tx.sql('snapshot_contents').whereNotNull('key_id').update({ key_id: 'gone' }));
    await sweep();
    expect(await rows()).toMatchObject([{ key_id: a.id }]);
    expect(Number((await rows())[0].used_at)).toBeGreaterThan(0);
  });

  it('keeps a content that a snapshot of another replica has just been made to hold', async () => {
    // SQLite has one connection: nobody else is in the midst of anything.
    if (database.dialect === 'sqlite') return;
    await save(config('one'));
    await age();
    await use(a);
    const plain = new Database(knex, { ports: systemPorts });
    const waiting = () =>
      knex('pg_stat_activity')
        .whereRaw('datname = current_database()')
        .where({ wait_event_type: 'Lock' })
        .pluck('query');
    const swept = await plain.transact(async tx => {
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 1 }), [config('one')]);
      const sweeping = { ended: sweep() };
      await eventually(waiting, queries => queries.length === 1);
      return sweeping;
    });
    expect(await swept.ended).toEqual({ sealed: 1, left: 1 });
    expect([await load(), await load(1)]).toEqual([[config('one')], [config('one')]]);
  });

  it('reads each snapshot once per sweep, and no more than a batch at a time', async () => {
    const manifests = ['1', '2', '3', '4', '5', '6'].map(config);
    await save(...manifests);
    await transact(tx =>
      saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 1 }), manifests.slice(0, 1)),
    );
    await transact(tx =>
      saveResourceSnapshot(tx, { ...WEB, name: 'a/web' }, aResourceSnapshot({ index: 1 }), manifests),
    );
    await age();
    await use(a);
    const reads: number[] = [];
    knex.on('query-response', (answer, { sql }) => {
      if (/^select .*from .resource_snapshots/.test(sql)) reads.push((answer.rows ?? answer).length);
    });
    expect(await sweep(2)).toEqual({ sealed: 6, left: 0 });
    expect(reads).toEqual([2, 1]);
    expect([await load(), await load(1)]).toEqual([manifests, manifests.slice(0, 1)]);
  });

  it('calls a snapshot without one of its contents incomplete', async () => {
    await use(a);
    await save(config('one'), config('two'), config('one'));
    expect(await transact(tx => hasManifests(tx, WEB, 0))).toBe(true);
    const [{ hash }] = await rows();
    await transact(tx => tx.sql('snapshot_contents').where({ hash }).delete());
    expect(await transact(tx => hasManifests(tx, WEB, 0))).toBe(false);
  });

  it('changes no identity in a rotation, and forgets the old key when nothing needs it', async () => {
    await use(a);
    await save(config('one'));
    const [{ hash }] = await rows();
    await use(b, a);
    expect(await sweep()).toEqual({ sealed: 1, left: 0 });
    expect(await rows()).toMatchObject([{ hash, key_id: b.id }]);
    await use(b);
    expect(await load()).toEqual([config('one')]);
    expect(await sweep()).toEqual({ sealed: 0, left: 0 });
    const known = () => transact(tx => tx.sql('vault_keys').orderBy('key_id').pluck('key_id'));
    expect(await known()).toEqual([a.id, b.id].sort());
    await transact(tx => tx.sql('vault_keys').update({ created_at: 0 }));
    await sweep();
    expect(await known()).toEqual([b.id]);
    await save(config('one'));
    expect(await rows()).toMatchObject([{ hash }]);
    expect(errors).toEqual([]);
  });

  it('seals each content once where several replicas start at the same time', async () => {
    await use(a);
    await save(...['1', '2', '3', '4', '5'].map(config));
    await use(b, a);
    const swept = await Promise.all([sweep(2), sweep(2)]);
    expect(swept.map(({ left }) => left)).toEqual([0, 0]);
    expect(new Set((await rows()).map(row => row.key_id))).toEqual(new Set([b.id]));
    await use(b);
    expect(await load()).toEqual(['1', '2', '3', '4', '5'].map(config));
  });

  it('ends a sweep after the batch under way when the engine stops', async () => {
    await save(...['1', '2', '3'].map(config));
    await use(a);
    await expect(
      resealAll(
        { database, hub: 'hub', log },
        { batch: 1, signal: AbortSignal.abort(new Error('stopping')) },
      ),
    ).rejects.toThrow('stopping');
    expect((await rows()).map(row => row.key_id)).toEqual([null, null, null]);
  });

  it('opens what a key has sealed under an earlier name', async () => {
    await use(a);
    await save(config('one'));
    const renamed = { ...a, id: a.id.replace('a-', 'other-') };
    await use(renamed);
    expect(await load()).toEqual([config('one')]);
    expect(await sweep()).toEqual({ sealed: 1, left: 0 });
    expect(await rows()).toMatchObject([{ key_id: renamed.id }]);
    expect(errors).toEqual([]);
  });

  it('calls contents without their key lost, has them captured again, and takes them back', async () => {
    await use(a);
    await save(config('one'));
    await use(b);
    expect(errors).toEqual(['No configured key opens the secret that identities of contents are made with']);
    expect(await load()).toBeUndefined();
    expect(await transact(tx => hasManifests(tx, WEB, 0))).toBe(false);
    expect(await transact(tx => findMissingKeys(tx, WEB, 0))).toEqual([a.id]);
    expect(await transact(tx => findLostKeys(tx, 'hub'))).toEqual([{ keyId: a.id, contents: 1 }]);
    expect(await transact(tx => loadCapture(tx, 'hub', 'web'))).toMatchObject({ requested: 1, captured: 0 });
    expect(await sweep()).toEqual({ sealed: 0, left: 0 });
    await save(config('one'));
    expect(await load()).toEqual([config('one')]);
    await use(b, a);
    expect(await transact(tx => findMissingKeys(tx, WEB, 0))).toEqual([]);
  });

  it('writes an unreadable row anew where the same identity is captured', async () => {
    await use(a);
    await save(config('one'));
    const secret = randomBytes(32);
    const [{ hash }] = await rows();
    await transact(tx => tx.sql('snapshot_contents').update({ key_id: 'gone' }));
    expect(await load()).toBeUndefined();
    await save(config('one'));
    expect(await rows()).toMatchObject([{ hash, key_id: a.id }]);
    expect(await load()).toEqual([config('one')]);
    database.useVault(Vault.of({ keys: [a], identitySecret: secret }));
    await save(config('one'));
    expect(await load()).toEqual([config('one')]);
  });

  it('does not open a row that was put in the place of another', async () => {
    await use(a);
    await save(config('one'), config('two'));
    const [one, two] = await rows();
    await transact(tx => tx.sql('snapshot_contents').where({ hash: two.hash }).update({ body: one.body }));
    await expect(load()).rejects.toThrow(
      `content ${two.hash} does not open with key ${a.id}: its row was changed by somebody else`,
    );
  });

  it('prunes sealed contents that no snapshot names, and those alone', async () => {
    await use(a);
    await save(config('one'), config('two'));
    await save(config('two'));
    await age();
    const pruned = await transact(tx => prune(tx, 'hub', { timelineMs: 1 }));
    expect(pruned.snapshotContents).toBe(1);
    expect(await load()).toEqual([config('two')]);
  });

  it('prunes whatever comes after more rows in use than one statement takes', async () => {
    await use(a);
    await save(...['1', '2', '3', '4', '5', '6'].map(config));
    const stray = { hub: 'hub', body: '{}', used_at: 0, key_id: null, bytes: 2 };
    await transact(tx =>
      tx.sql('snapshot_contents').insert(['x', 'y', 'z'].map(hash => ({ ...stray, hash }))),
    );
    await age();
    const pruned = () => transact(tx => prune(tx, 'hub', { timelineMs: 1, maxRows: 2 }));
    expect((await pruned()).snapshotContents).toBe(2);
    expect((await pruned()).snapshotContents).toBe(1);
    expect(await load()).toHaveLength(6);
  });

  it('draws one secret for identities, whichever replica is first', async () => {
    const vaults = await Promise.all([1, 2, 3].map(() => openVault(database, [a, b], log)));
    const identities = vaults.map(vault => vault.identify('x'));
    expect(new Set(identities).size).toBe(1);
  });
});
