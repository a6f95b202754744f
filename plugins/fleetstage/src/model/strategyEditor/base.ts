import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Base } from '../placementEditor/edited';
import { nameOf } from '../placementEditor/fields';
import { textOf } from '../placementEditor/placementText';
import { updateRequest, type Shown } from '../placementEditor/requests';
import { inScope } from '../createRun/inScope';
import { strategyLabels, strategyScope } from './strategyFields';

/** A strategy as the hub answers with it. */
export const strategyBase = ({ strategy, manifest, asOf }: Schemas['StrategyDetail']): Base => {
  const { resourceVersion, generation } = strategy;
  return {
    text: textOf(manifest),
    shown: { manifest, resourceVersion, ...(generation !== undefined && { generation }) },
    readAt: asOf,
  };
};

/** The edited text as a strategy to create. */
export function createStrategyRequest(manifest: JsonObject): Schemas['CreateStrategyRequest'] {
  const { labels, annotations } = strategyLabels(manifest);
  return {
    ...inScope(strategyScope(manifest)),
    name: nameOf(manifest),
    spec: specIn(manifest),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/** The edited text as a change of what was read. */
export const updateStrategyRequest = (manifest: JsonObject, shown: Shown): Schemas['UpdateStrategyRequest'] =>
  updateRequest(manifest, shown);

/** What the hub judges before it is saved. */
export const judgeRequest = (manifest: JsonObject, isNew: boolean): Schemas['ValidateStrategyRequest'] => ({
  ...createStrategyRequest(manifest),
  isNew,
});

const specIn = ({ spec }: JsonObject): { [field: string]: unknown } => ({ ...(spec as object) });
