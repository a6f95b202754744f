import type { UpgradeRefusal } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** What Cluster API's admission says, by what it means; the first that fits (D/CAPI-021…027, E/CA-005). */
const REFUSALS: readonly (readonly [RegExp, UpgradeRefusal])[] = [
  [/version cannot be decreased from/, 'AlreadyAtOrAbove'],
  [/must match one of the versions defined in the ClusterClass/, 'VersionNotAvailable'],
  [/version cannot be increased from/, 'MinorSkew'],
  [/hook is still blocking/, 'ClusterNotReady'],
  [/was not propagated to control plane yet/, 'ClusterNotReady'],
  [/control plane is currently provisioning/, 'ClusterNotReady'],
  [/still (\w+ )?completing a previous upgrade/, 'ClusterNotReady'],
  [/version cannot be changed/, 'ClusterNotReady'],
];

/** The reason of a refused write; `undefined` where it was refused for another cause than the version. */
export const readRefusal = (message: string): UpgradeRefusal | undefined =>
  REFUSALS.find(([pattern]) => pattern.test(message))?.[1];
