import { kinds, PLACEMENT_GROUP, STORAGE_VERSION } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ApiResource } from '@fleetstage/kube-client';

/** A kind of the hub under the names that kubectl takes, and whether it is in a namespace. */
export interface NamedKind {
  readonly resource: ApiResource;
  /** In lower case; the first is the one that messages use. */
  readonly names: readonly string[];
}

/** A cluster-scoped kind and its sibling of a namespace. */
export interface Family {
  /** What people call one of them. */
  readonly noun: string;
  readonly clusterWide: NamedKind;
  readonly namespaced: NamedKind;
}

export const resourceOf = (kind: keyof typeof kinds): ApiResource => {
  const { group, plural, scope, storageVersion } = kinds[kind];
  return { group, version: storageVersion, kind, plural, namespaced: scope === 'Namespaced' };
};

const placementKind = (kind: string, plural: string): ApiResource => ({
  ...{ group: PLACEMENT_GROUP, version: STORAGE_VERSION, kind, plural },
  namespaced: true,
});

const named = (resource: ApiResource, ...shortNames: readonly string[]): NamedKind => ({
  resource,
  names: [resource.kind.toLowerCase(), resource.plural, ...shortNames],
});

export const RUNS: Family = {
  noun: 'run',
  clusterWide: named(resourceOf('ClusterStagedUpdateRun'), 'csur'),
  namespaced: named(placementKind('StagedUpdateRun', 'stagedupdateruns'), 'sur'),
};

export const APPROVALS: Family = {
  noun: 'approval request',
  clusterWide: named(resourceOf('ClusterApprovalRequest'), 'careq'),
  namespaced: named(placementKind('ApprovalRequest', 'approvalrequests'), 'areq'),
};

export const STRATEGIES: Family = {
  noun: 'strategy',
  clusterWide: named(resourceOf('ClusterStagedUpdateStrategy'), 'csus'),
  namespaced: named(placementKind('StagedUpdateStrategy', 'stagedupdatestrategies'), 'sus'),
};

export const PLACEMENTS: Family = {
  noun: 'placement',
  clusterWide: named(resourceOf('ClusterResourcePlacement'), 'crp'),
  namespaced: named(resourceOf('ResourcePlacement'), 'rp'),
};

export const SNAPSHOTS: Family = {
  noun: 'snapshot',
  clusterWide: named(resourceOf('ClusterResourceSnapshot'), 'crs'),
  namespaced: named(resourceOf('ResourceSnapshot'), 'rs'),
};

export const BINDINGS: Family = {
  noun: 'binding',
  clusterWide: named(resourceOf('ClusterResourceBinding'), 'crb'),
  namespaced: named(resourceOf('ResourceBinding'), 'rb'),
};

/** The sibling of the same scope. */
export const siblingOf = (family: Family, namespace: string | undefined): ApiResource =>
  (namespace === undefined ? family.clusterWide : family.namespaced).resource;
