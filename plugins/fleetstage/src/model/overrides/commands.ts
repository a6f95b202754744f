import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';

type Named = Pick<Schemas['OverrideSummary'], 'kind' | 'scope' | 'name'>;

const PLURALS = {
  ClusterResourceOverride: 'clusterresourceoverrides.placement.kubernetes-fleet.io',
  ResourceOverride: 'resourceoverrides.placement.kubernetes-fleet.io',
} as const;
const SNAPSHOTS = {
  ClusterResourceOverride: 'clusterresourceoverridesnapshots.placement.kubernetes-fleet.io',
  ResourceOverride: 'resourceoverridesnapshots.placement.kubernetes-fleet.io',
} as const;

const inNamespace = ({ scope }: Named) => (scope === '_' ? '' : ` -n ${scope}`);

/** Shows an override and its snapshots, and changes it. */
export const overrideCommands = (one: Named) =>
  [
    `kubectl get ${PLURALS[one.kind]} ${one.name}${inNamespace(one)} -o yaml`,
    `kubectl edit ${PLURALS[one.kind]} ${one.name}${inNamespace(one)}`,
    `kubectl get ${SNAPSHOTS[one.kind]}${inNamespace(one)} -l ${labelKeys.parentOverride}=${one.name}`,
  ].join('\n');

export const deleteOverrideCommand = (one: Named) =>
  `kubectl delete ${PLURALS[one.kind]} ${one.name}${inNamespace(one)}`;
