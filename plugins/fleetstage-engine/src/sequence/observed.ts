import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Why a provider would not begin an upgrade now, in the words of targets (E §4.4); D §5 says what each means. */
export const UPGRADE_REFUSALS = [
  'AlreadyAtOrAbove',
  'MinorSkew',
  'AboveControlPlane',
  'NodeSkew',
  'VersionNotAvailable',
  'DeprecatedAPIUsage',
  'ProviderPaused',
  'ClusterNotReady',
] as const;
export type UpgradeRefusal = (typeof UPGRADE_REFUSALS)[number];

/** One reason against an upgrade of the cluster, whatever its version is; the message is for people. */
export interface ObservedBlock {
  readonly reason: 'ClusterNotReady' | 'ProviderPaused' | 'DeprecatedAPIUsage';
  readonly message: string;
}

/** What is the same for a control plane and a node pool. */
export interface ObservedUpgrade {
  /** The version that it is to run, as the provider writes it: `v1.34.1`. */
  readonly desired: string;
  /**
   * Whether it is on its way to `desired`. False only when nothing of it is left on another version *and* the provider has
   * taken the present desired version in: the state of an older generation never counts as done (E/CA-001).
   */
  readonly upgrading: boolean;
  readonly healthy: boolean;
  /** While it is upgraded: what it waits for, for people, such as the machine that does not start (E/CA-010). */
  readonly waitsFor?: string;
  /** The provider has given up the upgrade to `desired`, and why; another start of the same version tries again (D/TG-003). */
  readonly failed?: string;
}

/** A control plane as its provider sees it (D/PRV-003). */
export interface ObservedControlPlane extends ObservedUpgrade {
  /** The lowest version that any part of it runs. */
  readonly version: string;
}

/** A node pool as its provider sees it (D/PRV-003). */
export interface ObservedNodePool extends ObservedUpgrade {
  /** Unique in the cluster. */
  readonly name: string;
  /** The versions that its nodes run, the lowest first; empty for a pool without nodes. */
  readonly versions: readonly { readonly version: string; readonly nodes: number }[];
}

/** The versions of one cluster at one moment, from its provider (D/PRV-003). */
export interface ObservedCluster {
  readonly controlPlane: ObservedControlPlane;
  /** In the provider's order. */
  readonly pools: readonly ObservedNodePool[];
  /** Why no upgrade may begin, whichever; empty where nothing is in the way. */
  readonly blocked: readonly ObservedBlock[];
  /** Another text after each change of what is desired; has no order. */
  readonly generation: string;
  /** When the provider was asked. */
  readonly observedAt: Instant;
  /** The provider upgrades this cluster by itself, beside any sequence (D/PRV-011). */
  readonly hasNativeAutoUpgrade?: boolean;
}
