import type { ClusterDecision } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { ScheduleVerdict } from '../state/placement';
import { phraseOf, type CodeSource } from '../verdictCodes';

/** Caps of KubeFleet's decision list; rows and screens keep every cluster (RUL 23, A/SCH-098). */
const MAX_DECISIONS = 1000;
const MAX_UNSELECTED = 20;

/** Not named by a PickFixed policy: nobody asked, so statuses and histograms leave it out. */
const isUnasked = (verdict: ScheduleVerdict) => verdict.code === 'NotNamed';

/** Asked for by name: its author wants to read about each, and there are at most a hundred. */
const isNamed = ({ code }: ScheduleVerdict) => code === 'NotYetEligible' || code === 'NotFound';

/** One sentence over all verdicts: `2/12 clusters are picked: 7 are not eligible, 3 do not score high enough`. */
export function explainSchedule(
  verdicts: readonly ScheduleVerdict[],
  filters: readonly CodeSource[] = [],
): string {
  const asked = verdicts.filter(verdict => !isUnasked(verdict));
  const head = `${countSelected(verdicts)}/${asked.length} clusters are picked`;
  const causes = explainUnpicked(verdicts, filters);
  return causes === '' ? head : `${head}: ${causes}`;
}

/** Why the others are not picked, most frequent cause first: `7 are not eligible, 3 do not score high enough`. */
export function explainUnpicked(
  verdicts: readonly ScheduleVerdict[],
  filters: readonly CodeSource[] = [],
): string {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    if (verdict.selected || isUnasked(verdict)) continue;
    counts.set(verdict.code, (counts.get(verdict.code) ?? 0) + 1);
  }
  return [...counts]
    .sort(([codeA, a], [codeB, b]) => b - a || compareText(codeA, codeB))
    .map(([code, count]) => `${count} ${phraseOf(code, filters)}`)
    .join(', ');
}

/** Of a condition: `2/12 clusters are picked`, then causes; stored outcomes hold no other count of causes. */
const WRITTEN = /\d+\/\d+ clusters are picked(?:: (.+?))?\.?$/;

/** The causes in a message that ends as `explainSchedule` writes it, most frequent first; undefined of any other message. */
export function causesWritten(message: string): { count: number; phrase: string }[] | undefined {
  const match = WRITTEN.exec(message);
  if (match === null) return undefined;
  return (match[1]?.split(', ') ?? []).map(part => {
    const [count = '', ...words] = part.split(' ');
    return { count: Number(count), phrase: words.join(' ') };
  });
}

/**
 * The verdicts as statuses list them: picked clusters by name, then who came close by falling rank, then the rest by
 * name; capped as in KubeFleet. Names of a PickFixed policy are listed without a cap (A/SCH-094, SCH-098).
 */
export function projectDecisions(verdicts: readonly ScheduleVerdict[]): ClusterDecision[] {
  const asked = verdicts.filter(verdict => !isUnasked(verdict)).sort(compareListed);
  const selected = asked.filter(verdict => verdict.selected);
  const unselected = asked.filter(verdict => !verdict.selected);
  const others = unselected.filter(verdict => !isNamed(verdict)).slice(0, MAX_UNSELECTED);
  return [...selected, ...others, ...unselected.filter(isNamed)].slice(0, MAX_DECISIONS).map(toDecision);
}

export const countSelected = (verdicts: readonly ScheduleVerdict[]) =>
  verdicts.filter(verdict => verdict.selected).length;

const toDecision = ({ cluster, selected, reason, score }: ScheduleVerdict): ClusterDecision => ({
  clusterName: cluster,
  selected,
  ...(score ? { clusterScore: score } : {}),
  reason,
});

/** Not found comes after not eligible (A/SCH-094); a cluster that was scored comes before one that was filtered. */
const listRank = ({ selected, score, code }: ScheduleVerdict) => {
  if (selected) return 0;
  if (score) return 1;
  return code === 'NotFound' ? 3 : 2;
};

function compareListed(a: ScheduleVerdict, b: ScheduleVerdict): number {
  const byRank = listRank(a) - listRank(b);
  if (byRank !== 0) return byRank;
  if (a.selected || !a.score || !b.score) return compareText(a.cluster, b.cluster);
  return (
    (b.score.priorityScore ?? 0) - (a.score.priorityScore ?? 0) ||
    (b.score.affinityScore ?? 0) - (a.score.affinityScore ?? 0) ||
    compareText(b.cluster, a.cluster)
  );
}
