import { compareText, type Verdict } from '../decision';
import type { Binding, ScheduleVerdict } from '../state/placement';
import { NO_RANK, type Candidate, type Evaluation } from './evaluateClusters';
import { rankClusters, type Ranking } from './rankClusters';
import { filtered, kept, notNeeded, picked, refused, scoredTooLow } from './verdicts';

/** Bindings of the latest policy that count as picked, by cluster. */
export type Current = ReadonlyMap<string, Binding>;

/** Every passing cluster, and whoever is picked already (A/SCH-088). */
export function pickAll({ candidates }: Evaluation, current: Current): ScheduleVerdict[] {
  return candidates.map(({ facts, refusal }) => {
    const binding = current.get(facts.name);
    if (binding) return kept(binding);
    return refusal
      ? filtered(facts.name, refusal)
      : picked({ cluster: facts.name, rank: NO_RANK, parts: [] });
  });
}

/**
 * As many as the policy asks for. Whoever is picked stays while the number allows, so a change of labels, usage or
 * resources moves nobody (A/SCH-080).
 *
 *     n 3, current c1 c2, passing c3 c4  → c1 c2 stay, c4 joins (equal rank: the larger name)
 *     n 1, current c1 c2                 → c2 stays, c1 is the victim (A/SCH-085)
 */
export function pickN(evaluation: Evaluation, current: Current, wanted: number): ScheduleVerdict[] {
  const victims = new Set(
    byStoredRank([...current.values()])
      .slice(wanted)
      .map(b => b.cluster),
  );
  const room = wanted - current.size;
  const joiners = evaluation.candidates.filter(({ facts, refusal }) => !refusal && !current.has(facts.name));
  const verdicts = room > 0 ? reportRanking(rankClusters(evaluation, joiners, { room })) : new Map();
  return evaluation.candidates.map(({ facts: { name }, refusal }) => {
    const binding = current.get(name);
    if (binding && !victims.has(name)) return kept(binding);
    if (refusal) return filtered(name, refusal);
    return verdicts.get(name) ?? notNeeded(name, wanted);
  });
}

function reportRanking({ joining, left, kept: keptOut }: Ranking): Map<string, ScheduleVerdict> {
  const verdicts = [
    ...joining.map(picked),
    ...left.map(scoredTooLow),
    ...[...keptOut].map(([cluster, refusal]) => filtered(cluster, refusal)),
  ];
  return new Map(verdicts.map(verdict => [verdict.cluster, verdict]));
}

/** Who may take something new, as a filter of eligibility says: names are not asked for more (A/SCH-092). */
export type EligibilityOf = (candidate: Candidate) => Verdict;

/** Exactly the named clusters; only eligibility counts, not affinity and taints (A/SCH-092…095). */
export function pickFixed(
  { candidates }: Evaluation,
  current: Current,
  { names, eligibilityOf }: { readonly names: readonly string[]; readonly eligibilityOf: EligibilityOf },
): ScheduleVerdict[] {
  const known = new Map(candidates.map(candidate => [candidate.facts.name, candidate]));
  const all = [...new Set([...known.keys(), ...names])].sort(compareText);
  const wanted = new Set(names);
  return all.map(cluster => {
    const candidate = known.get(cluster);
    const binding = current.get(cluster);
    if (!wanted.has(cluster))
      return refused(cluster, 'NotNamed', `Cluster "${cluster}" is not named by the policy`);
    if (!candidate) return refused(cluster, 'NotFound', `Specified cluster "${cluster}" is not found`);
    if (binding) return kept(binding);
    const verdict = eligibilityOf(candidate);
    if (verdict.ok) {
      const reason = `Successfully scheduled resources for placement in "${cluster}": picked by scheduling policy`;
      return { cluster, selected: true, code: 'Picked', reason };
    }
    const reason = `Cluster "${cluster}" is not eligible for resource placement yet: ${verdict.message}`;
    return refused(cluster, 'NotYetEligible', reason);
  });
}

/**
 * The last to leave first when the number shrinks: those that run something before those never bound, then the higher
 * score at the time they were picked, then the larger name (A/SCH-085).
 */
export function byStoredRank(current: readonly Binding[]): Binding[] {
  const isBound = (binding: Binding) => Number(binding.phase === 'Bound');
  return [...current].sort(
    (a, b) =>
      isBound(b) - isBound(a) ||
      compareStoredScores(b.decision, a.decision) ||
      compareText(b.cluster, a.cluster),
  );
}

const compareStoredScores = ({ score: a }: ScheduleVerdict, { score: b }: ScheduleVerdict) =>
  Number(a !== undefined) - Number(b !== undefined) ||
  (a?.priorityScore ?? 0) - (b?.priorityScore ?? 0) ||
  (a?.affinityScore ?? 0) - (b?.affinityScore ?? 0);
