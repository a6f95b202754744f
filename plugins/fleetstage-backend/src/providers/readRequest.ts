import {
  parseVersion,
  type UpgradeCheck,
  type UpgradeToJudge,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { VersionProviderError, type UpgradeRequest } from '@fleetstage/backstage-plugin-fleetstage-node';

/** @throws VersionProviderError `permanent` where the version is none */
export function readRequest({ upgradeType, version, pools }: UpgradeRequest): UpgradeToJudge {
  const parsed = parseVersion(version);
  if (!parsed.ok) throw new VersionProviderError(parsed.error, { kind: 'permanent' });
  return { upgradeType, version: parsed.value, ...(pools && { pools }) };
}

/** @throws VersionProviderError `refused` where the check does not allow it */
export function ensureAllowed(check: UpgradeCheck): void {
  if (check.ok) return;
  throw new VersionProviderError(check.message, { kind: 'refused', refusal: check.reason });
}

export const noSuchCluster = (cluster: string) =>
  new VersionProviderError(`there is no cluster ${cluster}`, { kind: 'permanent' });
