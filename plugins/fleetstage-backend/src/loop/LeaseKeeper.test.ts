import type { Database } from '../database/db';
import { claim, type Claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { LeaseKeeper } from './LeaseKeeper';

const databases = createTestDatabases();
const LEASE_MS = 6_000;

type Transact = Database['transact'];

describe('LeaseKeeper', () => {
  let ports: ManualPorts;
  let taken: Claim;
  /** How the database is reached; replaced while it is away. */
  let transact: Transact;
  let renewals: number;
  let problems: number;
  let keeper: LeaseKeeper;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    ports = new ManualPorts();
    renewals = 0;
    problems = 0;
    transact = work => database.transact(work);
    await database.transact(async tx => mark(tx, { queue: 'apply-work', key: 'hub/web/c1' }));
    const options = { queue: 'apply-work', limit: 1, token: 't', leaseMs: LEASE_MS };
    [taken] = await database.transact(tx => claim(tx, options));
    const reached: Database = Object.create(database, {
      transact: {
        value: async (work: Parameters<Transact>[0]) => {
          const result = await transact(work);
          renewals += 1;
          return result;
        },
      },
    });
    keeper = new LeaseKeeper({
      database: reached,
      ports,
      leaseMs: LEASE_MS,
      onProblem: () => {
        problems += 1;
      },
    });
  });

  const untilRenewed = (times: number) =>
    eventually(
      () => renewals,
      count => count === times,
    );

  it.each<[string, Transact]>([
    ['refuses', () => Promise.reject(new Error('connection refused'))],
    ['is silent', () => new Promise(() => {})],
  ])('ends work that nothing has renewed for the length of the lease, when the database %s', (_, away) => {
    const signal = keeper.keep(taken, ports.clock.now());
    transact = away;
    ports.advance(LEASE_MS - 1);
    expect(signal.aborted).toBe(false);
    ports.advance(1);
    expect(signal.reason).toBe('the lease was not renewed within 6000 ms');
    keeper.forget(taken);
  });

  it('counts from the claim, however long its answer took', () => {
    const askedAt = ports.clock.now();
    ports.advance(4_000);
    transact = () => new Promise(() => {});
    const signal = keeper.keep(taken, askedAt);
    ports.advance(2_000);
    expect(signal.aborted).toBe(true);
    keeper.forget(taken);
  });

  it('counts anew from each renewal', async () => {
    const signal = keeper.keep(taken, ports.clock.now());
    for (let i = 1; i <= 6; i += 1) {
      ports.advance(LEASE_MS / 3);
      await untilRenewed(i);
      // The next renewal is armed when this one has been noted.
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(signal.aborted).toBe(false);
    transact = () => Promise.reject(new Error('connection refused'));
    ports.advance(LEASE_MS - 1);
    expect(signal.aborted).toBe(false);
    ports.advance(1);
    expect(signal.aborted).toBe(true);
    await eventually(
      () => problems,
      count => count > 0,
    );
    keeper.forget(taken);
  });

  it('leaves alone what has ended', () => {
    const signal = keeper.keep(taken, ports.clock.now());
    keeper.forget(taken);
    ports.advance(2 * LEASE_MS);
    expect(signal.aborted).toBe(false);
  });
});
