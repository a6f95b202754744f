import { CLUSTERS, type Budget, type Policy } from './drawSequence';
import { inForce, type EvictionHistory, type History, type Presence } from './history';

/** An eviction that was executed by a budget, with the counts that its message gives. */
interface Counted {
  readonly available: number;
  readonly total: number;
}

const BY_BUDGET =
  /by specified ClusterResourcePlacementDisruptionBudget, availablePlacements: (\d+), totalPlacements: (\d+)$/;

const countsOf = (message: string): Counted | undefined => {
  const found = BY_BUDGET.exec(message);
  return found ? { available: Number(found[1]), total: Number(found[2]) } : undefined;
};

/** A share is of `numberOfClusters`, rounded up (C/DB-017, DB-018). */
const scale = (value: number | string, desired: number) =>
  typeof value === 'number' ? value : Math.ceil((desired * parseInt(value, 10)) / 100);

/**
 * How many clusters a budget keeps available, of `total`; `undefined`: it allows no eviction (C/DB-010, DB-019…021). This is the test's own
 * arithmetic.
 */
export function floorOf(budget: Budget, policy: Policy, total: number): number | undefined {
  if (budget === undefined) return undefined;
  const { minAvailable, maxUnavailable } = budget;
  const isPickAll = policy.placementType === 'PickAll';
  if (isPickAll && (maxUnavailable !== undefined || typeof minAvailable === 'string')) return undefined;
  const desired = isPickAll ? 0 : policy.numberOfClusters;
  if (maxUnavailable !== undefined) return total - scale(maxUnavailable, desired);
  return minAvailable === undefined ? undefined : scale(minAvailable, desired);
}

/** The weakest of all that may have been in force in the time; `Infinity`: none allowed an eviction. */
function weakestFloor(
  { budgets, policies }: History,
  fromMs: number,
  untilMs: number,
  total: number,
): number {
  const floors = inForce(budgets, fromMs, untilMs).flatMap(budget =>
    inForce(policies, fromMs, untilMs).map(policy => floorOf(budget, policy, total) ?? Infinity),
  );
  return Math.min(Infinity, ...floors);
}

const endOf = ({ verdicts }: EvictionHistory) =>
  verdicts.find(({ text }) => text !== '')?.untilMs ?? Infinity;
const lastVerdict = ({ verdicts }: EvictionHistory) => verdicts.at(-1);
const isExecuted = (eviction: EvictionHistory) => lastVerdict(eviction)?.executed === 'True';

/** Each is decided once: whatever is written later repeats the first verdict (C/EV-011, EV-017). */
const changedVerdicts = ({ evictions }: History): string[] =>
  evictions
    .filter(({ verdicts }) => new Set(verdicts.map(({ text }) => text)).size > 1)
    .map(
      ({ name, verdicts }) => `${name} was decided twice: ${verdicts.map(({ text }) => text).join(' | ')}`,
    );

const undecided = ({ evictions }: History): string[] =>
  evictions.filter(({ verdicts }) => verdicts.length === 0).map(({ name }) => `${name} was not decided`);

/** Presence without what repeats it: an update of what is there, a deletion that is asked for again. */
function changesOf({ presence }: History): Presence[] {
  const held = new Set<string>();
  return presence.filter(({ cluster, kind }) => {
    if ((kind === 'placed') === held.has(cluster)) return false;
    if (kind === 'placed') held.add(cluster);
    else held.delete(cluster);
    return true;
  });
}

interface Removal extends Presence {
  /** Clusters that have the placement afterwards. */
  readonly left: readonly string[];
  /** Absent: the scheduler dropped the cluster. */
  readonly by?: EvictionHistory;
}

const REMOVES = /being removed/;

/**
 * Who took the placement away each time: the oldest eviction from the cluster that was executed, unless the cluster got the placement anew
 * after its verdict.
 */
function removalsOf(history: History): Removal[] {
  const open = history.evictions.filter(
    one => isExecuted(one) && !REMOVES.test(lastVerdict(one)?.message ?? ''),
  );
  const held = new Map<string, Presence>();
  const removals: Removal[] = [];
  for (const change of changesOf(history)) {
    const { cluster, kind, fromMs } = change;
    if (kind === 'placed') {
      held.set(cluster, change);
      continue;
    }
    const placedMs = held.get(cluster)?.fromMs ?? 0;
    held.delete(cluster);
    const index = open.findIndex(
      one => one.cluster === cluster && one.createdMs <= fromMs && endOf(one) >= placedMs,
    );
    const [by] = index < 0 ? [] : open.splice(index, 1);
    removals.push({ ...change, left: [...held.keys()], ...(by && { by }) });
  }
  return removals;
}

