import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { ManualPorts } from '../../__testUtils__/ManualPorts';
import { anObject } from '../../__testUtils__/objects';
import { TestProvider } from '../../__testUtils__/TestProvider';
import { VersionTrial } from '../../__testUtils__/versionTrial';
import { saveObject } from '../../database/mirrorStore';
import { loadClassFacts } from '../../database/sequences/classVersionStore';
import { markClasses } from '../../database/sequences/wantedClasses';
import { listVersions } from './listVersions';

const databases = createTestDatabases();
const CLASS = { provider: 'capi', namespace: 'ns', name: 'quick-start' };
const NAME = 'capi/ns/quick-start';

describe.each(databases.eachSupportedId())('what classes list, on %s (E/VC-003)', databaseId => {
  let capi: TestProvider;
  let trial: VersionTrial;

  beforeEach(async () => {
    const ports = new ManualPorts();
    capi = new TestProvider('capi', () => ports.clock.now());
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = new VersionTrial(database, ports, [capi]);
    const stages = [{ name: 'testing', fleets: ['testing'] }];
    await database.transact(async tx => {
      await saveObject(tx, 'hub', anObject('VersionCatalog', 'derived', { spec: { clusterClass: CLASS } }));
      await saveObject(tx, 'hub', anObject('RolloutSequence', 'bank', { spec: { stages } }));
    });
  });

  const list = (catalogs = new Map()) => trial.perform(listVersions({ ...trial.deps, catalogs }), NAME);
  const facts = () => trial.database.transact(tx => loadClassFacts(tx, 'hub', CLASS));

  it('keeps them, and wakes catalogues and sequences when they have changed', async () => {
    capi.classes.set('ns/quick-start', ['v1.33.4', 'v1.34.1']);
    expect(await list()).toEqual({ again: { afterMs: 900_000 }, problem: undefined });
    expect(await facts()).toEqual({ kind: 'Found', versions: ['v1.33.4', 'v1.34.1'] });
    expect(await trial.marked('publish-version-catalog')).toEqual(['hub/derived']);
    expect(await trial.marked('rollout-sequence')).toEqual(['hub/bank']);
    await trial.unmark();
    await list();
    expect(await trial.marked('rollout-sequence')).toEqual([]);
    capi.classes.set('ns/quick-start', ['v1.34.1', 'v1.35.0']);
    await list();
    expect(await trial.marked('rollout-sequence')).toEqual(['hub/bank']);
  });

  it('knows of a class that is not there', async () => {
    await list();
    expect(await facts()).toEqual({ kind: 'NotFound' });
  });

  it('D/PRV-012: a provider that does not answer leaves what it said before', async () => {
    capi.classes.set('ns/quick-start', ['v1.34.1']);
    await list();
    capi.failure = new VersionProviderError('connection refused', { kind: 'retryable' });
    await expect(list()).rejects.toMatchObject({ name: 'TransientError' });
    expect(await facts()).toEqual({ kind: 'Found', versions: ['v1.34.1'] });
  });

  it('asks for no class that no catalogue names', async () => {
    const metadata = { resourceVersion: '2', generation: 2 };
    const object = anObject('VersionCatalog', 'derived', { metadata, spec: { channels: [] } });
    await trial.database.transact(tx => saveObject(tx, 'hub', object));
    await expect(list()).rejects.toThrow('there is nothing to do');
    const configured = new Map([['own', { clusterClass: CLASS }]]);
    await list(configured);
    expect(await facts()).toEqual({ kind: 'NotFound' });
  });

  it('asks for the classes of all catalogues at a start', async () => {
    await trial.database.transact(tx =>
      markClasses(tx, 'hub', new Map([['own', { clusterClass: { ...CLASS, name: 'other' } }]])),
    );
    expect(await trial.marked('list-versions')).toEqual(['hub/capi/ns/other', `hub/${NAME}`]);
  });
});
