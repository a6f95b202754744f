import {
  annotationKeys,
  approversOf,
  isJsonObject,
  type JsonObject,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { toField } from '../placementEditor/causes';
import { objectsAt, textAt } from '../placementEditor/fields';
import { labelsOf } from '../placementEditor/requests';
import type { FieldPath } from '../placementEditor/placementText';
import { STAGES } from './strategyText';

/** So many stages a strategy has at most, as admission counts them. */
export const MOST_STAGES = 31;

export type Side = 'beforeStageTasks' | 'afterStageTasks';
export type GateType = 'TimedWait' | 'Approval';

/** What may still be added: one approval before a stage; one wait and one approval after it. */
export function freeGates(side: Side, tasks: readonly JsonObject[]): readonly GateType[] {
  const all: readonly GateType[] = side === 'beforeStageTasks' ? ['Approval'] : ['TimedWait', 'Approval'];
  return all.filter(type => !tasks.some(task => task.type === type));
}

export const freshGate = (type: GateType): JsonObject =>
  type === 'TimedWait' ? { type, waitTime: '1h' } : { type };

/** `25 %` as the hub writes it; digits as a number; anything else stays, for admission to judge. */
export function concurrencyOf(text: string): number | string | undefined {
  const plain = text.replace(/\s+/g, '');
  if (plain === '') return undefined;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain;
}

export const APPROVERS = ['metadata', 'annotations', annotationKeys.approvers] as const;

/** Entity refs of those who approve; empty: the permission alone decides. */
export const approversIn = (manifest: JsonObject): readonly string[] =>
  approversOf({
    metadata: { name: '', annotations: { [annotationKeys.approvers]: textAt(manifest, APPROVERS) } },
  });

/** What the annotation says for these refs; absent for nobody. */
export const approversText = (refs: readonly string[]): string | undefined =>
  refs.length === 0 ? undefined : refs.join(', ');

export const hasApproval = (manifest: JsonObject): boolean =>
  objectsAt(manifest, STAGES).some((_, i) =>
    SIDES.some(side => objectsAt(manifest, [...STAGES, i, side]).some(({ type }) => type === 'Approval')),
  );

const SIDES: readonly Side[] = ['beforeStageTasks', 'afterStageTasks'];

/** Every field under which the form can say something. */
export function strategyFields(manifest: JsonObject): readonly string[] {
  const stages = objectsAt(manifest, STAGES).flatMap((_, i): FieldPath[] => [
    [...STAGES, i],
    ...['name', 'labelSelector', 'sortingLabelKey', 'maxConcurrency'].map(field => [...STAGES, i, field]),
    ...SIDES.flatMap(side => [
      [...STAGES, i, side],
      ...objectsAt(manifest, [...STAGES, i, side]).flatMap((__, k) => [
        [...STAGES, i, side, k],
        [...STAGES, i, side, k, 'waitTime'],
      ]),
    ]),
  ]);
  return [['metadata', 'name'], APPROVERS, STAGES, ...stages].map(toField);
}

/** The stages as the engine reads them; a field of another shape than it knows is left out until it is corrected. */
export function specOf(manifest: JsonObject): UpdateStrategySpec {
  const stages = objectsAt(manifest, STAGES).map(stage => ({
    ...stage,
    name: typeof stage.name === 'string' ? stage.name : '',
    labelSelector: isJsonObject(stage.labelSelector) ? stage.labelSelector : undefined,
    sortingLabelKey: typeof stage.sortingLabelKey === 'string' ? stage.sortingLabelKey : undefined,
    maxConcurrency: isCount(stage.maxConcurrency) ? stage.maxConcurrency : undefined,
    beforeStageTasks: Array.isArray(stage.beforeStageTasks) ? stage.beforeStageTasks : undefined,
    afterStageTasks: Array.isArray(stage.afterStageTasks) ? stage.afterStageTasks : undefined,
  }));
  return { stages } as unknown as UpdateStrategySpec;
}

const isCount = (value: unknown) => typeof value === 'number' || typeof value === 'string';

export const strategyLabels = (manifest: JsonObject) => ({
  labels: labelsOf(isJsonObject(manifest.metadata) ? manifest.metadata.labels : undefined),
  annotations: labelsOf(isJsonObject(manifest.metadata) ? manifest.metadata.annotations : undefined),
});
