import type { VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SequenceSettings } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** How versions go through sequences, and by which catalogues beside those of the hub. */
export interface SequencesSettings {
  readonly rules: SequenceSettings;
  /** Workloads wait while their cluster is upgraded, and upgrades for workloads that are being updated there. */
  readonly holdWorkloads: boolean;
  /** By name; a VersionCatalog of the name comes first (E/VC-005). */
  readonly catalogs: ReadonlyMap<string, VersionCatalogSpec>;
}
