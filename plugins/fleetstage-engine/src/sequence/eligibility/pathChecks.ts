import { countOf } from '../../words';
import { compareVersions, minorDistance } from '../versions/compareVersions';
import { stepOf } from '../versions/upgradeStep';
import { formatMinor, formatVersion, type KubeMinor, type KubeVersion } from '../versions/version';
import type { TargetCheck } from './targetCheck';
import type { TargetFacts } from './targetFacts';
import { failed, ineligible, pending } from './targetVerdict';
import { unitInWords, versionsInWords } from './targetWords';

/** D/EL-004: a control plane goes one minor at a time. */
const minorSkew: TargetCheck = ({ facts, rollout }) => {
  const { unit } = facts;
  if (unit === undefined || rollout.upgradeType !== 'ControlPlane') return undefined;
  const distance = minorDistance(unit.current, rollout.version);
  const provider = refusal(facts, 'MinorSkew');
  if (distance <= rollout.maxMinorStep && provider === undefined) return undefined;
  const ahead = Number.isFinite(distance) ? `${countOf(distance, 'minor')} ahead` : 'another major';
  const from = formatMinor(lowestStart(rollout.version, rollout.maxMinorStep));
  return ineligible(
    'MinorSkew',
    `${versionsInWords(facts, rollout)}, ${ahead}; ${provider ?? `upgrade it to ${from} or later by hand`}`,
  );
};

/** D/EL-005: nodes are never above their control plane. */
const aboveControlPlane: TargetCheck = ({ facts, rollout }) => {
  const { controlPlane, controlPlaneComing } = facts;
  const { version, upgradeType } = rollout;
  if (upgradeType !== 'Node' || controlPlane === undefined) return undefined;
  const provider = refusal(facts, 'AboveControlPlane');
  if (compareVersions(version, controlPlane.current) <= 0 && provider === undefined) return undefined;
  const isOnTheWay = [controlPlane.desired, controlPlaneComing].some(
    coming => coming !== undefined && compareVersions(coming, version) >= 0,
  );
  const runs = `the control plane, which runs ${formatVersion(controlPlane.current)}`;
  const versions = `${versionsInWords(facts, rollout)}, above ${runs}`;
  return isOnTheWay
    ? pending('WaitingForControlPlane', `${versions}; it waits for the upgrade of the control plane`)
    : ineligible(
        'AboveControlPlane',
        `${versions}; ${provider ?? `upgrade the control plane to ${formatVersion(version)} or later first`}`,
      );
};

/** D/EL-006. */
const nodeSkew: TargetCheck = ({ facts, rollout }) => {
  const { unit } = facts;
  if (unit === undefined || rollout.upgradeType !== 'Node') return undefined;
  const provider = refusal(facts, 'NodeSkew');
  if (minorDistance(unit.current, rollout.version) <= rollout.maxNodeSkew && provider === undefined)
    return undefined;
  const from = formatMinor(lowestStart(rollout.version, rollout.maxNodeSkew));
  return ineligible(
    'NodeSkew',
    `${versionsInWords(facts, rollout)}, more than ${countOf(rollout.maxNodeSkew, 'minor')} ahead; ${provider ?? `upgrade ${unitInWords(facts)} to ${from} or later by hand`}`,
  );
};

/** D/EL-007. */
const notAvailable: TargetCheck = ({ facts, rollout }) => {
  const provider = refusal(facts, 'VersionNotAvailable');
  return provider === undefined
    ? undefined
    : ineligible(
        'VersionNotAvailable',
        `${versionsInWords(facts, rollout)}, which the provider does not offer: ${provider}; make it available there, or choose another target`,
      );
};

/** D/EL-008. */
const channelMismatch: TargetCheck = ({ facts: { path } }) =>
  path.ok ? undefined : ineligible(path.reason, path.message);

/** D/EL-009. */
const optedOut: TargetCheck = ({ facts, rollout }) =>
  facts.isOptedOut
    ? ineligible(
        'AutoUpgradeDisabled',
        `${versionsInWords(facts, rollout)}, and the cluster has opted out; remove its annotation fleetstage.io/auto-upgrade, or upgrade it by hand`,
      )
    : undefined;

/** E/TR-007, E/RS-010. */
const typeDisabled: TargetCheck = ({ facts, rollout }) => {
  const { unit } = facts;
  const step = unit && stepOf(rollout.upgradeType, unit.current, rollout.version);
  if (step === undefined || rollout.upgradeTypes === undefined || rollout.upgradeTypes.includes(step))
    return undefined;
  return ineligible(
    'UpgradeTypeDisabled',
    `${versionsInWords(facts, rollout)}, and the sequence does not start ${step}; add it to upgradeTypes, or upgrade it by hand`,
  );
};

/** D/SG-006. */
const late: TargetCheck = ({ facts, rollout }) =>
  facts.stage === 'Late'
    ? ineligible(
        'CatchUpNextRollout',
        `${versionsInWords(facts, rollout)}, and the cluster joined when its stage was over; the next rollout takes it, or upgrade it by hand`,
      )
    : undefined;

/** D/TG-005: the attempts are used up, or nothing is gained by another. */
const failedForGood: TargetCheck = ({ facts, rollout }) => {
  const { past } = facts;
  if (past.kind !== 'Failed' || past.nextAttemptAt !== undefined) return undefined;
  const isExhausted = past.cause === 'UpgradeFailed' && past.attempts > 1;
  return failed(
    isExhausted ? 'AttemptsExhausted' : past.cause,
    `${versionsInWords(facts, rollout)}, and the upgrade failed after ${countOf(past.attempts, 'attempt')}: ${past.message}; repair the cause and retry, or skip the cluster`,
  );
};

/** The lowest minor that reaches the version in one step. */
const lowestStart = ({ major, minor }: KubeVersion, step: number): KubeMinor => ({
  major,
  minor: Math.max(0, minor - step),
});

const refusal = ({ check }: TargetFacts, reason: string): string | undefined =>
  check !== undefined && !check.ok && check.reason === reason ? check.message : undefined;

/** Whether the rollout could ever upgrade it. */
export const pathChecks: readonly TargetCheck[] = [
  minorSkew,
  aboveControlPlane,
  nodeSkew,
  notAvailable,
  channelMismatch,
  optedOut,
  typeDisabled,
  late,
  failedForGood,
];
