import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { JsonObject, ReportBackStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { originalKey, type ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementSpec,
  pickN,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { toEncryptionKeys } from '../vault/encryptionKeys';
import { Vault } from '../vault/Vault';
import {
  countOutdatedReports,
  loadBackReports,
  loadKeptReports,
  loadRivals,
  resealBackReports,
  saveBackReports,
  saveWritten,
  type ReportKey,
} from './backReportStore';
import { deleteBindings, saveBindings } from './bindingStore';
import type { Database, Tx } from './db';
import { lockPlacement } from './lockPlacement';
import { forgetPlacement } from './placementStore';
import {
  followReportBack,
  loadReportBackMode,
  lockReportBackMode,
  saveBackReportProblems,
} from './reportBackStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const AT = { hub: 'hub', placement: 'web', cluster: 'c1' };
const app: ManifestIdentity = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  namespace: 'web',
  name: 'app',
};
const claim: ManifestIdentity = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace: 'web',
  name: 'd',
};
const READY = { readyReplicas: 2 };
const [first, second] = toEncryptionKeys([
  { secret: 'a first passphrase' },
  { secret: 'a second passphrase' },
]);
const vaultOf = (...keys: (typeof first)[]) => Vault.of({ keys, identitySecret: Buffer.alloc(32, 7) });

