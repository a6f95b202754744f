import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What people did to a run or a placement, and phases of it, as lines of its timeline. */
export const timelineTranslationRef = createTranslationRef({
  id: 'fleetstage.timeline',
  messages: {
    dial: { seconds: 's' },
    run: {
      runCreated: 'Run created',
      startAsked: 'Start requested',
      stopAsked: 'Stop requested',
      resumeAsked: 'Resume requested',
      approvalGiven: 'Stage {{stage}} approved',
      approvalWithdrawn: 'Withdrew the approval of stage {{stage}}',
      waiting: 'Run is waiting',
      running: 'Run is updating',
      stuck: 'Run is stuck',
    },
    placement: {
      empty: 'No events yet.',
      what: 'the timeline',
      by: 'by {{who}}',
      event: {
        policyChanged: 'Policy changed',
        placementCreated: 'Placement created',
        placementUpdated: 'Placement changed',
        applyAsked: 'Apply requested',
        deletionAsked: 'Deletion requested',
        clustersPicked: 'Clusters picked',
        scheduled: 'Picked',
        rescheduled: 'Picked again',
        unscheduled: 'Not picked any more',
        advanced: 'Rollout started',
        confirmed: 'Rollout confirmed',
        blocked: 'Held back',
        released: 'Detached',
        forgotten: 'Removed',
        snapshotsPruned: 'Old snapshots removed',
        error: 'The engine met an error',
        removalHeld: 'Removal held',
        removalConfirmed: 'Removal confirmed',
        removalReleased: 'Workloads kept, placement deleted from the hub',
        gone: 'Placement deleted',
      },
    },
  },
});
