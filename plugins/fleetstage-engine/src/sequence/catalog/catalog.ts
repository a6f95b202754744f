import type { Instant, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Minor, Version } from '../versions/version';

/** The clusters' version now: any patch of a minor, or exactly one version. */
export type From =
  { readonly kind: 'Minor'; readonly minor: Minor } | { readonly kind: 'Version'; readonly version: Version };

/** Designates a version for clusters of another one (E/VC-002). */
export interface Target {
  readonly from: From;
  readonly to: Version;
  /** Absent: at once. */
  readonly availableFrom?: Instant;
  readonly upgradeTypes: readonly UpgradeType[];
}

export interface Channel {
  readonly name: string;
  readonly targets: readonly Target[];
}

/** A VersionCatalog, read; channels of a ClusterClass are made of its versions. */
export interface Catalog {
  readonly source: 'Channels' | 'ClusterClass';
  /** Fastest first, most conservative last; at least one (E/VC-001). */
  readonly channels: readonly Channel[];
  /** By minor, as `formatMinor` writes it. */
  readonly endOfSupport: ReadonlyMap<string, Instant>;
}
