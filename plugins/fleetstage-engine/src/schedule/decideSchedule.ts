import { plus, type Instant, type PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';
import { compareText, pass, type Blocker } from '../decision';
import type {
  Binding,
  PlacementFacts,
  PolicySnapshot,
  ScheduleOutcome,
  ScheduleVerdict,
} from '../state/placement';
import { defaultPlugins } from './defaultPlugins';
import { evaluateClusters, type Evaluation, type EvaluationInput } from './evaluateClusters';
import { countSelected, explainSchedule } from './explainSchedule';
import { explainSilence } from './explainSilence';
import { isSameSchedule } from './isSameSchedule';
import { pickAll, pickFixed, pickN, type Current } from './pick';
import type { FilterPlugin, SchedulePlugins } from './plugin';
import { hashOfInputs, inputReader, policyInputs, type PolicyInputs } from './policyInputs';
import { wantedCount } from './wantedCount';

export interface ScheduleInput {
  readonly placement: Pick<PlacementFacts, 'generation' | 'namespace'>;
  /** The latest snapshot; it carries the number of clusters (A/POL-015). */
  readonly policy: PolicySnapshot;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  /** What the last pass came to; how long a fault has lasted says how soon to try again. */
  readonly previous?: ScheduleOutcome;
  /** The last pass's verdict on each cluster, ordered by name. */
  readonly verdicts?: readonly ScheduleVerdict[];
}

export interface ScheduleDecision {
  /** Absent where scheduling has not come to a result: the placement stays `SchedulePending`. */
  readonly outcome?: ScheduleOutcome;
  /** One per cluster of the fleet, and one per named cluster that does not exist; ordered by name. */
  readonly verdicts: readonly ScheduleVerdict[];
  readonly blockers: readonly Blocker[];
  /** When to check again a fault of a plugin, or a silence that may be our own. */
  readonly wakeAt?: Instant;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;
const TYPES: ReadonlySet<string> = new Set(['PickAll', 'PickN', 'PickFixed']);
const PICK_ALL: PlacementPolicy = { placementType: 'PickAll' };
const NO_NAMES =
  'The policy names no cluster in spec.policy.clusterNames: nothing is picked and nothing is taken away until it does; name the clusters to place on';

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
  const found = pickOrHold(input, now, plugins);
  if ('held' in found) return found.held;
  const { verdicts, current } = found;
  const policy = policyOf(input);
  const decision = conclude(input, now, verdicts, {
    isRefresh: policy.placementType === 'PickN' && current.size >= (wantedOf(input) ?? 0),
    filters: plugins.filters,
  });
  const reads = policyInputs(policy, input.placement, plugins);
  return {
    ...decision,
    verdicts: reportInputs(input, { verdicts, reads, now, isNew: isNew(input, decision) }),
  };
}

/** Most passes come to what the last one came to; nobody keeps what they have read of the clusters that were not picked. */
const isNew = ({ previous: outcome, verdicts }: ScheduleInput, next: ScheduleDecision) =>
  verdicts === undefined || !isSameSchedule({ outcome, verdicts }, next);

/** A decision that nothing was concluded from yet; `held` where the policy cannot be followed. */
export type Picks =
  | { readonly held: ScheduleDecision }
  | { readonly verdicts: readonly ScheduleVerdict[]; readonly current: Current };

/** The picks of `decideSchedule` without their verdicts. */
export function pickOrHold(input: ScheduleInput, now: Instant, plugins: SchedulePlugins): Picks {
  const policy = policyOf(input);
  const nameless = explainNoNames(policy);
  if (nameless !== undefined) return { held: { ...holdSchedule(input, now, nameless), outcome: undefined } };
  const problem = problemOf(input);
  if (problem !== undefined) return { held: holdSchedule(input, now, problem) };
  const current = currentOf(input);
  const evaluation = evaluateClusters(toEvaluation(input, current, now), pluginsFor(policy, plugins));
  const verdicts = pickBy(input, { evaluation, current, now });
  const fault = evaluation.fault();
  const why =
    fault === undefined
      ? explainSilence({ ...input, policyIndex: input.policy.index, verdicts }, now)
      : `The scheduling policy cannot be evaluated: ${fault}`;
  return why === undefined ? { verdicts, current } : { held: retryLater(input, now, why) };
}

/** Why a policy that lists no clusters comes to no result (A/SCH-091); `undefined` where it is another one. */
export const explainNoNames = (policy: PlacementPolicy | undefined): string | undefined =>
  policy?.placementType === 'PickFixed' && !policy.clusterNames?.length ? NO_NAMES : undefined;

/** What no admission lets through; picking or dropping clusters by a guess would be worse than waiting (A/POL-017, SCH-014). */
function problemOf({ policy: { policy, numberOfClusters } }: ScheduleInput): string | undefined {
  const type = policy?.placementType ?? 'PickAll';
  if (!TYPES.has(type)) {
    return `spec.policy.placementType "${type}" is none of PickAll, PickN and PickFixed; correct it`;
  }
  const wanted = numberOfClusters ?? policy?.numberOfClusters;
  if (type !== 'PickN' || (Number.isInteger(wanted) && Number(wanted) >= 0)) return undefined;
  return 'spec.policy.numberOfClusters must be a whole number, 0 or more, for PickN; set it';
}

interface Picking {
  readonly evaluation: Evaluation;
  readonly current: Current;
  readonly now: Instant;
}

function pickBy(input: ScheduleInput, { evaluation, current, now }: Picking): ScheduleVerdict[] {
  const policy = policyOf(input);
  switch (policy.placementType) {
    case 'PickN':
      return pickN(evaluation, current, wantedCount(policy, input.policy.numberOfClusters) ?? 0);
    case 'PickFixed':
      return pickFixed(evaluation, current, {
        names: policy.clusterNames ?? [],
        eligibilityOf: ({ facts }) => decideEligibility(facts, now),
      });
    default:
      return pickAll(evaluation, current);
  }
}

interface DecidedVerdicts {
  readonly verdicts: readonly ScheduleVerdict[];
  readonly reads: PolicyInputs;
  readonly now: Instant;
  readonly isNew: boolean;
}

/** Notes what was read of each cluster; who stays was decided on what was read then. */
function reportInputs(
  { placement, clusters }: ScheduleInput,
  { verdicts, reads, now, isNew: isKept }: DecidedVerdicts,
): ScheduleVerdict[] {
  const facts = new Map(clusters.map(cluster => [cluster.name, cluster]));
  const read = inputReader(reads, { now, namespace: placement.namespace });
  return verdicts.map(verdict => {
    if (verdict.inputs !== undefined || !(isKept || verdict.selected)) return verdict;
    const cluster = facts.get(verdict.cluster);
    if (cluster === undefined) return verdict;
    return { ...verdict, inputs: hashOfInputs(read(cluster)) };
  });
}

function conclude(
  { placement, policy, bindings }: ScheduleInput,
  now: Instant,
  verdicts: readonly ScheduleVerdict[],
  { isRefresh, filters }: { readonly isRefresh: boolean; readonly filters: readonly FilterPlugin[] },
): ScheduleDecision {
  const found = countSelected(verdicts);
  const fulfilled = found >= (wantedCount(policy.policy, policy.numberOfClusters) ?? found);
  const message = explainOutcome(verdicts, { fulfilled, filters });
  return {
    outcome: {
      policyIndex: policy.index,
      placementGeneration: placement.generation,
      fulfilled,
      selectedCount: found,
      ...(isRefresh && { isRefresh }),
      message,
      at: now,
    },
    verdicts,
    blockers: [
      ...(fulfilled ? [] : [{ cause: 'SchedulingPolicyUnfulfilled', message } as const]),
      ...explainReleasing(bindings, verdicts),
    ],
  };
}

const wantedOf = ({ policy }: ScheduleInput) => wantedCount(policy.policy, policy.numberOfClusters);

/** The sentence of KubeFleet (A/SCH-099); where somebody is missing, who and why. */
function explainOutcome(
  verdicts: readonly ScheduleVerdict[],
  { fulfilled, filters }: { readonly fulfilled: boolean; readonly filters: readonly FilterPlugin[] },
): string {
  const found = countSelected(verdicts);
  const reasons = found === 0 && verdicts.length > 0 ? `; ${explainSchedule(verdicts, filters)}` : '';
  return fulfilled
    ? `found all cluster needed as specified by the scheduling policy, found ${found} cluster(s)${reasons}`
    : `could not find all clusters needed as specified by the scheduling policy, found ${found} cluster(s) instead; ${explainSchedule(verdicts, filters)}`;
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

/** A fault that has lasted for a while is checked less often: each wait is as long as the fault is old (RUL 20). */
function retryLater(input: ScheduleInput, now: Instant, message: string): ScheduleDecision {
  const { policy, placement, previous } = input;
  const isKnown =
    previous?.message === message &&
    previous.policyIndex === policy.index &&
    previous.placementGeneration === placement.generation;
  const ageMs = isKnown ? now - previous.at : 0;
  const waitMs = Math.min(Math.max(ageMs, FIRST_RETRY_MS), LAST_RETRY_MS);
  return { ...holdSchedule(input, now, message), wakeAt: plus(now, waitMs) };
}

/** Nobody is picked or dropped, but leaving clusters still leave; every verdict says why. */
export function holdSchedule(input: ScheduleInput, now: Instant, message: string): ScheduleDecision {
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
      isHeld: true,
      message,
      at: now,
    },
    verdicts,
    blockers: [{ cause: 'SchedulingHeld', message }],
  };
}

