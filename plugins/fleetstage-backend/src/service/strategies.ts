import {
  apiVersionOf,
  approversOf,
  stagedKindsOf,
  STRATEGY_KINDS,
  toRfc3339,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  previewStrategy,
  usualDurations,
  viewStrategyStage,
  type GateNaming,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NotFoundError } from '@backstage/errors';
import type { Tx } from '../database/db';
import { namedBy } from '../database/keyText';
import { listObjects, loadObject } from '../database/mirrorStore';
import { fromObjectKey, keyOfObject } from '../database/placementObject';
import { loadFleetFor } from '../database/placementParts';
import { strategyObject } from '../database/stagedObjects';
import {
  loadStrategyChanges,
  loadStrategyUses,
  type StrategyChange,
  type StrategyUses,
} from '../database/views/strategyUses';
import { permitStrategyDeletion, strategyResource } from './commands/guardedAnnotations';
import { keyAt } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import { byAge, buildRuns, toRunSummary, type BuiltRun } from './runs';
import { loadBoundClusters, namingOf, placementsUsing } from './strategyWarnings';
import type { Viewer } from './viewer';
import { specOf } from './wholeRuns';

/** Runs that are shown, and that usual times come from. */
const MOST_RUNS = 20;

export async function listStrategies(
  deps: QueryDeps,
  asked: Asked<'/strategies'>,
  viewer: Viewer,
): Promise<Answer<'/strategies'>> {
  checkHub(deps, asked);
  const { objects, uses, changes } = await reading(deps, async tx => ({
    objects: await listStrategyObjects(tx, deps.hub),
    uses: await loadStrategyUses(tx, deps.hub),
    changes: await loadStrategyChanges(tx, deps.hub),
  }));
  const newest = objects.flatMap(object => runsBy(uses, keyOfObject(object)).slice(0, 1));
  const { built } = await buildRuns(
    deps,
    newest.map(({ name }) => name),
  );
  const lastOf = new Map(built.map(run => [keyOfObject(run.object), run]));
  const items = objects.map(object =>
    toSummary(object, {
      uses,
      change: changes.get(keyOfObject(object)),
      last: lastOf.get(runsBy(uses, keyOfObject(object)).at(0)?.name ?? ''),
      naming: namingOf(deps, object),
    }),
  );
  return { ...stampOf(deps), items, mayCreate: viewer.mayCreateStrategy() };
}

export async function getStrategy(
  deps: QueryDeps,
  asked: Asked<'/strategies/{scope}/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/strategies/{scope}/{name}'>> {
  checkHub(deps, asked);
  const { object, uses, change, clusters, bound } = await readStrategy(deps, asked);
  const { namespace, name, labels = {} } = object.metadata;
  const key = keyOfObject(object);
  const { strategy: kind } = stagedKindsOf(object.metadata);
  const runs = runsBy(uses, key);
  const { built } = await buildRuns(
    deps,
    runs.slice(0, MOST_RUNS).map(run => run.name),
  );
  const { spec } = object as unknown as ClusterStagedUpdateStrategy;
  const stages = (spec.stages ?? []).map(stage => stage.name);
  const expected = usualDurations(
    built.flatMap(({ inputs }) => inputs.progress ?? []),
    stages,
  );
  const annotations = authoredAnnotations(object);
  const naming = namingOf(deps, object);
  const resource = strategyResource(deps.hub, object);
  return {
    ...stampOf(deps),
    strategy: toSummary(object, { uses, change, last: built.at(0), naming }),
    manifest: {
      apiVersion: apiVersionOf(kind),
      kind,
      metadata: {
        ...(namespace !== undefined && { namespace }),
        name,
        ...(Object.keys(labels).length > 0 && { labels }),
        ...(Object.keys(annotations).length > 0 && { annotations }),
      },
      spec: specOf(object),
    },
    labels,
    annotations,
    uses: usesOf(uses, key),
    runs: built.map(toRunSummary),
    unpreparedRuns: built.filter(isUnprepared).map(run => run.object.metadata.name),
    expected,
    preview: previewStrategy({ ...naming, spec, clusters, bound, durations: expected }),
    mayCreate: viewer.mayCreateStrategy(),
    mayUpdate: viewer.mayUpdateStrategy(resource),
    mayDelete: permitStrategyDeletion(viewer, resource, object.metadata),
  };
}

function readStrategy(deps: QueryDeps, { placement, ...address }: Asked<'/strategies/{scope}/{name}'>) {
  const { hub } = deps;
  const name = keyAt(address);
  return reading(deps, async tx => {
    const object = await loadObject(tx, strategyObject({ hub, name }));
    if (object === undefined) throw new NotFoundError(`strategy "${name}" does not exist on hub "${hub}"`);
    return {
      object,
      uses: await loadStrategyUses(tx, hub, name),
      change: (await loadStrategyChanges(tx, hub)).get(name),
      clusters: await loadFleetFor(tx, { hub, name }),
      bound:
        placement === undefined
          ? undefined
          : await loadBoundClusters(tx, hub, namedBy(object.metadata, placement)),
    };
  });
}

const isUnprepared = ({ model, inputs }: BuiltRun) =>
  inputs.progress?.plan === undefined && !model.assessment.isOver;

async function listStrategyObjects(tx: Tx, hub: string): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const kind of STRATEGY_KINDS) objects.push(...(await listObjects(tx, hub, kind)));
  return objects;
}

