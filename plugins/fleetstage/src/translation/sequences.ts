import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** The list of version sequences, and how to make one. */
export const sequencesTranslationRef = createTranslationRef({
  id: 'fleetstage.sequences',
  messages: {
    title: 'Kubernetes versions',
    what: 'sequences',
    caption: 'Rollout sequences',
    total_one: '{{count, number}} sequence',
    total_other: '{{count, number}} sequences',
    matching_one: '{{count, number}} sequence matches',
    matching_other: '{{count, number}} sequences match',
    create: 'Create sequence',
    search: 'Find by sequence, fleet, rollout or version',
    show: {
      label: 'Show',
      active: 'With version rollouts',
      trouble: 'In trouble',
      suspended: 'Suspended',
    },
    sort: { label: 'Order', trouble: 'Trouble first', name: 'By name', newest: 'Newest first' },
    column: {
      name: 'Sequence',
      stages: 'Stages',
      channel: 'Channel',
      target: 'Target',
      rollouts: 'Version rollouts',
      state: 'State',
    },
    stages_one: '{{count, number}} stage',
    stages_other: '{{count, number}} stages',
    clusters_one: '{{count, number}} cluster',
    clusters_other: '{{count, number}} clusters',
    targetOf: { controlPlane: 'Control planes {{version}}', node: 'Nodes {{version}}' },
    none: 'None',
    noTarget: 'No version',
    noRollout: 'No version rollout under way',
    moreRollouts_one: 'and {{count, number}} more',
    moreRollouts_other: 'and {{count, number}} more',
    progress: '{{type}} {{version}}: {{text}}',
    empty: {
      title: 'No sequences yet',
      body: 'A sequence brings new Kubernetes versions to fleets of clusters, stage by stage: first to control planes, then to nodes. After each stage the version soaks before the next one begins.',
      filteredTitle: 'No sequence matches {{filters}}',
    },
    guide: {
      open: 'First steps',
      title: 'First steps with rollout sequences',
      fleets: 'Put clusters into fleets',
      fleetsBody: 'A cluster belongs to the fleet that its label names. Stages take fleets, or part of one.',
      catalog: 'Say which versions there are',
      catalogBody:
        'A VersionCatalog leads from a version to the next one, for each channel. A new target starts version rollouts.',
      sequence: 'Create the sequence',
      sequenceBody:
        'Stages are upgraded in their order. A fleet of which a stage takes a part needs a last stage without a selector, for its other clusters.',
    },
  },
});
