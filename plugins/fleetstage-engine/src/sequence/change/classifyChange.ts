import {
  contentHash,
  isSameJson,
  parseDuration,
  type ChangeClass,
  type RolloutSequenceSpec,
  type SequenceStage,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { stageNumbers, type StageAssignment, type StageClusters } from '../assignment/assignClusters';

/** A spec with today's clusters in its stages. */
export interface AssignedSpec {
  readonly spec: RolloutSequenceSpec;
  readonly assignment: StageAssignment;
}

export interface ChangeInput {
  readonly before: AssignedSpec;
  readonly after: AssignedSpec;
  /** Names of the rollouts of the sequence that are not over, of both types. */
  readonly activeRollouts: readonly string[];
}

/** A cluster that another stage takes after the edit; `undefined`: none does. */
export interface MovedCluster {
  readonly cluster: string;
  readonly from?: string;
  readonly to?: string;
}

/** What an edit of a sequence does (E/MO-006): the editor shows it before saving, the engine acts on it. */
export interface SequenceEdit {
  readonly class: ChangeClass;
  /** Fields of the spec that differ, by name; fields of stages as `stages`. */
  readonly fields: readonly string[];
  /** Rollouts that end as IncompatibleSequence (E/MO-004). */
  readonly cancels: readonly string[];
  /** Clusters that another stage takes, or one for the first time, or none any more. */
  readonly moved: readonly MovedCluster[];
  /** Stages that have another place among those that stay, by their new names. */
  readonly reordered: readonly string[];
  /**
   * Where stages with clusters, both counted from 1, are the same before and after: all of them where nothing is cancelled,
   * else the prefix that keeps its qualification (E/MO-003, MO-004).
   */
  readonly kept: readonly KeptStage[];
}

export interface KeptStage {
  readonly before: number;
  readonly after: number;
}

/** Fields that act on stages of running and future rollouts (E §2.1); those of stages are compared apart. */
const LIVE = ['maxUpgradeTime', 'onTimeout', 'failurePolicy', 'emptyStages', 'suspend'] as const;

/**
 * The class of an edit (E/MO-001…004, D §8).
 *
 *     a soak of another length → Live          another name, an empty stage moved → Benign
 *     a cluster in another stage → Participants: all active rollouts are cancelled, equal first stages stay qualified
 */
export function classifyChange({ before, after, activeRollouts }: ChangeInput): SequenceEdit {
  const from = takenStages(before.assignment);
  const to = takenStages(after.assignment);
  const prefix = samePrefix(from, to);
  const isSameList = prefix === from.length && prefix === to.length;
  const kept = from.slice(0, prefix).map(({ number }, i) => ({ before: number, after: to[i].number }));
  const isLive =
    LIVE.some(field => !isSameJson(before.spec[field], after.spec[field])) ||
    hasLiveStage(before.spec.stages, after.spec.stages, kept);
  return {
    class: !isSameList ? 'Participants' : isLive ? 'Live' : 'Benign',
    fields: differingFields(before.spec, after.spec),
    cancels: isSameList ? [] : [...activeRollouts].sort(compareText),
    moved: findMoved(before.assignment, after.assignment),
    reordered: isSameList ? [] : findReordered(before.assignment, after.assignment),
    kept,
  };
}

/** Identifies the ordered list of cluster sets without empty ones (E/MO-003, RS-036). */
export const assignmentHash = (assignment: StageAssignment): string =>
  contentHash(takenStages(assignment).map(({ clusters }) => clusters));

const takenStages = ({ stages }: StageAssignment): readonly StageClusters[] =>
  stages.filter(({ clusters }) => clusters.length > 0);

function samePrefix(a: readonly StageClusters[], b: readonly StageClusters[]): number {
  const differs = a.findIndex((stage, i) => !isSameJson(stage.clusters, b[i]?.clusters));
  return differs === -1 ? a.length : differs;
}

/** Stages with clusters are the same by their place among those, empty ones by their name: they have nothing else. */
function hasLiveStage(
  before: readonly SequenceStage[],
  after: readonly SequenceStage[],
  kept: readonly KeptStage[],
): boolean {
  const place = new Map(kept.map(pair => [pair.before, pair.after] as const));
  const taken = new Set(kept.map(pair => pair.after));
  return before.some((stage, index) => {
    const number = place.get(index + 1);
    const same =
      number === undefined
        ? after.find(({ name }, i) => name === stage.name && !taken.has(i + 1))
        : after[number - 1];
    return same !== undefined && !isSameLive(stage, same);
  });
}

const isSameLive = (a: SequenceStage, b: SequenceStage) =>
  lengthOf(a.soakDuration) === lengthOf(b.soakDuration) &&
  String(a.maxConcurrency ?? '100%') === String(b.maxConcurrency ?? '100%');

/** `72h` and `72h0m` are one length; what is no duration is compared as it is. */
function lengthOf(soak = '0s'): number | string {
  const parsed = parseDuration(soak);
  return parsed.ok ? parsed.value : soak;
}

function differingFields(before: RolloutSequenceSpec, after: RolloutSequenceSpec): readonly string[] {
  const [was, is] = [before, after].map(spec => new Map<string, unknown>(Object.entries(spec)));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter(field => !isSameJson(was.get(field), is.get(field)))
    .sort(compareText);
}

/** The same stage by its name; a renamed one by its clusters, so that a rename moves nobody. */
function pairStages(before: StageAssignment, after: StageAssignment): ReadonlyMap<number, number> {
  const [was, is] = [takenStages(before), takenStages(after)];
  const isNamed = (stages: readonly StageClusters[], name: string) => stages.some(one => one.name === name);
  return new Map(
    was.flatMap(stage => {
      const pair = isNamed(is, stage.name)
        ? is.find(({ name }) => name === stage.name)
        : is.find(({ name, clusters }) => !isNamed(was, name) && isSameJson(clusters, stage.clusters));
      return pair === undefined ? [] : [[stage.number, pair.number] as const];
    }),
  );
}

function findMoved(before: StageAssignment, after: StageAssignment): readonly MovedCluster[] {
  const pairs = pairStages(before, after);
  const [was, is] = [stageNumbers(before), stageNumbers(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter(cluster => {
      const [from, to] = [was.get(cluster), is.get(cluster)];
      return from === undefined || to === undefined || pairs.get(from) !== to;
    })
    .sort(compareText)
    .map(cluster => ({
      cluster,
      ...nameOf('from', before, was.get(cluster)),
      ...nameOf('to', after, is.get(cluster)),
    }));
}

/** Of the stages that are there before and after, those that have another place among them. */
function findReordered(before: StageAssignment, after: StageAssignment): readonly string[] {
  const places = [...pairStages(before, after)].sort(([a], [b]) => a - b).map(([, number]) => number);
  const inOrder = [...places].sort((a, b) => a - b);
  return inOrder
    .filter((number, index) => number !== places[index])
    .map(number => after.stages[number - 1].name);
}

const nameOf = (key: 'from' | 'to', { stages }: StageAssignment, number: number | undefined) =>
  number === undefined ? {} : { [key]: stages[number - 1].name };
