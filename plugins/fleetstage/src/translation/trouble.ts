import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Whose the trouble of a fleet is. */
export const troubleTranslationRef = createTranslationRef({
  id: 'fleetstage.trouble',
  messages: { owned: '{{act}}. Owner: {{owners}}' },
});
