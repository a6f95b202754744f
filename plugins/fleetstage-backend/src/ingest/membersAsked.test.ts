import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aHealthyMember } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject } from '../__testUtils__/objects';
import { saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { beforeAsking } from './membersAsked';

const databases = createTestDatabases();

/** Time goes by in sleep alone. */
function sleeper() {
  let now = 1_795_262_400_000;
  const slept: number[] = [];
  const ports = {
    ...systemPorts,
    clock: { now: () => instant(now) },
    timers: {
      after(ms: number, run: () => void) {
        slept.push(ms);
        now += ms;
        return systemPorts.timers.after(0, run);
      },
    },
  };
  return { ports, slept, ago: (ms: number) => instant(now - ms) };
}

describe('membersAsked (A/SCH-020, RUL 25)', () => {
  let database: Database;
  let warnings: unknown[];

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, 'SQLITE_3'));
    warnings = [];
    await database.transact(async tx => {
      for (const name of ['c1', 'c2']) await saveObject(tx, 'hub', aMemberObject(name));
    });
  });

  const log = { ...silentLog, warn: (...line: unknown[]) => warnings.push(line) };
  const saveAsked = (name: string, askedAt: number) =>
    database.transact(async tx => {
      const health = aHealthyMember({ askedAt: instant(askedAt), lastHeartbeatAt: instant(askedAt) });
      await saveCluster(tx, 'hub', name, { health, properties: {} });
    });
  const begin = (ports: ReturnType<typeof sleeper>['ports']) =>
    beforeAsking({ hub: 'hub', database, ports, log, atMostMs: 1_000 });
  const wait = async (ports: ReturnType<typeof sleeper>['ports'], signal = new AbortController().signal) =>
    (await begin(ports))(signal);
  const reportSilent = (name: string, askedAt: number) =>
    database.transact(async tx => {
      const lastHeartbeatAt = instant(askedAt - 600_000);
      const health = aHealthyMember({ askedAt: instant(askedAt), lastHeartbeatAt });
      await saveCluster(tx, 'hub', name, { health, properties: {} });
    });

  it('waits for nobody who was heard when he was asked last, however long ago', async () => {
    const { ports, slept, ago } = sleeper();
    await saveAsked('c1', ago(3_600_000));
    await saveAsked('c2', ago(3_600_000));
    await wait(ports);
    expect(slept).toEqual([]);
  });

  it('waits no longer than it may for one that was never asked, and says so', async () => {
    const { ports, slept, ago } = sleeper();
    await saveAsked('c1', ago(0));
    await wait(ports);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(1_000);
    expect(warnings).toMatchObject([[expect.any(String), { missing: 1, first: 'c2' }]]);
  });

  it('waits for each who was asked while nobody was heard, though another one answers meanwhile', async () => {
    const { ports, slept, ago } = sleeper();
    await reportSilent('c1', ago(1_000));
    await reportSilent('c2', ago(1_000));
    const asked = await begin(ports);
    await saveAsked('c1', ago(0));
    await asked(new AbortController().signal);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(1_000);
    const before = slept.length;
    await reportSilent('c2', ago(-1));
    await asked(new AbortController().signal);
    expect([warnings.length, slept.length]).toEqual([1, before]);
  });

  it('ends when asked to', async () => {
    const { ports } = sleeper();
    await wait(ports, AbortSignal.abort());
    expect(warnings).toEqual([]);
  });
});
