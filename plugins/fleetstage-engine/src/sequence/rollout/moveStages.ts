import type { Instant, RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StagedStage } from '../../staged/state';
import type { KeptStage } from '../change/classifyChange';
import type { RolloutMemory, RolloutStageMemory } from '../state/rolloutMemory';
import { newStage } from './newRollout';

export interface StageEdit {
  readonly before: Pick<RolloutSequenceSpec, 'stages'>;
  readonly after: Pick<RolloutSequenceSpec, 'stages'>;
  /** Stages with clusters, which are the same before and after. */
  readonly kept: readonly KeptStage[];
  readonly now: Instant;
}

interface Pair {
  readonly stage: StagedStage;
  readonly memory: RolloutStageMemory;
}

/**
 * The rollout in the stages of an edited sequence, none of whose clusters has moved (E/MO-003): renamed stages go on, stages
 * without clusters may come, go and move. A stage that is new, or has not begun, is skipped where one behind it has begun.
 */
export function moveStages(memory: RolloutMemory, edit: StageEdit): RolloutMemory {
  const { before, after, kept, now } = edit;
  const old = memory.progress.stages.map((stage, i): Pair => ({ stage, memory: memory.stages[i] }));
  const sources = after.stages.map(({ name }, index) => sourceOf(name, index, edit));
  const numbers = new Map(
    sources.flatMap((source, index) => (source === undefined ? [] : [[source + 1, index + 1] as const])),
  );
  const isSame =
    before.stages.length === after.stages.length &&
    after.stages.every(({ name }, i) => sources[i] === i && old[i]?.stage.name === name);
  if (isSame || old.length !== before.stages.length || kept.length > old.length) return memory;
  const pairs = after.stages.map(({ name, fleets }, index): Pair => {
    const source = sources[index];
    if (source !== undefined) return { ...old[source], stage: { ...old[source].stage, name } };
    return { stage: newStage(name), memory: { fleets, soakMs: 0, soakSource: 'Sequence' } };
  });
  const last = pairs.findLastIndex(({ stage }) => stage.enteredAt !== undefined);
  const passed = pairs.map((pair, index) =>
    index < last && pair.stage.enteredAt === undefined ? skip(pair, now) : pair,
  );
  const members = memory.members.flatMap(member => {
    const stage = numbers.get(member.stage);
    return stage === undefined ? [] : [{ ...member, stage }];
  });
  const listed = new Set(members.map(({ cluster }) => cluster));
  return {
    ...memory,
    progress: { ...memory.progress, stages: passed.map(({ stage }) => stage) },
    stages: passed.map(pair => pair.memory),
    members,
    targets: memory.targets.filter(({ cluster }) => listed.has(cluster)),
  };
}

/** The place that the stage had, from 0; stages without clusters are the same by their name. */
function sourceOf(name: string, index: number, { before, kept }: StageEdit): number | undefined {
  const pair = kept.find(one => one.after === index + 1);
  if (pair !== undefined) return pair.before - 1;
  const source = before.stages.findIndex(
    (stage, i) => stage.name === name && !kept.some(one => one.before === i + 1),
  );
  return source === -1 ? undefined : source;
}

const skip = ({ stage, memory }: Pair, now: Instant): Pair => ({
  stage: { ...stage, enteredAt: now, updatedAt: now, succeededAt: now },
  memory: { ...memory, isSkipped: true },
});
