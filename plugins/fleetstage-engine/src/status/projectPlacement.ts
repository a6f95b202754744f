import {
  condition,
  mergeConditions,
  type Condition,
  type ConditionClaim,
  type Instant,
  type PlacementStatus,
  type ResourcePlacementStatus,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isStatusAccessible } from '../placement/accessibleNamespace';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { Binding, PlacementStatusInput } from '../state/placement';
import { countSelected, projectDecisions } from '../schedule/explainSchedule';
import { wantedCount } from '../schedule/wantedCount';
import {
  clusterClaims,
  clusterDetails,
  heldBecauseOf,
  stepsOf,
  undecidedBecauseOf,
  type ClusterView,
} from './clusterConditions';
import { listOverrides } from './listOverrides';
import { observedSnapshotOf, strategyOf } from './observedIndex';
import { keptSynced } from './projectStatusCopy';
import { rollUp } from './rollUp';
import { isScheduleCurrent, scheduledClaim, selectorsClaim, unreadClaim } from './scheduledCondition';
import { heldRemovalClaim } from '../removal/heldRemovalClaim';
import { warningClaims } from './warnings';

/**
 * What `kubectl describe` shows of a placement (A §5). A pure function of rows, of the status that was published
 * before (only for transition times, and where the rows have nothing newer to say) and of now.
 *
 *   selectors refused         → only the Scheduled condition changes (A/ST-005); it is alone where nothing was ever selected
 *   selectors not read yet    → the same: no word of the new generation from what the old one selected (A/ST-002)
 *   schedule of an older generation → Scheduled Unknown, no clusters, the other conditions stay as they were (A/ST-012)
 *   policy that cannot be followed  → the same for a generation that nothing was reported of yet; else who is held stays reported,
 *                                     and nobody counts as refused
 *   nobody picked             → Scheduled alone, with the reasons (A/ST-021, ST-042)
 *   otherwise                 → one entry per picked cluster, and the roll-up over them
 */
export function projectPlacement(
  state: PlacementStatusInput,
  previous: PlacementStatus | undefined,
  now: Instant,
): PlacementStatus {
  const statement = { generation: state.placement.generation, now };
  // The deletion has made a new generation, which nothing is decided for while it is held.
  const alone = heldRemovalClaim(state) ?? selectorsClaim(state) ?? unreadClaim(state);
  if (alone) {
    const kept = isNothingSelected(state) ? undefined : previous;
    return { ...kept, conditions: replaceOne(kept?.conditions, alone, statement) };
  }
  const observed = observedSnapshotOf(state);
  const head = {
    selectedResources: observed?.identifiers ?? [],
    ...(observed === undefined ? {} : { observedResourceIndex: String(observed.index) }),
  };
  if (!isScheduleCurrent(state) || isHeldUntold(state, previous)) {
    const conditions = replaceOne(previous?.conditions, scheduledClaim(state), statement);
    return { ...head, placementStatuses: [], conditions };
  }
  const steps = stepsOf(state.placement.spec.strategy?.applyStrategy);
  const clusters = viewsOf(state, observed?.index).map(view => ({
    view,
    claims: clusterClaims(view, steps),
  }));
  const context = { conditionsOf: conditionsIn(previous), statement };
  const claims = [
    scheduledClaim(state),
    ...rollUp(
      clusters.map(c => c.claims),
      steps,
      kindOfPlacement(state.placement),
    ),
    ...warningClaims(state),
  ];
  return {
    ...head,
    placementStatuses: [
      ...clusters.map(c => projectCluster(c.view, c.claims, context)),
      ...projectUnplaced(state, previous, statement),
    ],
    conditions: [
      ...mergeConditions(previous?.conditions, claims, statement),
      ...(isStatusAccessible(state.placement) ? keptSynced(previous?.conditions) : []),
    ],
  };
}

/** Refused, and nothing was ever selected: a status from before the selectors were read was of no selection. */
const isNothingSelected = ({ captureFailure, resourceSnapshots, bindings }: PlacementStatusInput) =>
  captureFailure !== undefined &&
  resourceSnapshots.length === 0 &&
  bindings.every(({ revision }) => revision === undefined);

/** Who is held was picked by an older generation, and nobody knows what this one comes to. */
function isHeldUntold({ schedule, placement }: PlacementStatusInput, previous: PlacementStatus | undefined) {
  if (!schedule?.isHeld) return false;
  const rollout = `${kindOfPlacement(placement)}RolloutStarted`;
  const published = previous?.conditions?.find(({ type }) => type === rollout);
  return published?.observedGeneration !== placement.generation;
}

interface Context {
  /** What was published before of a cluster. */
  readonly conditionsOf: (cluster: string) => readonly Condition[] | undefined;
  readonly statement: Statement;
}

