import type { Condition, LabelSelector, ObjectMeta, Timestamp } from './meta';
import type { PlacementPolicy } from './policy';
import type { RolloutStrategy } from './strategy';

export type SelectionScope = 'NamespaceOnly' | 'NamespaceWithResources' | 'NamespaceWithResourceSelectors';

/**
 * Selects resources of one kind, by name or by labels; all of them when neither is set.
 * @cel !has(self.name) || self.name == '' || !has(self.labelSelector)
 * @message spec.resourceSelectors[].name and labelSelector exclude each other; remove one of them
 */
export interface ResourceSelectorTerm {
  /** API group; empty for the core group. */
  readonly group: string;
  /** API version. */
  readonly version: string;
  /** Kind. */
  readonly kind: string;
  /** Name of the one resource. */
  readonly name?: string;
  /** Labels of the resources. */
  readonly labelSelector?: LabelSelector;
  /**
   * What a selected namespace brings with it.
   * @default "NamespaceWithResources"
   */
  readonly selectionScope?: SelectionScope;
}

/**
 * What is placed, where, and how it is rolled out.
 * @cel !self.resourceSelectors.exists(s, has(s.selectionScope) && s.selectionScope == 'NamespaceWithResourceSelectors' && s.group == '' && s.version == 'v1' && s.kind == 'Namespace') || self.resourceSelectors.filter(s, s.group == '' && s.version == 'v1' && s.kind == 'Namespace').size() == 1
 * @message spec.resourceSelectors: a Namespace with selectionScope NamespaceWithResourceSelectors must be the only Namespace selector; remove the other ones
 * @cel self.resourceSelectors.all(s, !has(s.selectionScope) || s.selectionScope != 'NamespaceWithResourceSelectors' || s.group != '' || s.version != 'v1' || s.kind != 'Namespace' || (has(s.name) && s.name != '' && !has(s.labelSelector)))
 * @message spec.resourceSelectors: a Namespace with selectionScope NamespaceWithResourceSelectors must be selected by name; set name and remove labelSelector
 */
export interface PlacementSpec {
  /**
   * What is placed.
   * @minItems 1
   * @maxItems 100
   */
  readonly resourceSelectors: readonly ResourceSelectorTerm[];
  /**
   * Which clusters get it.
   * @default {"placementType": "PickAll"}
   */
  readonly policy?: PlacementPolicy;
  /**
   * How changes reach the clusters.
   * @default {}
   */
  readonly strategy?: RolloutStrategy;
  /**
   * How many revisions are kept.
   * @default 10
   * @minimum 1
   * @maximum 1000
   * @format int32
   */
  readonly revisionHistoryLimit?: number;
  /**
   * Who can read the status of a ClusterResourcePlacement: people with access to it, or also those with access to the
   * namespace. Without effect on a ResourcePlacement.
   * @default "ClusterScopeOnly"
   */
  readonly statusReportingScope?: 'ClusterScopeOnly' | 'NamespaceAccessible';
}

/** An object whose content is placed in its stead. */
export interface EnvelopeIdentifier {
  /** Name of the envelope. */
  readonly name: string;
  /** Namespace of the envelope. */
  readonly namespace?: string;
  /**
   * Kind of the envelope.
   * @default[v1beta1] "ConfigMap"
   * @enum[v1] ["ClusterResourceEnvelope", "ResourceEnvelope"]
   */
  readonly type?: 'ConfigMap' | 'ClusterResourceEnvelope' | 'ResourceEnvelope';
}

/** One resource. */
export interface ResourceIdentifier {
  /** API group; empty for the core group. */
  readonly group?: string;
  /** API version. */
  readonly version: string;
  /** Kind. */
  readonly kind: string;
  /** Name. */
  readonly name: string;
  /** Namespace; empty for cluster-scoped kinds. */
  readonly namespace?: string;
  /** The envelope that holds it, if one does. */
  readonly envelope?: EnvelopeIdentifier;
}

