import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What is asked for while a form is not complete. */
export const unfinishedTranslationRef = createTranslationRef({
  id: 'fleetstage.unfinished',
  messages: { selector: 'Enter the kind and the name to preview the objects.' },
});
