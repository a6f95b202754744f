import { NotFoundError } from '@backstage/errors';
import {
  stagedKindsOf,
  toRfc3339,
  type Instant,
  type KubeObject,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  approveChecks,
  countChecks,
  chooseRollBack,
  memberStatus,
  foreseeEnd,
  isForPeople,
  isStrategyChanged,
  nextStage,
  placementClusters,
  startsStage,
  thenInWords,
  viewCluster,
  viewFailed,
  viewRun,
  type GateView,
  type PlacementState,
  type RunModel,
  type StageModel,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { toHubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey, placementObject } from '../database/placementObject';
import { loadPlacementState } from '../database/placementStore';
import { placementOfRun } from '../database/stagedObjects';
import {
  countTimeline,
  loadEarlierRuns,
  loadLastAct,
  loadTries,
  loadVerifyingRuns,
  type RunAct,
} from '../database/views/records';
import type { Answer, Asked, Schemas } from './contract';
import { loadStrategyNames, permitSomeRun } from './newRun';
import { permitGate, runPermits, type RunForViewer } from './permits';
import { reading, stampOf, type QueryDeps } from './queryDeps';
import { namingOf } from './strategyWarnings';
import type { Viewer } from './viewer';
import {
  buildWholeRun,
  manifestOf,
  previousSnapshot,
  readChangeFacts,
  readWholeRun,
  runKeyOf,
  specOf,
  withImages,
  type BuiltWholeRun,
} from './wholeRuns';

const EARLIER_RUNS = 10;
/** The newest say what was available last; bounds the memories that are read. */
const OTHER_RUNS = 20;

export async function getRun(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/runs/{scope}/{name}'>> {
  const key = runKeyOf(deps, asked);
  const { whole, ...facts } = await reading(deps, tx => readRunPage(tx, deps, key));
  const built = buildWholeRun(deps, whole);
  const { object, strategy, initiators, forViewer, model, state } = built;
  const { startedBy } = initiators;
  const view = viewRun(model, { regionLabel: deps.axes.columns });
  const { changes, previous, act, others } = facts;
  const end = foreseeEnd(model.assessment);
  const rollBack = chooseRollBack({
    ...state,
    others,
    kept: state.resourceSnapshots.map(({ index }) => index),
  });
  const run: Schemas['Run'] = {
    ...view,
    ...(startedBy !== undefined && { startedBy: { ref: startedBy } }),
    pipeline: view.pipeline.map(stage => ({
      ...stage,
      gatesBefore: stage.gatesBefore.map(gate => permitGate(forViewer, gate, viewer)),
      gatesAfter: stage.gatesAfter.map(gate => permitGate(forViewer, gate, viewer)),
    })),
    resourceVersion: object.metadata.resourceVersion ?? '',
    spec: specOf(object),
    manifest: manifestOf(object),
    ...(previous !== undefined && { previousSnapshot: String(previous) }),
    ...(strategy && {
      strategyNow: specOf(strategy),
      isStrategyChanged: isStrategyChanged(
        state,
        specOf(strategy) as unknown as UpdateStrategySpec,
        namingOf(deps, strategy),
      ),
    }),
    ...(end && { ifEnded: end }),
    ...(rollBack && { rollBack }),
    ...(act && { stateChange: toStateChange(act) }),
    approvers: [...(forViewer.approvers ?? [])],
    may: runPermits(toRunForViewer(deps, built, { facts, viewer }), viewer),
    timelineCount: facts.timelineCount,
    ...(changes && { changeCount: changes.counts.added + changes.counts.changed + changes.counts.deleted }),
  };
  return { ...stampOf(deps), run };
}

function toRunForViewer(
  { hub }: QueryDeps,
  { forViewer }: BuiltWholeRun,
  { facts, viewer }: { readonly facts: Choice; readonly viewer: Viewer },
): RunForViewer {
  const { placement, strategies } = facts;
  return placement === undefined
    ? forViewer
    : { ...forViewer, mayCreate: permitSomeRun(viewer, hub, { placement, strategies }) };
}

/** What another run may be made of. */
interface Choice {
  readonly placement: KubeObject | undefined;
  readonly strategies: readonly string[];
}

/** The run, and what it changes. */
async function readRunChange(tx: Tx, deps: QueryDeps, name: string) {
  const whole = await readWholeRun(tx, deps, name);
  const { run, progress } = whole.state;
  const previous = await previousSnapshot(tx, deps, whole);
  const changes = await readChangeFacts(tx, deps, {
    placement: placementOfRun(deps.hub, run).name,
    from: previous,
    to: progress?.plan?.resourceIndex,
  });
  return { whole, previous, changes };
}

async function readRunPage(tx: Tx, deps: QueryDeps, name: string) {
  const change = await readRunChange(tx, deps, name);
  const { run, progress } = change.whole.state;
  const placement = placementOfRun(deps.hub, run);
  const index = progress?.plan?.resourceIndex;
  const others = await loadVerifyingRuns(tx, placement, { than: name, index, limit: OTHER_RUNS });
  return {
    ...change,
    placement: await loadObject(tx, placementObject(placement)),
    strategies: await loadStrategyNames(tx, deps.hub, run),
    others: others.map(other => other.progress),
    act: await loadLastAct(tx, deps.hub, { run, events: ['stopAsked', 'resumeAsked', 'rejected'] }),
    timelineCount: await countTimeline(tx, deps.hub, { kind: stagedKindsOf(run).run, name }),
  };
}

const toStateChange = ({ event, actor, at, message }: RunAct): Schemas['StateChange'] => ({
  to: event === 'resumeAsked' ? 'Run' : 'Stop',
  at: toRfc3339(at),
  actor: { ref: actor },
  ...(message !== undefined && { reason: message }),
});

export async function getGate(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}/gates/{stage}/{task}'>,
  viewer: Viewer,
): Promise<Answer<'/runs/{scope}/{name}/gates/{stage}/{task}'>> {
  const key = runKeyOf(deps, asked);
  const { whole, previous, changes } = await reading(deps, async tx => {
    const change = await readRunChange(tx, deps, key);
    return { ...change, changes: await withImages(tx, deps, change) };
  });
  const built = buildWholeRun(deps, whole);
  const gate = findGate(built.model, asked);
  if (gate === undefined) {
    const where = `${asked.task === 'before' ? 'before' : 'after'} stage "${asked.stage}"`;
    throw new NotFoundError(`Run "${asked.name}" has no approval ${where}`);
  }
  const plan = built.state.progress?.plan;
  const next = nextStage(built.model, gate);
  const then = next && thenInWords(next.after);
  const facts = { model: built.model, state: built.state, ...(changes && { changes }) };
  const checks = approveChecks(facts, gate);
  return {
    ...stampOf(deps),
    gate: permitGate(built.forViewer, gate, viewer),
    run: asked.name,
    placement: built.state.run.spec.placementName,
    ...(plan && { snapshot: String(plan.resourceIndex) }),
    ...(previous !== undefined && { previousSnapshot: String(previous) }),
    checks,
    checkCounts: countChecks(checks),
    startsStage: startsStage(built.model, gate, built.state),
    approvers: [...(built.forViewer.approvers ?? [])],
    ...(then !== undefined && { then }),
  };
}

