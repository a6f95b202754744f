/**
 * What other backend plugins and modules use of Fleetstage.
 *
 * @packageDocumentation
 */
export { addGateKind } from './addGateKind';
export { addPropertyProvider } from './addPropertyProvider';
export { addSchedulerPlugin } from './addSchedulerPlugin';
export { addVersionProvider } from './addVersionProvider';
export { createFleetClient } from './createFleetClient';
export type { FleetClientOptions } from './createFleetClient';
export { fleetServiceRef } from './fleetServiceRef';
export { gateKindsExtensionPoint } from './gateKinds';
export type { GateKindsExtensionPoint } from './gateKinds';
export { propertyProvidersExtensionPoint } from './propertyProviders';
export type {
  MemberReader,
  MemberToDescribe,
  PropertyProvider,
  PropertyProvidersExtensionPoint,
  PropertyReport,
  ReportedAmounts,
  ReportedCondition,
} from './propertyProviders';
export { Registry } from './registry';
export { schedulerPluginsExtensionPoint } from './schedulerPlugins';
export type { SchedulerPluginsExtensionPoint } from './schedulerPlugins';
export { VersionProviderError, versionProvidersExtensionPoint } from './versionProviders';
export type {
  FailureKind,
  ObservedBlock,
  ObservedCluster,
  ObservedControlPlane,
  ObservedNodePool,
  ObservedUpgrade,
  ProvidedCluster,
  UpgradeRefusal,
  UpgradeCheck,
  UpgradeRequest,
  UpgradeStart,
  VersionListener,
  VersionProvider,
  VersionProviderCapabilities,
  VersionProvidersExtensionPoint,
  VersionSource,
} from './versionProviders';
