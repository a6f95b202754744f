import type { LabelSelector } from './meta';

/**
 * One requirement on a property of a cluster.
 * @cel size(self.values) == 1
 * @message values must hold exactly one quantity, e.g. ["10"]; a property is compared with one value
 * @cel self.values.all(v, isQuantity(v))
 * @message values must be Kubernetes quantities such as "10", "500m" or "16Gi"; correct the value
 */
export interface PropertySelectorRequirement {
  /**
   * Property, e.g. kubernetes-fleet.io/node-count or resources.kubernetes-fleet.io/available-cpu.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*|[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)(/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)*$')
   * @message name must be a property name such as "kubernetes-fleet.io/node-count"; correct the name
   * @cel !self.startsWith('resources.kubernetes-fleet.io/') || self.matches('^resources.kubernetes-fleet.io/(total|allocatable|available)-[^/]+$')
   * @message name of a resource property must be resources.kubernetes-fleet.io/ followed by total-, allocatable- or available- and the resource, e.g. resources.kubernetes-fleet.io/available-cpu
   */
  readonly name: string;
  /** How the property is compared: greater, greater or equal, equal, unequal, less, less or equal. */
  readonly operator: 'Gt' | 'Ge' | 'Eq' | 'Ne' | 'Lt' | 'Le';
  /**
   * The quantity to compare with; exactly one.
   * @maxItems 1
   * @items maxLength 64
   */
  readonly values: readonly string[];
}

/** Selects clusters by their properties; all requirements must hold. */
export interface PropertySelector {
  /**
   * The requirements.
   * @maxItems 16
   * @cel self.all(a, self.all(b, a.name != b.name || a.operator != 'Eq' || size(a.values) != 1 || size(b.values) != 1 || !isQuantity(a.values[0]) || !isQuantity(b.values[0]) || (b.operator == 'Eq' ? quantity(a.values[0]).compareTo(quantity(b.values[0])) == 0 : b.operator == 'Ne' ? quantity(a.values[0]).compareTo(quantity(b.values[0])) != 0 : b.operator == 'Gt' ? quantity(a.values[0]).isGreaterThan(quantity(b.values[0])) : b.operator == 'Ge' ? !quantity(a.values[0]).isLessThan(quantity(b.values[0])) : b.operator == 'Lt' ? quantity(a.values[0]).isLessThan(quantity(b.values[0])) : !quantity(a.values[0]).isGreaterThan(quantity(b.values[0])))))
   * @message matchExpressions contradict each other: an Eq value is excluded by another requirement on the same property; correct or remove one of them
   * @cel self.all(a, self.all(b, a.name != b.name || !(a.operator in ['Gt', 'Ge']) || !(b.operator in ['Lt', 'Le']) || size(a.values) != 1 || size(b.values) != 1 || !isQuantity(a.values[0]) || !isQuantity(b.values[0]) || quantity(a.values[0]).isLessThan(quantity(b.values[0])) || (a.operator == 'Ge' && b.operator == 'Le' && quantity(a.values[0]).compareTo(quantity(b.values[0])) == 0)))
   * @message matchExpressions contradict each other: the lower and upper bounds of a property exclude every value; widen or remove one of them
   */
  readonly matchExpressions: readonly PropertySelectorRequirement[];
}

/** Ranks clusters by a property. */
export interface PropertySorter {
  /**
   * The property.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*|[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)(/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)*$')
   * @message name must be a property name such as "kubernetes-fleet.io/node-count"; correct the name
   * @cel !self.startsWith('resources.kubernetes-fleet.io/') || self.matches('^resources.kubernetes-fleet.io/(total|allocatable|available)-[^/]+$')
   * @message name of a resource property must be resources.kubernetes-fleet.io/ followed by total-, allocatable- or available- and the resource, e.g. resources.kubernetes-fleet.io/available-cpu
   */
  readonly name: string;
  /** Whether the most or the least is best. */
  readonly sortOrder: 'Descending' | 'Ascending';
}

/** Selects clusters; all parts that are set must hold. */
export interface ClusterSelectorTerm {
  /** Labels of the cluster. */
  readonly labelSelector?: LabelSelector;
  /** Properties of the cluster. */
  readonly propertySelector?: PropertySelector;
  /** Ranks clusters by a property; for preferences only. */
  readonly propertySorter?: PropertySorter;
}

/** Clusters that match one of the terms. */
export interface ClusterSelector {
  /**
   * The terms; a cluster must match one of them.
   * @maxItems 10
   * @itemCel !has(self.propertySorter)
   * @message propertySorter ranks clusters and cannot be required; move it to preferredDuringSchedulingIgnoredDuringExecution or remove it
   */
  readonly clusterSelectorTerms: readonly ClusterSelectorTerm[];
}

/** A preference and its weight. */
export interface PreferredClusterSelector {
  /**
   * What a cluster gains (or loses) by matching.
   * @format int32
   * @minimum -100
   * @maximum 100
   */
  readonly weight: number;
  /**
   * Which clusters are meant.
   * @cel !has(self.propertySelector)
   * @message preference.propertySelector is for requirements; move it to requiredDuringSchedulingIgnoredDuringExecution or use a propertySorter
   */
  readonly preference: ClusterSelectorTerm;
}

