import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What an approval leads to, as the engine says: sentences, buttons and what is said when it is done. */
export const consequenceTranslationRef = createTranslationRef({
  id: 'fleetstage.consequence',
  messages: {
    sentence: {
      gateBefore: 'Starts nothing yet: the approval before {{stage}} comes next',
      gateAfter: 'Starts nothing yet: the approval after {{stage}} comes next',
      held: 'Starts nothing yet: {{run}} has to leave {{stage}} first',
      heldBy: {
        stopped: 'Starts nothing yet: {{run}} is stopped and has to leave {{stage}} first',
        stuck: 'Starts nothing yet: {{run}} is stuck and has to leave {{stage}} first',
      },
      waitUntil: 'Takes effect at {{time}}, when the wait ends',
      nothing: 'Starts nothing. {{reason}}',
    },
    confirm: {
      gateBefore: 'Approve; before-stage approval of {{stage}} is next',
      gateAfter: 'Approve; after-stage approval of {{stage}} is next',
      held: 'Approve, wait for {{run}}',
    },
    done: {
      gateBefore: 'Approved. The approval before {{stage}} is next.',
      gateAfter: 'Approved. The approval after {{stage}} is next.',
      held: 'Approved. It goes on when {{run}} has left {{stage}}.',
      nothing: 'Approved. {{reason}}',
    },
  },
});
