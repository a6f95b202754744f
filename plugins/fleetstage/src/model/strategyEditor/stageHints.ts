import type { StrategyPreviewView } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** What the preview says about a stage, for the fields that it is about. */
export interface StageHints {
  /** Clusters of the preview that are in it. */
  readonly matches: number;
  /** Clusters that other stages select too. */
  readonly also: { readonly clusters: readonly string[]; readonly stages: readonly string[] } | undefined;
  /** Clusters without a whole number in the label that orders them. */
  readonly noOrder: readonly string[];
  /** `25%` and how many clusters that is. */
  readonly share: { readonly text: string; readonly slots: number } | undefined;
}

/** Hints of each stage, by its position. */
export const stageHintsOf = ({ stages, problems }: StrategyPreviewView): readonly StageHints[] =>
  stages.map(({ name, clusters, slots, concurrency }, i) => {
    const shared = problems.filter(one => one.kind === 'inTwoStages' && one.stages.includes(name));
    const others = new Set(shared.flatMap(one => one.stages).filter(one => one !== name));
    const isShare = problems.some(
      one => one.kind === 'share' && one.field === `spec.stages[${i}].maxConcurrency`,
    );
    return {
      matches: clusters.length,
      also:
        shared.length > 0
          ? { clusters: shared.flatMap(one => one.clusters), stages: [...others] }
          : undefined,
      noOrder: problems
        .filter(one => one.kind === 'noOrder' && one.field === `spec.stages[${i}].sortingLabelKey`)
        .flatMap(one => one.clusters),
      share: isShare ? { text: concurrency, slots } : undefined,
    };
  });
