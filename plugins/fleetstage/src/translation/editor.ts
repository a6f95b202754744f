import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What the editors of placements, strategies and overrides say alike. */
export const editorTranslationRef = createTranslationRef({
  id: 'fleetstage.editor',
  messages: {
    what: { strategy: 'strategy', override: 'override', sequence: 'sequence' },
    discard: 'Discard',
    save: 'Save…',
    create: 'Create…',
    mode: { label: 'How to edit', form: 'Form', yaml: 'YAML', diff: 'Diff' },
    obstacle: {
      draft: 'Restore or discard the draft first.',
      yaml: 'Correct line {{line, number}} of the YAML first.',
      same: 'There are no changes to save.',
      name: 'Enter a name first.',
      conflict: 'Someone else changed this {{what}}. Compare first, or save yours as a new one.',
      refused_one: 'It would be refused. {{message}}',
      refused_other: 'It would be refused. {{message}} And {{more, number}} more.',
    },
    refused_one: '{{count, number}} field must be corrected',
    refused_other: '{{count, number}} fields must be corrected',
    goToFirst: 'Go to first',
    judgeFailed: 'The hub could not check this {{what}}: {{message}}',
    lastGood:
      'The YAML has an error in line {{line, number}}. The form shows the last valid text, read-only.',
    conflict: {
      title: '{{who}} changed this {{what}} {{ago}}.',
      somebody: 'Someone changed this {{what}} while you edited it.',
      body: 'Your changes are kept.',
      compare: 'Compare',
      saveAsNew: 'Save mine as new',
    },
    dialog: {
      working: 'The effect on clusters is still being computed. You can save without it.',
      createTitle: 'Create {{name}}?',
      saveTitle: 'Save {{name}}?',
      failedSave: 'Not saved',
      failedCreate: 'Not created',
    },
  },
});
