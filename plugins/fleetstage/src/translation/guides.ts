import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** What one does outside of the pages: joining a cluster, setting Fleetstage up. */
export const guidesTranslationRef = createTranslationRef({
  id: 'fleetstage.guides',
  messages: {
    join: {
      open: 'How to join one',
      title: 'How to join a member cluster',
      reach: 'Configure access',
      reachBody:
        'The backend reads this when it starts. Its name is that of the MemberCluster below; the kubeconfig is a file beside the backend.',
      create: 'Create its MemberCluster on the hub',
      createBody: 'Placements and stages choose clusters by these labels.',
      watch: 'Wait until it joins',
      watchBody: 'It is listed at once, and has joined when the backend has reached it.',
    },
    setup: {
      open: 'Set-up guide',
      title: 'Set up Fleetstage in this portal',
      add: 'Add the packages',
      addBody: 'The packages are packed from the repository into the portal. Commit what this changes.',
      lines: 'Add them to the backend',
      linesBody: 'The plugin itself, and the module that brings clusters into the catalog.',
      config: 'Name the hub and its members',
      configBody: 'Restart the backend afterwards. A relative path starts at the folder in which it runs.',
    },
    start: {
      clusters: 'This fleet is ready for its first cluster',
      placements: 'This fleet is ready for its first placement',
      body: 'Hub connected: {{hub}}. Three steps to the first update:',
      join: 'Join a member cluster',
      joinBody: 'Create its MemberCluster on the hub and configure access to it.',
      joined_one: '{{count, number}} cluster is a member.',
      joined_other: '{{count, number}} clusters are members.',
      place: 'Write a placement',
      placeBody: 'It defines which objects go to which clusters.',
      placed_one: '{{count, number}} placement exists.',
      placed_other: '{{count, number}} placements exist.',
      copy: 'Copy an example',
      copied: 'Copied: an example to change and apply',
      run: 'Create a run',
      runBody: 'It rolls a change out stage by stage, with waits and approvals.',
      done: 'Done',
      open: 'To do',
    },
  },
});