/** A stage has at most one approval on each side. */
export const findGate = (
  { stages }: RunModel,
  { stage, task }: { readonly stage: string; readonly task: string },
): GateView | undefined => {
  const view = stages.find(one => one.stage.name === stage);
  return (task === 'before' ? view?.before : view?.after)?.find(isForPeople);
};

export async function getRunCluster(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}/clusters/{cluster}'>,
): Promise<Answer<'/runs/{scope}/{name}/clusters/{cluster}'>> {
  const key = runKeyOf(deps, asked);
  const { hub } = deps;
  const { whole, placement, earlier, tries } = await reading(deps, async tx => {
    const found = await readWholeRun(tx, deps, key);
    const { name } = placementOfRun(hub, found.state.run);
    const { createdAt: before } = found.state.run;
    return {
      whole: found,
      placement: await loadPlacementState(tx, toHubKey(hub, name)),
      earlier: await loadEarlierRuns(tx, { hub, name }, { before, limit: EARLIER_RUNS }),
      tries: await loadTries(tx, { hub, placement: name, cluster: asked.cluster }),
    };
  });
  const built = buildWholeRun(deps, whole);
  const place = findCluster(built, asked.cluster);
  if (place === undefined)
    throw new NotFoundError(`Run "${asked.name}" has no cluster "${asked.cluster}" in its plan`);
  const { view, position } = place;
  const one = view.clusters[position - 1];
  const options = { regionLabel: deps.axes.columns, orderLabel: view.config?.sortingLabelKey };
  return {
    ...stampOf(deps),
    cluster: viewCluster(built.model.assessment, one, options),
    stage: view.stage.name,
    position,
    of: view.clusters.length,
    ...placementFacts(placement, asked.cluster, deps.clock.now()),
    ...proofFacts(built, asked.cluster),
    ...memberFacts(built, deps, asked.cluster),
    ...(tries && {
      attempts: tries.attempts,
      ...(tries.lastError !== undefined && { lastError: tries.lastError }),
      ...(tries.nextAt !== undefined && { nextTryAt: toRfc3339(tries.nextAt) }),
    }),
    earlierRuns: earlier.flatMap(record => {
      const mine = record.progress.stages
        .flatMap(({ clusters }) => clusters)
        .find(c => c.cluster === asked.cluster);
      return mine === undefined ? [] : [toEarlierRun(fromObjectKey(record.name).name, mine)];
    }),
  };
}

