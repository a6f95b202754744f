import type { Condition, LabelSelector, ObjectMeta, Timestamp } from './meta';
import type { PlacementPolicy } from './policy';
import type { RolloutStrategy } from './strategy';

export type SelectionScope = 'NamespaceOnly' | 'NamespaceWithResources' | 'NamespaceWithResourceSelectors';

/**
 * Selects resources of one kind, by name or by labels; all of them when neither is set.
 * @cel !has(self.name) || self.name == '' || !has(self.labelSelector)
 * @message spec.resourceSelectors[].name and labelSelector exclude each other; remove one of them
 * @cel self.kind.matches('^[A-Z][A-Za-z0-9]*$') || (self.group.contains('.') && self.kind.matches('^[a-z]([-A-Za-z0-9]*[A-Za-z0-9])?$'))
 * @message spec.resourceSelectors[].kind must be a kind as kubectl api-resources shows it, e.g. "Deployment" and not "deployment"; correct the kind
 * @cel self.group != '' || self.version != 'v1' || self.kind != 'Namespace' || (has(self.selectionScope) && self.selectionScope == 'NamespaceOnly') || !has(self.name) || !self.name.matches('^(default$|kube-|fleet-)')
 * @message spec.resourceSelectors[].name is that of a reserved Namespace (default, kube-*, fleet-*), whose contents are not placed; name another Namespace, or set selectionScope NamespaceOnly
 * @cel self.group != '' || self.version != 'v1' || self.kind != 'Namespace' || (has(self.selectionScope) && self.selectionScope != 'NamespaceWithResources') || (has(self.name) && self.name != '') || (has(self.labelSelector) && ((has(self.labelSelector.matchLabels) && size(self.labelSelector.matchLabels) > 0) || (has(self.labelSelector.matchExpressions) && size(self.labelSelector.matchExpressions) > 0)))
 * @message spec.resourceSelectors[] selects every Namespace with its contents, also reserved ones, whose contents are not placed; set name or labelSelector, or selectionScope NamespaceOnly
 */
export interface ResourceSelectorTerm {
  /**
   * API group; empty for the core group.
   * @maxLength 253
   * @cel self == '' || (self != 'core' && self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'))
   * @message spec.resourceSelectors[].group must be an API group without a version, e.g. "apps", or "" (not "core") for Namespaces and ConfigMaps; correct the group
   */
  readonly group: string;
  /**
   * API version.
   * @maxLength 63
   * @cel self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')
   * @message spec.resourceSelectors[].version must be a version without its group, e.g. "v1"; correct the version, and write the group in group
   */
  readonly version: string;
  /**
   * Kind.
   * @maxLength 63
   */
  readonly kind: string;
  /**
   * Name of the one resource.
   * @maxLength 253
   * @cel self != '.' && self != '..' && !self.contains('/') && !self.contains('%')
   * @message spec.resourceSelectors[].name must be the name of one object, neither "." nor ".." and without "/" and "%"; correct the name, or remove it to select all of the kind
   */
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
 * @cel size(self.resourceSelectors) > 20 || self.resourceSelectors.all(s, has(s.labelSelector) || self.resourceSelectors.exists_one(o, !has(o.labelSelector) && (has(o.name) ? o.name : '') == (has(s.name) ? s.name : '') && o.kind == s.kind && o.version == s.version && o.group == s.group))
 * @message spec.resourceSelectors must not select the same twice (equal group, version, kind and name); remove one of the two selectors
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

/** Observed state of the placement on one cluster. */
export interface ResourcePlacementStatus {
  /** The cluster; absent where none could be found. */
  readonly clusterName?: string;
  /** Revision of the resources that is assigned to the cluster. */
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

/** Observed state of the placement. */
export interface PlacementStatus {
  /** The resources that are placed. */
  readonly selectedResources?: readonly ResourceIdentifier[];
  /** Newest revision of the resources that is rolled out. */
  readonly observedResourceIndex?: string;
  /** Observed state per cluster. */
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
   * @cel !has(self.statusReportingScope) || self.statusReportingScope != 'NamespaceAccessible' || self.resourceSelectors.filter(s, s.kind == 'Namespace').size() != 1 || self.resourceSelectors.exists(s, s.group == '' && s.version == 'v1' && s.kind == 'Namespace' && has(s.name) && s.name != '')
   * @message spec.resourceSelectors must select its Namespace by name (group "", version "v1") when statusReportingScope is NamespaceAccessible; set name
   * @cel self.statusReportingScope == oldSelf.statusReportingScope
   * @message spec.statusReportingScope is immutable; create another placement instead
   */
  readonly spec: PlacementSpec;
  /** Observed state of the placement. */
  readonly status?: PlacementStatus;
}
