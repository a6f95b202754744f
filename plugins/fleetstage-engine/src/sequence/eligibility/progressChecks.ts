import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ageInWords } from '../../words';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion } from '../versions/version';
import type { TargetCheck } from './targetCheck';
import type { RolloutFacts, TargetFacts } from './targetFacts';
import { ineligible, pending, running, skipped, succeeded, type TargetVerdict } from './targetVerdict';
import { unitInWords, versionsInWords } from './targetWords';

/** Final: somebody who sets it back afterwards is not overruled by this rollout (D/MW-007). */
const alreadyDone: TargetCheck = ({ facts, rollout }) =>
  facts.past.kind === 'Succeeded'
    ? succeeded('Upgraded', `${unitInWords(facts)} was upgraded to ${formatVersion(rollout.version)}`)
    : undefined;

const notManaged: TargetCheck = ({ facts, rollout }) =>
  facts.provider === 'NotManaged'
    ? ineligible(
        'NotManaged',
        `no provider knows the cluster, the target is ${formatVersion(rollout.version)}; set its annotation fleetstage.io/provider-ref, or upgrade it by hand`,
      )
    : undefined;

/** What is unknown is never counted as finished (D/CL-005). */
const unreported: TargetCheck = ({ facts, rollout }) => {
  const { unit, controlPlane, provider, past } = facts;
  const isKnown = unit !== undefined && (rollout.upgradeType !== 'Node' || controlPlane !== undefined);
  if (provider === 'Known' && isKnown) return undefined;
  const silence = 'the provider does not report the cluster now; see whether it is reachable';
  return past.kind === 'Started'
    ? running('UpgradeInProgress', silence)
    : pending('ClusterNotReady', silence);
};

const reached: TargetCheck = ({ facts, rollout, now }) => {
  const { unit, past } = facts;
  const above = unit === undefined ? -1 : compareVersions(unit.current, rollout.version);
  if (unit === undefined || above < 0) return undefined;
  const current = formatVersion(unit.current);
  if (past.kind === 'Untouched')
    return skipped(
      'AlreadyAtOrAbove',
      `${unitInWords(facts)} runs ${current}, at or above the target ${formatVersion(rollout.version)}`,
    );
  if (above > 0 || (unit.isHealthy && !unit.isUpgrading))
    return succeeded('Upgraded', `${unitInWords(facts)} runs ${current}`);
  return past.kind === 'Started' ? underWayVerdict(facts, rollout, now, past.progressAt) : undefined;
};

/** Begun is begun: neither windows nor pauses stop it (D/TG-006, D/RO-027). */
const underWay: TargetCheck = ({ facts, rollout, now }) => {
  const { past, unit } = facts;
  if (past.kind !== 'Started') return undefined;
  const isSeen = unit?.isUpgrading === true || past.progressAt > past.at;
  return isSeen || now - past.progressAt >= rollout.noProgressMs
    ? underWayVerdict(facts, rollout, now, past.progressAt)
    : running('UpgradeStarted', `the upgrade has been asked for; ${versionsInWords(facts, rollout)}`);
};

const cancelled: TargetCheck = ({ facts, rollout }) =>
  rollout.state === 'Cancelled'
    ? skipped(
        'RolloutCancelled',
        `the rollout was cancelled before it began; ${versionsInWords(facts, rollout)}`,
      )
    : undefined;

const skippedByUser: TargetCheck = ({ facts, rollout }) =>
  facts.isSkippedByUser
    ? skipped(
        'SkippedByUser',
        `${versionsInWords(facts, rollout)}, and the rollout skips the cluster; take it out of skippedClusters to upgrade it`,
      )
    : undefined;

/** By its control plane's upgrade where a provider couples both (D/CAPI-030), or by hand. */
const elsewhere: TargetCheck = ({ facts, rollout }) => {
  const { unit } = facts;
  const isComing =
    unit?.isUpgrading === true &&
    unit.desired !== undefined &&
    compareVersions(unit.desired, rollout.version) >= 0;
  return isComing
    ? running('UpgradeInProgress', `${versionsInWords(facts, rollout)}, and it is being upgraded already`)
    : undefined;
};

function underWayVerdict(
  facts: TargetFacts,
  rollout: RolloutFacts,
  now: Instant,
  progressAt: Instant,
): TargetVerdict {
  const quietAt = instant(progressAt + rollout.noProgressMs);
  const versions = versionsInWords(facts, rollout);
  return now >= quietAt
    ? running(
        'NoProgress',
        `${versions}, and nothing has changed for ${ageInWords(now - progressAt)}; see the provider`,
      )
    : running('UpgradeInProgress', versions, quietAt);
}

/** What has happened already. */
export const progressChecks: readonly TargetCheck[] = [
  alreadyDone,
  notManaged,
  unreported,
  reached,
  underWay,
  cancelled,
  skippedByUser,
  elsewhere,
];
