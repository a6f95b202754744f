import { compareText, type Verdict } from '../decision';
import type { Binding, ScheduleVerdict } from '../placement/state';
import type { Rank } from './plugin';

/** One cluster after filtering; `rank` where it passed. */
export type Candidate =
  | { readonly cluster: string; readonly verdict: { readonly ok: true }; readonly rank: Rank }
  | { readonly cluster: string; readonly verdict: Extract<Verdict, { ok: false }> };

type Passing = Extract<Candidate, { rank: Rank }>;

/** What every way of picking starts from. */
export interface PickInput {
  /** The whole fleet, ordered by name. */
  readonly candidates: readonly Candidate[];
  /** Bindings of the latest policy that count as picked, by cluster. */
  readonly current: ReadonlyMap<string, Binding>;
}

/** Every passing cluster, and whoever is picked already (A/SCH-088). */
export function pickAll({ candidates, current }: PickInput): ScheduleVerdict[] {
  return candidates.map(candidate => {
    const binding = current.get(candidate.cluster);
    if (binding) return kept(binding);
    return isPassing(candidate) ? picked(candidate) : filtered(candidate);
  });
}

/**
 * As many as the policy asks for. Whoever is picked stays while the number allows, so a change of labels, usage or
 * resources moves nobody (A/SCH-080).
 *
 *     n 3, current c1 c2, passing c3 c4  → c1 c2 stay, c4 joins (equal rank: the larger name)
 *     n 1, current c1 c2                 → c2 stays, c1 is the victim (A/SCH-085)
 */
export function pickN({ candidates, current }: PickInput, wanted: number): ScheduleVerdict[] {
  const victims = new Set(pickVictims([...current.values()], current.size - wanted));
  const room = wanted - current.size;
  const ranked = candidates
    .filter(isPassing)
    .filter(candidate => !current.has(candidate.cluster))
    .sort(compareRanked);
  const joining = new Set(ranked.slice(0, Math.max(room, 0)).map(candidate => candidate.cluster));
  return candidates.map(candidate => {
    const binding = current.get(candidate.cluster);
    if (binding) return victims.has(candidate.cluster) ? notNeeded(candidate.cluster, wanted) : kept(binding);
    if (!isPassing(candidate)) return filtered(candidate);
    if (joining.has(candidate.cluster)) return picked(candidate);
    return room > 0 ? scoredTooLow(candidate) : notNeeded(candidate.cluster, wanted);
  });
}

/** Exactly the named clusters; only eligibility counts, not affinity and taints (A/SCH-092…095). */
export function pickFixed({ candidates, current }: PickInput, names: readonly string[]): ScheduleVerdict[] {
  const known = new Map(candidates.map(candidate => [candidate.cluster, candidate]));
  const all = [...new Set([...known.keys(), ...names])].sort(compareText);
  const wanted = new Set(names);
  return all.map(cluster => {
    const candidate = known.get(cluster);
    const binding = current.get(cluster);
    if (!wanted.has(cluster))
      return refused(cluster, 'NotNamed', `Cluster "${cluster}" is not named by the policy`);
    if (!candidate) return refused(cluster, 'NotFound', `Specified cluster "${cluster}" is not found`);
    if (binding) return kept(binding);
    if (candidate.verdict.ok) {
      const reason = `Successfully scheduled resources for placement in "${cluster}": picked by scheduling policy`;
      return { cluster, selected: true, code: 'Picked', reason };
    }
    const reason = `Cluster "${cluster}" is not eligible for resource placement yet: ${candidate.verdict.message}`;
    return refused(cluster, 'NotYetEligible', reason);
  });
}

/**
 * Who leaves first when the number shrinks: those never bound before those that run something, then the lowest score
 * at the time they were picked, then the smaller name (A/SCH-085).
 */
function pickVictims(current: readonly Binding[], count: number): string[] {
  if (count <= 0) return [];
  const isBound = (binding: Binding) => Number(binding.phase === 'Bound');
  return [...current]
    .sort(
      (a, b) =>
        isBound(a) - isBound(b) ||
        compareStoredScores(a.decision, b.decision) ||
        compareText(a.cluster, b.cluster),
    )
    .slice(0, count)
    .map(binding => binding.cluster);
}

const compareStoredScores = ({ score: a }: ScheduleVerdict, { score: b }: ScheduleVerdict) =>
  Number(a !== undefined) - Number(b !== undefined) ||
  (a?.priorityScore ?? 0) - (b?.priorityScore ?? 0) ||
  (a?.affinityScore ?? 0) - (b?.affinityScore ?? 0);

/** Best first; a full tie goes to the larger name (A/SCH-081). */
const compareRanked = ({ rank: a, cluster: x }: Passing, { rank: b, cluster: y }: Passing) =>
  b.topology - a.topology || b.affinity - a.affinity || b.incumbency - a.incumbency || compareText(y, x);

const isPassing = (candidate: Candidate): candidate is Passing => candidate.verdict.ok;

const scoreOf = ({ rank }: Passing) => ({ affinityScore: rank.affinity, priorityScore: rank.topology });

const explainScore = ({ rank }: Passing) =>
  `(affinity score: ${rank.affinity}, topology spread score: ${rank.topology})`;

const kept = ({ cluster, decision }: Binding): ScheduleVerdict => ({ ...decision, cluster, selected: true });

const refused = (cluster: string, code: string, reason: string): ScheduleVerdict => ({
  cluster,
  selected: false,
  code,
  reason,
});

const picked = (candidate: Passing): ScheduleVerdict => ({
  cluster: candidate.cluster,
  selected: true,
  code: 'Picked',
  reason: `Successfully scheduled resources for placement in "${candidate.cluster}" ${explainScore(candidate)}: picked by scheduling policy`,
  score: scoreOf(candidate),
});

const scoredTooLow = (candidate: Passing): ScheduleVerdict => ({
  ...refused(
    candidate.cluster,
    'ScoredTooLow',
    `Cluster "${candidate.cluster}" does not score high enough ${explainScore(candidate)}`,
  ),
  score: scoreOf(candidate),
});

const notNeeded = (cluster: string, wanted: number) =>
  refused(
    cluster,
    'NotNeeded',
    `Cluster "${cluster}" is not needed: the policy asks for ${wanted} cluster(s)`,
  );

const filtered = ({ cluster, verdict }: Exclude<Candidate, Passing>) =>
  refused(cluster, verdict.reason, `ClusterUnschedulable, ${verdict.message}`);
