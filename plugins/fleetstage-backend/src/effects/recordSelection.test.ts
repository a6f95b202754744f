import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus, type Instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  projectPlacement,
  snapshotHash,
  toIdentifier,
  type CaptureWarning,
  type ExcludedObject,
  type SnapshotPace,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { randomBytes } from 'node:crypto';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import { MAX_EXCLUDED, loadCaptureNotes } from '../database/captureNotes';
import { isFresh, loadCapture, requestCapture, saveCapture } from '../database/captureStore';
import type { Database, Tx } from '../database/db';
import { dbNow } from '../database/dbNow';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { loadPlacementParts } from '../database/placementParts';
import { loadPlacementState } from '../database/placementStore';
import { saveRun } from '../database/runStore';
import { loadManifests, loadResourceSnapshots } from '../database/snapshotStore';
import { silentLog } from '../observe/log';
import { toEncryptionKeys } from '../vault/encryptionKeys';
import { Vault } from '../vault/Vault';
import { recordSelection } from './recordSelection';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const SLOW: SnapshotPace = { minimumIntervalMs: 30_000, collectionMs: 15_000 };
const config = (a: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'web' },
  data: { a },
});

describe.each(databases.eachSupportedId())('recordSelection on %s', databaseId => {
  let database: Database;
  let now: Instant;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);

  interface Options {
    readonly pace?: SnapshotPace;
    readonly excluded?: readonly ExcludedObject[];
    readonly warnings?: readonly CaptureWarning[];
    readonly publishedHash?: string;
    readonly limit?: number;
    readonly generation?: number;
  }
  const record = (
    manifest: KubeObject,
    { pace, excluded = [], warnings = [], publishedHash, limit = 10, generation = 1 }: Options = {},
  ) =>
    transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      const selection = {
        manifests: [manifest],
        identifiers: [toIdentifier(manifest)],
        excluded,
        notices: [{ message: 'nothing matches', selector: 1 }],
        warnings,
      };
      return recordSelection(
        tx,
        { clock: { now: () => now }, log: silentLog, ...(pace && { pace }) },
        { at: WEB, through: 1, selection, publishedHash, revisionHistoryLimit: limit, generation },
      );
    });
  const snapshots = () => transact(tx => loadResourceSnapshots(tx, 'hub', 'web'));
  const indexes = async () => (await snapshots()).map(({ index }) => index);
  /** What would be published, from the rows as they are. */
  const status = () =>
    transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web'));
      const state = await loadPlacementState(tx, 'hub/web');
      return projectPlacement(state!, undefined, now);
    });
  const capture = () => transact(tx => loadCapture(tx, 'hub', 'web'));
  const wait = (seconds: number) => {
    now = plus(now, seconds * 1_000);
  };

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    now = await transact(dbNow);
    await transact(tx => requestCapture(tx, 'hub', 'web'));
  });

  it('A/SNP-005, SNP-010, SNP-031 makes the first snapshot at once, and no second of the same content', async () => {
    expect(await record(config('1'), { pace: SLOW })).toBeUndefined();
    expect(await record(config('1'), { pace: SLOW })).toBeUndefined();
    expect(await indexes()).toEqual([0]);
    expect(isFresh(await capture())).toBe(true);
  });

  it('A/SNP-040, RUL 27, RUL 41 makes the next one at once, whatever the strategy, where nothing is configured', async () => {
    await record(config('1'));
    expect(await record(config('2'))).toBeUndefined();
    expect(await indexes()).toEqual([0, 1]);
  });

  it('A/SNP-030, A/SNP-035 waits as configured from when a change is first seen; until then all is as it was', async () => {
    await record(config('1'));
    wait(60);
    await transact(tx => requestCapture(tx, 'hub', 'web'));
    expect(await record(config('2'), { pace: SLOW })).toEqual({ afterMs: 15_000 });
    wait(10);
    expect(await record(config('3'), { pace: SLOW })).toEqual({ afterMs: 5_000 });
    expect(await indexes()).toEqual([0]);
    expect(isFresh(await capture())).toBe(false);
    expect(await status()).toMatchObject({ observedResourceIndex: '0', selectedResources: [{ name: 'a' }] });
    wait(5);
    expect(await record(config('3'), { pace: SLOW })).toBeUndefined();
    expect(await indexes()).toEqual([0, 1]);
    expect(await status()).toMatchObject({ observedResourceIndex: '1' });
  });

  it('A/SNP-033 forgets a change that was taken back: the next one waits its whole time', async () => {
    await record(config('1'));
    wait(60);
    await record(config('2'), { pace: SLOW });
    wait(10);
    await record(config('1'), { pace: SLOW });
    wait(10);
    expect(await record(config('2'), { pace: SLOW })).toEqual({ afterMs: 15_000 });
  });

  it('A/SEL-024 keeps of which generation the resources were read, also while a change waits', async () => {
    await record(config('1'));
    expect(await capture()).toMatchObject({ generation: 1 });
    await record(config('2'), { pace: SLOW, generation: 2 });
    expect(await capture()).toMatchObject({ generation: 2 });
    const parts = () => transact(tx => loadPlacementParts(tx, WEB));
    expect(await parts()).toMatchObject({ capturedGeneration: 2, isSnapshotDelayed: true });
    await record(config('2'), { generation: 3 });
    expect(await parts()).toMatchObject({ capturedGeneration: 3 });
    expect(await parts()).not.toHaveProperty('isSnapshotDelayed');
    await record(config('2'), { generation: 4 });
    expect(await parts()).toMatchObject({ capturedGeneration: 4 });
  });

  it('clears the failure of an earlier capture while a change waits', async () => {
    await record(config('1'));
    const failure = { message: 'no', placementGeneration: 1, at: now };
    await transact(tx => saveCapture(tx, WEB, { through: 1, failure }));
    await record(config('2'), { pace: SLOW });
    expect(await capture()).not.toHaveProperty('failure');
  });

  it('A/SNP-020 drops what the limit does not allow, but nothing while a run waits that may name it', async () => {
    const deletion = { name: 'delete', clusters: [], before: [], after: [] };
    const waiting = {
      name: 'r1',
      uid: 'u1',
      placement: 'web',
      createdAt: now,
      progress: { stages: [], deletion },
    };
    await record(config('1'), { limit: 1 });
    await transact(tx => saveRun(tx, 'hub', waiting));
    await record(config('2'), { limit: 1 });
    expect(await indexes()).toEqual([0, 1]);
    await transact(tx =>
      saveRun(tx, 'hub', { ...waiting, progress: { ...waiting.progress, succeededAt: now } }),
    );
    await record(config('3'), { limit: 1 });
    expect(await indexes()).toEqual([2]);
  });

  it('fills a snapshot of the same content again whose contents are gone', async () => {
    await record(config('1'));
    await transact(tx => tx.sql('snapshot_contents').delete());
    await expect(transact(tx => loadManifests(tx, WEB, 0))).rejects.toThrow('is missing');
    await record(config('1'));
    expect(await indexes()).toEqual([0]);
    expect(await transact(tx => loadManifests(tx, WEB, 0))).toEqual([config('1')]);
  });

  it('keeps what was left out, at most so much, and what it wondered about', async () => {
    const excluded: ExcludedObject[] = Array.from({ length: MAX_EXCLUDED + 1 }, (_, i) => ({
      version: 'v1',
      kind: 'Endpoints',
      name: `e${i}`,
      reason: 'MadeForService',
      message: 'why',
    }));
    await record(config('1'), { excluded });
    const notes = await transact(tx => loadCaptureNotes(tx, WEB));
    expect(notes.excluded).toEqual(excluded.slice(0, MAX_EXCLUDED));
    expect(notes).toMatchObject({
      excludedCount: MAX_EXCLUDED + 1,
      notices: [{ message: 'nothing matches', selector: 1 }],
    });
    await record(config('1'));
    expect(await transact(tx => loadCaptureNotes(tx, WEB))).toMatchObject({ excluded: [], excludedCount: 0 });
  });

  it('RUL 54 keeps for the status what a capture warned of, until one warns no more', async () => {
    const warning = { reason: 'FleetstagePrivilegedKinds', message: 'Role web/a is not placed' } as const;
    const warnings = async () => (await transact(tx => loadPlacementParts(tx, WEB))).captureWarnings;
    await record(config('1'), { warnings: [warning] });
    expect(await warnings()).toEqual([warning]);
    await record(config('1'));
    expect(await warnings()).toBeUndefined();
  });

  describe('under another secret of identities', () => {
    const aVault = () => {
      const keys = toEncryptionKeys([{ secret: randomBytes(32).toString('base64') }]);
      return Vault.of({ keys, identitySecret: randomBytes(32) });
    };
    const hashes = async () => (await snapshots()).map(({ hash }) => hash);

    it('takes the hub at its word that nothing has changed, and keeps index and identity', async () => {
      database.useVault(aVault());
      await record(config('1'));
      const before = await hashes();
      database.useVault(aVault());
      await record(config('1'), { publishedHash: snapshotHash([config('1')]) });
      expect([await indexes(), await hashes()]).toEqual([[0], before]);
    });

    it.each([
      { rule: 'the hub shows other content', publishedHash: snapshotHash([config('0')]) },
      { rule: 'the hub shows nothing', publishedHash: undefined },
    ])('makes a new snapshot where $rule', async ({ publishedHash }) => {
      database.useVault(aVault());
      await record(config('1'));
      database.useVault(aVault());
      await record(config('1'), publishedHash === undefined ? {} : { publishedHash });
      expect(await indexes()).toEqual([0, 1]);
    });

    it('goes on with the snapshot that was made in clear', async () => {
      await record(config('1'));
      database.useVault(aVault());
      await record(config('1'));
      expect(await hashes()).toEqual([snapshotHash([config('1')])]);
      await record(config('2'));
      expect((await hashes())[1]).not.toBe(snapshotHash([config('2')]));
    });
  });
});
