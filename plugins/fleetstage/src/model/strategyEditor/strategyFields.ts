import {
  annotationKeys,
  approversOf,
  isJsonObject,
  namedGatesOf,
  type JsonObject,
  type StageTaskType,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  findGateKind,
  gateKindOf,
  gateKinds,
  viewStrategyStage,
  type StrategyStageView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toField } from '../placementEditor/causes';
import { objectsAt, textAt } from '../placementEditor/fields';
import { labelsOf } from '../placementEditor/requests';
import type { FieldPath } from '../placementEditor/placementText';
import { NAMESPACED_KIND, STAGES } from './strategyText';

/** Where the strategy is: `_`, or its namespace; empty while the namespace is not written yet. */
export const strategyScope = (manifest: JsonObject): string =>
  manifest.kind === NAMESPACED_KIND ? textAt(manifest, ['metadata', 'namespace']) : '_';

/** So many stages a strategy has at most, as admission counts them. */
export const MOST_STAGES = 31;

export type Side = 'beforeStageTasks' | 'afterStageTasks';
export type GateType = StageTaskType;

const sideOf = { beforeStageTasks: 'beforeStage', afterStageTasks: 'afterStage' } as const;

/** A task of this type is allowed there. */
export const isFit = (side: Side, type: unknown): boolean =>
  findGateKind(String(type))?.sides.includes(sideOf[side]) === true;

/** What may still be added, one of each kind: what time ends first, then what people end. */
export const freeGates = (side: Side, tasks: readonly JsonObject[]): readonly GateType[] =>
  gateKinds
    .filter(({ type }) => isFit(side, type) && !tasks.some(task => task.type === type))
    .sort((a, b) => Number(a.isForPeople) - Number(b.isForPeople))
    .map(({ fresh }) => fresh.type);

export const freshGate = (type: GateType): JsonObject => ({ ...(findGateKind(type)?.fresh ?? { type }) });

/** What the annotation names beside the tasks. */
export const namedGatesIn = (manifest: JsonObject) => {
  const gates = namedGatesOf({ metadata: { name: '', ...strategyLabels(manifest) } });
  return gates === undefined ? {} : { gates };
};

/** The same of one side of a stage, as it is planned; nothing where the annotation cannot be read. */
export function namedGatesAt(
  manifest: JsonObject,
  stage: string,
  side: Side,
): StrategyStageView['gatesBefore'] {
  const { gatesBefore, gatesAfter } = viewStrategyStage({ name: stage }, namedGatesIn(manifest));
  return side === 'beforeStageTasks' ? gatesBefore : gatesAfter;
}

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
    SIDES.some(side =>
      objectsAt(manifest, [...STAGES, i, side]).some(({ type }) => gateKindOf(String(type)).isForPeople),
    ),
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
  return [['metadata', 'name'], ['metadata', 'namespace'], APPROVERS, STAGES, ...stages].map(toField);
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
