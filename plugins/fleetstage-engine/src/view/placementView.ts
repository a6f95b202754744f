import { toRfc3339, type ConditionClaim, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { explainHeldRollout } from '../blocker/explainHeld';
import { explainUpgradeOf } from '../blocker/upgradeBlocker';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { Binding, PlacementState, ScheduleVerdict } from '../state/placement';
import { wantedCount } from '../schedule/wantedCount';
import {
  clusterClaims,
  heldBecauseOf,
  stepsOf,
  type ClusterView,
  type HeldBecause,
} from '../status/clusterConditions';
import { movesBy, observedSnapshotOf, strategyOf } from '../status/observedIndex';
import { rollUp } from '../status/rollUp';
import { scheduledClaim, selectorsClaim, unreadClaim } from '../status/scheduledCondition';
import type { WorkReport } from '../work/report';
import { overridesView, type ClusterOverrideView } from './clusterOverrides';
import { silentClusters } from './clusterView';
import { explainPlacement } from './explainShortage';
import type { SnapshotCountView } from './countSnapshots';
import { FAILED, placementState } from './placementState';
import { policyInWords } from './policyInWords';
import { rankPlaced } from './rankPlaced';
import { snapshotOn } from './runClusters';
import { stateOnCluster, type ClusterGroup } from './stateOnCluster';
import { menderOfAll, findTrouble, type TroubleInput, type TroubleView } from './findTrouble';
import type { PlacementStateCode } from './stateCodes';
import { shownVerdicts } from './shownVerdicts';
import { stateOfGroup, shownClaims, type GroupWithState } from './shownClaims';
import { viewDetails, viewFailed } from './viewObjects';
import type { ConditionView, FailedObjectView } from './views';
import { sentence } from '../words';

/** What a list may know of one placement; groups hold the picked clusters. */
export type PlacementObservation = Pick<
  PlacementState,
  | 'placement'
  | 'policySnapshots'
  | 'resourceSnapshots'
  | 'captureFailure'
  | 'capturedGeneration'
  | 'schedule'
  | 'newestRun'
  | 'activeRuns'
  | 'blockers'
> & { readonly groups: readonly ClusterGroup[] };

export interface PlacementSummaryView extends Omit<TroubleInput, 'mender' | 'holder' | 'isForUpgrades'> {
  scope: string;
  name: string;
  uid: string;
  trouble?: TroubleView;
  message?: string;
  policy: string;
  wanted: number;
  picked: number;
  /** Clusters on which it is available now. */
  available: number;
  /** Clusters on which it was available when they last answered; absent: none. */
  silent?: number;
  /** Clusters on which it has failed, where the state says so. */
  failed?: number;
  snapshots: SnapshotCountView[];
  /** Clusters that run a snapshot. */
  withSnapshot: number;
  latestSnapshot?: string;
  createdAt: string;
  isDeleting?: boolean;
  conditions: ConditionView[];
}

/** Conditions of a placement and what follows from them: its state and the first that is not True, in words. */
export function summarizePlacement(observation: PlacementObservation, now: Instant): PlacementSummaryView {
  const { placement, activeRuns } = observation;
  const latest = observation.resourceSnapshots.at(-1);
  const claims = placementClaims(observation);
  const held = heldBecauseOf(observation);
  const groups = observation.groups.map(group => stateOfGroup(placement, group, held));
  const shown = shownClaims({ placement, claims, groups, run: activeRuns.at(0), now });
  const first = shown.claims.find(({ status }) => status !== 'True');
  const picked = pickedCount(observation);
  const snapshots = snapshotsOn(observation);
  const wanted =
    wantedCount(placement.spec.policy, observation.policySnapshots.at(-1)?.numberOfClusters) ?? picked;
  const wasAvailable = groups.filter(isAvailable);
  const available = countAll(wasAvailable.filter(({ isSilent }) => !isSilent));
  const silent = countAll(wasAvailable) - available;
  const policy = policyInWords(placement.spec.policy);
  const isEmpty = picked === 0 && wantedCount(placement.spec.policy) === undefined;
  const worst = placementState(shown.claims);
  const state = isEmpty && worst === 'available' ? 'noMatch' : worst;
  const rollout = state === 'held' ? explainHeldRollout(observation.blockers) : undefined;
  const counts = { state, wanted, picked, available, held: shown.held };
  const message =
    state === 'noMatch'
      ? sentence(policy)
      : (rollout?.message ?? explainPlacement(shown.claims, shown.groups, counts));
  const at = (first ?? shown.claims.at(-1))?.at;
  const summary: TroubleInput = {
    state: placement.deletedAt === undefined ? state : 'deleting',
    moves: movesBy(observation),
    ...(activeRuns.length > 0 && { run: activeRuns[0] }),
    ...(at !== undefined && { since: toRfc3339(at) }),
  };
  const mender = menderOfAll(shown.groups.map(({ report }) => report));
  const { actor: holder, isForUpgrades } = rollout ?? {};
  const trouble = findTrouble({ ...summary, mender, holder, isForUpgrades }, now);
  return {
    ...summary,
    ...(trouble && { trouble }),
    scope: placement.namespace ?? '_',
    name: placement.name,
    uid: placement.uid,
    ...(message && { message }),
    policy,
    wanted,
    picked,
    available,
    ...(silent > 0 && { silent }),
    ...(FAILED.has(state) && { failed: failedOn(groups, state) }),
    snapshots,
    withSnapshot: snapshots.reduce((sum, { clusters }) => sum + clusters, 0),
    ...(latest && { latestSnapshot: String(latest.index) }),
    createdAt: toRfc3339(placement.createdAt),
    ...(placement.deletedAt !== undefined && { isDeleting: true }),
    conditions: claims.map(claim => viewClaim(claim, placement.generation)),
  };
}

const countAll = (groups: readonly { readonly count: number }[]) =>
  groups.reduce((sum, { count }) => sum + count, 0);

/** Of a schedule that picked more clusters than there are bindings, those are counted too. */
function pickedCount({ schedule, groups }: PlacementObservation): number {
  const bound = countAll(groups);
  return Math.max(schedule?.selectedCount ?? 0, bound);
}

export const isAvailable = ({ report }: Pick<ClusterGroup, 'report'>) =>
  report?.available?.status === 'True' || report?.diffReported?.status === 'True';

function snapshotsOn({ groups }: PlacementObservation): PlacementSummaryView['snapshots'] {
  const counts = new Map<number, number>();
  for (const { binding, count } of groups) {
    const index = binding?.phase === 'Bound' ? binding.resourceIndex : undefined;
    if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + count);
  }
  return [...counts]
    .sort(([a], [b]) => b - a)
    .map(([index, clusters]) => ({ index: String(index), clusters }));
}

