import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ObservedCluster,
  UpgradeRefusal,
  UpgradeCheck,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

export type {
  ObservedBlock,
  ObservedCluster,
  ObservedControlPlane,
  ObservedNodePool,
  ObservedUpgrade,
  UpgradeRefusal,
  UpgradeCheck,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

/** What the engine may ask of a provider (D/PRV-001). */
export interface VersionProviderCapabilities {
  /** Nodes are upgraded by a separate start; without, they follow the control plane, and a start for them changes nothing. */
  readonly separateNodes: boolean;
  /** `pools` of a request may name some of the pools. */
  readonly singlePools: boolean;
}

/** A cluster that the provider knows (D/PRV-002). */
export interface ProvidedCluster {
  /** Stable and unique within the provider: `namespace/name`, `project/location/name`. */
  readonly id: string;
  /** By which a MemberCluster of the same name finds it, where it has no `fleetstage.io/provider-ref` (E/FL-005). */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Something that lists versions: a ClusterClass of Cluster API (E/VC-003). */
export interface VersionSource {
  readonly namespace: string;
  readonly name: string;
}

export interface UpgradeRequest {
  /** `id` of the cluster. */
  readonly cluster: string;
  readonly upgradeType: UpgradeType;
  /** Full version, with or without `v`: `1.34.1`, `v1.30.14-gke.1150000`. */
  readonly version: string;
  /** For `Node` where the provider has `singlePools`: these pools alone. Absent: all pools of the cluster. */
  readonly pools?: readonly string[];
}

export interface UpgradeStart {
  /** False: the cluster was to have this version already, and nothing was written. */
  readonly isNew: boolean;
  /** What the provider calls the operation, for people to find it. */
  readonly operation?: string;
}

export interface VersionListener {
  /** The cluster, its versions or its upgrades may have changed, or it is gone: `getClusterState` says what it is now. */
  changed(cluster: string): void;
  /** The versions that `listVersions` answers may have changed. */
  versionsChanged?(source: VersionSource): void;
  /** The provider cannot be followed now; it goes on by itself. */
  failed(error: VersionProviderError): void;
}

/**
 * Upgrades clusters of one management API: one Cluster API management cluster, one project of a cloud (D §14). Nothing is
 * remembered between calls: after a crash the engine finds what it needs to know in the state of the cluster (D/CL-004).
 * Every function throws {@link VersionProviderError}s only.
 */
export interface VersionProvider {
  /** Lower case letters, digits and dashes; the first part of `fleetstage.io/provider-ref`. */
  readonly name: string;
  readonly capabilities: VersionProviderCapabilities;

  listClusters(signal: AbortSignal): Promise<readonly ProvidedCluster[]>;

  /** The state now, not one from a cache that may be older than an answer of `startUpgrade`; `undefined`: no such cluster. */
  getClusterState(cluster: string, signal: AbortSignal): Promise<ObservedCluster | undefined>;

  /** Versions that a source offers, the oldest first; empty where it limits nothing, `undefined`: no such source. */
  listVersions?(source: VersionSource, signal: AbortSignal): Promise<readonly string[] | undefined>;

  /** Whether `startUpgrade` would succeed now; changes nothing (D/PRV-005). Allowed, too, where nothing would be to do. */
  checkUpgrade(request: UpgradeRequest, signal: AbortSignal): Promise<UpgradeCheck>;

  /**
   * Has the cluster go to the version, and returns when the provider has taken that in, long before it is done. Idempotent by
   * the desired state: repeating it writes nothing (D/PRV-006).
   *
   * @throws VersionProviderError `refused` for a downgrade (`AlreadyAtOrAbove`) and for all that `checkUpgrade` does not allow
   */
  startUpgrade(request: UpgradeRequest, signal: AbortSignal): Promise<UpgradeStart>;

  /** Optional (D/PRV-008): a provider that can takes back an upgrade that runs. @throws VersionProviderError `refused` */
  cancelUpgrade?(request: UpgradeRequest, signal: AbortSignal): Promise<void>;

  /**
   * Follows all clusters until the signal ends (D/PRV-010). Each cluster is named once at the start and after each gap, so that
   * no change is missed; naming one too often only costs a call of `getClusterState`.
   */
  watch(listener: VersionListener, signal: AbortSignal): void;
}

/** What the engine does about a failed call (D/PRV-012). */
export type FailureKind =
  /** Out of reach, overloaded, somebody else wrote at the same moment: the same call later. */
  | 'retryable'
  /** The state of the cluster forbids it: `refusal` is the target's reason. */
  | 'refused'
  /** The provider's credentials lack a right: a person must act; asked again seldom. */
  | 'permission'
  /** The same call fails again. */
  | 'permanent';

/** The only error that providers throw; `message` is the provider's own sentence. */
export class VersionProviderError extends Error {
  override readonly name = 'VersionProviderError';
  readonly kind: FailureKind;
  /** Of kind `refused`. */
  readonly refusal?: UpgradeRefusal;
  /** Of kind `retryable`: not before, in milliseconds. */
  readonly retryAfterMs?: number;

  constructor(
    message: string,
    options: {
      readonly kind: FailureKind;
      readonly refusal?: UpgradeRefusal;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind;
    this.refusal = options.refusal;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface VersionProvidersExtensionPoint {
  /** @throws at start-up where the name is taken or is none, or a part is missing */
  addProvider(provider: VersionProvider): void;
}

/** Where a module adds providers of other clouds, beside those of `fleetstage.providers`. */
export const versionProvidersExtensionPoint = createExtensionPoint<VersionProvidersExtensionPoint>({
  id: 'fleetstage.versionProviders',
});
