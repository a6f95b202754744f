import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What an editor says to people who cannot save in it. */
export const editorGateTranslationRef = createTranslationRef({
  id: 'fleetstage.editorGate',
  messages: {
    title: 'You cannot save changes here',
    body: 'You can still try changes and preview what they would do. Nothing is saved.',
    open: 'Try changes',
    back: 'Back',
    requestText: 'I need the permission {{permission}} to save {{url}}.',
    bar: 'You can try changes, but you cannot save them. {{reason}}',
  },
});
