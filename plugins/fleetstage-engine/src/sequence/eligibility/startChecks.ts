import { assertNever } from '../../decision';
import { listOf } from '../../words';
import type { MaintenanceState } from '../maintenance/maintenanceState';
import type { TargetCheck } from './targetCheck';
import type { RolloutFacts } from './targetFacts';
import { paused, pending } from './targetVerdict';
import { timeInWords, unitInWords, versionsInWords } from './targetWords';

const waitingForStage: TargetCheck = ({ facts }) =>
  facts.stage === 'Waiting' ? pending('WaitingForStage', 'its stage has not begun') : undefined;

const rolloutPaused: TargetCheck = ({ facts, rollout }) => {
  const versions = versionsInWords(facts, rollout);
  switch (rollout.state) {
    case 'Paused':
      return paused('RolloutPaused', `${versions}, and ${pauseInWords(rollout)}`);
    case 'Suspended':
      return paused(
        'RolloutPaused',
        `${versions}, and the sequence is suspended; set spec.suspend to false to go on`,
      );
    default:
      return undefined;
  }
};

function pauseInWords({ pausedBy }: RolloutFacts): string {
  switch (pausedBy) {
    case 'Timeout':
      return 'the rollout is paused, as its stage took longer than maxUpgradeTime; raise it, or complete the stage';
    case 'Failures':
      return 'the rollout is paused, as too many clusters of its stage failed; retry or skip them';
    case undefined:
      return 'the rollout is paused; resume it to go on';
    default:
      return assertNever(pausedBy);
  }
}

/** What the provider says, in the order of its weight (D/EL-010, D/CAPI-045). */
const heldByProvider: TargetCheck = ({ facts, rollout }) => {
  const { check } = facts;
  if (check === undefined || check.ok) return undefined;
  if (check.reason !== 'ProviderPaused' && check.reason !== 'DeprecatedAPIUsage') return undefined;
  const fix =
    check.reason === 'ProviderPaused' ? 'resume it at the provider' : 'move its clients to the newer API';
  return paused(
    check.reason,
    `${versionsInWords(facts, rollout)}, held by the provider: ${check.message}; ${fix}`,
  );
};

/** D/EL-011 before EL-012. */
const maintenance: TargetCheck = ({ facts, rollout }) => {
  const state = facts.maintenance;
  if (rollout.ignoresMaintenance) return undefined;
  switch (state.kind) {
    case 'Open':
      return undefined;
    case 'Excluded':
      return paused(
        'MaintenanceExclusion',
        `${versionsInWords(facts, rollout)}, and ${exclusionInWords(state)}; end the exclusion, or let the rollout ignore maintenance`,
        state.opensAt,
      );
    case 'Closed': {
      const closed = `the maintenance window of ${listOf(state.policies)} is closed`;
      const next =
        state.opensAt === undefined
          ? 'none opens within 90 days; change the policies'
          : `the next opens at ${timeInWords(state.opensAt)}`;
      return pending('OutsideMaintenanceWindow', `${closed}, ${next}`, state.opensAt);
    }
    default:
      return assertNever(state);
  }
};

function exclusionInWords(state: Extract<MaintenanceState, { kind: 'Excluded' }>): string {
  const why = state.reason === undefined ? '' : ` ("${state.reason}")`;
  const end = state.endsAt === undefined ? 'until its end of support' : `until ${timeInWords(state.endsAt)}`;
  return `exclusion "${state.exclusion}" of policy "${state.policy}"${why} holds it ${end}`;
}

/** D/EL-013. */
const notReady: TargetCheck = ({ facts, rollout }) => {
  const { readiness, unit, check } = facts;
  const versions = versionsInWords(facts, rollout);
  if (!readiness.isReady)
    return pending('ClusterNotReady', `${versions}; ${readiness.message}`, readiness.until);
  if (unit?.isUpgrading === true)
    return pending('ClusterNotReady', `${versions}; another upgrade of ${unitInWords(facts)} is under way`);
  if (unit?.isHealthy === false)
    return pending('ClusterNotReady', `${versions}; ${unitInWords(facts)} is not healthy, see the provider`);
  return check !== undefined && !check.ok && check.reason === 'ClusterNotReady'
    ? pending('ClusterNotReady', `${versions}; ${check.message}`)
    : undefined;
};

/** D/TG-004. */
const waitingForRetry: TargetCheck = ({ facts, now }) => {
  const { past } = facts;
  if (past.kind !== 'Failed' || past.nextAttemptAt === undefined || past.nextAttemptAt <= now)
    return undefined;
  const next = timeInWords(past.nextAttemptAt);
  return pending(
    'WaitingForRetry',
    `attempt ${past.attempts} failed: ${past.message}; the next begins at ${next}`,
    past.nextAttemptAt,
  );
};

/** Whether it may begin now. */
export const startChecks: readonly TargetCheck[] = [
  waitingForStage,
  rolloutPaused,
  heldByProvider,
  maintenance,
  notReady,
  waitingForRetry,
];