describe.each(databases.eachSupportedId())('kept statuses on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const under = <T>(vault: Vault, work: (tx: Tx) => Promise<T>) => transact(tx => work({ ...tx, vault }));
  const see = (seen: readonly [ManifestIdentity, JsonObject | 'tooLarge'][], patch: object = {}, at = AT) =>
    transact(tx =>
      saveBackReports(tx, at, {
        wanted: [app, claim],
        seen: seen.map(([object, status]) => ({ object, status })),
        now: NOON,
        ...patch,
      }),
    );
  const kept = async (at = AT) =>
    (await transact(tx => loadBackReports(tx, at))).map(({ object, status }) => [object.kind, status]);
  const marked = async () =>
    (await transact(async tx => tx.sql('dirty_keys').orderBy(['queue', 'key']))).map(
      row => `${row.queue} ${row.key}`,
    );
  const unmark = () => transact(async tx => tx.sql('dirty_keys').delete());
  const follow = async (strategy: ReportBackStrategy | undefined, placement = WEB) =>
    transact(async tx => {
      const { report_back_mode } = await lockPlacement(tx, placement.hub, placement.name);
      const reportBack = strategy && { reportBackStrategy: strategy };
      const spec = aPlacementSpec({ policy: pickN(1), strategy: { ...reportBack } });
      await followReportBack(tx, placement, aPlacement({ spec }), report_back_mode ?? null);
    });
  const toOriginal: ReportBackStrategy = { type: 'Mirror', destination: 'OriginalResource' };

  it('B/WA-140 are the last seen ones, and what was not seen stays as it was', async () => {
    expect(
      await see([
        [app, { readyReplicas: 0 }],
        [claim, { phase: 'Bound' }],
      ]),
    ).toBe(true);
    expect(await see([[app, READY]])).toBe(true);
    expect(await kept()).toEqual([
      ['PersistentVolumeClaim', { phase: 'Bound' }],
      ['Deployment', READY],
    ]);
    expect(await see([[app, READY]])).toBe(false);
    expect(await see([])).toBe(false);
  });

  it('A/PL-126 go when the object is not wanted any more', async () => {
    await see([
      [app, READY],
      [claim, { phase: 'Bound' }],
    ]);
    expect(await see([], { wanted: [app] })).toBe(true);
    expect(await kept()).toEqual([['Deployment', READY]]);
    expect(await see([[claim, { phase: 'Lost' }]], { wanted: [app] })).toBe(false);
  });

  it('B/WA-140 are not kept where they are larger than 256 KiB, which is known of them', async () => {
    const text = 'x'.repeat(256 * 1024);
    await see([
      [app, { text }],
      [claim, { text: text.slice(100) }],
    ]);
    expect(await transact(tx => loadKeptReports(tx, WEB, 'tooLarge'))).toMatchObject([{ object: app }]);
    expect(await transact(tx => loadBackReports(tx, AT))).toMatchObject([
      { object: claim, isTooLarge: false },
      { object: app, isTooLarge: true },
    ]);
    expect(await see([[app, { text }]])).toBe(false);
  });

  it('B/WA-140 are not kept where they were let go as too large, which is known of them', async () => {
    await see([[app, READY]]);
    expect(await see([[app, 'tooLarge']])).toBe(true);
    expect(await transact(tx => loadBackReports(tx, AT))).toMatchObject([{ object: app, isTooLarge: true }]);
    expect(await see([[app, 'tooLarge']])).toBe(false);
    expect(await see([[app, READY]])).toBe(true);
    expect(await kept()).toEqual([['Deployment', READY]]);
  });

  it('go with their binding, and with their placement', async () => {
    const other = { ...AT, cluster: 'c2' };
    await see([[app, READY]]);
    await see([[app, READY]], {}, other);
    await transact(tx => deleteBindings(tx, WEB, ['c1']));
    expect([await kept(), await kept(other)]).toEqual([[], [['Deployment', READY]]]);
    await transact(tx => forgetPlacement(tx, 'hub', 'web'));
    expect(await kept(other)).toEqual([]);
  });

  it('A/PL-126 are asked for by the strategy: its clusters are read, and nothing stays when it is off', async () => {
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, WEB, [aBoundBinding('c1')]);
    });
    await follow(undefined);
    expect(await marked()).toEqual([]);
    await follow(toOriginal);
    expect(await marked()).toEqual(['apply-work hub/web/c1', 'publish-back-reports hub/web']);
    expect(await transact(tx => loadReportBackMode(tx, WEB))).toBe('write');
    await unmark();
    await follow(toOriginal);
    expect(await marked()).toEqual([]);
    await see([[app, READY]]);
    await follow({ type: 'Disabled', destination: 'OriginalResource' });
    expect(await kept()).toEqual([]);
    expect(await transact(tx => lockReportBackMode(tx, WEB))).toBeUndefined();
  });

  it('A/PL-126 are written anew when another destination was tried meanwhile', async () => {
    await follow(toOriginal);
    await see([[app, READY]]);
    const [{ key, hash }] = await transact(tx => loadKeptReports(tx, WEB, { cluster: 'c1' }));
    await transact(tx => saveWritten(tx, AT, [{ key, hash }]));
    const written = () => transact(tx => loadKeptReports(tx, WEB, { cluster: 'c1' }));
    expect(await written()).toMatchObject([{ writtenHash: hash, writtenAgoMs: expect.any(Number) }]);
    await follow({ type: 'Mirror', destination: 'WorkAPI' });
    expect((await written())[0]).not.toHaveProperty('writtenHash');
  });

  it('A/PL-126 of the same original make placements rivals, which are requeued when that changes', async () => {
    const API = { hub: 'hub', name: 'api' };
    await follow(toOriginal);
    await follow(toOriginal, API);
    await see([[app, READY]]);
    await unmark();
    await see([[app, READY]], {}, { ...AT, placement: 'api', cluster: 'c2' });
    expect(await marked()).toEqual(['publish-back-reports hub/web']);
    const rivals = await transact(tx => loadRivals(tx, API));
    expect([...rivals]).toEqual([[originalKey(app), ['web']]]);
    await unmark();
    await follow({ type: 'Mirror', destination: 'WorkAPI' }, API);
    expect((await transact(tx => loadRivals(tx, WEB))).size).toBe(0);
    expect(await marked()).toContain('publish-back-reports hub/web');
  });

  it('says only once what could not be written', async () => {
    const problems = { first: [{ object: app, reason: 'missing' as const }], count: 1 };
    await transact(tx => lockPlacement(tx, 'hub', 'web'));
    const save = (some: typeof problems | undefined) => transact(tx => saveBackReportProblems(tx, WEB, some));
    expect([
      await save(undefined),
      await save(problems),
      await save(problems),
      await save(undefined),
    ]).toEqual([false, true, false, true]);
  });

  it('are sealed, are sealed anew with a newer key, and are kept anew where the key is lost', async () => {
    const seen = { wanted: [app], seen: [{ object: app, status: { secret: 'geheim' } }], now: NOON };
    const read = (vault: Vault) => under(vault, async tx => (await loadBackReports(tx, AT))[0].status);
    await under(vaultOf(first), tx => saveBackReports(tx, AT, seen));
    const rows = () => transact(async tx => tx.sql('back_reports'));
    expect(JSON.stringify(await rows())).not.toContain('geheim');
    expect(await read(vaultOf(second))).toBeUndefined();
    const reseal = () => under(vaultOf(second, first), tx => resealBackReports(tx, 'hub', { maxRows: 10 }));
    expect([await reseal(), await reseal()]).toEqual([{ sealed: 1 }, { sealed: 0 }]);
    expect(await read(vaultOf(second))).toEqual({ secret: 'geheim' });
    expect(await under(vaultOf(second), tx => saveBackReports(tx, AT, seen))).toBe(false);
    expect(await under(vaultOf(first), tx => saveBackReports(tx, AT, seen))).toBe(true);
    expect(await read(vaultOf(first))).toEqual({ secret: 'geheim' });
  });

  it('in clear are sealed once there is a key', async () => {
    await see([[app, READY]]);
    const reseal = () => under(vaultOf(first), tx => resealBackReports(tx, 'hub', { maxRows: 10 }));
    expect(await reseal()).toEqual({ sealed: 1 });
    expect(await kept()).toEqual([['Deployment', undefined]]);
  });

  it('that their own key does not open are passed over by a walk in batches', async () => {
    const clusters = ['c1', 'c2', 'c3'];
    const [old, both] = [vaultOf(first), vaultOf(second, first)];
    const seen = {
      wanted: [app, claim],
      seen: [app, claim].map(object => ({ object, status: READY })),
      now: NOON,
    };
    for (const cluster of clusters) await under(old, tx => saveBackReports(tx, { ...AT, cluster }, seen));
    await transact(tx => tx.sql('back_reports').where({ cluster: 'c1' }).update({ body: 'changed' }));
    let after: ReportKey | undefined;
    const sealed: number[] = [];
    do {
      const at = after === undefined ? {} : { after };
      const done = await under(both, tx => resealBackReports(tx, 'hub', { ...at, maxRows: 2 }));
      sealed.push(done.sealed);
      after = done.next;
    } while (after !== undefined && sealed.length < 10);
    expect(sealed).toEqual([0, 2, 2, 0]);
    expect(await under(both, tx => countOutdatedReports(tx, 'hub'))).toBe(2);
  });
});
