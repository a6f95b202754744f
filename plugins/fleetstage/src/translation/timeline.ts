import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What people did to a run, and phases of it, as lines of its timeline. */
export const timelineTranslationRef = createTranslationRef({
  id: 'fleetstage.timeline',
  messages: {
    dial: { seconds: 's' },
    run: {
      runCreated: 'Run created',
      startAsked: 'Start requested',
      stopAsked: 'Stop requested',
      resumeAsked: 'Resume requested',
      approvalGiven: 'Approved stage {{stage}}',
      approvalWithdrawn: 'Withdrew the approval of stage {{stage}}',
      waiting: 'Run is waiting',
      running: 'Run is updating',
      stuck: 'Run is stuck',
    },
  },
});
