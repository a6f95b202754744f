import {
  approversOf,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { listObjects } from '../database/mirrorStore';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { specOf } from './wholeRuns';

export async function listStrategies(
  deps: QueryDeps,
  asked: Asked<'/strategies'>,
): Promise<Answer<'/strategies'>> {
  checkHub(deps, asked);
  const objects = await reading(deps, tx => listObjects(tx, deps.hub, 'ClusterStagedUpdateStrategy'));
  return { ...stampOf(deps), items: objects.map(toStrategy) };
}

function toStrategy(object: KubeObject): Schemas['StrategySummary'] {
  const { spec } = object as unknown as ClusterStagedUpdateStrategy;
  return {
    scope: '_',
    name: object.metadata.name,
    resourceVersion: object.metadata.resourceVersion ?? '',
    stages: (spec.stages ?? []).map(({ name }) => name),
    approvers: [...approversOf(object)],
    spec: specOf(object),
  };
}
