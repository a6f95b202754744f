/**
 * Shapes that Kubernetes shares between its kinds. Docstrings of this folder are the descriptions of our CRDs, and
 * their `@` markers the schema (`test/src/crds/schemaOf.ts` lists them): the types and the CRDs have one source.
 */

/**
 * RFC 3339, whole seconds.
 * @format date-time
 */
export type Timestamp = string;

/**
 * A number, or a percentage as text.
 * @intOrString
 */
export type IntOrString = number | string;

/**
 * An amount in Kubernetes' notation, e.g. 250m or 2Gi. Fleetstage writes it as text.
 * @intOrString
 * @pattern ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
 */
export type ResourceQuantity = string;

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The part of an object's metadata that we read or write. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly generation?: number;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: Timestamp;
  readonly deletionTimestamp?: Timestamp;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
}

/** Any object as a Kubernetes API sends it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** One statement about an object: what is so, since when, and why. */
export interface Condition {
  /**
   * What the statement is about.
   * @maxLength 316
   * @pattern ^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$
   */
  readonly type: string;
  /** Whether it holds. */
  readonly status: ConditionStatus;
  /**
   * Generation of the object that the statement was made for.
   * @format int64
   * @minimum 0
   */
  readonly observedGeneration?: number;
  /** When `status` last changed. */
  readonly lastTransitionTime: Timestamp;
  /**
   * The reason, one word for machines.
   * @minLength 1
   * @maxLength 1024
   * @pattern ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$
   */
  readonly reason: string;
  /**
   * A sentence for people.
   * @maxLength 32768
   */
  readonly message: string;
}

export type LabelSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

/** One requirement on a label. */
export interface LabelSelectorRequirement {
  /**
   * Label key.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')
   * @message key must be a label key such as "environment" or "example.com/environment"; correct the key
   */
  readonly key: string;
  /** How the label is compared. */
  readonly operator: LabelSelectorOperator;
  /**
   * Label values; at least one for In and NotIn, none for Exists and DoesNotExist.
   * @listType atomic
   * @items maxLength 63
   * @items pattern ^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$
   */
  readonly values?: readonly string[];
}

/**
 * Selects objects by their labels; all parts must hold, an empty selector selects everything.
 * @mapType atomic
 */
export interface LabelSelector {
  /**
   * Labels that must be there with exactly this value.
   * @maxProperties 20
   * @cel self.all(key, size(key) <= 317 && key.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$'))
   * @message matchLabels must have label keys such as "environment" or "example.com/environment"; correct the key
   * @items maxLength 63
   * @items pattern ^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$
   */
  readonly matchLabels?: Readonly<Record<string, string>>;
  /**
   * Further requirements; all must hold.
   * @listType atomic
   * @maxItems 20
   * @itemCel self.operator in ['In', 'NotIn'] ? has(self.values) && size(self.values) > 0 : !has(self.values) || size(self.values) == 0
   * @message values: operators In and NotIn need at least one value, Exists and DoesNotExist take none; add or remove values
   */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}