/** Clusters that are in the state themselves. */
const failedOn = (groups: readonly GroupWithState[], state: PlacementStateCode) =>
  countAll(groups.filter(({ onCluster }) => onCluster.state === state));

/** The conditions that are published of the placement, with the moments that are known. */
export function placementClaims(observation: PlacementObservation): ConditionClaim[] {
  const asState: PlacementState = { ...observation, clusters: [], verdicts: [], bindings: [], reports: [] };
  const alone = selectorsClaim(asState) ?? unreadClaim(asState);
  if (alone) return [alone];
  const scheduled = scheduledClaim(asState);
  if (scheduled.status === 'Unknown') return [scheduled];
  const clusters = groupClaims(observation).flatMap(({ count, claims }) =>
    Array.from<readonly ConditionClaim[]>({ length: count }).fill(claims),
  );
  const steps = stepsOf(observation.placement.spec.strategy?.applyStrategy);
  return [scheduled, ...rollUp(clusters, steps, kindOfPlacement(observation.placement))];
}

/** The conditions of one cluster of each group. */
function groupClaims(
  observation: PlacementObservation,
): { claims: readonly ConditionClaim[]; count: number }[] {
  const asState: PlacementState = { ...observation, clusters: [], verdicts: [], bindings: [], reports: [] };
  const bindings = observation.groups.flatMap(({ binding }) => (binding === undefined ? [] : [binding]));
  const observedIndex = observedSnapshotOf({ ...asState, bindings })?.index;
  const strategy = strategyOf(observation);
  const steps = stepsOf(observation.placement.spec.strategy?.applyStrategy);
  const heldBecause = heldBecauseOf(observation);
  return observation.groups.map(({ count, ...group }) => {
    const own = { cluster: '', pickedBecause: '', strategy, observedIndex, heldBecause } as const;
    const view: ClusterView = { ...own, ...group };
    return { count, claims: clusterClaims(view, steps) };
  });
}

export const viewClaim = (
  { type, status, reason, message, at }: ConditionClaim,
  generation?: number,
): ConditionView => ({
  type,
  status,
  reason,
  message,
  ...(generation !== undefined && { observedGeneration: generation }),
  ...(at !== undefined && { lastTransitionTime: toRfc3339(at) }),
});

export interface PlacementClusterView {
  cluster: string;
  isPicked: boolean;
  cause: string;
  reason: string;
  score?: Record<string, number>;
  phase?: 'Scheduled' | 'Bound' | 'Unscheduled';
  snapshot?: string;
  wantedSnapshot?: string;
  conditions: ConditionView[];
  state?: PlacementStateCode;
  trouble?: TroubleView;
  message?: string;
  failed?: FailedObjectView[];
  drifted?: FailedObjectView[];
  diffed?: FailedObjectView[];
  since?: string;
  observedAt?: string;
  verifiedAt?: string;
  labels?: Record<string, string>;
  overrides?: ClusterOverrideView[];
}

