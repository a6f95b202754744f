import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Words for what has no words on the page but is read out, and for what is folded. */
export const lookTranslationRef = createTranslationRef({
  id: 'fleetstage.look',
  messages: {
    tabs: { forYou_one: '{{count, number}} waits for you', forYou_other: '{{count, number}} wait for you' },
    approvals: { tick: 'Selection' },
    filters: { show: 'Filters', active: 'Filters ({{active, number}})' },
    conditions: {
      well_one: '{{count, number}} more condition, True',
      well_other: '{{count, number}} more conditions, all True',
    },
    checks: { diff: 'Diff' },
  },
});
