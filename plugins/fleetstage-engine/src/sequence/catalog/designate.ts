import type { AutoUpgradeType, Instant, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest } from '../../decision';
import { compareMinors, compareVersions, highestVersion } from '../versions/compareVersions';
import { stepOf } from '../versions/upgradeStep';
import type { KubeVersion } from '../versions/version';
import type { ResolvedCatalog, ResolvedChannel, ResolvedTarget } from './catalog';

export interface DesignationQuestion {
  /** Of the control plane, or the lowest of the node pool. */
  readonly current: KubeVersion;
  readonly upgradeType: UpgradeType;
  readonly now: Instant;
  /** Kinds of upgrades that the sequence starts by itself; absent: all (E/RS-010). */
  readonly upgradeTypes?: readonly AutoUpgradeType[];
}

/**
 * The version that a channel designates (D/RS-009, E/VC-002): of what is available for this version and type the longest
 * `from`, and of several there the highest `to`. It may be the current version, or below it.
 *
 *     1.29 → 1.29.9, 1.30.14    cluster on 1.29.4: 1.30.14     with patches alone: 1.29.9
 *     and 1.29.4 → 1.29.7       cluster on 1.29.4: 1.29.7      the longer `from` wins
 */
export function designate(channel: ResolvedChannel, question: DesignationQuestion): KubeVersion | undefined {
  const { now, current, upgradeType, upgradeTypes } = question;
  const fitting = channel.targets.filter(
    target =>
      target.upgradeTypes.includes(upgradeType) &&
      (target.availableFrom ?? now) <= now &&
      isFrom(target, current) &&
      isWanted(stepOf(upgradeType, current, target.to), upgradeTypes),
  );
  const exact = fitting.filter(({ from }) => from.kind === 'Version');
  return highestVersion((exact.length > 0 ? exact : fitting).map(({ to }) => to));
}

/** When the next target becomes available, and designations may change by time alone. */
export const nextAvailableAt = (catalog: ResolvedCatalog, now: Instant): Instant | undefined =>
  earliest(
    ...catalog.channels.flatMap(({ targets }) =>
      targets.map(({ availableFrom }) =>
        availableFrom !== undefined && availableFrom > now ? availableFrom : undefined,
      ),
    ),
  );

const isFrom = ({ from }: ResolvedTarget, current: KubeVersion) =>
  from.kind === 'Version'
    ? compareVersions(from.version, current) === 0
    : compareMinors(from.minor, current) === 0;

const isWanted = (step: AutoUpgradeType | undefined, wanted: readonly AutoUpgradeType[] | undefined) =>
  step === undefined || wanted === undefined || wanted.includes(step);
