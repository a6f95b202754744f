import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import type { Database, Tx } from './db';
import { deleteObject, saveObject } from './mirrorStore';
import {
  holdPlacements,
  listRemovals,
  loadLatestRemoval,
  loadRemoval,
  requestRemoval,
  saveRemovalStage,
  type RemovalStage,
} from './removalStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };

describe.each(databases.eachSupportedId())('removals of placements on %s (decision 0032)', id => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, id as TestDatabaseId));
  });

  /** The removal of the life `uid` is at `stage` when the definition turns out to be another one. */
  const afterLoss = (stage: RemovalStage, uid = 'uid-1') =>
    database.transact(async tx => {
      await requestRemoval(tx, WEB, uid);
      if (stage !== 'requested') await saveRemovalStage(tx, 'hub', ['web'], { stage, from: ['requested'] });
      await holdPlacements(tx, 'hub', [{ name: 'web', uid: 'uid-1' }]);
      const [removal] = await listRemovals(tx, 'hub', [
        'requested',
        'held',
        'granted',
        'confirmed',
        'released',
      ]);
      return removal;
    });

  it('holds a removal that was only requested when its definition was lost', async () => {
    expect(await afterLoss('requested')).toMatchObject({ stage: 'held', cause: 'DefinitionDeleted' });
  });

  it.each(['granted', 'confirmed'] as const)(
    'holds a placement whose removal was %s in an earlier life of the name',
    async stage => {
      expect(await afterLoss(stage, 'uid-0')).toMatchObject({ stage: 'held', uid: 'uid-1' });
    },
  );

  /** The pass has read no row; then the loss of the definition is committed, without its lock; then the pass writes. */
  it('leaves held what a pass asks for that has read before the definition was lost', async () => {
    await database.transact(async pass => {
      expect(await loadRemoval(pass, WEB, 'uid-1')).toBeUndefined();
      if (id.startsWith('SQLITE')) await holdPlacements(pass, 'hub', [{ name: 'web', uid: 'uid-1' }]);
      else await database.transact(tx => holdPlacements(tx, 'hub', [{ name: 'web', uid: 'uid-1' }]));
      await requestRemoval(pass, WEB, 'uid-1');
    });
    expect(await database.transact(tx => loadRemoval(tx, WEB, 'uid-1'))).toMatchObject({
      stage: 'held',
      cause: 'DefinitionDeleted',
    });
  });

  it.each(['held', 'granted', 'confirmed', 'released'] as const)(
    'is not asked anew in this life once it is %s, and is in the next',
    async stage => {
      const after = (uid: string) =>
        database.transact(async tx => {
          await requestRemoval(tx, WEB, uid);
          return (await loadLatestRemoval(tx, WEB))?.stage;
        });
      expect(await after('uid-1')).toBe('requested');
      await database.transact(tx => saveRemovalStage(tx, 'hub', ['web'], { stage, from: ['requested'] }));
      expect([await after('uid-1'), await after('uid-2')]).toEqual([stage, 'requested']);
    },
  );

  describe('keeps of the object what decides who may confirm', () => {
    const labels = { env: 'prod' };
    const kept = { [annotationKeys.acceptedStrategies]: 'slow', [annotationKeys.confirmRemoval]: 'yes' };
    const object = aPlacementObject('web', {}, { uid: 'uid-1', labels, annotations: { ...kept, note: 'x' } });
    beforeEach(() => database.transact(tx => saveObject(tx, 'hub', object)));
    const vanish = (tx: Tx) => deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' });
    const found = async (uid = 'uid-1') =>
      (await database.transact(tx => loadRemoval(tx, WEB, uid)))?.askedAs;

    it('when it is asked for, and holds on to it', async () => {
      await database.transact(tx => requestRemoval(tx, WEB, 'uid-1'));
      await database.transact(vanish);
      await database.transact(tx => holdPlacements(tx, 'hub', [{ name: 'web', uid: 'uid-1' }]));
      expect(await found()).toEqual({ labels, annotations: kept });
    });

    it('when it is held with its definition', async () => {
      await database.transact(tx => holdPlacements(tx, 'hub', [{ name: 'web', uid: 'uid-1' }]));
      expect(await found()).toEqual({ labels, annotations: kept });
    });

    it.each([requestRemoval, (tx: Tx) => holdPlacements(tx, 'hub', [{ name: 'web', uid: 'uid-2' }])])(
      'and nothing of another object of the name',
      async ask => {
        await database.transact(tx => requestRemoval(tx, WEB, 'uid-1'));
        await database.transact(tx => ask(tx, WEB, 'uid-2'));
        expect(await found('uid-2')).toBeUndefined();
        expect(await database.transact(tx => loadLatestRemoval(tx, WEB))).toMatchObject({ uid: 'uid-2' });
      },
    );
  });

  it.each(['granted', 'confirmed', 'released'] as const)('leaves alone what is %s already', async stage => {
    expect(await afterLoss(stage)).toMatchObject({ stage, uid: 'uid-1' });
  });
});
