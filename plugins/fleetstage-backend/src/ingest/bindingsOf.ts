import { bindingName, labelKeys, toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AnyBinding, AnyPlacement } from './anyKind';

/**
 * The bindings of a placement that the hub shows, one for each cluster. The names of ours say whose they are. In a fleet
 * that KubeFleet ran, its bindings are taken over (RUL 37): they carry the placement's label and a finalizer, and are not
 * older than it is. Where both are there ours counts.
 */
export function bindingsOf({ metadata }: AnyPlacement, bindings: readonly AnyBinding[]): AnyBinding[] {
  const { name, namespace, uid = '', creationTimestamp = '' } = metadata;
  const isOurs = (binding: AnyBinding) =>
    binding.metadata.name === bindingName(name, uid, binding.spec.targetCluster);
  const isTaken = ({ metadata: shown, spec }: AnyBinding) =>
    spec.targetCluster !== '' &&
    shown.labels?.[labelKeys.parentPlacement] === name &&
    toPlacementKey({ namespace: shown.namespace, name }) === toPlacementKey({ namespace, name }) &&
    (shown.finalizers ?? []).length > 0 &&
    shown.deletionTimestamp === undefined &&
    (shown.creationTimestamp ?? '') >= creationTimestamp;
  const ours = bindings.filter(isOurs);
  const held = new Set(ours.map(({ spec }) => spec.targetCluster));
  for (const binding of bindings.filter(isTaken)) {
    if (held.has(binding.spec.targetCluster)) continue;
    held.add(binding.spec.targetCluster);
    ours.push(binding);
  }
  return ours;
}
