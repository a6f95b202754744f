import type {
  ApplyStrategy,
  ConditionClaim,
  ConditionStatus,
  ResourceIdentifier,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { explainHeld, explainUndecided } from '../blocker/explainHeld';
import { explainUpgradeOf } from '../blocker/upgradeBlocker';
import type { Binding, PlacementStatusInput } from '../state/placement';
import { listResources } from '../work/listResources';
import type { WorkClaim, WorkReport } from '../work/report';

/** What is stated of a cluster after it was picked, in this order; nothing is stated behind what is not True (A/ST-030). */
export type Step =
  'RolloutStarted' | 'Overridden' | 'WorkSynchronized' | 'Applied' | 'Available' | 'DiffReported';

/** One picked cluster as the status sees it. */
export interface ClusterView {
  readonly cluster: string;
  /** The scheduler's words. */
  readonly pickedBecause: string;
  /** Absent while the cluster has none, or is being cleaned of an earlier life. */
  readonly binding?: Binding;
  /** Of the binding's revision, never of another one. */
  readonly report?: WorkReport;
  readonly strategy: 'RollingUpdate' | 'External';
  /** Why a rolling update does not reach it, where that is known. */
  readonly heldBecause?: HeldBecause;
  /** Why nothing is decided for the placement, where that is so. */
  readonly undecidedBecause?: string;
  /** Index of the snapshot that the placement's status reports. */
  readonly observedIndex?: number;
}

/** The sentence of a cluster that waits, by what it waits for: one answer for all clusters but those that are being upgraded. */
export type HeldBecause = (waitsFor: 'update' | 'firstRollout', cluster: string) => string | undefined;

/** Of the rows of a placement. */
export const heldBecauseOf = ({ blockers }: Pick<PlacementStatusInput, 'blockers'>): HeldBecause => {
  const known = new Map<string, string | undefined>();
  return (waitsFor, cluster) => {
    const upgrade = explainUpgradeOf(blockers, cluster);
    if (upgrade !== undefined) return upgrade;
    if (!known.has(waitsFor)) known.set(waitsFor, explainHeld(blockers, waitsFor));
    return known.get(waitsFor);
  };
};

/** Of the rows of a placement. */
export const undecidedBecauseOf = ({
  blockers,
}: Pick<PlacementStatusInput, 'blockers'>): string | undefined => explainUndecided(blockers);

export const stepsOf = (applyStrategy: ApplyStrategy | undefined): readonly Step[] =>
  applyStrategy?.type === 'ReportDiff'
    ? ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'DiffReported']
    : ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'];

/** The claims of one cluster, up to the first that is not True (A/ST-032, ST-033). */
export function clusterClaims(view: ClusterView, steps: readonly Step[]): ConditionClaim[] {
  const claims: ConditionClaim[] = [];
  for (const step of steps) {
    const claim = clusterClaim(view, step);
    claims.push(claim);
    if (claim.status !== 'True') break;
  }
  return claims;
}

function clusterClaim(view: ClusterView, step: Step): ConditionClaim {
  switch (step) {
    case 'RolloutStarted':
      return rolloutStarted(view);
    case 'Overridden':
      return reported('Overridden', view.report?.overridden) ?? pending.Overridden;
    case 'WorkSynchronized':
      return reported('WorkSynchronized', view.report?.synchronized) ?? pending.WorkSynchronized;
    case 'Applied':
      return reported('Applied', view.report?.applied) ?? pending.Applied;
    case 'Available':
      return reported('Available', view.report?.available) ?? pending.Available;
    case 'DiffReported':
      return reported('DiffReported', view.report?.diffReported) ?? pending.DiffReported;
    default:
      return assertNever(step);
  }
}

/**
 * A/ST-032; under External the cluster must have been reached by the run that the status reports (RUL 29).
 *
 *   assigned the observed snapshot           → what its mark says
 *   RollingUpdate, on an older one, held back → False, RolloutNotStartedYet
 *   anything else                            → Unknown; with the reason where nothing is decided at all
 */
