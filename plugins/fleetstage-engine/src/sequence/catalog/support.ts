import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { formatMinor, type KubeMinor } from '../versions/version';
import type { ResolvedCatalog } from './catalog';

/** Clusters are warned of so long before their support ends (E/VC-004). */
export const SUPPORT_WARNING_MS = 90 * 86_400_000;

/** When the support of a version's minor ends; `undefined` where the catalogue does not say (D/MW-006). */
export const endOfSupportOf = (catalog: ResolvedCatalog, version: KubeMinor): Instant | undefined =>
  catalog.endOfSupport.get(formatMinor(version));

/** Whether it has ended or ends within 90 days: the warning ClustersBehindSupport (E/VC-004, E/RC-002). */
export function isBehindSupport(catalog: ResolvedCatalog, version: KubeMinor, now: Instant): boolean {
  const ends = endOfSupportOf(catalog, version);
  return ends !== undefined && now >= ends - SUPPORT_WARNING_MS;
}
