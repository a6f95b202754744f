import type { Instant, PlacementPolicy, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import { failure, ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { decideEligibility } from '../cluster/eligibility';
import { compareText, pass, type Blocker, type Verdict } from '../decision';
import type {
  Binding,
  PlacementFacts,
  PolicySnapshot,
  ScheduleOutcome,
  ScheduleVerdict,
} from '../placement/state';
import { defaultPlugins } from './defaultPlugins';
import { countSelected, explainSchedule } from './explainSchedule';
import { explainUnsupported } from './explainUnsupported';
import { pickAll, pickFixed, pickN, type Candidate, type PickInput } from './pick';
import type { Rank, ScheduleContext, SchedulePlugins } from './plugin';
import { wantedCount } from './wantedCount';

export interface ScheduleInput {
  readonly placement: Pick<PlacementFacts, 'generation'>;
  /** The latest snapshot; it carries the number of clusters (A/POL-015). */
  readonly policy: PolicySnapshot;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
}

export interface ScheduleDecision {
  /** Absent where scheduling has not come to a result: the placement stays `SchedulePending`. */
  readonly outcome?: ScheduleOutcome;
  /** One per cluster of the fleet, and one per named cluster that does not exist; ordered by name. */
  readonly verdicts: readonly ScheduleVerdict[];
  readonly blockers: readonly Blocker[];
}

const PICK_ALL: PlacementPolicy = { placementType: 'PickAll' };
const NO_RANK: Rank = { topology: 0, affinity: 0, incumbency: 0 };
const NO_NAMES = 'The policy names no cluster: nothing is picked and nothing is taken away until it does';

/**
 * Picks clusters for one placement: filter, score, pick. Whoever is picked under the latest policy stays, whatever
 * happens to its labels, taints or health; only leaving the fleet deselects (A/SCH-013, C/MC-049, MC-061).
 *
 *     PickAll, c2 tainted, nothing bound   → c1 c3 picked, c2 UntoleratedTaint, fulfilled
 *     PickAll, c2 tainted, c2 bound        → c1 c2 c3 picked
 *     PickN 3, two eligible clusters       → both picked, unfulfilled
 */
export function decideSchedule(
  input: ScheduleInput,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): ScheduleDecision {
  const policy = input.policy.policy ?? PICK_ALL;
  const unsupported = explainUnsupported(policy);
  if (unsupported) return hold(input, now, unsupported);
  if (policy.placementType === 'PickFixed' && !policy.clusterNames?.length) {
    return { ...hold(input, now, NO_NAMES), outcome: undefined };
  }
  const candidates = evaluateClusters({ ...input, policy, policyIndex: input.policy.index, now }, plugins);
  if (!candidates.ok) {
    return hold(input, now, `The scheduling policy cannot be evaluated: ${candidates.error}`);
  }
  return conclude(
    input,
    now,
    pickBy(policy, input.policy, { candidates: candidates.value, current: currentOf(input) }),
  );
}

/** Whether storing `next` over `previous` would tell anybody something new; elapsed minutes in a sentence do not count. */
export function isSameSchedule(previous: ScheduleDecision, next: ScheduleDecision): boolean {
  const identity = ({ outcome, verdicts }: ScheduleDecision) =>
    JSON.stringify([
      outcome && [outcome.policyIndex, outcome.placementGeneration, outcome.fulfilled, outcome.message],
      verdicts.map(v => [v.cluster, v.selected, ...(isSpare(v) ? ['spare'] : tellingPartOf(v))]),
    ]);
  return identity(previous) === identity(next);
}

/**
 * Passed, and somebody else has the place: it lost the ranking when the others were picked, and is not ranked again
 * once they are. The first verdict tells more, so it stays.
 */
const isSpare = ({ code }: ScheduleVerdict) => code === 'ScoredTooLow' || code === 'NotNeeded';

const tellingPartOf = ({ code, reason, score }: ScheduleVerdict) => [
  code,
  code === 'NotEligible' || code === 'NotYetEligible' ? '' : reason,
  score?.affinityScore,
  score?.priorityScore,
];

function pickBy(policy: PlacementPolicy, snapshot: PolicySnapshot, input: PickInput): ScheduleVerdict[] {
  switch (policy.placementType) {
    case 'PickN':
      return pickN(input, snapshot.numberOfClusters ?? policy.numberOfClusters ?? 0);
    case 'PickFixed':
      return pickFixed(input, policy.clusterNames ?? []);
    default:
      return pickAll(input);
  }
}

function conclude(
  { placement, policy, bindings }: ScheduleInput,
  now: Instant,
  verdicts: ScheduleVerdict[],
): ScheduleDecision {
  const found = countSelected(verdicts);
  const fulfilled = found >= (wantedCount(policy.policy, policy.numberOfClusters) ?? found);
  const message = fulfilled
    ? `found all cluster needed as specified by the scheduling policy, found ${found} cluster(s)`
    : `could not find all clusters needed as specified by the scheduling policy, found ${found} cluster(s) instead; ${explainSchedule(verdicts)}`;
  return {
    outcome: {
      policyIndex: policy.index,
      placementGeneration: placement.generation,
      fulfilled,
      selectedCount: found,
      message,
      at: now,
    },
    verdicts,
    blockers: [
      ...(fulfilled ? [] : [{ cause: 'SchedulingPolicyUnfulfilled', message }]),
      ...explainReleasing(bindings, verdicts),
    ],
  };
}

/** A cluster that is picked again while it is still being cleaned gets its binding when the clean-up is confirmed. */
function explainReleasing(bindings: readonly Binding[], verdicts: readonly ScheduleVerdict[]): Blocker[] {
  const selected = new Set(verdicts.filter(v => v.selected).map(v => v.cluster));
  const clusters = bindings
    .filter(b => b.releasedAt !== undefined && selected.has(b.cluster))
    .map(b => b.cluster);
  if (clusters.length === 0) return [];
  const message = `${clusters.length} picked cluster(s) must first confirm that they are cleaned of the earlier placement`;
  return [{ cause: 'ReleaseInProgress', message, clusters }];
}

/** Nobody is picked or dropped, but leaving clusters still leave; every cluster is told why. */
function hold(input: ScheduleInput, now: Instant, message: string): ScheduleDecision {
  const holders = new Map(
    input.bindings
      .filter(b => b.phase !== 'Unscheduled' && b.releasedAt === undefined)
      .map(b => [b.cluster, b]),
  );
  const verdicts = sortByName(input.clusters).map((cluster): ScheduleVerdict => {
    const left = cluster.isLeaving ? decideEligibility(cluster, now) : pass;
    if (!left.ok) {
      const reason = `ClusterUnschedulable, ${left.message}`;
      return { cluster: cluster.name, selected: false, code: 'NotEligible', reason };
    }
    const holder = holders.get(cluster.name);
    if (holder) return { ...holder.decision, cluster: cluster.name, selected: true, code: 'Held' };
    return { cluster: cluster.name, selected: false, code: 'Held', reason: message };
  });
  return {
    outcome: {
      policyIndex: input.policy.index,
      placementGeneration: input.placement.generation,
      fulfilled: false,
      message,
      at: now,
    },
    verdicts,
    blockers: [{ cause: 'SchedulingHeld', message }],
  };
}

/** Bindings that count as picked: of the latest policy, not on their way out, on a cluster that stays (A/SCH-011). */
function currentOf({ policy, clusters, bindings }: ScheduleInput): Map<string, Binding> {
  const staying = new Set(clusters.filter(cluster => !cluster.isLeaving).map(cluster => cluster.name));
  return new Map(
    bindings
      .filter(b => b.phase !== 'Unscheduled' && b.releasedAt === undefined)
      .filter(b => b.policyIndex === policy.index && staying.has(b.cluster))
      .map(b => [b.cluster, b]),
  );
}

/** Filters and ranks the fleet; PickFixed asks only for eligibility (A/SCH-034). */
function evaluateClusters(context: ScheduleContext, plugins: SchedulePlugins): Result<Candidate[]> {
  if (context.policy.placementType === 'PickFixed') {
    const eligible = (cluster: ClusterFacts) => decideEligibility(cluster, context.now);
    return ok(
      sortByName(context.clusters).map(cluster => toCandidate(cluster.name, eligible(cluster), NO_RANK)),
    );
  }
  const filters = prepareAll(plugins.filters, context);
  if (!filters.ok) return filters;
  const scores = prepareAll(plugins.scores, context);
  if (!scores.ok) return scores;
  return ok(
    sortByName(context.clusters).map(cluster => {
      const verdict = firstRefusal(cluster, filters.value);
      const rank = verdict.ok ? scores.value.map(score => score(cluster)).reduce(addRank, NO_RANK) : NO_RANK;
      return toCandidate(cluster.name, verdict, rank);
    }),
  );
}

function prepareAll<T>(
  plugins: readonly { prepare(context: ScheduleContext): Result<T> }[],
  context: ScheduleContext,
): Result<T[]> {
  const prepared: T[] = [];
  for (const plugin of plugins) {
    const result = plugin.prepare(context);
    if (!result.ok) return failure(result.error);
    prepared.push(result.value);
  }
  return ok(prepared);
}

function firstRefusal(
  cluster: ClusterFacts,
  filters: readonly ((cluster: ClusterFacts) => Verdict)[],
): Verdict {
  for (const filter of filters) {
    const verdict = filter(cluster);
    if (!verdict.ok) return verdict;
  }
  return pass;
}

const toCandidate = (cluster: string, verdict: Verdict, rank: Rank): Candidate =>
  verdict.ok ? { cluster, verdict, rank } : { cluster, verdict };

const addRank = (sum: Rank, part: Partial<Rank>): Rank => ({
  topology: sum.topology + (part.topology ?? 0),
  affinity: sum.affinity + (part.affinity ?? 0),
  incumbency: sum.incumbency + (part.incumbency ?? 0),
});

const sortByName = (clusters: readonly ClusterFacts[]) =>
  [...clusters].sort((a, b) => compareText(a.name, b.name));
