import type { Condition, ObjectMeta, Timestamp } from './meta';
import type { UpgradeType } from './sequenceShapes';

/** Which version of a ClusterClass is designated (E/VC-003). */
export const CLASS_ADVANCES = ['LatestPatch', 'NextMinor'] as const;
export type ClassAdvance = (typeof CLASS_ADVANCES)[number];

/** Reasons of the condition Ready of a catalogue (E/VC-006). */
export const CATALOG_READY_REASONS = [
  'CatalogResolved',
  'ClusterClassNotFound',
  'ClusterClassHasNoVersions',
  'InvalidTarget',
] as const;
export type CatalogReadyReason = (typeof CATALOG_READY_REASONS)[number];

/** The channel of a catalogue that a ClusterClass makes (E/VC-003). */
export const CLUSTER_CLASS_CHANNEL = 'Default';

/** Designates a version for clusters of another one. */
export interface CatalogTarget {
  /**
   * The clusters' version now: a minor such as 1.29, or a full version; the longest that matches counts.
   * @maxLength 64
   * @pattern ^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)([-+][0-9A-Za-z.+-]+)?)?$
   */
  readonly from: string;
  /**
   * The designated version, with its patch; of several for the same clusters the highest counts.
   * @maxLength 64
   * @cel self.matches('^v?(0|[1-9][0-9]*)[.](0|[1-9][0-9]*)[.](0|[1-9][0-9]*)([-+][0-9A-Za-z.+-]+)?$')
   * @message VERSION_INCOMPLETE: to must be a full version such as 1.30.14 or 1.30.14-gke.1150000; add the patch
   */
  readonly to: string;
  /** When it becomes available; absent means at once. */
  readonly availableFrom?: Timestamp;
  /**
   * What it is meant for; absent means both.
   * @minItems 1
   * @maxItems 2
   * @listType set
   */
  readonly upgradeTypes?: readonly UpgradeType[];
}

/** A channel, and the versions that it designates. */
export interface CatalogChannel {
  /**
   * Name of the channel, unique in the catalogue.
   * @minLength 1
   * @maxLength 63
   */
  readonly name: string;
  /**
   * The designated versions.
   * @maxItems 200
   * @listType atomic
   */
  readonly targets?: readonly CatalogTarget[];
}

/** The ClusterClass of Cluster API whose versions make the catalogue. */
export interface CatalogClusterClass {
  /**
   * Name of the provider in app-config.
   * @minLength 1
   * @maxLength 63
   */
  readonly provider: string;
  /**
   * Namespace of the class.
   * @minLength 1
   * @maxLength 63
   */
  readonly namespace: string;
  /**
   * Name of the class.
   * @minLength 1
   * @maxLength 253
   */
  readonly name: string;
  /**
   * Whether clusters get the newest patch of their minor, or move to the next minor.
   * @default "LatestPatch"
   */
  readonly advance?: ClassAdvance;
}

/** What is known of a minor version. */
export interface CatalogMinor {
  /**
   * The minor, e.g. 1.30.
   * @maxLength 16
   * @pattern ^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$
   */
  readonly minor: string;
  /** When its support ends. */
  readonly endOfSupport?: Timestamp;
}

/**
 * Channels with the versions that they designate, written here or made of a ClusterClass.
 * @cel has(self.channels) != has(self.clusterClass)
 * @message a catalogue has either spec.channels or spec.clusterClass; set exactly one of them
 */
export interface VersionCatalogSpec {
  /**
   * The channels, the fastest first and the most conservative last.
   * @minItems 1
   * @maxItems 10
   * @listType atomic
   * @cel self.all(c, self.exists_one(d, d.name == c.name))
   * @message spec.channels[].name must be unique in the catalogue; rename one of the channels that share a name
   */
  readonly channels?: readonly CatalogChannel[];
  /** The class whose versions make the channel Default; instead of `channels`. */
  readonly clusterClass?: CatalogClusterClass;
  /**
   * What is known of minor versions.
   * @maxItems 100
   * @listType map
   * @listMapKey minor
   */
  readonly minors?: readonly CatalogMinor[];
}

/** Observed state of the catalogue. */
export interface VersionCatalogStatus {
  /**
   * The generation that was observed.
   * @format int64
   */
  readonly observedGeneration?: number;
  /** Where the channels come from. */
  readonly source?: 'Channels' | 'ClusterClass';
  /** How many channels there are. */
  readonly channelCount?: number;
  /**
   * The channels in force.
   * @listType atomic
   * @noCel
   */
  readonly channels?: readonly CatalogChannel[];
  /**
   * Ready.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** Designates Kubernetes versions for clusters, by channel. */
export interface VersionCatalog {
  readonly apiVersion: string;
  readonly kind: 'VersionCatalog';
  readonly metadata: ObjectMeta;
  /** The channels. */
  readonly spec: VersionCatalogSpec;
  /** Observed state of the catalogue. */
  readonly status?: VersionCatalogStatus;
}
