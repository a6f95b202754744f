import {
  worstOf,
  type Catalogue,
  type ConditionClaim,
  type ConditionStatus,
  type Instant,
  type PlacementKind,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { BLOCKED_MESSAGE } from '../rollout/decideRollout';
import type { Step } from './clusterConditions';

/**
 * One claim of the whole placement per step, up to the first that is not True: any cluster Unknown makes it Unknown,
 * else any False makes it False; the message counts those clusters (A/ST-040, ST-041). Empty where nobody is picked
 * (A/ST-042).
 */
export function rollUp(
  clusters: readonly (readonly ConditionClaim[])[],
  steps: readonly Step[],
  kind: PlacementKind = 'ClusterResourcePlacement',
): ConditionClaim[] {
  const rolled: ConditionClaim[] = [];
  for (const step of clusters.length === 0 ? [] : steps) {
    const stated = clusters.flatMap(claims => claims.filter(claim => claim.type === step));
    const status = worstOf(stated.map(statusForWhole));
    const counted = stated.filter(claim => statusForWhole(claim) === status);
    const since = latestOf(counted);
    const { reason, say } = isUntouched(step, status, counted) ? NO_OVERRIDE : words[step][status];
    const message = withCause(say(counted.length), step, counted);
    rolled.push({
      type: `${kind}${step}`,
      status,
      reason,
      message,
      ...(since !== undefined && { at: since }),
    });
    if (status !== 'True') break;
  }
  return rolled;
}

/** Sentences that are shown: each cluster that is being upgraded has its own. */
const CAUSES_AT_MOST = 3;

/** What holds the clusters of a rolling update; they wait behind one limit, or behind two, or for upgrades. */
function withCause(words: string, step: Step, counted: readonly ConditionClaim[]): string {
  if (step !== 'RolloutStarted') return words;
  const held = counted.filter(
    ({ status, message }) => status === 'False' && message !== '' && message !== BLOCKED_MESSAGE,
  );
  const causes = [...new Set(held.map(({ message }) => message))];
  if (causes.length === 0) return words;
  const rest = causes.length - CAUSES_AT_MOST;
  return `${words}: ${causes.slice(0, CAUSES_AT_MOST).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** A cluster that is still applying has not failed: to the placement it is pending (RUL 19, B/ST-046). */
const statusForWhole = ({ status, reason }: ConditionClaim): ConditionStatus =>
  status === 'False' && reason === 'ApplyInProgress' ? 'Unknown' : status;

const latestOf = (claims: readonly ConditionClaim[]): Instant | undefined =>
  claims
    .map(claim => claim.at)
    .reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

/** No cluster has an override. */
const isUntouched = (step: Step, status: ConditionStatus, claims: readonly ConditionClaim[]) =>
  step === 'Overridden' && status === 'True' && claims.every(claim => claim.reason === 'NoOverrideSpecified');

interface Words<Reason extends string> {
  readonly reason: Reason;
  /** The sentence about so many clusters. */
  readonly say: (clusters: number) => string;
}

type ReasonOf<
  S extends Step,
  Status extends ConditionStatus,
> = Catalogue[`ClusterResourcePlacement${S}`][Status][number];

type WordsOf<S extends Step> = { readonly [Status in ConditionStatus]: Words<ReasonOf<S, Status>> };

const NO_OVERRIDE: Words<ReasonOf<'Overridden', 'True'>> = {
  reason: 'NoOverrideSpecified',
  say: () => 'No override rules are configured for the selected resources',
};

/** A/ST-041. */
const words: { readonly [S in Step]: WordsOf<S> } = {
  RolloutStarted: {
    Unknown: {
      reason: 'RolloutStartedUnknown',
      say: n =>
        `There are still ${n} cluster(s) in the process of deciding whether to roll out the latest resources or not`,
    },
    False: {
      reason: 'RolloutNotStartedYet',
      say: n => `The rollout is being blocked by the rollout strategy in ${n} cluster(s)`,
    },
    True: {
      reason: 'RolloutStarted',
      say: n => `All ${n} cluster(s) start rolling out the latest resource`,
    },
  },
  Overridden: {
    Unknown: {
      reason: 'OverriddenPending',
      say: n =>
        `There are still ${n} cluster(s) in the process of overriding the selected resources if there is any override defined`,
    },
    False: {
      reason: 'OverriddenFailed',
      say: n => `Failed to override resources in ${n} cluster(s)`,
    },
    True: {
      reason: 'OverriddenSucceeded',
      say: n => `The selected resources are successfully overridden in ${n} cluster(s)`,
    },
  },
  WorkSynchronized: {
    Unknown: {
      reason: 'WorkSynchronizedUnknown',
      say: n =>
        `There are still ${n} cluster(s) in the process of creating or updating the work object(s) in the hub cluster`,
    },
    False: {
      reason: 'WorkNotSynchronizedYet',
      say: n => `There are ${n} cluster(s) which have not finished creating or updating work(s) yet`,
    },
    True: {
      reason: 'WorkSynchronized',
      say: n => `Work(s) are successfully created or updated in ${n} target cluster(s)' namespaces`,
    },
  },
  Applied: {
    Unknown: {
      reason: 'ApplyPending',
      say: n =>
        `There are still ${n} cluster(s) in the process of applying the resources on the member cluster`,
    },
    False: {
      reason: 'ApplyFailed',
      say: n => `Failed to apply resources to ${n} cluster(s), please check the \`failedPlacements\` status`,
    },
    True: {
      reason: 'ApplySucceeded',
      say: n => `The selected resources are successfully applied to ${n} cluster(s)`,
    },
  },
  Available: {
    Unknown: {
      reason: 'ResourceAvailableUnknown',
      say: n =>
        `There are still ${n} cluster(s) in the process of checking the availability of the selected resources`,
    },
    False: {
      reason: 'ResourceNotAvailableYet',
      say: n => `The selected resources in ${n} cluster(s) are still not available yet`,
    },
    True: {
      reason: 'ResourceAvailable',
      say: n => `The selected resources in ${n} cluster(s) are available now`,
    },
  },
  DiffReported: {
    Unknown: {
      reason: 'DiffReportingPending',
      say: n => `There are still ${n} cluster(s) in the process of checking for configuration differences`,
    },
    False: {
      reason: 'DiffReportingIncompleteOrFailed',
      say: n => `Diff reporting in ${n} clusters is still in progress or has failed`,
    },
    True: {
      reason: 'DiffReportingCompleted',
      say: n => `Diff reporting in ${n} cluster(s) has been completed`,
    },
  },
};