/** By how many clusters edits have made the placement smaller. */
const shrinksOf = ({ policies }: History): number =>
  policies.reduce((sum, { value }, i) => {
    const before = i === 0 ? 0 : sizeOf(policies[i - 1].value);
    return sum + Math.max(0, before - sizeOf(value));
  }, 0);
const sizeOf = (policy: Policy) =>
  policy.placementType === 'PickAll' ? CLUSTERS.length : policy.numberOfClusters;

/** Each eviction takes the placement away once at most: every removal has an eviction or an edit of its own. */
function unexplainedRemovals(history: History, removals: readonly Removal[]): string[] {
  const others = removals.filter(({ by }) => by === undefined);
  const allowed = shrinksOf(history);
  return others.length <= allowed
    ? []
    : [
        `${others.length} removals without an eviction of their own, ${allowed} of them by edits: ${JSON.stringify(others)}`,
      ];
}

/** The counts of its message, and what was in force from when it was made until its verdict, allow it (C/EV-026, DB-007). */
function wronglyExecuted(history: History): string[] {
  return history.evictions.filter(isExecuted).flatMap(eviction => {
    const counts = countsOf(lastVerdict(eviction)?.message ?? '');
    if (counts === undefined) return [];
    const floor = weakestFloor(history, eviction.createdMs, endOf(eviction), counts.total);
    return counts.available - 1 >= floor
      ? []
      : [
          `${eviction.name} was executed at ${counts.available} of ${counts.total}, below a budget of ${floor}`,
        ];
  });
}

/** Without a budget nothing may have been in force that protects (C/EV-023b). */
function unprotected({ budgets, evictions }: History): string[] {
  return evictions
    .filter(
      one => isExecuted(one) && /no ClusterResourcePlacementDisruptionBudget/.test(lastVerdict(one)!.message),
    )
    .filter(one => {
      const isFirst = (budgets[0]?.fromMs ?? Infinity) > one.createdMs;
      return !isFirst && !inForce(budgets, one.createdMs, endOf(one)).includes(undefined);
    })
    .map(({ name }) => `${name} was executed as without a budget, and there was one all the time`);
}

/**
 * After each removal by an eviction as many clusters have the placement as the weakest budget asks for that was in force from when the
 * eviction was made until the removal. Clusters that another executed eviction is about to empty do not count; what the scheduler dropped
 * meanwhile is nobody's eviction, and is added.
 */
function belowBudget(history: History, removals: readonly Removal[]): string[] {
  const executed = history.evictions.filter(isExecuted);
  return removals.flatMap(({ by, left, fromMs, cluster }) => {
    const counts = by && countsOf(lastVerdict(by)?.message ?? '');
    if (by === undefined || counts === undefined) return [];
    const meanwhile = (atMs: number) => by.createdMs <= atMs && atMs <= fromMs;
    const doomed = left.filter(name =>
      removals.some(one => one.cluster === name && one.by && one.fromMs >= fromMs && endOf(one.by) <= fromMs),
    );
    const dropped = removals.filter(one => one.by === undefined && meanwhile(one.fromMs)).length;
    const totals = executed
      .filter(one => meanwhile(endOf(one)))
      .flatMap(one => countsOf(lastVerdict(one)!.message) ?? []);
    const total = Math.min(counts.total, ...totals.map(one => one.total));
    const floor = weakestFloor(history, by.createdMs, fromMs, total);
    const available = left.length - doomed.length + dropped;
    return available >= floor
      ? []
      : [
          `${by.name} took the placement from ${cluster}: ${available} clusters have it, the budget asks for ${floor}`,
        ];
  });
}

/** What of the history breaks a promise; nothing where all are kept. */
export function judgeHistory(history: History): string[] {
  const removals = removalsOf(history);
  return [
    ...undecided(history),
    ...changedVerdicts(history),
    ...wronglyExecuted(history),
    ...unprotected(history),
    ...unexplainedRemovals(history, removals),
    ...belowBudget(history, removals),
  ];
}
