import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import {
  parseDuration,
  parseIntOrPercent,
  type JsonObject,
  type StageTaskType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseSpec } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toField } from '../placementEditor/causes';
import { objectsAt, textAt, valueAt } from '../placementEditor/fields';
import type { FieldPath } from '../placementEditor/placementText';
import { isFit, MOST_STAGES, namedGatesIn, specOf, type Side } from './strategyFields';
import { STAGES } from './strategyText';

/** What is wrong with a field, by the key of its sentence; the field as the API server writes it. */
export interface Refusal {
  readonly field: string;
  readonly code: RefusalCode;
}

export type RefusalCode =
  | 'noStages'
  | 'tooManyStages'
  | 'stageName'
  | 'stageNameTwice'
  | 'concurrency'
  | 'waitMissing'
  | 'waitUnread'
  | 'waitShort'
  | 'waitOnApproval'
  | 'waitBefore'
  | 'twoGates';

const NAME = /^[a-z0-9]{1,63}$/;
const SHORTEST_WAIT_MS = 1000;

/**
 * What admission refuses, said while it is typed (C/ST-002, ST-005, ST-010, ST-011). The hub judges the same when the
 * typing stops; this one needs no answer.
 */
export function refusalsOf(manifest: JsonObject): readonly Refusal[] {
  const stages = objectsAt(manifest, STAGES);
  const names = stages.map((_, i) => textAt(manifest, [...STAGES, i, 'name']));
  const isTaken = (name: string, index: number) => names.indexOf(name) < index;
  return [
    ...(stages.length === 0 ? [refuse(STAGES, 'noStages')] : []),
    ...(stages.length > MOST_STAGES ? [refuse(STAGES, 'tooManyStages')] : []),
    ...stages.flatMap((_, i) => {
      const at = [...STAGES, i];
      return [
        ...(NAME.test(names[i]) ? [] : [refuse([...at, 'name'], 'stageName')]),
        ...(names[i] !== '' && isTaken(names[i], i) ? [refuse([...at, 'name'], 'stageNameTwice')] : []),
        ...concurrency(manifest, [...at, 'maxConcurrency']),
        ...gates(manifest, at, 'beforeStageTasks'),
        ...gates(manifest, at, 'afterStageTasks'),
      ];
    }),
  ];
}

/** What every run would refuse, whatever clusters it has: the engine's own rule, which the REST API asks, too. */
export const refusedByEngine = (manifest: JsonObject): readonly Schemas['RefusalCause'][] =>
  refuseSpec(specOf(manifest), namedGatesIn(manifest));

const refuse = (path: FieldPath, code: RefusalCode): Refusal => ({ field: toField(path), code });

function concurrency(manifest: JsonObject, path: FieldPath): readonly Refusal[] {
  const value = valueAt(manifest, path);
  if (value === undefined) return [];
  const isValue = typeof value === 'number' || typeof value === 'string';
  const parsed = isValue ? parseIntOrPercent(value) : undefined;
  const amount = parsed?.ok ? (parsed.value.kind === 'count' ? parsed.value.count : parsed.value.percent) : 0;
  return amount > 0 ? [] : [refuse(path, 'concurrency')];
}

function gates(manifest: JsonObject, stage: FieldPath, side: Side): readonly Refusal[] {
  const at = [...stage, side];
  const tasks = objectsAt(manifest, at);
  const types = tasks.map(({ type }) => type);
  return tasks.flatMap((task, i) => {
    const path = [...at, i];
    if (types.indexOf(task.type) < i) return [refuse(path, 'twoGates')];
    if (side === 'beforeStageTasks' && !isFit(side, task.type)) return [refuse(path, 'waitBefore')];
    const fault = Object.hasOwn(faults, String(task.type)) ? faults[task.type as StageTaskType] : undefined;
    return fault?.(task, path) ?? [];
  });
}

/** What is wrong with a task of each type; of one that there is not, the engine says so. */
const faults: Readonly<Record<StageTaskType, (task: JsonObject, path: FieldPath) => Refusal[]>> = {
  Approval: ({ waitTime }, path) => {
    const parsed = parseWait(waitTime);
    const isGiven = waitTime !== undefined && !(parsed.ok && parsed.value === 0);
    return isGiven ? [refuse(path, 'waitOnApproval')] : [];
  },
  TimedWait: ({ waitTime }, path) => {
    const code = waitFault(waitTime);
    return code === undefined ? [] : [refuse([...path, 'waitTime'], code)];
  },
};

const parseWait = (waitTime: unknown) => parseDuration(typeof waitTime === 'string' ? waitTime : '');

function waitFault(waitTime: unknown): RefusalCode | undefined {
  const parsed = parseWait(waitTime);
  if (waitTime === undefined || waitTime === '') return 'waitMissing';
  if (!parsed.ok) return 'waitUnread';
  return parsed.value < SHORTEST_WAIT_MS ? 'waitShort' : undefined;
}
