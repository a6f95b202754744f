import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { savePublication } from '../publicationStore';
import { loadSnapshotParts } from './snapshotParts';

const databases = createTestDatabases();
const CRS = 'ClusterResourceSnapshot';

describe.each(databases.eachSupportedId())('the parts of snapshots on %s', databaseId => {
  it('A/SNP-002, A/SNP-004: are named in order, those of namesakes and other kinds left out', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const many = Array.from({ length: 17 }, (_, sub) => `web-3-${sub}`);
    const published = [
      ...['web-1-snapshot', 'web-2-snapshot', 'web-2-0', 'web-2-1', 'web-3-snapshot', ...many],
      // Of a placement that is called web-2.
      'web-2-2-snapshot',
    ].map(name => ({ kind: CRS, name }));
    const other = { kind: 'ResourceSnapshot', name: 'blue/web-1-snapshot' };
    const parts = await database.transact(async tx => {
      for (const one of [...published, other]) await savePublication(tx, 'hub', { ...one, hash: 'h' });
      return {
        web: await loadSnapshotParts(tx, { hub: 'hub', name: 'web' }, [0, 1, 2, 3]),
        blue: await loadSnapshotParts(tx, { hub: 'hub', name: 'blue/web' }, [1]),
        none: await loadSnapshotParts(tx, { hub: 'other', name: 'web' }, [1]),
      };
    });
    expect([...parts.web]).toEqual([
      [1, ['web-1-snapshot']],
      [2, ['web-2-snapshot', 'web-2-0', 'web-2-1']],
      [3, ['web-3-snapshot', ...many]],
    ]);
    expect([...parts.blue]).toEqual([[1, ['web-1-snapshot']]]);
    expect([...parts.none]).toEqual([]);
  });
});
