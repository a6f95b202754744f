import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import type { Database } from './db';
import {
  holdPlacements,
  listRemovals,
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

  it.each(['granted', 'confirmed', 'released'] as const)('leaves alone what is %s already', async stage => {
    expect(await afterLoss(stage)).toMatchObject({ stage, uid: 'uid-1' });
  });
});
