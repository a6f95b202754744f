import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { planBlockers, type Blocker } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON, secondsAfter } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import {
  countBlockers,
  forgetBlockers,
  loadBlockersOf,
  saveBlockers,
  type BlockerOwner,
} from './blockerStore';
import type { Database } from './db';
import { loadPlacementParts } from './placementParts';

const databases = createTestDatabases();
const WEB = { hub: 'hub', kind: 'placement', name: 'web' } as const;
const RUN = { hub: 'hub', kind: 'run', name: 'web', uid: 'uid-1' } as const;

const limit: Blocker = { cause: 'MaxUnavailable', message: 'c2 waits', brief: 'few', clusters: ['c2'] };
const settling: Blocker = {
  cause: 'ClusterSettling',
  message: 'c1: a NUL of a member \u0000, and "quotes"',
  clusters: ['c1'],
  until: secondsAfter(30),
};
const waits: Blocker = { cause: 'WaitTime', message: 'until noon', since: NOON };

describe.each(databases.eachSupportedId())('rows of blockers on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const load = async (owner: BlockerOwner) => {
    const { name } = owner;
    const owners =
      owner.kind === 'run'
        ? { kind: owner.kind, uids: new Map([[name, owner.uid]]) }
        : { kind: owner.kind, names: [name] };
    return (await database.transact(tx => loadBlockersOf(tx, 'hub', owners))).get(name) ?? [];
  };

  const keep = async (owner: BlockerOwner, ...found: Blocker[]) => {
    const plan = planBlockers(await load(owner), found, NOON);
    await database.transact(tx => saveBlockers(tx, owner, plan));
    return plan;
  };

  it('B/RO-086 are read as they were planned, with whatever else a pass reads of its placement', async () => {
    const { save } = await keep(WEB, limit, settling);
    expect(await load(WEB)).toEqual(save);
    await keep(RUN, waits);
    const parts = await database.transact(tx => loadPlacementParts(tx, WEB, { own: RUN }));
    expect(parts.blockers).toEqual(save);
    expect(parts.runBlockers).toMatchObject([{ cause: 'WaitTime', since: NOON }]);
    expect(planBlockers(parts.blockers ?? [], [limit, settling], secondsAfter(9))).toMatchObject({
      save: [],
      clear: [],
    });
  });

  it('B/RO-086 change in place, go one by one, and with their owner', async () => {
    await keep(WEB, limit, settling);
    await keep(WEB, { ...limit, clusters: ['c2', 'c3'] });
    expect(await load(WEB)).toMatchObject([{ cause: 'MaxUnavailable', parts: [{ clusters: ['c2', 'c3'] }] }]);
    await keep(RUN, waits);
    await database.transact(tx => forgetBlockers(tx, WEB));
    expect(await load(WEB)).toEqual([]);
    expect(await load(RUN)).toHaveLength(1);
  });

  it('B/RO-086 are of the run that they were found for, not of another one of its name', async () => {
    const anew = { ...RUN, uid: 'uid-2' };
    await keep(RUN, waits, limit);
    expect(await load(anew)).toEqual([]);
    const parts = await database.transact(tx => loadPlacementParts(tx, WEB, { own: anew }));
    expect(parts.runBlockers).toBeUndefined();
    await keep(anew, settling, limit);
    await keep(anew, limit);
    expect(await load(anew)).toMatchObject([{ cause: 'MaxUnavailable' }]);
    expect(await load(RUN)).toEqual([]);
    expect(await database.transact(tx => tx.sql('blockers').pluck('slot'))).toHaveLength(1);
  });

  it('are counted by cause', async () => {
    await keep(WEB, limit);
    // Two rows of one cause are one placement that is held.
    await keep({ ...WEB, name: 'api' }, limit, { ...limit, subject: 'removals' }, settling);
    const counts = await database.transact(tx => countBlockers(tx, 'hub'));
    expect(Object.fromEntries(counts.map(({ cause, count }) => [cause, count]))).toEqual({
      MaxUnavailable: 2,
      ClusterSettling: 1,
    });
  });

  it('refuses those of a later version by name', async () => {
    await keep(WEB, limit);
    await database.transact(tx => tx.sql('blockers').update({ parts: '{"documentVersion":2,"value":[]}' }));
    await expect(load(WEB)).rejects.toThrow(
      'the parts of a blocker has version 2, and this release reads versions up to 1',
    );
  });
});
