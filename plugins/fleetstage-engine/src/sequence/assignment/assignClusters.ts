import {
  failure,
  labelKeys,
  ok,
  parseLabelSelector,
  type LabelPredicate,
  type Labels,
  type RolloutSequenceSpec,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';

/** A cluster as stages select it: the labels are its MemberCluster's (D/SG-002, E/FL-002). */
export interface LabelledCluster {
  readonly name: string;
  readonly labels: Labels;
}

/** Of a sequence, what decides where clusters go. */
export type AssignmentSpec = Pick<RolloutSequenceSpec, 'stages' | 'ignoredClustersSelector'>;

export interface StageClusters {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  /** Names, in order; none is the warning EmptyStage (D/SG-009). */
  readonly clusters: readonly string[];
}

/** Each cluster is in one of the three lists, and there once. */
export interface StageAssignment {
  readonly stages: readonly StageClusters[];
  /** Of its fleets, but never touched and never waited for (D/SG-003). */
  readonly ignored: readonly string[];
  /** Of no fleet of the sequence (D/SG-004), or taken by no stage where a catch-all is missing. */
  readonly unhandled: readonly string[];
}

/** Puts clusters into the stages of one sequence. */
export type StageAssigner = (clusters: readonly LabelledCluster[]) => StageAssignment;

/**
 * First match in stage order: a cluster goes to the first stage that names its fleet and whose selector it matches, or that
 * has none (D/SG-001). The error is one sentence on a selector that does not compile.
 *
 *     testing | production canary=true | production    cluster of production, canary=true → 2, others of production → 3
 */
export function parseAssigner(spec: AssignmentSpec): Result<StageAssigner> {
  const ignored =
    spec.ignoredClustersSelector === undefined
      ? ok<LabelPredicate>(() => false)
      : parseLabelSelector(spec.ignoredClustersSelector);
  if (!ignored.ok) return failure(`spec.ignoredClustersSelector: ${ignored.error}`);
  const stages: LabelPredicate[] = [];
  for (const [index, { fleets, clusterSelector }] of spec.stages.entries()) {
    const selector = clusterSelector === undefined ? ok(() => true) : parseLabelSelector(clusterSelector);
    if (!selector.ok) return failure(`spec.stages[${index}].clusterSelector: ${selector.error}`);
    stages.push(labels => fleets.includes(fleetOf(labels) ?? '') && selector.value(labels));
  }
  return ok(clusters => assign(spec, clusters, { stages, isIgnored: ignored.value }));
}

/** The cluster's one fleet (E/FL-001). */
export const fleetOf = (labels: Labels): string | undefined => labels[labelKeys.fleet];

/** The number of the stage that a cluster is in. */
export const stageNumbers = ({ stages }: StageAssignment): ReadonlyMap<string, number> =>
  new Map(stages.flatMap(({ clusters, number }) => clusters.map(name => [name, number] as const)));

interface Predicates {
  readonly stages: readonly LabelPredicate[];
  readonly isIgnored: LabelPredicate;
}

function assign(
  spec: AssignmentSpec,
  clusters: readonly LabelledCluster[],
  { stages, isIgnored }: Predicates,
): StageAssignment {
  const fleets = new Set(spec.stages.flatMap(stage => stage.fleets));
  const taken = spec.stages.map((): string[] => []);
  const ignored: string[] = [];
  const unhandled: string[] = [];
  for (const { name, labels } of [...clusters].sort((a, b) => compareText(a.name, b.name))) {
    const index = stages.findIndex(isIn => isIn(labels));
    if (!fleets.has(fleetOf(labels) ?? '')) unhandled.push(name);
    else if (isIgnored(labels)) ignored.push(name);
    else (taken[index] ?? unhandled).push(name);
  }
  return {
    stages: spec.stages.map(({ name }, index) => ({ number: index + 1, name, clusters: taken[index] })),
    ignored,
    unhandled,
  };
}
