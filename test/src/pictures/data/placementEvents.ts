import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ago } from './moments';
import { MAYA } from './people';

const engine = { ref: 'engine' };

export const events: readonly Schemas['TimelineEvent'][] = [
  {
    id: '5',
    at: ago(60 * 24 * 2),
    event: 'clustersPicked',
    actor: engine,
    message:
      '4/48 clusters are picked: 37 do not match the required cluster affinity, 5 have a taint that is not tolerated, 2 are not healthy',
  },
  {
    id: '4',
    at: ago(60 * 24 * 2),
    event: 'released',
    actor: engine,
    cluster: 'gke-asw-prd-91',
    message: 'It left the fleet',
  },
  { id: '3', at: ago(60 * 24 * 2 + 4), event: 'placementUpdated', actor: MAYA },
  {
    id: '2',
    at: ago(60 * 24 * 6),
    event: 'advanced',
    actor: engine,
    clusters: ['aks-weu-prd-01', 'aks-neu-prd-01', 'eks-use-prd-01', 'eks-use-prd-02'],
  },
  { id: '1', at: ago(60 * 24 * 6 + 2), event: 'policyChanged', actor: { ref: 'kubectl' } },
];

/** Of a placement that is gone. */
export const eventsOfGone: readonly Schemas['TimelineEvent'][] = [
  { id: '7', at: ago(26), event: 'gone', actor: engine },
  { id: '6', at: ago(27), event: 'deletionAsked', actor: MAYA },
  ...events,
];
