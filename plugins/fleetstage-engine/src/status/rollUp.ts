import {
  condition,
  worstOf,
  type ConditionClaim,
  type ConditionStatus,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import type { Step } from './clusterConditions';

/**
 * One claim of the whole placement per step, up to the first that is not True: any cluster Unknown makes it Unknown,
 * else any False makes it False; the message counts those clusters (A/ST-040, ST-041). Empty where nobody is picked
 * (A/ST-042).
 */
export function rollUp(
  clusters: readonly (readonly ConditionClaim[])[],
  steps: readonly Step[],
): ConditionClaim[] {
  const rolled: ConditionClaim[] = [];
  for (const step of clusters.length === 0 ? [] : steps) {
    const stated = clusters.flatMap(claims => claims.filter(claim => claim.type === step));
    const status = worstOf(stated.map(statusForWhole));
    const counted = stated.filter(claim => statusForWhole(claim) === status);
    const since = latestOf(counted);
    rolled.push({ ...claimOf(step, status, counted), ...(since === undefined ? {} : { at: since }) });
    if (status !== 'True') break;
  }
  return rolled;
}

/** A cluster that is still applying has not failed: to the placement it is pending (RUL 19, B/ST-046). */
const statusForWhole = ({ status, reason }: ConditionClaim): ConditionStatus =>
  status === 'False' && reason === 'ApplyInProgress' ? 'Unknown' : status;

const latestOf = (claims: readonly ConditionClaim[]): Instant | undefined =>
  claims
    .map(claim => claim.at)
    .reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

function claimOf(step: Step, status: ConditionStatus, claims: readonly ConditionClaim[]): ConditionClaim {
  const n = claims.length;
  switch (step) {
    case 'RolloutStarted':
      return rolloutStarted(status, n);
    case 'Overridden':
      return overridden(
        status,
        n,
        claims.every(claim => claim.reason === 'NoOverrideSpecified'),
      );
    case 'WorkSynchronized':
      return workSynchronized(status, n);
    case 'Applied':
      return applied(status, n);
    case 'Available':
      return available(status, n);
    case 'DiffReported':
      return diffReported(status, n);
    default:
      return assertNever(step);
  }
}

function rolloutStarted(status: ConditionStatus, n: number): ConditionClaim {
  const type = 'ClusterResourcePlacementRolloutStarted';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'RolloutStartedUnknown',
        `There are still ${n} cluster(s) in the process of deciding whether to roll out the latest resources or not`,
      );
    case 'False':
      return condition(
        type,
        status,
        'RolloutNotStartedYet',
        `The rollout is being blocked by the rollout strategy in ${n} cluster(s)`,
      );
    case 'True':
      return condition(
        type,
        status,
        'RolloutStarted',
        `All ${n} cluster(s) start rolling out the latest resource`,
      );
    default:
      return assertNever(status);
  }
}

function overridden(status: ConditionStatus, n: number, isUntouched: boolean): ConditionClaim {
  const type = 'ClusterResourcePlacementOverridden';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'OverriddenPending',
        `There are still ${n} cluster(s) in the process of overriding the selected resources if there is any override defined`,
      );
    case 'False':
      return condition(type, status, 'OverriddenFailed', `Failed to override resources in ${n} cluster(s)`);
    case 'True':
      return isUntouched
        ? condition(
            type,
            status,
            'NoOverrideSpecified',
            'No override rules are configured for the selected resources',
          )
        : condition(
            type,
            status,
            'OverriddenSucceeded',
            `The selected resources are successfully overridden in ${n} cluster(s)`,
          );
    default:
      return assertNever(status);
  }
}

function workSynchronized(status: ConditionStatus, n: number): ConditionClaim {
  const type = 'ClusterResourcePlacementWorkSynchronized';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'WorkSynchronizedUnknown',
        `There are still ${n} cluster(s) in the process of creating or updating the work object(s) in the hub cluster`,
      );
    case 'False':
      return condition(
        type,
        status,
        'WorkNotSynchronizedYet',
        `There are ${n} cluster(s) which have not finished creating or updating work(s) yet`,
      );
    case 'True':
      return condition(
        type,
        status,
        'WorkSynchronized',
        `Work(s) are successfully created or updated in ${n} target cluster(s)' namespaces`,
      );
    default:
      return assertNever(status);
  }
}

function applied(status: ConditionStatus, n: number): ConditionClaim {
  const type = 'ClusterResourcePlacementApplied';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'ApplyPending',
        `There are still ${n} cluster(s) in the process of applying the resources on the member cluster`,
      );
    case 'False':
      return condition(
        type,
        status,
        'ApplyFailed',
        `Failed to apply resources to ${n} cluster(s), please check the \`failedPlacements\` status`,
      );
    case 'True':
      return condition(
        type,
        status,
        'ApplySucceeded',
        `The selected resources are successfully applied to ${n} cluster(s)`,
      );
    default:
      return assertNever(status);
  }
}

function available(status: ConditionStatus, n: number): ConditionClaim {
  const type = 'ClusterResourcePlacementAvailable';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'ResourceAvailableUnknown',
        `There are still ${n} cluster(s) in the process of checking the availability of the selected resources`,
      );
    case 'False':
      return condition(
        type,
        status,
        'ResourceNotAvailableYet',
        `The selected resources in ${n} cluster(s) are still not available yet`,
      );
    case 'True':
      return condition(
        type,
        status,
        'ResourceAvailable',
        `The selected resources in ${n} cluster(s) are available now`,
      );
    default:
      return assertNever(status);
  }
}

function diffReported(status: ConditionStatus, n: number): ConditionClaim {
  const type = 'ClusterResourcePlacementDiffReported';
  switch (status) {
    case 'Unknown':
      return condition(
        type,
        status,
        'DiffReportingPending',
        `There are still ${n} cluster(s) in the process of checking for configuration differences`,
      );
    case 'False':
      return condition(
        type,
        status,
        'DiffReportingIncompleteOrFailed',
        `Diff reporting in ${n} clusters is still in progress or has failed`,
      );
    case 'True':
      return condition(
        type,
        status,
        'DiffReportingCompleted',
        `Diff reporting in ${n} cluster(s) has been completed`,
      );
    default:
      return assertNever(status);
  }
}
