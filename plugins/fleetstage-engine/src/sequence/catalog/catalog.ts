import type { Instant, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeMinor, KubeVersion } from '../versions/version';

/** The clusters' version now: any patch of a minor, or exactly one version. */
export type From =
  | { readonly kind: 'Minor'; readonly minor: KubeMinor }
  | { readonly kind: 'Version'; readonly version: KubeVersion };

/** Designates a version for clusters of another one (E/VC-002). */
export interface ResolvedTarget {
  readonly from: From;
  readonly to: KubeVersion;
  /** Absent: at once. */
  readonly availableFrom?: Instant;
  readonly upgradeTypes: readonly UpgradeType[];
}

export interface ResolvedChannel {
  readonly name: string;
  readonly targets: readonly ResolvedTarget[];
}

/** A VersionCatalog, read; channels of a ClusterClass are made of its versions. */
export interface ResolvedCatalog {
  readonly source: 'Channels' | 'ClusterClass';
  /** Fastest first, most conservative last; at least one (E/VC-001). */
  readonly channels: readonly ResolvedChannel[];
  /** By minor, as `formatMinor` writes it. */
  readonly endOfSupport: ReadonlyMap<string, Instant>;
}
