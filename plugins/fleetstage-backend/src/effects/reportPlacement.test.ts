import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { projectPlacement } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  NOON,
  aBoundBinding,
  aPick,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  anAvailableReport,
  anOutcome,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { contentHash, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubMetricsService } from '../__testUtils__/stubMetricsService';
import type { Database } from '../database/db';
import { loadEventLedgers } from '../database/eventStore';
import { toStatusHash } from '../database/publicationStore';
import { silentLog } from '../observe/log';
import { platformMetrics } from '../observe/platformMetrics';
import { publishStatus } from './publishStatus';
import { placementStatus } from './statusSources';
import { reportPlacement, reportRemoved } from './reportPlacement';
import { withoutTimes } from './writeStatus';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const clock = { now: () => NOON };
const SERIES = 'fleetstage_placement_status_timestamp_seconds';

describe.each(databases.eachSupportedId())('reportPlacement on %s', databaseId => {
  let database: Database;
  let service: StubMetricsService;
  let reporter: ReturnType<typeof reportPlacement>;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    service = new StubMetricsService();
    reporter = reportPlacement(clock, platformMetrics(service, { clock, forgetAfterMs: 600_000 }));
  });

  const ready = (spec: Parameters<typeof aPlacementSpec>[0] = {}) =>
    aPlacementState({
      placement: aPlacement({ spec: aPlacementSpec(spec) }),
      schedule: anOutcome(),
      verdicts: [aPick('a')],
      bindings: [aBoundBinding('a')],
      reports: [anAvailableReport('a')],
    });
  const write = (state = ready()) =>
    database.transact(tx =>
      reporter.noteWritten(tx, WEB, state, projectPlacement(state, undefined, NOON) as JsonObject),
    );
  const present = async () => {
    const [known] = await database.transact(tx => loadEventLedgers(tx, WEB));
    return known?.ledger.filter(({ isActive }) => isActive).map(({ reason }) => reason);
  };
  const marked = async () =>
    (await database.transact(tx => tx.sql('dirty_keys').pluck('queue').orderBy('queue'))).filter(queue =>
      queue.startsWith('publish-'),
    );
  const series = () => service.read(SERIES);

  it('A/EV-001: what a published status says is to be published as Events', async () => {
    await write();
    expect(await present()).toEqual([
      'PlacementRolloutStarted',
      'PlacementOverriddenSucceeded',
      'PlacementWorkSynchronized',
      'PlacementApplied',
      'PlacementRolloutCompleted',
    ]);
    expect(await marked()).toEqual(['publish-events']);
  });

  it('A/ST-070: a placement that asks for it has its status copied', async () => {
    await write(ready({ statusReportingScope: 'NamespaceAccessible' }));
    expect(await marked()).toEqual(['publish-events', 'publish-status-copy']);
  });

  it('A/EV-005: one series per placement shows what it waits for, since when', async () => {
    await write({ ...ready(), reports: [] });
    expect(series()).toEqual([
      [
        NOON / 1000,
        {
          placement: 'web',
          condition: 'ClusterResourcePlacementOverridden',
          status: 'Unknown',
          reason: 'OverriddenPending',
        },
      ],
    ]);
    await write();
    expect(series()).toEqual([
      [NOON / 1000, { placement: 'web', condition: 'Completed', status: 'True', reason: 'Completed' }],
    ]);
    await database.transact(tx => reporter.noteWritten(tx, WEB, ready(), {}));
    expect(series()).toEqual([
      [
        NOON / 1000,
        { placement: 'web', condition: 'ClusterResourcePlacementScheduled', status: 'nil', reason: 'nil' },
      ],
    ]);
  });

  it('A/EV-005: an unchanged status is reported with its time, whoever wrote it', async () => {
    const state = ready();
    reporter.noteSame(WEB, state, projectPlacement(state, undefined, NOON) as JsonObject, 90_000);
    const completed = { placement: 'web', condition: 'Completed', status: 'True', reason: 'Completed' };
    expect(series()).toEqual([[NOON / 1000 - 90, completed]]);
  });

  it('A/EV-005: a pass that finds nothing to write reports it again', async () => {
    const rows = ready();
    const source = placementStatus(clock, platformMetrics(service, { clock, forgetAfterMs: 600_000 }));
    const said = contentHash(withoutTimes(source.project(rows, undefined)));
    const last = { hash: toStatusHash(said, 'live'), agoMs: 5_000 };
    const mirrored = { ...aPlacementObject('web'), status: { hash: 'live' } };
    const effect = publishStatus(() => Promise.reject(new Error('nobody is asked')), source);
    const signal = new AbortController().signal;
    const output = await effect.run({ at: WEB, rows, mirrored, last }, { signal, log: silentLog });
    expect(output).toEqual({ kind: 'same' });
    expect(series()).toEqual([[NOON / 1000 - 5, expect.objectContaining({ placement: 'web' })]]);
  });

  it('A/ST-081, A/EV-005: of a deleted placement nothing is left but its last Event', async () => {
    await write();
    await database.transact(tx => reportRemoved(clock)(tx, 'hub', removed('ClusterResourcePlacement')));
    await database.transact(tx => reporter.noteGone(tx, WEB));
    expect(await present()).toEqual(['PlacementCleanupFinalizerRemoved']);
    expect(series()).toEqual([]);
  });

  it('A/ST-081: finalizers of other kinds make no Event, and neither does one that nobody knew', async () => {
    await database.transact(tx => reportRemoved(clock)(tx, 'hub', removed('ClusterStagedUpdateRun')));
    await database.transact(tx => reporter.noteGone(tx, WEB));
    expect(await present()).toBeUndefined();
    expect(await marked()).toEqual([]);
  });
});

const removed = (kind: string) => ({ kind, name: 'web', uid: 'uid-web', want: 'absent' as const });