type Progress = RunModel['stages'][number]['stage']['clusters'][number];

function toEarlierRun(name: string, { startedAt, succeededAt, failed }: Progress) {
  const endedAt = succeededAt ?? failed?.at;
  const state: Schemas['RunClusterState'] =
    succeededAt !== undefined ? 'updated' : failed || startedAt !== undefined ? 'failed' : 'notStarted';
  return {
    name,
    state,
    ...(endedAt !== undefined && { endedAt: toRfc3339(endedAt) }),
    ...(endedAt !== undefined &&
      startedAt !== undefined && { tookSeconds: Math.round((endedAt - startedAt) / 1000) }),
  };
}

function findCluster(
  { model }: BuiltWholeRun,
  name: string,
): { view: StageModel; position: number } | undefined {
  for (const view of model.stages) {
    const index = view.clusters.findIndex(({ cluster }) => cluster.cluster === name);
    if (index >= 0) return { view, position: index + 1 };
  }
  return undefined;
}

function placementFacts(placement: PlacementState | undefined, name: string, now: Instant) {
  const report = placement?.reports.find(({ cluster }) => cluster === name);
  const view = placement && placementClusters(placement, now).find(({ cluster }) => cluster === name);
  return { conditions: view?.conditions ?? [], failed: (report?.failed ?? []).map(viewFailed) };
}

function proofFacts({ model, state }: BuiltWholeRun, name: string) {
  const binding = model.assessment.bindingOf.get(name);
  const report = model.assessment.reportOf.get(name);
  if (binding?.resourceIndex === undefined || report === undefined) return {};
  const isOwn = report.revision === binding.revision;
  const since = report.available?.status === 'True' ? report.available.at : undefined;
  return {
    proof: {
      snapshot: String(binding.resourceIndex),
      isOfThisRun: isOwn && binding.resourceIndex === state.progress?.plan?.resourceIndex,
      ...(since !== undefined && { availableSince: toRfc3339(since) }),
      observedAt: toRfc3339(report.observedAt),
    },
  };
}

function memberFacts({ model }: BuiltWholeRun, { clock }: QueryDeps, name: string) {
  const facts = model.assessment.factsOf.get(name);
  if (facts === undefined) return {};
  const seen = facts.health?.lastHeartbeatAt;
  return {
    memberState: memberStatus(facts, clock.now()).state,
    ...(seen !== undefined && { lastSeenAt: toRfc3339(seen) }),
  };
}
