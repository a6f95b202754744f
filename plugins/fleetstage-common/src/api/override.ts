import type { LabelSelector, ObjectMeta } from './meta';
import type { SelectionScope } from './placement';
import type { PropertySelector, PropertySorter } from './policy';

/** The placement that an override belongs to. */
export interface OverridePlacement {
  /**
   * Name of the placement.
   * @maxLength 253
   */
  readonly name: string;
  /**
   * Cluster for a ClusterResourcePlacement, Namespaced for a ResourcePlacement of the override's namespace.
   * @default "Cluster"
   */
  readonly scope?: 'Cluster' | 'Namespaced';
}

/** Selects clusters of a rule by their labels. */
export interface OverrideClusterTerm {
  /**
   * Labels of the cluster.
   * @noCel
   */
  readonly labelSelector?: LabelSelector;
  /**
   * Not supported in overrides.
   * @noCel
   */
  readonly propertySelector?: PropertySelector;
  /**
   * Not supported in overrides.
   * @noCel
   */
  readonly propertySorter?: PropertySorter;
}

/** Clusters that match one of the terms; without terms all clusters. */
export interface OverrideClusterSelector {
  /**
   * The terms; a cluster must match one of them, and an empty list matches all clusters.
   * @maxItems 10
   * @itemCel has(self.labelSelector)
   * @message clusterSelectorTerms: a term needs a labelSelector; add one, or leave the list empty to select all clusters
   * @itemCel !has(self.labelSelector) || !has(self.labelSelector.matchExpressions) || self.labelSelector.matchExpressions.all(e, e.operator in ['In', 'NotIn'] ? has(e.values) && size(e.values) > 0 : !has(e.values) || size(e.values) == 0)
   * @message clusterSelectorTerms: operators In and NotIn need at least one value, Exists and DoesNotExist take none; add or remove values
   * @itemCel !has(self.propertySelector) && !has(self.propertySorter)
   * @message clusterSelectorTerms: overrides select clusters by labels only; remove propertySelector and propertySorter
   */
  readonly clusterSelectorTerms: readonly OverrideClusterTerm[];
}

/** One operation of a JSON Patch (RFC 6902). */
export interface JsonPatchOverride {
  /** What is done at the path. */
  readonly op: 'add' | 'remove' | 'replace';
  /**
   * JSON pointer to the field.
   * @maxLength 1024
   * @cel self.startsWith('/')
   * @message jsonPatchOverrides[].path must begin with "/", e.g. "/metadata/labels/app"; correct the path
   * @cel !self.matches('^/(kind|apiVersion|status)(/|$)')
   * @message jsonPatchOverrides[].path must not lead to apiVersion, kind or status; they cannot be overridden
   * @cel !self.matches('^/metadata(/|$)') || self.matches('^/metadata/(annotations|labels)(/|$)')
   * @message jsonPatchOverrides[].path: of metadata only annotations and labels can be overridden; correct the path
   * @cel !self.matches('/ *(/|$)')
   * @message jsonPatchOverrides[].path must not have an empty segment; remove the extra "/"
   */
  readonly path: string;
  /**
   * The value to set; its texts may name ${MEMBER-CLUSTER-NAME} and ${MEMBER-CLUSTER-LABEL-KEY-<key>}.
   * @preserveUnknown
   */
  readonly value?: unknown;
}

/**
 * What is changed on some of the clusters.
 * @cel !has(self.overrideType) || self.overrideType != 'Delete' || !has(self.jsonPatchOverrides)
 * @message overrideRules[]: type Delete takes no jsonPatchOverrides; remove them, or set overrideType to JSONPatch
 * @cel (has(self.overrideType) && self.overrideType == 'Delete') || has(self.jsonPatchOverrides)
 * @message overrideRules[]: type JSONPatch needs jsonPatchOverrides; add at least one, or set overrideType to Delete
 */
export interface OverrideRule {
  /** Clusters that the rule is for; absent selects none, without terms it selects all. */
  readonly clusterSelector?: OverrideClusterSelector;
  /**
   * Change the object, or leave it out on these clusters.
   * @default "JSONPatch"
   */
  readonly overrideType?: 'JSONPatch' | 'Delete';
  /**
   * Operations, applied one after the other.
   * @minItems 1
   * @maxItems 20
   */
  readonly jsonPatchOverrides?: readonly JsonPatchOverride[];
}

/** Rules that are applied in their order, each to what the one before it has left. */
export interface OverridePolicy {
  /**
   * The rules.
   * @minItems 1
   * @maxItems 20
   */
  readonly overrideRules: readonly OverrideRule[];
}

/** Names one cluster-scoped object; a Namespace also selects all objects in it. */
export interface OverriddenClusterResource {
  /**
   * API group; empty for the core group.
   * @maxLength 253
   */
  readonly group: string;
  /**
   * API version.
   * @maxLength 63
   */
  readonly version: string;
  /**
   * Kind.
   * @maxLength 63
   */
  readonly kind: string;
  /**
   * Name of the object.
   * @maxLength 253
   */
  readonly name?: string;
  /**
   * Not supported in overrides.
   * @noCel
   */
  readonly labelSelector?: LabelSelector;
  /**
   * Without effect in overrides.
   * @default "NamespaceWithResources"
   */
  readonly selectionScope?: SelectionScope;
}

