import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareVersions,
  formatWithV,
  parseVersion,
  type UpgradeToJudge,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { lowestOf, type SimulatedPart, type SimulatedState } from './simulatedCluster';

/** The state after a start that was allowed; the same object where nothing is new. Parts that have failed try again. */
export function setDesired(state: SimulatedState, upgrade: UpgradeToJudge, now: Instant): SimulatedState {
  const start = (part: SimulatedPart) => startPart(part, upgrade, now);
  const next =
    upgrade.upgradeType === 'ControlPlane'
      ? { ...state, controlPlane: start(state.controlPlane) }
      : {
          ...state,
          pools: state.pools.map(pool => (upgrade.pools?.includes(pool.name) === false ? pool : start(pool))),
        };
  const isSame =
    next.controlPlane === state.controlPlane &&
    next.pools.every((pool, index) => pool === state.pools[index]);
  return isSame ? state : { ...next, generation: state.generation + 1 };
}

function startPart(part: SimulatedPart, { version }: UpgradeToJudge, now: Instant): SimulatedPart {
  const { failed, ...rest } = part;
  const desired = parseVersion(part.desired);
  const order = desired.ok ? compareVersions(version, desired.value) : 1;
  if (order < 0) return part;
  if (order === 0) return failed === undefined ? part : { ...rest, since: now };
  return { ...rest, from: lowestOf(part), desired: formatWithV(version), done: 0, since: now };
}
