import {
  apiVersionOf,
  contentHash,
  derivedName,
  toRfc3339,
  type KubeObject,
  type PlacementName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { LedgerEntry } from './eventLedger';
import { EVENT_REASONS } from './kubeEvents';

/** Who an Event is about. */
export interface EventSubject extends PlacementName {
  readonly uid: string;
}

/** As requirement 001 prints it; the namespaced kind has the name that goes with it. */
const REPORTERS = {
  ClusterResourcePlacement: 'cluster-resource-placement-controller',
  ResourcePlacement: 'resource-placement-controller',
} as const;

/** Where Kubernetes keeps the Events of objects without a namespace. */
const CLUSTER_SCOPED = 'default';

/**
 * One Event of a placement, as `kubectl describe` shows it (RUL 35, A/EV-001, DOC-16). Placement and reason make its name, so
 * reporting it again, with a higher count, finds the same object. Names ascend as things happen: that is the order in which
 * kubectl prints what happened within one second.
 */
export function projectEvent(subject: EventSubject, entry: LedgerEntry): KubeObject {
  const { name, namespace, uid } = subject;
  const kind = kindOfPlacement(subject);
  const { reason, message, count, firstAt, lastAt } = entry;
  const involved = { apiVersion: apiVersionOf(kind), kind, name, uid };
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: derivedName([name, `${EVENT_REASONS.indexOf(reason)}-${reason}`], contentHash([uid, reason])),
      namespace: namespace ?? CLUSTER_SCOPED,
    },
    involvedObject: { ...involved, ...(namespace !== undefined && { namespace }) },
    type: 'Normal',
    reason,
    message,
    source: { component: REPORTERS[kind] },
    reportingComponent: REPORTERS[kind],
    count,
    firstTimestamp: toRfc3339(firstAt),
    lastTimestamp: toRfc3339(lastAt),
  };
}
