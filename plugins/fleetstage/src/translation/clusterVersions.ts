import { createTranslationRef } from '@backstage/frontend-plugin-api';

/** The Kubernetes versions of one member cluster (E §6). */
export const clusterVersionsTranslationRef = createTranslationRef({
  id: 'fleetstage.clusterVersions',
  messages: {
    title: 'Kubernetes versions',
    what: 'versions of this cluster',
    unknown: {
      NotManaged: 'No provider knows this cluster: Fleetstage does not upgrade it.',
      ProviderUnavailable: 'Its provider does not answer. This is what was known last.',
    },
    facts: {
      controlPlane: 'Control plane',
      sequence: 'Sequence',
      noSequence: 'No sequence has its fleet',
      stageOf: '{{sequence}}, stage {{number, number}} {{stage}}',
      fleet: 'Fleet',
      noFleet: 'None. The label fleetstage.io/fleet names it',
      channel: 'Channel',
      target: 'Target',
      noTarget: 'No version is designated for it',
      targetControlPlane: 'control plane {{version}}',
      targetNode: 'nodes {{version}}',
      support: 'End of support',
      supportEnded: '{{date}}, ended {{ago}}',
      supportLeft: '{{date}}, in {{left}}',
      provider: 'Provider',
      observed: 'Observed',
    },
    toVersion: '{{version}} → {{desired}}',
    upgrading: 'Upgrading',
    unhealthy: 'Unhealthy',
    unknownVersion: 'Unknown',
    pools: {
      title: 'Node pools',
      none: 'It has no node pools.',
      nodes_one: '{{version}} on {{count, number}} node',
      nodes_other: '{{version}} on {{count, number}} nodes',
      wanted: 'to {{version}}',
      ok: 'Healthy',
    },
    maintenance: {
      title: 'Maintenance',
      always: 'No policy names this cluster: an upgrade may start at any time.',
      open: 'An upgrade may start now.',
      openUntil: 'An upgrade may start now, until {{time}}.',
      closed: 'No upgrade may start now.',
      closedUntil: 'No upgrade may start before {{time}}.',
      policies: 'Policies: {{names}}',
      exclusions: 'Exclusions that hold now: {{names}}',
    },
    rollouts: {
      title: 'Version rollouts',
      none: 'It is in no version rollout.',
      stage: 'stage {{stage}}',
    },
  },
});
