import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { loadApproval, saveApproval } from './approvalStore';
import type { Database, Tx } from './db';
import { toFreeText, toOptionalFreeText } from './freeText';
import { acquireLease, loadHoldersReport, renewLease } from './leaseStore';
import { loadNamespaces, saveNamespaces } from './namespaceStore';
import { claim } from './queue/claim';
import { mark } from './queue/mark';
import { settle } from './queue/settle';
import type { Settlement } from './queue/writeSettlement';
import { loadRemoval, requestRemoval, saveRemovalStage } from './removalStore';
import { appendTimeline, listTimeline } from './timelineStore';

const databases = createTestDatabases();
const NUL = 'a\u0000b';
const KEPT = 'a\ufffdb';
const WEB = { hub: 'hub', name: 'web' };

it('a free text is kept but for NUL', () => {
  expect(toFreeText('größe\n\u001b \u0000\u0000')).toBe('größe\n\u001b \ufffd\ufffd');
  expect(toOptionalFreeText(undefined)).toBeNull();
});

/** Each column of free text that words of people, hubs or members reach: writes one with NUL, and reads it back. */
const COLUMNS: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'removals.comment': async tx => {
    await requestRemoval(tx, WEB, 'uid');
    await saveRemovalStage(tx, 'hub', ['web'], { stage: 'confirmed', from: ['requested'], comment: NUL });
    return (await loadRemoval(tx, WEB, 'uid'))?.comment;
  },
  'timeline.message': async tx => {
    const subject = { subjectKind: 'MemberCluster', subjectName: 'c1' };
    await appendTimeline(tx, 'hub', [{ ...subject, event: 'gone', actor: 'engine', message: NUL }]);
    return (await listTimeline(tx, 'hub', { kind: 'MemberCluster', name: 'c1' }))[0].message;
  },
  'hub_leases.lost_reason': async tx => {
    const lease = { hub: 'hub', name: 'ingest', leaseMs: 15_000 };
    const held = (await acquireLease(tx, { ...lease, holder: 'a' }))!;
    await renewLease(tx, { ...lease, ...held, loss: { since: instant(1), reason: NUL } });
    return (await loadHoldersReport(tx, lease)).loss?.reason;
  },
  'approvals.comment': async tx => {
    const gate = { run: 'r1', stage: 'canary', task: 'afterStage', requestUid: 'uid' } as const;
    await saveApproval(tx, 'hub', { ...gate, verdict: 'approved', actor: 'user:default/ada', comment: NUL });
    return (await loadApproval(tx, 'hub', gate))?.comment;
  },
  'cluster_namespaces.owner': async tx => {
    const after = { web: NUL, [NUL]: 'x', ['x'.repeat(300)]: 'x' };
    await saveNamespaces(tx, { hub: 'hub', cluster: 'c1' }, { before: {}, after });
    const { web, ...others } = await loadNamespaces(tx, 'hub', 'c1');
    expect(others).toEqual({});
    return web;
  },
};

describe.each(databases.eachSupportedId())('NUL from a cluster, on %s', databaseId => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  it.each(Object.keys(COLUMNS))('is no hindrance in %s', async column => {
    expect(await database.transact(tx => COLUMNS[column](tx))).toBe(KEPT);
  });

  it.each<[string, Settlement]>([
    ['last_error', { kind: 'failed', afterMs: 1, error: NUL }],
    ['parked_reason', { kind: 'parked', reason: NUL }],
  ])('is no hindrance in dirty_keys.%s', async (column, settlement) => {
    await database.transact(async tx => mark(tx, [{ queue: 'placement', key: 'hub/web' }]));
    const [taken] = await database.transact(tx =>
      claim(tx, { queue: 'placement', limit: 1, token: 'token', leaseMs: 15_000 }),
    );
    await database.transact(async tx => settle(tx, taken, settlement));
    expect(await database.transact(tx => tx.sql('dirty_keys').pluck(column))).toEqual([KEPT]);
  });
});
