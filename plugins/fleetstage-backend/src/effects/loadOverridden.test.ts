import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadLatestOverrides, saveOverride } from '../database/overrideStore';
import { loadOverridden } from './loadOverridden';

const databases = createTestDatabases();

it.each(databases.eachSupportedId())(
  'B/OV-060: what lacks a snapshot is rendered for itself, whatever else says the same, on %s',
  async databaseId => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    await database.transact(async tx => {
      const ref = { hub: 'hub', kind: 'ResourceOverride', namespace: 'a', name: 'ro' } as const;
      await saveOverride(tx, ref, { resourceSelectors: [], policy: { overrideRules: [] } }, instant(1000));
      const [{ hash }] = await loadLatestOverrides(tx, 'hub');
      const match = { kind: 'ResourceOverrideSnapshot', name: 'former-0', hash, rules: [0] } as const;
      const manifests = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app' } }];
      const load = async (namespace: string) => {
        const overrides = { snapshots: [{ ...match, namespace }], variables: {} };
        return (await loadOverridden(tx, 'hub', { overrides }, manifests)).manifests;
      };
      expect(await load('a')).toBe(manifests);
      expect(await load('b')).not.toBe(manifests);
    });
  },
);