/** Every cluster of the fleet with the decision on it: trouble first, then what is not gone yet, then picked, then by cause and name. */
export function placementClusters(state: PlacementState, now: Instant): PlacementClusterView[] {
  const bindings = new Map(state.bindings.map(binding => [binding.cluster, binding]));
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  const labelsOf = new Map(state.clusters.map(({ name, labels }) => [name, labels]));
  const verdicts = shownVerdicts(state);
  const shown = new Set(verdicts.map(({ cluster }) => cluster));
  const leaving = state.bindings.filter(({ cluster }) => !shown.has(cluster)).map(leavingVerdict);
  const heldBecause = heldBecauseOf(state);
  const holder = explainHeldRollout(state.blockers)?.actor;
  const views = [...verdicts, ...leaving].map(verdict =>
    viewPlacementCluster(state, {
      heldBecause,
      holder,
      verdict,
      now,
      binding: bindings.get(verdict.cluster),
      report: reports.get(verdict.cluster),
      labels: labelsOf.get(verdict.cluster),
    }),
  );
  const silent = silentClusters(state.clusters, now);
  const rank = (one: PlacementClusterView) => rankPlaced({ ...one, isSilent: silent.has(one.cluster) });
  return views.sort(
    (a, b) => rank(a) - rank(b) || compareText(a.cause, b.cause) || compareText(a.cluster, b.cluster),
  );
}

const leavingVerdict = ({ cluster }: Binding): ScheduleVerdict => ({
  cluster,
  selected: false,
  code: 'Leaving',
  reason: 'the cluster is not part of the fleet any more',
});

interface ClusterParts {
  readonly verdict: ScheduleVerdict;
  readonly now: Instant;
  readonly binding: Binding | undefined;
  readonly report: WorkReport | undefined;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly heldBecause: HeldBecause;
  /** Who can act on what holds the rolling update. */
  readonly holder: TroubleInput['holder'];
}

function viewPlacementCluster(state: PlacementState, parts: ClusterParts): PlacementClusterView {
  const { verdict, binding, report, labels } = parts;
  const { cluster, selected, code, reason, score } = verdict;
  const snapshot = snapshotOn(state, binding, report);
  const isOwn = report !== undefined && !report.isReleased && report.revision === binding?.revision;
  return {
    cluster,
    isPicked: selected,
    cause: code,
    reason: sentence(reason),
    ...(score && { score: { ...score } }),
    ...(binding && { phase: binding.phase }),
    ...(snapshot !== undefined && { snapshot: String(snapshot) }),
    ...(binding?.resourceIndex !== undefined && { wantedSnapshot: String(binding.resourceIndex) }),
    conditions: [],
    ...((selected || state.placement.deletedAt !== undefined) && placedView(state, parts)),
    ...(isOwn && {
      failed: report.failed.map(viewFailed),
      drifted: report.drifted.map(one =>
        viewDetails(one, 'Drifted', { details: one.observedDrifts, since: one.firstDriftedObservedTime }),
      ),
      diffed: report.diffed.map(one =>
        viewDetails(one, 'Different', { details: one.observedDiffs, since: one.firstDiffedObservedTime }),
      ),
    }),
    ...(report && { observedAt: toRfc3339(report.observedAt) }),
    ...verifiedView(report),
    ...(labels && { labels: { ...labels } }),
    ...overridesView(binding?.overrides),
  };
}

const verifiedView = (report: WorkReport | undefined) =>
  report?.verifiedAt === undefined || report.isReleased ? {} : { verifiedAt: toRfc3339(report.verifiedAt) };

function placedView(state: PlacementState, parts: ClusterParts) {
  const { verdict, now, binding, report, heldBecause, holder } = parts;
  const { claims, since, message, ...onCluster } = stateOnCluster(state.placement, {
    cluster: verdict.cluster,
    pickedBecause: verdict.reason,
    isPicked: true,
    binding: binding?.releasedAt === undefined ? binding : undefined,
    report,
    heldBecause,
  });
  const at = since === undefined ? undefined : toRfc3339(since);
  const isForUpgrades = explainUpgradeOf(state.blockers, verdict.cluster) !== undefined;
  const run = state.activeRuns.at(0);
  const trouble = findTrouble({ ...onCluster, holder, isForUpgrades, run, since: at }, now);
  return {
    conditions: claims.map(claim => viewClaim(claim)),
    state: onCluster.state,
    ...(trouble && { trouble }),
    ...(message && { message }),
    ...(at !== undefined && { since: at }),
  };
}

/** The same observation as a list has, from everything that is known; clusters are not folded. */
export function toPlacementObservation(state: PlacementState, now: Instant): PlacementObservation {
  const silent = silentClusters(state.clusters, now);
  const bindings = new Map(state.bindings.filter(b => b.releasedAt === undefined).map(b => [b.cluster, b]));
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  const groups = state.verdicts
    .filter(({ selected }) => selected)
    .map(({ cluster }) => {
      const binding = bindings.get(cluster);
      const report = reports.get(cluster);
      const isOwn = report !== undefined && !report.isReleased && report.revision === binding?.revision;
      const isSilent = silent.has(cluster);
      return {
        count: 1,
        ...(binding && { binding }),
        ...(isOwn && { report }),
        ...(isSilent && { isSilent }),
      };
    });
  return { ...state, groups };
}
