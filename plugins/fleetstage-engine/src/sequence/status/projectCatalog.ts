import {
  type MaintenancePolicyStatus,
  type Result,
  type VersionCatalogSpec,
  type VersionCatalogStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf } from '../../words';
import type { ResolvedCatalog } from '../catalog/catalog';
import type { CatalogFailure } from '../catalog/resolveCatalog';
import { showChannels } from '../catalog/showChannels';
import { maintenanceStatus } from '../maintenance/maintenanceState';
import type { MaintenanceRules, PolicyFault } from '../maintenance/policyRules';
import { claim, stateClaims, type SequenceStatement } from './sequenceClaim';

/** The status of a VersionCatalog (E/VC-006). */
export function projectCatalog(
  spec: VersionCatalogSpec,
  resolved: Result<ResolvedCatalog, CatalogFailure>,
  statement: SequenceStatement,
): VersionCatalogStatus {
  const channels = resolved.ok ? showChannels(resolved.value) : undefined;
  const ready = resolved.ok
    ? claim('VersionCatalog', 'Ready', 'True', [
        'CatalogResolved',
        `${countOf(resolved.value.channels.length, 'channel')}.`,
      ])
    : claim('VersionCatalog', 'Ready', 'False', [
        resolved.error.reason,
        `${resolved.error.issues.map(({ message }) => message).join('; ')}.`,
      ]);
  return {
    observedGeneration: statement.generation,
    source: spec.clusterClass === undefined ? 'Channels' : 'ClusterClass',
    channelCount: channels?.length ?? 0,
    ...(channels && { channels }),
    conditions: stateClaims([ready], statement),
  };
}

/** The status of a MaintenancePolicy (E/MP-009). */
export function projectPolicy(
  parsed: Result<MaintenanceRules, readonly PolicyFault[]>,
  clusterCount: number,
  statement: SequenceStatement,
): MaintenancePolicyStatus {
  if (parsed.ok) {
    const accepted = claim('MaintenancePolicy', 'Accepted', 'True', [
      'PolicyAccepted',
      `It is for ${countOf(clusterCount, 'cluster')}.`,
    ]);
    return {
      observedGeneration: statement.generation,
      ...maintenanceStatus(parsed.value, statement.now),
      clusterCount,
      conditions: stateClaims([accepted], statement),
    };
  }
  const isZone = parsed.error.some(({ code }) => code === 'UnknownTimeZone');
  const refused = claim('MaintenancePolicy', 'Accepted', 'False', [
    isZone ? 'UnknownTimeZone' : 'InvalidRecurrence',
    `${parsed.error.map(({ message }) => message).join('; ')}.`,
  ]);
  return {
    observedGeneration: statement.generation,
    clusterCount,
    conditions: stateClaims([refused], statement),
  };
}
