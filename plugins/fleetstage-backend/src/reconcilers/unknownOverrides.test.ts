import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { randomBytes } from 'node:crypto';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { openVault } from '../database/openVault';
import { queues } from '../database/queue/queues';
import { retireOverride, saveOverride } from '../database/overrideStore';
import { loadStatusInput, loadPlacementState } from '../database/placementStore';
import { saveMaskedSnapshot, saveResourceSnapshot } from '../database/snapshotStore';
import type { Reconciler } from '../loop/reconciler';
import { silentLog } from '../observe/log';
import { toEncryptionKeys } from '../vault/encryptionKeys';
import { placementReconcilerWith } from './placement';
import { updateRunReconciler } from './updateRun';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const RO = { hub: 'hub', kind: 'ResourceOverride', namespace: 'web', name: 'ro' } as const;
const NOW = instant(1_795_262_400_000);
const ENVELOPE = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'e', namespace: 'web' },
  data: {},
};
const snapshot = aResourceSnapshot({
  identifiers: [
    {
      group: 'placement.kubernetes-fleet.io',
      version: 'v1beta1',
      kind: 'ResourceEnvelope',
      ...ENVELOPE.metadata,
    },
  ],
});
const overrides = {
  snapshots: [{ kind: 'ResourceOverrideSnapshot', name: 'ro-0', namespace: 'web', hash: 'h', rules: [0] }],
  variables: {},
} as const;
const keyOf = (id: string) => toEncryptionKeys([{ id, secret: randomBytes(32).toString('base64') }])[0];

describe.each(databases.eachSupportedId())('B/OV-031 an envelope that nobody can open, on %s', databaseId => {
  let database: Database;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  /** What a pass decides beside its rows of blockers, and what holds it. */
  const decide = async <S>(reconciler: Reconciler<S, { kind: string }>, key: string) => {
    const { actions, blockers, wakeAt } = await transact(async tx => {
      const state = await reconciler.load(tx, key);
      const decision = reconciler.decide(state!, NOW);
      await reconciler.commit(tx, key, state!, decision);
      return decision;
    });
    const { message = '' } = (blockers.find(({ cause }) => cause === 'OverridesUnreadable') ?? {}) as {
      message?: string;
    };
    return { actions: actions.map(({ kind }) => kind), message, wakeAt };
  };
  const decidePlacement = () => decide(placementReconcilerWith(), 'hub/web');
  const decideRun = () => decide(updateRunReconciler, 'hub/r1');

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    database.useVault(await openVault(database, [keyOf('old')], silentLog));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveObject(tx, 'hub', aPlacementObject('web'));
      await saveObject(tx, 'hub', aRunObject('r1'));
      await saveObject(tx, 'hub', aMemberObject('c1'));
      await saveResourceSnapshot(tx, WEB, snapshot, [ENVELOPE]);
      await saveBindings(tx, WEB, [aBoundBinding('c1', { overrides })]);
      await saveOverride(tx, RO, { resourceSelectors: [], policy: { overrideRules: [] } }, NOW);
    });
    database.useVault(await openVault(database, [keyOf('new')], silentLog));
  });

  it('nothing is decided as if no override matched, and the key is named', async () => {
    const held = {
      actions: ['saveBlockers'],
      message: expect.stringContaining('the encryption key old'),
      wakeAt: NOW + 60_000,
    };
    expect(await decidePlacement()).toEqual(held);
    expect(await decideRun()).toEqual(held);
    expect(await decidePlacement()).toEqual({ ...held, actions: [] });
    await transact(tx => saveMaskedSnapshot(tx, WEB, snapshot));
    expect((await decidePlacement()).message).toContain('no longer kept');
  });

  it('the reason is kept as what holds the placement, and asks for its status', async () => {
    await decidePlacement();
    const state = await transact(tx => loadStatusInput(tx, 'hub/web'));
    expect(state?.blockers).toMatchObject([
      {
        cause: 'OverridesUnreadable',
        actor: 'operator',
        message: expect.stringMatching(
          /^nothing is rolled out: overrides are for objects .* add that key to fleetstage.encryption.keys again$/,
        ),
      },
    ]);
    const keys = await transact(tx =>
      tx.sql('dirty_keys').where({ queue: queues.publishPlacement }).pluck('key'),
    );
    expect(keys).toEqual(['hub/web']);
  });

  it('pages show what the clusters run', async () => {
    const state = await transact(tx => loadPlacementState(tx, 'hub/web'));
    expect(state?.overrides).toEqual(new Map([['c1', overrides]]));
  });

  it('nothing waits where no override can match, or the placement is going', async () => {
    const deletionTimestamp = '2026-11-21T12:00:00Z';
    const going = aPlacementObject('web', {}, { resourceVersion: '2', deletionTimestamp });
    await transact(tx => saveObject(tx, 'hub', going));
    expect((await decidePlacement()).message).toBe('');
    await transact(tx => retireOverride(tx, RO, NOW));
    expect((await decideRun()).message).toBe('');
  });
});