/** Which clusters are required, and which are better. */
export interface ClusterAffinity {
  /** Clusters that may be picked at all. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: ClusterSelector;
  /**
   * Clusters that are picked first.
   * @maxItems 50
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredClusterSelector[];
}

/** Rules about the clusters that are picked. */
export interface Affinity {
  /** Rules about labels and properties of clusters. */
  readonly clusterAffinity?: ClusterAffinity;
}

/** How evenly the clusters are spread over the values of a label. */
export interface TopologySpreadConstraint {
  /**
   * Largest difference between two values of the label.
   * @default 1
   * @minimum 1
   * @format int32
   */
  readonly maxSkew?: number;
  /**
   * The label.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')
   * @message topologySpreadConstraints[].topologyKey must be a label key such as "topology.kubernetes.io/region"; correct the key
   */
  readonly topologyKey: string;
  /**
   * Leave a cluster out when it would break the rule, or only rank it lower.
   * @default "DoNotSchedule"
   */
  readonly whenUnsatisfiable?: 'DoNotSchedule' | 'ScheduleAnyway';
}

/**
 * Lets a placement onto clusters with a matching taint.
 * @cel !has(self.operator) || self.operator != 'Exists' || !has(self.value) || self.value == ''
 * @message tolerations[].value must be empty when operator is Exists; remove value or use operator Equal
 * @cel (has(self.key) && self.key != '') || (has(self.operator) && self.operator == 'Exists')
 * @message tolerations[].key may be empty only with operator Exists; set key, or use operator Exists to tolerate every taint
 */
export interface Toleration {
  /**
   * Key of the taint; empty means every key.
   * @maxLength 317
   * @cel self == '' || self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')
   * @message tolerations[].key must be a label key such as "gpu-workload"; correct the key
   */
  readonly key?: string;
  /**
   * Whether the value must be equal, or the key is enough.
   * @default "Equal"
   */
  readonly operator?: 'Equal' | 'Exists';
  /**
   * Value of the taint.
   * @maxLength 63
   * @cel self.matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$')
   * @message tolerations[].value must be a label value (letters, digits, "-", "_", "."); correct the value
   */
  readonly value?: string;
  /** Effect of the taint; empty means every effect. */
  readonly effect?: 'NoSchedule';
}

export type PlacementType = 'PickAll' | 'PickN' | 'PickFixed';

/**
 * Which clusters get the resources.
 * @cel self.placementType != 'PickFixed' || has(self.clusterNames)
 * @message spec.policy.clusterNames is required when placementType is PickFixed; list the clusters, or set [] to place nowhere
 * @cel self.placementType != 'PickFixed' || (!has(self.affinity) && !has(self.numberOfClusters) && !has(self.topologySpreadConstraints) && !has(self.tolerations))
 * @message spec.policy.affinity, numberOfClusters, topologySpreadConstraints and tolerations cannot be set when placementType is PickFixed; remove them
 * @cel self.placementType != 'PickAll' || (!has(self.clusterNames) && !has(self.numberOfClusters) && !has(self.topologySpreadConstraints))
 * @message spec.policy.clusterNames, numberOfClusters and topologySpreadConstraints cannot be set when placementType is PickAll; remove them or choose PickFixed or PickN
 * @cel self.placementType != 'PickAll' || !has(self.affinity) || !has(self.affinity.clusterAffinity) || !has(self.affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution) || size(self.affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution) == 0
 * @message spec.policy.affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution has no meaning when placementType is PickAll; remove it
 * @cel self.placementType != 'PickN' || (!has(self.clusterNames) && has(self.numberOfClusters))
 * @message spec.policy.numberOfClusters must be set and clusterNames cannot be set when placementType is PickN; set numberOfClusters and remove clusterNames
 * @cel !has(oldSelf.tolerations) || (has(self.tolerations) && oldSelf.tolerations.all(o, self.tolerations.exists(t, t.operator == o.operator && (has(t.key) ? t.key : '') == (has(o.key) ? o.key : '') && (has(t.value) ? t.value : '') == (has(o.value) ? o.value : '') && has(t.effect) == has(o.effect))))
 * @message spec.policy.tolerations can only be added, not changed or removed; put the earlier tolerations back
 */
export interface PlacementPolicy {
  /**
   * All clusters that fit, a number of them, or the named ones.
   * @default "PickAll"
   * @cel self == oldSelf
   * @message spec.policy.placementType is immutable; create another placement instead
   */
  readonly placementType?: PlacementType;
  /**
   * The clusters of PickFixed.
   * @maxItems 100
   * @items maxLength 63
   * @itemCel self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')
   * @message spec.policy.clusterNames[] must be the name of a MemberCluster (lower-case letters, digits, "-", "."); correct the name
   * @cel self.all(n, self.exists_one(o, o == n))
   * @message spec.policy.clusterNames must be unique; remove the repeated name
   */
  readonly clusterNames?: readonly string[];
  /**
   * How many clusters PickN wants.
   * @minimum 0
   * @format int32
   */
  readonly numberOfClusters?: number;
  /** Which clusters may be picked, and which are better. */
  readonly affinity?: Affinity;
  /**
   * How evenly PickN spreads over the clusters.
   * @maxItems 16
   */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /**
   * Taints that do not keep the placement away.
   * @maxItems 100
   * @cel self.all(t, self.exists_one(o, o.operator == t.operator && (has(t.key) ? t.key : '') == (has(o.key) ? o.key : '') && (has(t.value) ? t.value : '') == (has(o.value) ? o.value : '') && has(t.effect) == has(o.effect)))
   * @message spec.policy.tolerations must be unique; remove the repeated toleration
   */
  readonly tolerations?: readonly Toleration[];
}
