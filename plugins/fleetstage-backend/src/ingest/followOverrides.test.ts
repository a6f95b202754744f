import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  matchOverrides,
  MAX_OVERRIDES,
  overrideKeysOf,
  overrideObjects,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject as RawObject } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { anObject, aPlacementObject } from '../__testUtils__/objects';
import type { Database } from '../database/db';
import { loadLatestOverrides } from '../database/overrideStore';
import { followOverrides } from './followOverrides';
import { saveEvents } from './saveEvents';

const databases = createTestDatabases();
const NOW = instant(1_795_262_400_000);
const CONFIG = { group: '', version: 'v1', kind: 'ConfigMap', name: 'app' };

const anOverride = (
  value: unknown,
  { metadata, placement }: { metadata?: object; placement?: object } = {},
) =>
  anObject('ResourceOverride', 'ro', {
    metadata: { namespace: 'web', ...metadata },
    spec: {
      resourceSelectors: [CONFIG],
      policy: {
        overrideRules: [
          {
            clusterSelector: { clusterSelectorTerms: [] },
            jsonPatchOverrides: [{ op: 'add', path: '/data/a', value }],
          },
        ],
      },
      ...(placement && { placement }),
    },
  });

describe.each(databases.eachSupportedId())('overrides of the hub on %s', databaseId => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const ingest = (object: KubeObject, type: 'MODIFIED' | 'DELETED' = 'MODIFIED') =>
    database.transact(async tx => {
      const kind = object.kind as 'ResourceOverride' | 'ClusterResourcePlacement';
      const event = { type, object: object as RawObject };
      const changes = await saveEvents(tx, 'hub', [{ kind, event }]);
      await followOverrides(tx, 'hub', changes, NOW);
      return changes;
    });

  it('B/OV-035: a value of any depth is mirrored, and fails where it is applied', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    const [change] = await ingest(anOverride(deep));
    expect(change.wasCut).toBe(true);
    // Listed again it is the same.
    const [again] = await ingest(anOverride(deep));
    expect(again.wasCut).toBeUndefined();
    const snapshots = await database.transact(tx => loadLatestOverrides(tx, 'hub'));
    const app = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'app', namespace: 'web' },
      data: {},
    };
    const keys = overrideKeysOf([{ ...CONFIG, namespace: 'web' }]);
    const matched = matchOverrides({ name: 'p' }, { keys, snapshots }, [{ name: 'c1', labels: {} }]).get(
      'c1',
    )!;
    expect(overrideObjects(matched, snapshots)(app)).toMatchObject({
      error: { message: expect.stringContaining('the value was nested too deep to be kept') },
    });
  });

  it('B/RO-012, B/RO-013, B/RO-014, B/OV-003: one made anew for another placement wakes both', async () => {
    await ingest(aPlacementObject('p'));
    await ingest(aPlacementObject('q'));
    await ingest(aPlacementObject('other'));
    await ingest(anOverride('x', { placement: { name: 'p' } }));
    await database.transact(tx => tx.sql('dirty_keys').delete());
    await ingest(
      anOverride('x', { placement: { name: 'q' }, metadata: { uid: 'anew', resourceVersion: '2' } }),
    );
    const keys = await database.transact(tx => tx.sql('dirty_keys').select('queue', 'key'));
    const placements = keys.filter(({ queue }) => queue === 'placement').map(({ key }) => key);
    expect(placements.sort()).toEqual(['hub/p', 'hub/q']);
  });

  it('B/OV-041 one more or fewer wakes those whose status says how many there are, as long as they are too many', async () => {
    const other = { name: 'q' };
    for (const name of ['p', 'q']) await ingest(aPlacementObject(name));
    await ingest(anOverride('x', { placement: { name: 'p' } }));
    const named = (name: string) => {
      const override = anOverride('x', { placement: other });
      return { ...override, metadata: { ...override.metadata, name, uid: `uid-${name}` } } as KubeObject;
    };
    const wokenBy = async (name: string, type: 'MODIFIED' | 'DELETED' = 'MODIFIED') => {
      await database.transact(tx => tx.sql('dirty_keys').delete());
      await ingest(named(name), type);
      const keys = await database.transact(tx => tx.sql('dirty_keys').select('queue', 'key'));
      return keys
        .filter(({ queue }) => queue === 'placement')
        .map(({ key }) => key)
        .sort();
    };
    for (let n = 2; n < MAX_OVERRIDES; n += 1) await ingest(named(`o${n}`));
    expect(await wokenBy('o100', 'MODIFIED')).toEqual(['hub/p', 'hub/q']);
    expect(await wokenBy('o101')).toEqual(['hub/p', 'hub/q']);
    expect(await wokenBy('o101', 'DELETED')).toEqual(['hub/p', 'hub/q']);
    await ingest(named('o100'), 'DELETED');
    expect(await wokenBy('o50', 'DELETED')).toEqual(['hub/q']);
  });
});