/** Names one object of the override's namespace. */
export interface OverriddenResource {
  /**
   * API group; empty for the core group.
   * @maxLength 253
   */
  readonly group: string;
  /**
   * API version.
   * @maxLength 63
   */
  readonly version: string;
  /**
   * Kind.
   * @maxLength 63
   */
  readonly kind: string;
  /**
   * Name of the object.
   * @maxLength 253
   */
  readonly name: string;
}

/**
 * What an override of cluster-scoped objects says.
 * @cel (has(oldSelf.placement) && has(self.placement)) ? oldSelf.placement == self.placement : has(oldSelf.placement) == has(self.placement)
 * @message spec.placement cannot be changed; delete the override and create it anew
 * @cel !has(self.placement) || !has(self.placement.scope) || self.placement.scope != 'Namespaced'
 * @message spec.placement.scope of a ClusterResourceOverride cannot be Namespaced; use a ResourceOverride
 */
export interface ClusterResourceOverrideSpec {
  /** The placement that it belongs to; absent: every placement that places one of the objects. */
  readonly placement?: OverridePlacement;
  /**
   * The objects.
   * @minItems 1
   * @maxItems 20
   * @itemCel has(self.name) && self.name != ''
   * @message clusterResourceSelectors[].name is required; name one object
   * @itemCel !has(self.labelSelector)
   * @message clusterResourceSelectors[].labelSelector is not supported in overrides; name the objects one by one
   * @cel self.all(a, self.exists_one(b, a.group == b.group && a.version == b.version && a.kind == b.kind && (has(a.name) ? a.name : '') == (has(b.name) ? b.name : '')))
   * @message clusterResourceSelectors must name each object once; remove the repeated selector
   */
  readonly clusterResourceSelectors: readonly OverriddenClusterResource[];
  /** The rules. */
  readonly policy: OverridePolicy;
}

/**
 * What an override of namespaced objects says.
 * @cel (has(oldSelf.placement) && has(self.placement)) ? oldSelf.placement == self.placement : has(oldSelf.placement) == has(self.placement)
 * @message spec.placement cannot be changed; delete the override and create it anew
 */
export interface ResourceOverrideSpec {
  /** The placement that it belongs to; absent: every placement that places one of the objects. */
  readonly placement?: OverridePlacement;
  /**
   * The objects.
   * @minItems 1
   * @maxItems 20
   * @itemCel self.name != ''
   * @message resourceSelectors[].name is required; name one object
   * @cel self.all(a, self.exists_one(b, a.group == b.group && a.version == b.version && a.kind == b.kind && a.name == b.name))
   * @message resourceSelectors must name each object once; remove the repeated selector
   */
  readonly resourceSelectors: readonly OverriddenResource[];
  /** The rules. */
  readonly policy: OverridePolicy;
}

/**
 * Changes cluster-scoped objects, and all objects of a Namespace, on the way to some of the clusters.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters, for a label of its snapshots holds it; choose a shorter name
 */
export interface ClusterResourceOverride {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceOverride';
  readonly metadata: ObjectMeta;
  /** Which objects are changed, how, and where. */
  readonly spec: ClusterResourceOverrideSpec;
}

/**
 * Changes objects of its namespace on the way to some of the clusters.
 * @cel size(self.metadata.name) < 64
 * @message metadata.name must have at most 63 characters, for a label of its snapshots holds it; choose a shorter name
 */
export interface ResourceOverride {
  readonly apiVersion: string;
  readonly kind: 'ResourceOverride';
  readonly metadata: ObjectMeta;
  /** Which objects are changed, how, and where. */
  readonly spec: ResourceOverrideSpec;
}

/** One revision of a ClusterResourceOverride. */
export interface ClusterResourceOverrideSnapshotSpec {
  /**
   * Copy of the override's spec.
   * @noCel
   */
  readonly overrideSpec: ClusterResourceOverrideSpec;
  /**
   * Hash of the spec.
   * @format byte
   */
  readonly overrideHash: string;
}

/** One revision of a ResourceOverride. */
export interface ResourceOverrideSnapshotSpec {
  /**
   * Copy of the override's spec.
   * @noCel
   */
  readonly overrideSpec: ResourceOverrideSpec;
  /**
   * Hash of the spec.
   * @format byte
   */
  readonly overrideHash: string;
}

/** One revision of a ClusterResourceOverride; written by Fleetstage. */
export interface ClusterResourceOverrideSnapshot {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceOverrideSnapshot';
  readonly metadata: ObjectMeta;
  /** What the override said. */
  readonly spec: ClusterResourceOverrideSnapshotSpec;
}

/** One revision of a ResourceOverride; written by Fleetstage. */
export interface ResourceOverrideSnapshot {
  readonly apiVersion: string;
  readonly kind: 'ResourceOverrideSnapshot';
  readonly metadata: ObjectMeta;
  /** What the override said. */
  readonly spec: ResourceOverrideSnapshotSpec;
}
