import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Labels that only screen readers read, and those of folded parts. */
export const labelsTranslationRef = createTranslationRef({
  id: 'fleetstage.labels',
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
