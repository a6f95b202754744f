import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { ConflictError, ServiceUnavailableError } from '@backstage/errors';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { aPlacementObject, aRunObject, aStrategyObject } from '../../__testUtils__/objects';
import { ADA } from '../../__testUtils__/viewers';
import type { Database } from '../../database/db';
import { loadObject, saveObject } from '../../database/mirrorStore';
import { listTimeline } from '../../database/timelineStore';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { FleetCommands } from '../FleetCommands';
import type { HubWriter } from '../HubWriter';
import { loadRunSubject } from './loadRunSubject';

const databases = createTestDatabases();
const RUN = 'ClusterStagedUpdateRun';
const asked = { name: 'r1', placement: 'web', strategy: 'careful', state: 'Run' } as const;

describe.each(databases.eachSupportedId())('who has created or steered a run, on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web', { strategy: { type: 'External' } }));
      await saveObject(tx, 'hub', aStrategyObject('careful', [{ name: 'all', labelSelector: {} }]));
    });
  });

  const commandsWith = (writer: Partial<HubWriter>) =>
    new FleetCommands({
      database,
      hub: 'hub',
      writer: writer as HubWriter,
      log: silentLog,
      clock: systemPorts.clock,
    });
  /** The hub makes the object, and the engine's watch sees it. */
  const make = async (object: KubeObject, uid = 'uid-r1') => {
    const made = { ...object, metadata: { ...object.metadata, uid, generation: 1 } };
    await database.transact(tx => saveObject(tx, 'hub', made));
    return made;
  };
  const timeline = async () =>
    (await database.transact(tx => listTimeline(tx, 'hub', { kind: RUN, name: 'r1' }))).map(
      ({ event, actor }) => [event, actor],
    );
  const initiators = async () =>
    (await database.transact(tx => loadRunSubject(tx, 'hub', 'r1'))).resource.initiators;

  it('is known by the uid of the run', async () => {
    await commandsWith({ create: object => make(object) }).createRun(ADA, asked);
    expect(await timeline()).toEqual([['runCreated', ADA.ref]]);
    expect(await initiators()).toEqual([ADA.ref]);
  });

  it('is known though the answer of the hub was never read', async () => {
    const create = async (object: KubeObject) => {
      await make(object);
      throw new ServiceUnavailableError('socket hang up');
    };
    await expect(commandsWith({ create }).createRun(ADA, asked)).rejects.toThrow('socket hang up');
    expect(await initiators()).toEqual([ADA.ref]);
  });

  it('is nobody of Fleetstage where a run of that name was made with kubectl meanwhile', async () => {
    const create = async () => {
      throw new ServiceUnavailableError('socket hang up');
    };
    await expect(commandsWith({ create }).createRun(ADA, asked)).rejects.toThrow('socket hang up');
    await make(aRunObject('r1'));
    expect(await initiators()).toEqual([]);
  });

  it('is not recorded where the hub has refused', async () => {
    const refuse = async () => {
      throw new ConflictError('it exists');
    };
    const commands = commandsWith({ create: refuse, patchSpec: refuse, find: async () => loadLive() });
    await expect(commands.createRun(ADA, asked)).rejects.toThrow('it exists');
    await make(aRunObject('r1'));
    await expect(commands.setRunState(ADA, { run: 'r1', state: 'Stop' })).rejects.toThrow('it exists');
    expect(await timeline()).toEqual([]);
  });

  const loadLive = () => database.transact(tx => loadObject(tx, { hub: 'hub', kind: RUN, name: 'r1' }));
});