/** In the scope of its strategy. */
const nameOf = ({ name }: { readonly name: string }) => fromObjectKey(name).name;

/** Newest first. */
const runsBy = ({ runs }: StrategyUses, strategy: string) =>
  runs.filter(run => run.strategy === strategy).sort(byAge);

function usesOf(uses: StrategyUses, strategy: string): Schemas['StrategyUse'][] {
  return placementsUsing(uses, strategy).map(key => {
    const runs = runsBy(uses, strategy).filter(({ placement }) => placement === key);
    const { namespace: scope = CLUSTER_SCOPE, name } = fromObjectKey(key);
    return {
      scope,
      name,
      runCount: runs.length,
      openRuns: runs.filter(({ isOver }) => !isOver).map(nameOf),
      isNamed: uses.named.get(strategy)?.includes(key) ?? false,
    };
  });
}

interface Beside {
  readonly uses: StrategyUses;
  readonly change: StrategyChange | undefined;
  readonly last: BuiltRun | undefined;
  readonly naming: GateNaming;
}

function toSummary(object: KubeObject, { uses, change, last, naming }: Beside): Schemas['StrategySummary'] {
  const { spec } = object as unknown as ClusterStagedUpdateStrategy;
  const { name, uid = '', resourceVersion = '', generation, creationTimestamp } = object.metadata;
  const key = keyOfObject(object);
  const runs = runsBy(uses, key);
  const stages = spec.stages ?? [];
  return {
    scope: object.metadata.namespace ?? CLUSTER_SCOPE,
    name,
    uid,
    resourceVersion,
    ...(generation !== undefined && { generation }),
    ...(creationTimestamp !== undefined && { createdAt: creationTimestamp }),
    ...changeOf(object, change),
    stages: stages.map(stage => stage.name),
    stageDetails: stages.map(stage => viewStrategyStage(stage, naming)),
    approvers: [...approversOf(object)],
    spec: specOf(object),
    runCount: runs.length,
    openRuns: runs.filter(({ isOver }) => !isOver).map(nameOf),
    placements: placementsUsing(uses, key).map(one => fromObjectKey(one).name),
    ...(last && { lastRun: toRunSummary(last) }),
  };
}

/** Of a generation that Fleetstage has not made it is known neither when nor by whom; the first one is as old as the object. */
export function changeOf({ metadata }: KubeObject, change: StrategyChange | undefined) {
  const { generation = 1, creationTimestamp } = metadata;
  if (change !== undefined && change.generation === generation)
    return { changedAt: toRfc3339(change.at), changedBy: { ref: change.actor } };
  return generation === 1 && creationTimestamp !== undefined && { changedAt: creationTimestamp };
}

/** Without what kubectl keeps beside it. */
export function authoredAnnotations({ metadata }: KubeObject): Record<string, string> {
  const { 'kubectl.kubernetes.io/last-applied-configuration': _, ...annotations } =
    metadata.annotations ?? {};
  return annotations;
}
