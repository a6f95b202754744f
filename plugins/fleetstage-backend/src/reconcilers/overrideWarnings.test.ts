import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aResourceSnapshot, anIdentifier } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { retireOverride, saveOverride } from '../database/overrideStore';
import { loadStatusInput } from '../database/placementStore';
import { queues } from '../database/queue/queues';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { placementReconcilerWith } from './placement';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const NOW = instant(1_795_262_400_000);
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const overrideRef = (name: string) => ({ hub: 'hub', kind: 'ClusterResourceOverride', name }) as const;
/** For no cluster: what is warned of is not what is applied. */
const spec = { clusterResourceSelectors: [NAMESPACE], policy: { overrideRules: [{}] } };

describe.each(databases.eachSupportedId())('RUL 44 overrides beside each other, on %s', databaseId => {
  let database: Database;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  /** What is kept after a pass, and whether it asks for the status. */
  const pass = async () => {
    await transact(tx => tx.sql('dirty_keys').delete());
    await transact(tx => placementReconcilerWith().load(tx, 'hub/web'));
    const state = await transact(tx => loadStatusInput(tx, 'hub/web'));
    const keys = await transact(tx =>
      tx.sql('dirty_keys').where({ queue: queues.publishPlacement }).pluck('key'),
    );
    return { warned: state?.overrideWarnings?.map(({ reason }) => reason) ?? [], publishes: keys.length > 0 };
  };
  const save = (...names: string[]) =>
    transact(async tx => {
      for (const name of names) await saveOverride(tx, overrideRef(name), spec, NOW);
    });

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveObject(tx, 'hub', aPlacementObject('web'));
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ identifiers: [anIdentifier(NAMESPACE)] }), [
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
      ]);
    });
    await pass();
  });

  it('B/OV-046 the second one that selects an object is reported, until one of them goes', async () => {
    await save('a');
    expect(await pass()).toEqual({ warned: [], publishes: false });
    await save('b');
    expect(await pass()).toEqual({ warned: ['FleetstageOverridesOverlap'], publishes: true });
    expect(await pass()).toEqual({ warned: ['FleetstageOverridesOverlap'], publishes: false });
    await transact(tx => retireOverride(tx, overrideRef('a'), NOW));
    expect(await pass()).toEqual({ warned: [], publishes: true });
  });

  it('B/OV-041 the one after the hundredth is reported', async () => {
    const other = { ...spec, clusterResourceSelectors: [{ ...NAMESPACE, name: 'other' }] };
    await save('a');
    await transact(async tx => {
      for (let i = 1; i < 100; i += 1) await saveOverride(tx, overrideRef(`o${i}`), other, NOW);
    });
    expect(await pass()).toEqual({ warned: [], publishes: false });
    await transact(tx => saveOverride(tx, overrideRef('o100'), other, NOW));
    expect(await pass()).toEqual({ warned: ['FleetstageTooManyOverrides'], publishes: true });
  });
});
