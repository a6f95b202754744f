import {
  apiVersionOf,
  approversOf,
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
import { loadFleet } from '../database/clusterStore';
import { listObjects, loadObject } from '../database/mirrorStore';
import {
  loadStrategyChanges,
  loadStrategyUses,
  type StrategyChange,
  type StrategyUses,
} from '../database/views/strategyUses';
import { permitStrategyDeletion } from './commands/guardedAnnotations';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, checkScope, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import { byAge, buildRuns, toRunSummary, type BuiltRun } from './runs';
import { loadBoundClusters, namingOf, placementsUsing } from './strategyWarnings';
import type { Viewer } from './viewer';
import { specOf } from './wholeRuns';

const KIND = 'ClusterStagedUpdateStrategy';
/** Runs that are shown, and that usual times come from. */
const MOST_RUNS = 20;

export async function listStrategies(
  deps: QueryDeps,
  asked: Asked<'/strategies'>,
  viewer: Viewer,
): Promise<Answer<'/strategies'>> {
  checkHub(deps, asked);
  const { objects, uses, changes } = await reading(deps, async tx => ({
    objects: await listObjects(tx, deps.hub, KIND),
    uses: await loadStrategyUses(tx, deps.hub),
    changes: await loadStrategyChanges(tx, deps.hub),
  }));
  const newest = objects.flatMap(({ metadata }) => runsBy(uses, metadata.name).slice(0, 1));
  const { built } = await buildRuns(
    deps,
    newest.map(({ name }) => name),
  );
  const lastOf = new Map(built.map(run => [run.object.metadata.name, run]));
  const items = objects.map(object =>
    toSummary(object, {
      uses,
      change: changes.get(object.metadata.name),
      last: lastOf.get(runsBy(uses, object.metadata.name).at(0)?.name ?? ''),
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
  checkScope(asked.scope, 'Strategies');
  const { object, uses, change, clusters, bound } = await readStrategy(deps, asked);
  const { name, labels = {} } = object.metadata;
  const runs = runsBy(uses, name);
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
  return {
    ...stampOf(deps),
    strategy: toSummary(object, { uses, change, last: built.at(0), naming }),
    manifest: {
      apiVersion: apiVersionOf(KIND),
      kind: KIND,
      metadata: {
        name,
        ...(Object.keys(labels).length > 0 && { labels }),
        ...(Object.keys(annotations).length > 0 && { annotations }),
      },
      spec: specOf(object),
    },
    labels,
    annotations,
    uses: usesOf(uses, name),
    runs: built.map(toRunSummary),
    unpreparedRuns: built.filter(isUnprepared).map(run => run.object.metadata.name),
    expected,
    preview: previewStrategy({ ...naming, spec, clusters, bound, durations: expected }),
    mayCreate: viewer.mayCreateStrategy(),
    mayUpdate: viewer.mayUpdateStrategy(),
    mayDelete: permitStrategyDeletion(viewer, object.metadata),
  };
}

function readStrategy(deps: QueryDeps, { name, placement }: Asked<'/strategies/{scope}/{name}'>) {
  const { hub } = deps;
  return reading(deps, async tx => {
    const object = await loadObject(tx, { hub, kind: KIND, name });
    if (object === undefined) throw new NotFoundError(`strategy "${name}" does not exist on hub "${hub}"`);
    return {
      object,
      uses: await loadStrategyUses(tx, hub, name),
      change: (await loadStrategyChanges(tx, hub)).get(name),
      clusters: await loadFleet(tx, hub),
      bound: placement === undefined ? undefined : await loadBoundClusters(tx, hub, placement),
    };
  });
}

const isUnprepared = ({ model, inputs }: BuiltRun) =>
  inputs.progress?.plan === undefined && !model.assessment.isOver;

/** Newest first. */
const runsBy = ({ runs }: StrategyUses, strategy: string) =>
  runs.filter(run => run.strategy === strategy).sort(byAge);

function usesOf(uses: StrategyUses, strategy: string): Schemas['StrategyUse'][] {
  return placementsUsing(uses, strategy).map(name => {
    const runs = runsBy(uses, strategy).filter(({ placement }) => placement === name);
    return {
      scope: CLUSTER_SCOPE,
      name,
      runCount: runs.length,
      openRuns: runs.filter(({ isOver }) => !isOver).map(run => run.name),
      isNamed: uses.named.get(strategy)?.includes(name) ?? false,
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
  const runs = runsBy(uses, name);
  const stages = spec.stages ?? [];
  return {
    scope: CLUSTER_SCOPE,
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
    openRuns: runs.filter(({ isOver }) => !isOver).map(run => run.name),
    placements: placementsUsing(uses, name),
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