export interface NamespacedName {
  /** Name. */
  readonly name: string;
  /** Namespace. */
  readonly namespace: string;
}

/** A resource that could not be applied or is not available. */
export interface FailedResourcePlacement extends ResourceIdentifier {
  /** What is wrong with it. */
  readonly condition: Condition;
}

/** One difference between hub and member cluster. */
export interface PatchDetail {
  /** JSON pointer to the field. */
  readonly path: string;
  /** Value on the member cluster. */
  readonly valueInMember?: string;
  /** Value on the hub. */
  readonly valueInHub?: string;
}

/** A placed resource that was changed on the member cluster. */
export interface DriftedResourcePlacement extends ResourceIdentifier {
  /** When it was seen last. */
  readonly observationTime: Timestamp;
  /**
   * Generation of the resource on the member cluster.
   * @format int64
   */
  readonly targetClusterObservedGeneration: number;
  /** When it was seen first. */
  readonly firstDriftedObservedTime: Timestamp;
  /** The differences. */
  readonly observedDrifts?: readonly PatchDetail[];
}

/** A resource on the member cluster that differs from the hub and is not ours to change. */
export interface DiffedResourcePlacement extends ResourceIdentifier {
  /** When it was seen last. */
  readonly observationTime: Timestamp;
  /**
   * Generation of the resource on the member cluster; absent while it does not exist there.
   * @format int64
   */
  readonly targetClusterObservedGeneration?: number;
  /** When it was seen first. */
  readonly firstDiffedObservedTime: Timestamp;
  /** The differences. */
  readonly observedDiffs?: readonly PatchDetail[];
}

/** How the placement stands on one cluster. */
export interface ResourcePlacementStatus {
  /** The cluster; absent where none could be found. */
  readonly clusterName?: string;
  /** Revision of the resources that the cluster is told to run. */
  readonly observedResourceIndex?: string;
  /** Overrides of namespaced resources that apply. */
  readonly applicableResourceOverrides?: readonly NamespacedName[];
  /** Overrides of cluster-scoped resources that apply. */
  readonly applicableClusterResourceOverrides?: readonly string[];
  /**
   * Resources that failed.
   * @maxItems 100
   */
  readonly failedPlacements?: readonly FailedResourcePlacement[];
  /**
   * Resources that were changed on the cluster.
   * @maxItems 100
   */
  readonly driftedPlacements?: readonly DriftedResourcePlacement[];
  /**
   * Resources that differ from the hub.
   * @maxItems 100
   */
  readonly diffedPlacements?: readonly DiffedResourcePlacement[];
  /** Conditions of the placement on this cluster. */
  readonly conditions?: readonly Condition[];
}

/** How the placement stands. */
export interface PlacementStatus {
  /** The resources that are placed. */
  readonly selectedResources?: readonly ResourceIdentifier[];
  /** Newest revision of the resources that is rolled out. */
  readonly observedResourceIndex?: string;
  /** How it stands per cluster. */
  readonly placementStatuses?: readonly ResourcePlacementStatus[];
  /**
   * Conditions of the whole placement.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * Places resources of the hub on member clusters.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters; choose a shorter placement name
 */
export interface ClusterResourcePlacement {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourcePlacement';
  readonly metadata: ObjectMeta;
  /**
   * What is placed, where, and how it is rolled out.
   * @cel !has(self.statusReportingScope) || self.statusReportingScope != 'NamespaceAccessible' || self.resourceSelectors.filter(s, s.kind == 'Namespace').size() == 1
   * @message spec.resourceSelectors must hold exactly one Namespace when statusReportingScope is NamespaceAccessible; add it or remove the others
   * @cel self.statusReportingScope == oldSelf.statusReportingScope
   * @message spec.statusReportingScope is immutable; create another placement instead
   */
  readonly spec: PlacementSpec;
  /** How the placement stands. */
  readonly status?: PlacementStatus;
}
