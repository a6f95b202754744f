import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Preview = Schemas['RunPreview'];
type Stage = Schemas['PreviewStage'];

export interface PlanFacts {
  /** Clusters that are updated. */
  readonly clusters: number;
  /** Stages without the removal. */
  readonly stages: number;
  readonly removed: number;
  readonly waitSeconds: number;
  readonly approvals: number;
  readonly isDoomed: boolean;
}

/** The plan in numbers. Waits of one side of a stage count at the same time, so the longest one counts. */
export function readPlan({ stages, problems }: Preview): PlanFacts {
  const updating = stages.filter(stage => !stage.isRemoval);
  const sides = stages.flatMap(({ gatesBefore, gatesAfter }) => [gatesBefore, gatesAfter]);
  const count = (some: readonly Stage[]) => some.reduce((sum, { clusters }) => sum + clusters.length, 0);
  return {
    clusters: count(updating),
    stages: updating.length,
    removed: count(stages.filter(stage => stage.isRemoval)),
    waitSeconds: sides.reduce(
      (sum, gates) => sum + Math.max(0, ...gates.map(({ waitSeconds }) => waitSeconds ?? 0)),
      0,
    ),
    approvals: sides.flat().filter(({ kind }) => kind === 'approval').length,
    isDoomed: problems.some(({ isFatal }) => isFatal),
  };
}

/** How many turns a stage takes when `slots` clusters go at once. */
export function countWaves({ clusters, slots }: Pick<Stage, 'clusters' | 'slots'>): number {
  return slots === undefined || slots < 1 ? 1 : Math.ceil(clusters.length / slots);
}
