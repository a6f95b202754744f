import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** Words of the dialog that deletes a placement. */
export const placementRemoveTranslationRef = createTranslationRef({
  id: 'fleetstage.placementRemove',
  messages: {
    title: 'Delete placement {{name}}?',
    confirm: 'Delete placement',
    takes_one: 'Deletes {{objects}} from {{count, number}} cluster',
    takes_other: 'Deletes {{objects}} from {{count, number}} clusters',
    takesWhy: 'The objects are deleted from each cluster first, then the placement.',
    keeps_one: 'Keeps {{objects}} on {{count, number}} cluster',
    keeps_other: 'Keeps {{objects}} on {{count, number}} clusters',
    keepsWhy: 'Because of deleteStrategy: Abandon. They stay unchanged and are no longer updated.',
    nowhere: 'It is on no cluster. Only the placement is deleted',
    holdsNone_one: '{{names}}; {{count, number}} of them has none of the objects',
    holdsNone_other: '{{names}}; {{count, number}} of them have none of the objects',
    history: 'The snapshots of the placement are deleted, its timeline is kept.',
    run: 'Run {{run}} is updating it and ends too.',
    andMore_one: '{{names}} and {{count, number}} more',
    andMore_other: '{{names}} and {{count, number}} more',
    typeName: 'Type {{name}} to confirm',
    note: 'This cannot be undone.',
    off: 'Already being deleted.',
    failed: 'Not deleted',
    done: 'Deleting {{name}} from its clusters',
    loading: 'Loading what it placed',
    notLoaded: 'What it placed could not be loaded',
  },
});
