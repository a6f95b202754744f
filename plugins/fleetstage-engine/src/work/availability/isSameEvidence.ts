import { isSameJson, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { probeAvailability } from './probes';

/**
 * Whether two states of an object mean the same to a work: what is wanted of it, who owns it, and whether it is available
 * (B/AV-001). Managed fields are left out by whoever watches. A rollout writes its status some eight times, and most writes change nothing for us.
 *
 *   another condition, time or version of the object          → the same
 *   2 of 3 replicas available → 3 of 3                        → not the same
 *   another label, generation, owner, or the mark of deletion → not the same
 */
export const isSameEvidence = (before: KubeObject, after: KubeObject): boolean =>
  isSameJson(withoutStatus(before), withoutStatus(after)) &&
  isSameJson(probeAvailability(before), probeAvailability(after));

function withoutStatus(object: KubeObject): object {
  const { status: _status, metadata, ...rest } = object as KubeObject & { readonly status?: unknown };
  const { resourceVersion: _version, ...named } = metadata;
  return { ...rest, metadata: named };
}
