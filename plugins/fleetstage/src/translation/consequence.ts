import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What an approval leads to, as the engine says: sentences, buttons and what is said when it is done. */
export const consequenceTranslationRef = createTranslationRef({
  id: 'fleetstage.consequence',
  messages: {
    sentence: {
      gateBefore: 'Starts nothing yet: the approval before {{stage}} comes next',
      gateAfter: 'Starts nothing yet: the approval after {{stage}} comes next',
      addedBefore: 'Starts nothing yet: {{title}} before {{stage}} comes next',
      addedAfter: 'Starts nothing yet: {{title}} after {{stage}} comes next',
      held: 'Starts nothing yet: {{stage}} begins after {{run}}',
      heldBy: {
        stopped: 'Starts nothing yet: {{stage}} is blocked by {{run}}, which is stopped',
        stuck: 'Starts nothing yet: {{stage}} is blocked by {{run}}, which is stuck',
      },
      waitUntil: 'Takes effect at {{time}}, when the wait ends',
      addedUntil: 'Takes effect at {{time}}, when {{title}} ends',
      nothing: 'Starts nothing. {{reason}}',
    },
    confirm: {
      gateBefore: 'Approve; before-stage approval of {{stage}} is next',
      gateAfter: 'Approve; after-stage approval of {{stage}} is next',
      addedBefore: 'Approve; {{title}} before {{stage}} is next',
      addedAfter: 'Approve; {{title}} after {{stage}} is next',
      held: 'Approve, wait for {{run}}',
    },
    done: {
      gateBefore: 'Approved. The approval before {{stage}} is next.',
      gateAfter: 'Approved. The approval after {{stage}} is next.',
      addedBefore: 'Approved. {{title}} before {{stage}} is next.',
      addedAfter: 'Approved. {{title}} after {{stage}} is next.',
      held: 'Approved. {{stage}} begins after {{run}}.',
      addedUntil: 'Approved. It takes effect at {{time}}, when {{title}} ends.',
      nothing: 'Approved. {{reason}}',
    },
  },
});
