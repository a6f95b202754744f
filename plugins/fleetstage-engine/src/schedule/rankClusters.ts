import { compareText } from '../decision';
import type { NamedContribution, Refusal } from './askPlugins';
import {
  NO_RANK,
  addRanks,
  type Candidate,
  type Evaluation,
  type RatedCluster,
  type Rating,
} from './evaluateClusters';
import type { Rank } from './plugin';
import type { SpreadGroup } from './spread';

/** A cluster that passed all filters, with its rank in the cycle that speaks of it. */
export interface RankedCluster {
  readonly cluster: string;
  readonly rank: Rank;
  readonly parts: readonly NamedContribution[];
}

export interface Ranking {
  /** In the order in which they were picked. */
  readonly joining: readonly RankedCluster[];
  /** Passed and were not picked, best first, as the last cycle saw them. */
  readonly left: readonly RankedCluster[];
  /** Kept out in the last cycle by what was picked before, by name. */
  readonly kept: ReadonlyMap<string, Refusal>;
}

/** Clusters that are alike to every spread constraint: only the best of them that is left can be the next pick. */
interface Group {
  readonly domains: SpreadGroup;
  /** Best first. */
  readonly members: RatedCluster[];
  next: number;
  rating: Rating;
}

/**
 * Picks up to `room` clusters among those that passed, or until one of that name is picked. Without spread constraints all at once; with them one by one,
 * since every pick changes what the next is worth (A/SCH-070, SCH-080). What is left over is reported as the last cycle saw
 * it, before its own pick (A/SCH-084).
 *
 * Who holds the placement from an older policy is preferred in the first cycle only: KubeFleet lets the others go
 * after it (A/SCH-086), so that later cycles find nobody to prefer. Our picks are the same, without the letting go.
 */
export function rankClusters(
  evaluation: Evaluation,
  passing: readonly Candidate[],
  { room, until }: { readonly room: number; readonly until?: string },
): Ranking {
  const { spread } = evaluation.context;
  const groups = toGroups(evaluation, passing);
  const joining: RankedCluster[] = [];
  rate(groups, evaluation);
  while (joining.length < room) {
    const best = bestOf(groups);
    if (best === undefined) break;
    const candidate = best.members[best.next];
    joining.push(toRanked(candidate, evaluation.ratingOf(candidate.facts)));
    best.next += 1;
    if (joining.length === room || candidate.facts.name === until) break;
    if (!spread.isAsked) continue;
    spread.place(candidate.facts);
    if (joining.length === 1) forgetIncumbents(groups);
    rate(groups, evaluation);
  }
  return { joining, ...whatIsLeft(groups, evaluation) };
}

function toGroups(evaluation: Evaluation, passing: readonly Candidate[]): Group[] {
  const { spread } = evaluation.context;
  const groups = new Map<string, Group>();
  for (const { facts } of passing) {
    const domains = spread.groupOf(facts);
    const id = domains.join();
    const member = evaluation.rate(facts);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { domains, members: [member], next: 0, rating: UNRATED });
    else group.members.push(member);
  }
  for (const { members } of groups.values()) members.sort(compareRated);
  return [...groups.values()];
}

const UNRATED: Rating = { rank: NO_RANK, parts: [] };

/** Many groups are few effects: plugins are asked once for each effect, not for each of ten thousand racks. */
function rate(groups: readonly Group[], evaluation: Evaluation): void {
  const known = new Map<number | string, Rating>();
  for (const group of groups) {
    if (group.next === group.members.length) continue;
    const key = evaluation.context.spread.effectKeyOf(group.domains);
    const rating = known.get(key) ?? evaluation.ratingOf(group.members[group.next].facts);
    known.set(key, rating);
    group.rating = rating;
  }
}

function bestOf(groups: readonly Group[]): Group | undefined {
  let best: Group | undefined;
  for (const group of groups) {
    if (group.next === group.members.length || group.rating.refusal !== undefined) continue;
    if (best === undefined || compareHeads(group, best) < 0) best = group;
  }
  return best;
}

function whatIsLeft(groups: readonly Group[], evaluation: Evaluation): Pick<Ranking, 'left' | 'kept'> {
  const left: RankedCluster[] = [];
  const kept = new Map<string, Refusal>();
  for (const { members, next } of groups) {
    if (next === members.length) continue;
    const { refusal, ...rating } = evaluation.ratingOf(members[next].facts);
    for (const candidate of members.slice(next)) {
      if (refusal === undefined) left.push(toRanked(candidate, rating));
      else kept.set(candidate.facts.name, refusal);
    }
  }
  return { left: left.sort(compareRanked), kept };
}

function forgetIncumbents(groups: readonly Group[]): void {
  for (const { members, next } of groups) {
    if (!members.some(({ rank }) => rank.incumbency !== 0)) continue;
    const rest = members.splice(next).map(forgetIncumbency);
    members.push(...rest.sort(compareRated));
  }
}

const forgetIncumbency = ({ facts, rank, parts }: RatedCluster): RatedCluster => ({
  facts,
  rank: { ...rank, incumbency: 0 },
  parts: parts.map(part => ({ ...part, incumbency: 0 })),
});

const toRanked = ({ facts, rank, parts }: RatedCluster, rating: Rating): RankedCluster => ({
  cluster: facts.name,
  rank: addRanks(rank, rating.rank),
  parts: [...parts, ...rating.parts],
});

function compareHeads(a: Group, b: Group): number {
  const [x, y] = [a.members[a.next], b.members[b.next]];
  return (
    b.rating.rank.topology + y.rank.topology - (a.rating.rank.topology + x.rank.topology) ||
    b.rating.rank.affinity + y.rank.affinity - (a.rating.rank.affinity + x.rank.affinity) ||
    b.rating.rank.incumbency + y.rank.incumbency - (a.rating.rank.incumbency + x.rank.incumbency) ||
    compareText(y.facts.name, x.facts.name)
  );
}

/** Best first; a full tie goes to the larger name (A/SCH-081). */
const compareRated = (a: RatedCluster, b: RatedCluster) =>
  compareRanks(a.rank, b.rank) || compareText(b.facts.name, a.facts.name);

const compareRanked = (a: RankedCluster, b: RankedCluster) =>
  compareRanks(a.rank, b.rank) || compareText(b.cluster, a.cluster);

const compareRanks = (a: Rank, b: Rank) =>
  b.topology - a.topology || b.affinity - a.affinity || b.incumbency - a.incumbency;
