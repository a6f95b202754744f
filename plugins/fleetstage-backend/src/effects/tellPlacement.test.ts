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
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import type { Database } from '../database/db';
import { loadToldEvents } from '../database/eventStore';
import { MemoryMetrics } from '../observe/metrics';
import { tellPlacement, tellRemoved } from './tellPlacement';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const clock = { now: () => NOON };
const SERIES = 'fleetstage_placement_status_timestamp_seconds';

describe.each(databases.eachSupportedId())('tellPlacement on %s', databaseId => {
  let database: Database;
  let metrics: MemoryMetrics;
  let tells: ReturnType<typeof tellPlacement>;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    metrics = new MemoryMetrics();
    tells = tellPlacement(clock, metrics);
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
      tells.noteWritten(tx, WEB, state, projectPlacement(state, undefined, NOON) as JsonObject),
    );
  const standing = async () => {
    const [known] = await database.transact(tx => loadToldEvents(tx, WEB));
    return known?.ledger.filter(({ isStanding }) => isStanding).map(({ reason }) => reason);
  };
  const marked = async () =>
    (await database.transact(tx => tx.sql('dirty_keys').pluck('queue').orderBy('queue'))).filter(queue =>
      queue.startsWith('publish-'),
    );
  const series = () =>
    metrics
      .render()
      .split('\n')
      .filter(line => line.startsWith(SERIES));

  it('A/EV-001: what a published status tells is to be told as Events', async () => {
    await write();
    expect(await standing()).toEqual([
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

  it('A/EV-005: one series per placement tells what it waits for, since when', async () => {
    await write({ ...ready(), reports: [] });
    expect(series()).toEqual([
      `${SERIES}{condition="ClusterResourcePlacementOverridden",placement="web",reason="OverriddenPending",status="Unknown"} ${NOON / 1000}`,
    ]);
    await write();
    expect(series()).toEqual([
      `${SERIES}{condition="Completed",placement="web",reason="Completed",status="True"} ${NOON / 1000}`,
    ]);
    await database.transact(tx => tells.noteWritten(tx, WEB, ready(), {}));
    expect(series()).toEqual([
      `${SERIES}{condition="ClusterResourcePlacementScheduled",placement="web",reason="nil",status="nil"} ${NOON / 1000}`,
    ]);
  });

  it('A/ST-081, A/EV-005: of one that is gone nothing is left but its last Event', async () => {
    await write();
    await database.transact(tx => tellRemoved(clock)(tx, 'hub', removed('ClusterResourcePlacement')));
    await database.transact(tx => tells.noteGone(tx, WEB));
    expect(await standing()).toEqual(['PlacementCleanupFinalizerRemoved']);
    expect(series()).toEqual([]);
  });

  it('A/ST-081: finalizers of other kinds are no news, and neither is one that nobody knew', async () => {
    await database.transact(tx => tellRemoved(clock)(tx, 'hub', removed('ClusterStagedUpdateRun')));
    await database.transact(tx => tells.noteGone(tx, WEB));
    expect(await standing()).toBeUndefined();
    expect(await marked()).toEqual([]);
  });
});

const removed = (kind: string) => ({ kind, name: 'web', uid: 'uid-web', want: 'absent' as const });
