import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planBlockers, type Blocker } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { BlockerMeter } from './BlockerMeter';
import { forgetBlockers, saveBlockers } from './database/blockerStore';
import { FleetGauges } from './observe/FleetGauges';
import { silentLog } from './observe/log';
import { MemoryMetrics } from './observe/metrics';

const databases = createTestDatabases();
const WEB = { hub: 'hub', kind: 'placement', name: 'web' } as const;
const limit: Blocker = { cause: 'MaxUnavailable', message: 'c2 waits', clusters: ['c2'] };

describe.each(databases.eachSupportedId())('the gauge of blockers on %s', databaseId => {
  it('B/RO-086 is reported by the holder of the lease alone, and counted every 15 s', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const metrics = new MemoryMetrics();
    let now = NOON;
    const clock = { now: () => now };
    const gauges = new FleetGauges(metrics);
    const meter = new BlockerMeter({ database, clock, hub: 'hub', log: silentLog, gauges });
    const read = () => /blockers\{.*"MaxUnavailable".*\} (\d)/.exec(metrics.render({ withNames: true }))?.[1];
    await database.transact(tx => saveBlockers(tx, WEB, planBlockers([], [limit], NOON)));
    await meter.measure(false);
    expect(read()).toBeUndefined();
    await meter.measure(true);
    expect(read()).toBe('1');
    await database.transact(tx => forgetBlockers(tx, WEB));
    now = plus(NOON, 14_000);
    await meter.measure(true);
    expect(read()).toBe('1');
    now = plus(NOON, 15_000);
    await meter.measure(true);
    expect(read()).toBe('0');
    await meter.measure(false);
    expect(read()).toBeUndefined();
  });
});