function conditionsIn(status: PlacementStatus | undefined): Context['conditionsOf'] {
  const known = new Map(status?.placementStatuses?.map(entry => [entry.clusterName, entry.conditions]));
  return cluster => known.get(cluster);
}

/** Picked clusters by name, each with its binding and the report of exactly its revision. */
function viewsOf(state: PlacementStatusInput, observedIndex: number | undefined): ClusterView[] {
  const bindings = new Map(state.bindings.filter(b => b.releasedAt === undefined).map(b => [b.cluster, b]));
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  const strategy = strategyOf(state);
  const heldBecause = heldBecauseOf(state);
  const undecidedBecause = undecidedBecauseOf(state);
  return state.verdicts
    .filter(verdict => verdict.selected)
    .map(({ cluster, reason: pickedBecause }) => {
      const binding = bindings.get(cluster);
      const report = reports.get(cluster);
      const isEvidence = report !== undefined && !report.isReleased && report.revision === binding?.revision;
      const view = { cluster, pickedBecause, binding, strategy, observedIndex, heldBecause } as const;
      return {
        ...view,
        ...(undecidedBecause !== undefined && { undecidedBecause }),
        ...(isEvidence ? { report } : {}),
      };
    });
}

function projectCluster(
  view: ClusterView,
  claims: readonly ConditionClaim[],
  { conditionsOf, statement }: Context,
): ResourcePlacementStatus {
  const { cluster, pickedBecause, binding, observedIndex } = view;
  const scheduled = condition('Scheduled', 'True', 'Scheduled', pickedBecause, binding?.createdAt);
  const index = view.strategy === 'External' ? binding?.resourceIndex : binding && observedIndex;
  return {
    clusterName: cluster,
    ...(index === undefined ? {} : { observedResourceIndex: String(index) }),
    ...applicableOverrides(binding, claims),
    ...clusterDetails(view.report, claims),
    conditions: stateExactly(conditionsOf(cluster), [scheduled, ...claims], statement),
  };
}

/** Those of the revision that is assigned to the cluster (A/PL-165, A/PL-166, B/ST-033). */
function applicableOverrides(binding: Binding | undefined, claims: readonly ConditionClaim[]) {
  const isStarted = claims.some(({ type, status }) => type === 'RolloutStarted' && status === 'True');
  if (!isStarted || binding?.overrides === undefined) return {};
  const { clusterResourceOverrideSnapshots, resourceOverrideSnapshots } = listOverrides(binding.overrides);
  return {
    ...(clusterResourceOverrideSnapshots && {
      applicableClusterResourceOverrides: clusterResourceOverrideSnapshots,
    }),
    ...(resourceOverrideSnapshots && { applicableResourceOverrides: resourceOverrideSnapshots }),
  };
}

/**
 * A claim that knows its moment is stated with it, also where the status did not flip: a cluster that starts its next
 * update shows when that was (C/UR-107). When a cluster was picked is only known as the birth of its binding.
 */
function stateExactly(
  before: readonly Condition[] | undefined,
  claims: readonly ConditionClaim[],
  statement: Statement,
) {
  const exact = new Set<string>(
    claims.filter(c => c.at !== undefined && c.type !== 'Scheduled').map(c => c.type),
  );
  return mergeConditions(
    before?.filter(old => !exact.has(old.type)),
    claims,
    statement,
  );
}

/** One entry without a name per cluster that the policy asks for and did not get (A/ST-020, ST-021); a policy that cannot be followed has refused nobody. */
function projectUnplaced(
  state: PlacementStatusInput,
  previous: PlacementStatus | undefined,
  statement: Statement,
): ResourcePlacementStatus[] {
  if (state.schedule?.isHeld) return [];
  const missing = (wantedCount(state.placement.spec.policy) ?? 0) - countSelected(state.verdicts);
  const before = previous?.placementStatuses?.filter(entry => entry.clusterName === undefined) ?? [];
  return projectDecisions(state.verdicts)
    .filter(decision => !decision.selected)
    .slice(0, Math.max(0, missing))
    .map((decision, i) => {
      const claim = condition('Scheduled', 'False', 'ScheduleFailed', decision.reason, state.schedule?.at);
      return { conditions: mergeConditions(before[i]?.conditions, [claim], statement) };
    });
}

/** One condition is stated anew, all others stay word for word, at the generation that they were stated for. */
function replaceOne(
  previous: readonly Condition[] | undefined,
  claim: ConditionClaim,
  statement: Statement,
): Condition[] {
  const others = (previous ?? []).filter(old => old.type !== claim.type);
  const same = (previous ?? []).filter(old => old.type === claim.type);
  return [...mergeConditions(same, [claim], statement), ...others];
}
