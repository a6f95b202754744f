import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What the conditions of a placement mean, and the copy of its status: design/ui/README.md, section 5.4. */
export const placementConditionsTranslationRef = createTranslationRef({
  id: 'fleetstage.placementConditions',
  messages: {
    conditions: {
      title: 'Conditions',
      meaning: 'What they mean',
      none: 'No conditions yet. The engine has not processed this placement.',
      isTrue: {
        Scheduled: 'The policy found its clusters',
        RolloutStarted: 'The rollout of the latest snapshot has started on every cluster',
        Overridden: 'Overrides were applied',
        WorkSynchronized: 'The objects were sent to every cluster',
        Applied: 'The objects are applied on every cluster',
        Available: 'The objects are available on every cluster',
        DiffReported: 'The objects were compared on every cluster. Nothing is written',
      },
      isFalse: {
        Scheduled: 'The policy did not find all its clusters',
        RolloutStarted: 'The rollout of the latest snapshot has not started on every cluster',
        Overridden: 'Overrides could not be applied on every cluster',
        WorkSynchronized: 'The objects could not be sent to every cluster',
        Applied: 'The objects could not be applied on every cluster',
        Available: 'The objects are not available on every cluster',
        DiffReported: 'The objects could not be compared on every cluster',
      },
      isUnknown: {
        Scheduled: 'The policy is being evaluated',
        RolloutStarted: 'The clusters have different snapshots, or the rollout is about to start',
        Overridden: 'Overrides are being applied',
        WorkSynchronized: 'The objects are being sent',
        Applied: 'The objects are being applied',
        Available: 'Whether the objects are available is not known yet',
        DiffReported: 'The objects are being compared',
      },
      notReached: 'A condition above comes first',
      raw: 'As on the hub',
      copy: 'Copy of the status in its namespace',
      copyState: { synced: 'Up to date', failed: 'Could not be written', working: 'In progress' },
      copyWould:
        'Users of namespace {{namespace}} would read this status as ClusterResourcePlacementStatus {{name}}.',
      copyBody:
        'Users of namespace {{namespace}} read this status as ClusterResourcePlacementStatus {{name}}.',
    },
  },
});