/** Bindings that count as picked: of the latest policy, not leaving, on a cluster that stays (A/SCH-011). */
export function currentOf({
  policy,
  clusters,
  bindings,
}: Pick<ScheduleInput, 'policy' | 'clusters' | 'bindings'>): Map<string, Binding> {
  const staying = new Set(clusters.filter(cluster => !cluster.isLeaving).map(cluster => cluster.name));
  return new Map(
    bindings
      .filter(b => b.phase !== 'Unscheduled' && b.releasedAt === undefined)
      .filter(b => b.policyIndex === policy.index && staying.has(b.cluster))
      .map(b => [b.cluster, b]),
  );
}

/** A placement without a policy wants all clusters (A/SCH-014). */
export const policyOf = ({ policy }: Pick<ScheduleInput, 'policy'>) => policy.policy ?? PICK_ALL;

/** What the plugins are asked about. */
export const toEvaluation = (input: ScheduleInput, current: Current, now: Instant): EvaluationInput => ({
  policy: policyOf(input),
  policyIndex: input.policy.index,
  namespace: input.placement.namespace,
  clusters: input.clusters,
  bindings: input.bindings,
  placed: new Set(current.keys()),
  now,
});

/** A list of names is not filtered and not ranked (A/SCH-034). */
export const pluginsFor = ({ placementType }: PlacementPolicy, plugins: SchedulePlugins): SchedulePlugins =>
  placementType === 'PickFixed' ? { filters: [], scores: [] } : plugins;

const sortByName = (clusters: readonly ClusterFacts[]) =>
  [...clusters].sort((a, b) => compareText(a.name, b.name));
