import { kinds } from '@fleetstage/backstage-plugin-fleetstage-common';
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

const named = (kind: keyof typeof kinds): NamedKind => ({
  resource: resourceOf(kind),
  names: [kind.toLowerCase(), kinds[kind].plural, ...kinds[kind].shortNames],
});

export const RUNS: Family = {
  noun: 'run',
  clusterWide: named('ClusterStagedUpdateRun'),
  namespaced: named('StagedUpdateRun'),
};

export const APPROVALS: Family = {
  noun: 'approval request',
  clusterWide: named('ClusterApprovalRequest'),
  namespaced: named('ApprovalRequest'),
};

export const STRATEGIES: Family = {
  noun: 'strategy',
  clusterWide: named('ClusterStagedUpdateStrategy'),
  namespaced: named('StagedUpdateStrategy'),
};

export const PLACEMENTS: Family = {
  noun: 'placement',
  clusterWide: named('ClusterResourcePlacement'),
  namespaced: named('ResourcePlacement'),
};

export const SNAPSHOTS: Family = {
  noun: 'snapshot',
  clusterWide: named('ClusterResourceSnapshot'),
  namespaced: named('ResourceSnapshot'),
};

export const BINDINGS: Family = {
  noun: 'binding',
  clusterWide: named('ClusterResourceBinding'),
  namespaced: named('ResourceBinding'),
};

/** The sibling of the same scope. */
export const siblingOf = (family: Family, namespace: string | undefined): ApiResource =>
  (namespace === undefined ? family.clusterWide : family.namespaced).resource;
