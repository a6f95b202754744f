import type { LabelSelector, ObjectMeta } from './meta';
import type { ResourceSelectorTerm } from './placement';
import type { PropertySelector, PropertySorter } from './policy';

/** The placement that an override belongs to. */
export interface OverridePlacement {
  /** Name of the placement. */
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
   * @itemCel !has(self.propertySelector) && !has(self.propertySorter)
   * @message clusterSelectorTerms: overrides select clusters by labels only; remove propertySelector and propertySorter
   */
  readonly clusterSelectorTerms: readonly OverrideClusterTerm[];
}

/**
 * One operation of a JSON Patch (RFC 6902).
 * @cel self.op != 'remove' || !has(self.value) || self.value == null
 * @message jsonPatchOverrides[].value: op remove takes no value; remove it
 */
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
   * @anyValue
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

/** Names one object of the override's namespace. */
export interface OverriddenResource {
  /** API group; empty for the core group. */
  readonly group: string;
  /** API version. */
  readonly version: string;
  /** Kind. */
  readonly kind: string;
  /** Name of the object. */
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
   * The objects; a Namespace stands also for all objects in it.
   * @minItems 1
   * @maxItems 20
   * @noCel
   */
  readonly clusterResourceSelectors: readonly ResourceSelectorTerm[];
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
   */
  readonly resourceSelectors: readonly OverriddenResource[];
  /** The rules. */
  readonly policy: OverridePolicy;
}

/** Changes cluster-scoped objects, and all objects of a Namespace, on the way to some of the clusters. */
export interface ClusterResourceOverride {
  readonly apiVersion: string;
  readonly kind: 'ClusterResourceOverride';
  readonly metadata: ObjectMeta;
  /** Which objects are changed, how, and where. */
  readonly spec: ClusterResourceOverrideSpec;
}

/** Changes objects of its namespace on the way to some of the clusters. */
export interface ResourceOverride {
  readonly apiVersion: string;
  readonly kind: 'ResourceOverride';
  readonly metadata: ObjectMeta;
  /** Which objects are changed, how, and where. */
  readonly spec: ResourceOverrideSpec;
}