function rolloutStarted(view: ClusterView): ConditionClaim {
  const { binding, strategy, observedIndex, heldBecause, undecidedBecause } = view;
  const mark = binding?.rollout;
  const unknown = {
    ...pending.RolloutStarted,
    ...(undecidedBecause !== undefined && { message: undecidedBecause }),
  };
  if (mark === undefined) return unknown;
  const isReached = binding?.resourceIndex !== undefined && binding.resourceIndex === observedIndex;
  if (mark.status === 'True' && isReached) {
    return condition('RolloutStarted', 'True', 'RolloutStarted', mark.message, mark.at);
  }
  if (mark.status !== 'False' || strategy !== 'RollingUpdate' || undecidedBecause !== undefined)
    return unknown;
  const why = heldBecause?.(
    binding?.resourceIndex === undefined ? 'firstRollout' : 'update',
    binding?.cluster ?? '',
  );
  return condition('RolloutStarted', 'False', 'RolloutNotStartedYet', why ?? mark.message, mark.at);
}

/** The member's words. Unknown says nothing, so it counts as not reported (A/ST-033). */
const reported = (type: Step, claim: WorkClaim | undefined): ConditionClaim | undefined =>
  claim === undefined || claim.status === 'Unknown' ? undefined : { type, ...claim };

/** A/ST-034; the sentence of RolloutStarted is requirement 000's. */
const pending: Readonly<Record<Step, ConditionClaim>> = {
  RolloutStarted: condition(
    'RolloutStarted',
    'Unknown',
    'RolloutStartedUnknown',
    'In the process of deciding whether to roll out the latest resources or not',
  ),
  Overridden: condition(
    'Overridden',
    'Unknown',
    'OverriddenPending',
    'In the process of overriding the selected resources if there is any override defined',
  ),
  WorkSynchronized: condition(
    'WorkSynchronized',
    'Unknown',
    'WorkSynchronizedUnknown',
    'In the process of creating or updating the work object(s) in the hub cluster',
  ),
  Applied: condition(
    'Applied',
    'Unknown',
    'ApplyPending',
    'In the process of applying the resources on the member cluster',
  ),
  Available: condition(
    'Available',
    'Unknown',
    'ResourceAvailableUnknown',
    'The availability of the selected resources is unknown yet',
  ),
  DiffReported: condition(
    'DiffReported',
    'Unknown',
    'DiffReportingPending',
    'Diff reporting has just started; its status is not yet to be known',
  ),
};

type DetailLists = Pick<
  ResourcePlacementStatus,
  'failedPlacements' | 'driftedPlacements' | 'diffedPlacements'
>;

/** Details that belong to what was stated (A/ST-033). */
export function clusterDetails(
  report: WorkReport | undefined,
  claims: readonly ConditionClaim[],
): DetailLists {
  const statusOf = (step: Step): ConditionStatus | undefined =>
    claims.find(claim => claim.type === step)?.status;
  if (report === undefined) return {};
  const outcomes = [statusOf('Applied'), statusOf('Available')];
  const isFailing = outcomes.includes('False');
  const isApplied = outcomes.some(status => status === 'True' || status === 'False');
  const isCompared = statusOf('DiffReported') === 'True';
  return listDetails({
    failed: isFailing ? report.failed : [],
    drifted: isApplied ? report.drifted : [],
    diffed: isFailing || isCompared ? report.diffed : [],
  });
}

/** The lists of a report as statuses carry them: by identity, at most a hundred each. */
export const listDetails = ({
  failed,
  drifted,
  diffed,
}: Pick<WorkReport, 'failed' | 'drifted' | 'diffed'>): DetailLists => ({
  ...listed('failedPlacements', failed),
  ...listed('driftedPlacements', drifted),
  ...listed('diffedPlacements', diffed),
});

const listed = <K extends string, T extends ResourceIdentifier>(field: K, entries: readonly T[]) =>
  entries.length === 0 ? {} : { [field]: listResources(entries) };
