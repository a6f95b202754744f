import { parseQuantity } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideSchedule, type ClusterFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { percentile } from '../mainJobReport';
import { NOW, bigFleet, heavyPolicy, scheduleInput } from './bigFleet';

/** One size of fleet; times in ms, medians. */
export interface DecisionFigure {
  readonly clusters: number;
  readonly picked: number;
  readonly decideMs: number;
  readonly worstMs: number;
  readonly loopMs: number;
  readonly ratio: number;
  readonly budgetMs: number;
}

/** Architecture §6: decide and explain. */
const SIZES = [
  { clusters: 1_000, budgetMs: 100 },
  { clusters: 10_000, budgetMs: 1_000 },
] as const;
const WARM_UPS = 3;
const REPETITIONS = 9;

/** Decides and explains one placement of a tenth of the fleet, beside the least that any scheduler must do. */
export function measureDecisions(): DecisionFigure[] {
  return SIZES.map(({ clusters: count, budgetMs }) => {
    const clusters = bigFleet(count);
    const wanted = count / 10;
    const input = scheduleInput(clusters, heavyPolicy(wanted));
    const decide = () => {
      const { outcome, verdicts } = decideSchedule(input, NOW);
      if (verdicts.length !== count || outcome?.selectedCount !== wanted)
        throw new Error(
          `${outcome?.selectedCount} clusters of ${verdicts.length} were picked: ${outcome?.message}`,
        );
      return outcome.selectedCount;
    };
    const decided = timed(decide);
    const looped = timed(() => bareLoop(clusters, wanted));
    return {
      clusters: count,
      picked: wanted,
      decideMs: percentile(decided, 50),
      worstMs: Math.max(...decided),
      loopMs: percentile(looped, 50),
      ratio: percentile(decided, 50) / percentile(looped, 50),
      budgetMs,
    };
  });
}

function timed(work: () => number): number[] {
  const times: number[] = [];
  for (let i = 0; i < WARM_UPS + REPETITIONS; i += 1) {
    const startedAt = performance.now();
    work();
    if (i >= WARM_UPS) times.push(performance.now() - startedAt);
  }
  return times;
}

/**
 * The floor: one read of each cluster for what the policy reads (a label, four quantities), one score, one sort. No
 * spread, no reason, no explanation.
 */
function bareLoop(clusters: readonly ClusterFacts[], wanted: number): number {
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const { name, labels, properties, resourceUsage } of clusters) {
    const nodes = numberOf(properties['kubernetes-fleet.io/node-count']);
    if (labels.environment !== 'production' || nodes < 2) continue;
    const score =
      60 * nodes +
      40 * numberOf(resourceUsage?.available?.cpu) +
      (labels.tier === 'gold' ? 20 : 0) * numberOf(properties['example.com/energy-rating']);
    scored.push({ name, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.name < b.name ? 1 : -1));
  return scored.slice(0, wanted).length;
}

function numberOf(text: string | undefined): number {
  const parsed = text === undefined ? undefined : parseQuantity(text);
  if (!parsed?.ok) return 0;
  return Number(text?.replace(/m$/, ''));
}
