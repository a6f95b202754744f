import { createHash } from 'node:crypto';
import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { anApprovalObject, aPlacementObject, aRunObject } from '../__testUtils__/objects';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { keysFor, type ObjectChange } from '../ingest/keysFor';
import { placementReads } from '../ingest/placementReads';
import { updateRunReconciler } from '../reconcilers/updateRun';
import type { Database } from './db';
import { isKeyText, toKeyText } from './keyText';
import { listObjectsOf, saveObject } from './mirrorStore';
import { findReaders, savePlacementInputs } from './placementInputs';
import { mark } from './queue/mark';
import { loadRun } from './runStore';
import { listTimeline } from './timelineStore';

const databases = createTestDatabases();

/** 3 KB that no compression makes fit into a page of an index. */
const LONG = Array.from({ length: 70 }, (_, i) =>
  createHash('sha256').update(`${i}`).digest('base64url'),
).join('');
const TEXTS = [
  { text: 'a\u0000', name: 'NUL' },
  { text: LONG, name: '3 KB of text' },
  { text: 'a\ud800', name: 'a lone surrogate' },
];

describe('toKeyText', () => {
  it.each([
    { name: 'keeps a name', text: 'eu.web-1', key: 'eu.web-1' },
    { name: 'keeps the longest name', text: 'a'.repeat(253), key: 'a'.repeat(253) },
    { name: 'cuts what is longer, and is no name then', text: 'a'.repeat(300), key: 'a'.repeat(254) },
    { name: 'takes a slash away', text: 'shop/web', key: 'shop web' },
    { name: 'takes NUL and its like away', text: 'a\u0000b\u007f', key: 'a b ' },
    { name: 'takes half a letter away', text: '\ud800\ud83d\ude80', key: ' \ud83d\ude80' },
    {
      name: 'takes away the half of a letter that it cuts',
      text: `${'a'.repeat(253)}\ud83d\ude80`,
      key: `${'a'.repeat(253)} `,
    },
  ])('$name', ({ text, key }) => {
    expect(toKeyText(text)).toBe(key);
    expect(isKeyText(text)).toBe(text === key);
  });
});

describe.each(databases.eachSupportedId())('texts of people in keys on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const take = (change: ObjectChange) =>
    database.transact(async tx => {
      await saveObject(tx, 'hub', change.after!);
      await savePlacementInputs(tx, 'hub', placementReads([change], undefined));
      const keys = keysFor(change, { runs: [] });
      mark(
        tx,
        keys.map(key => ({ queue: key.queue, key: `hub/${key.name}` })),
      );
    });

  const spreadOver = (...keys: string[]) => {
    const topologySpreadConstraints = keys.map(topologyKey => ({ topologyKey }));
    const policy = { placementType: 'PickN', numberOfClusters: 1, topologySpreadConstraints };
    return aPlacementObject('web', { policy });
  };

  it.each(TEXTS)(
    'A/SCH-104 what no label is called wakes nobody and stops nobody: $name',
    async ({ text }) => {
      const twins = [text, text.replace('\ud800', '\ud801')];
      const longest = `${'a'.repeat(253)}/${'b'.repeat(63)}`;
      const after = spreadOver(...twins, 'region', longest);
      await take({ kind: 'ClusterResourcePlacement', name: 'web', after });
      await database.transact(async tx => {
        const readersOf = (input: string) => findReaders(tx, 'hub', [input]);
        expect(await readersOf('label/region')).toEqual(['web']);
        expect(await readersOf(`label/${longest}`)).toEqual(['web']);
        expect(await readersOf('eligibility')).toEqual(['web']);
        expect(await tx.sql('placement_inputs').where({ hub: 'hub' }).pluck('input')).toHaveLength(4);
      });
    },
  );

  it('A/SCH-104 keeps the longest name of a property and that of a namespace', async () => {
    const inputs = [
      `property/${'a'.repeat(253)}/${'b'.repeat(63)}`,
      'usage/available-nvidia.com/gpu',
      'namespace/shop',
    ];
    await database.transact(tx =>
      savePlacementInputs(tx, 'hub', [{ placement: 'web', madeFor: 'u/1', inputs }]),
    );
    for (const input of inputs)
      expect(await database.transact(tx => findReaders(tx, 'hub', [input]))).toEqual(['web']);
  });

  it.each(TEXTS)('C/UR-001 a run of a placement and a strategy called $name', async ({ text }) => {
    const after = aRunObject('run', { placementName: text, stagedRolloutStrategyName: text });
    await take({ kind: 'ClusterStagedUpdateRun', name: 'run', after });
    await database.transact(async tx => {
      expect(await listObjectsOf(tx, 'hub', 'ClusterStagedUpdateRun', toKeyText(text))).toHaveLength(1);
      for (const now of [NOON, plus(NOON, 3_600_000)]) {
        const state = await updateRunReconciler.load(tx, 'hub/run');
        await updateRunReconciler.commit(tx, 'hub/run', state!, updateRunReconciler.decide(state!, now));
      }
      expect(await loadRun(tx, 'hub', 'run')).toMatchObject({ placement: toKeyText(text), isOver: true });
      const entries = await listTimeline(tx, 'hub', { kind: 'ClusterStagedUpdateRun', name: 'run' });
      expect(entries.map(({ message }) => message).join()).toMatch(/does not exist/);
    });
  });

  it.each(TEXTS)('C/AP-001 an approval request of a run called $name', async ({ text }) => {
    const after = anApprovalObject('ask', text, 'canary');
    await take({ kind: 'ClusterApprovalRequest', name: 'ask', after });
    const keys = await database.transact(tx => tx.sql('dirty_keys').pluck('key'));
    expect(keys).toEqual([]);
  });
});
