import {
  compareVersions,
  parseVersion,
  type UpgradeToJudge,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

/** How a version of an object compares with that of an upgrade; a text that is none, or is missing, is below all. */
export function compareWith(text: string | undefined, version: UpgradeToJudge['version']): number {
  const parsed = parseVersion(text ?? '');
  return parsed.ok ? compareVersions(parsed.value, version) : -1;
}
