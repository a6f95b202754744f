import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Why clusters do not get on, in a Now card. */
export const causeTranslationRef = createTranslationRef({
  id: 'fleetstage.cause',
  messages: {
    why: 'Cause',
    for: { failing: 'Failing for', stuck: 'Stuck for' },
    acts: 'Who can act',
    on: '{{cluster}}: {{message}}',
    onMore_one: '{{cluster}} and {{count}} more cluster: {{message}}',
    onMore_other: '{{cluster}} and {{count}} more clusters: {{message}}',
  },
});
