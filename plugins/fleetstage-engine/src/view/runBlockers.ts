import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { actorOfCluster } from '../blocker/actorOfCluster';
import type { BlockerCause } from '../blocker/causes';
import type { Blocker } from '../decision';
import { standingOf } from '../updaterun/selectRunsAhead';
import type { SiblingRun } from '../updaterun/state';
import type { WorkReport } from '../work/report';
import { holdersInWords, type ClusterTold } from './runClusters';
import { noGateFacts } from '../staged/gates/gateFacts';
import { isOpen } from '../staged/gates/gateStatus';
import { kindOfShown } from '../staged/gates/gateKinds';
import { isBegun } from '../staged/gates/isGateUsed';
import { toBlockerView } from './blockerView';
import { assessRun, type RunAssessment } from './runInputs';
import { restingSince, restingState, revokedGate, stagesOf, type StageTold } from './runStages';
import type { BlockerActor, BlockerView, GateView } from './views';
import { countOf, sentence } from '../words';

/** What holds a run, each cluster for itself; `foldBlockers` makes one of equal ones. Nothing holds a run that is over. */
export function runBlockers(scene: RunAssessment, stages: readonly StageTold[]): BlockerView[] {
  const { progress, isOver } = scene;
  if (isOver) return [];
  if (progress?.plan === undefined) return beforePlan(scene);
  const resting = restingBlocker(scene, stages);
  const current = stages.find(({ index }) => index === scene.at?.index);
  const held =
    current === undefined ? [] : [...clusterBlockers(scene, current), ...slotBlockers(scene, current)];
  if (resting !== undefined) return [resting, ...held.filter(({ state }) => state !== 'info')];
  const gates = current === undefined ? [] : gateBlockers(current);
  return [...held, ...entryBlockers(scene, stages), ...gates, ...otherBlockers(scene, current)];
}

/** Causes of a decision that a page does not repeat: it has its own words for them, made of stages, clusters and gates. */
const saidElsewhere: ReadonlySet<BlockerCause> = new Set<BlockerCause>([
  'EarlierRun',
  'NotStarted',
  'Stopping',
  'Stopped',
  'ClusterUpdating',
  'ClusterFailing',
  'ClusterStuck',
  'ConcurrencyLimit',
  'GateWaiting',
  'WaitTime',
  'ApprovalPending',
  'ApprovalStale',
  'ApprovalRevoked',
]);

/** What the decision found, also for a cause that this file has never heard of. */
function fromDecision(blocker: Blocker, stage?: string): BlockerView[] {
  const { cause, message, actor, clusters, since, until } = blocker;
  if (saidElsewhere.has(cause)) return [];
  const words = { cause, actor, message: sentence(message), clusters, since, until };
  return [toBlockerView({ ...words, ...(stage !== undefined && { stage }) })];
}

function beforePlan({ run, blockers, siblings }: RunAssessment): BlockerView[] {
  const earlier = blockers.find(({ cause }) => cause === 'EarlierRun');
  const first = siblings.find(
    ({ progress, createdAt }) => progress?.plan === undefined && createdAt <= run.createdAt,
  );
  const inLine =
    earlier === undefined ? [] : [earlierRun(earlier.message, first?.name, { since: earlier.since })];
  return [...inLine, ...blockers.flatMap(blocker => fromDecision(blocker))];
}

/** Nobody has to act while the earlier run gets on by itself; one that is stopped or stuck takes a person. */
const earlierRun = (
  message: string,
  name: string | undefined,
  { since, held }: { readonly since: Instant | undefined; readonly held?: 'Stopped' | 'Stuck' | undefined },
) =>
  toBlockerView({
    cause: `EarlierRun${held ?? ''}`,
    message: sentence(message),
    since,
    ...(name !== undefined && { subject: { kind: 'run', scope: '_', name } as const }),
  });

function restingBlocker(scene: RunAssessment, stages: readonly StageTold[]): BlockerView | undefined {
  const { progress, wanted } = scene;
  const resting = restingState(scene);
  if (resting === undefined) return undefined;
  if (wanted === 'Initialize' && progress?.startedAt === undefined) {
    const message = 'The run is prepared and waits to be started.';
    return toBlockerView({ cause: 'NotStarted', message, since: progress?.plan?.at });
  }
  const since = restingSince(scene);
  const inFlight = stages.flatMap(({ clusters }) => clusters.filter(isInFlight)).map(nameOf);
  const flying =
    inFlight.length === 0 ? '' : ` ${countOf(inFlight.length, 'cluster')} in flight finish first.`;
  return resting === 'stopped'
    ? toBlockerView({ cause: 'Stopped', message: 'The run is stopped.', since })
    : toBlockerView({ cause: 'Stopping', message: `The run is being stopped.${flying}`, since });
}

const nameOf = ({ cluster }: ClusterTold) => cluster.cluster;
const isInFlight = ({ state }: ClusterTold) =>
  state === 'updating' || state === 'failing' || state === 'stuck';

/** One per failing or stuck cluster; who can act follows from the step that failed. */
function clusterBlockers(scene: RunAssessment, { stage, clusters }: StageTold): BlockerView[] {
  return clusters.flatMap(one => {
    const { state, cause, since } = one;
    if (state !== 'failing' && state !== 'stuck') return [];
    const name = nameOf(one);
    return [
      toBlockerView({
        cause: state === 'failing' ? 'ClusterFailing' : 'ClusterStuck',
        actor: actorOf(scene, name, scene.reportOf.get(name)),
        message: cause ?? `${name} does not get on.`,
        stage: stage.name,
        clusters: [name],
        since,
      }),
    ];
  });
}

const actorOf = (scene: RunAssessment, cluster: string, report: WorkReport | undefined): BlockerActor =>
  actorOfCluster(scene.factsOf.get(cluster), report, scene.now);

/** Slots that no other cluster can use, while others wait for one; who can free one is who can mend the first. */
function slotBlockers(scene: RunAssessment, { stage, clusters, slots }: StageTold): BlockerView[] {
  const troubled = clusters.filter(({ state }) => state === 'failing' || state === 'stuck');
  const holders = troubled.map(nameOf);
  const held = holders.length;
  const waiting = clusters.filter(({ state }) => state === 'waiting' || state === 'notStarted').length;
  if (held === 0 || waiting === 0) return [];
  const message = `${held} of ${countOf(slots, 'slot')} held by ${holdersInWords(troubled)}; ${countOf(waiting, 'cluster')} still to come.`;
  return [
    toBlockerView({
      cause: 'ConcurrencyLimit',
      actor: actorOf(scene, holders[0], scene.reportOf.get(holders[0])),
      message,
      stage: stage.name,
      clusters: holders,
    }),
  ];
}

function entryBlockers(scene: RunAssessment, stages: readonly StageTold[]): BlockerView[] {
  const { ahead, at, progress } = scene;
  const since = at && (progress?.stages[at.index - 1]?.succeededAt ?? progress?.startedAt);
  const revoked = revokedGate(scene, stages);
  const taken =
    revoked === undefined
      ? []
      : [
          toBlockerView({
            cause: 'ApprovalRevoked',
            stage: revoked.stage,
            message: `The approval after ${revoked.stage} was taken back before the next stage began; it is asked for again.`,
            since,
          }),
        ];
  if (ahead === undefined || at === undefined) return taken;
  const { message, held } = explainAhead(scene, ahead, at.stage.name);
  return [{ ...earlierRun(message, ahead.name, { since, held }), stage: at.stage.name }, ...taken];
}

/**
 *   run-1 gets on            → it is waited for
 *   run-1 stopped            → resume or end it
 *   run-1 stuck, or failing  → repair its clusters, or end it
 */
function explainAhead(
  scene: RunAssessment,
  ahead: SiblingRun,
  stage: string,
): { readonly message: string; readonly held?: 'Stopped' | 'Stuck' } {
  const { name } = ahead;
  const standing = standingAhead(scene, ahead);
  switch (standing) {
    case 'stopped':
      return {
        message: `${stage} is blocked by the earlier run ${name}, which is stopped. Resume or end that run.`,
        held: 'Stopped',
      };
    case 'stuck':
    case 'failing':
      return {
        message: `${stage} is blocked by the earlier run ${name}, which is ${standing}. Repair its clusters, or end that run.`,
        held: 'Stuck',
      };
    default:
      return { message: `${stage} begins when the earlier run ${name} has left it.` };
  }
}

/** As its own page says it: a cluster is seen to be stuck, or to fail, before the memory of its run says so. */
export function standingAhead(
  scene: RunAssessment,
  ahead: SiblingRun,
): 'stopped' | 'stuck' | 'failing' | undefined {
  const standing = standingOf(ahead);
  if (standing === 'stopped' || ahead.progress === undefined) return standing;
  const { state: _, ...spec } = scene.run.spec;
  const run = { ...scene.run, name: ahead.name, spec };
  const own = { progress: ahead.progress, siblings: [], gateFacts: noGateFacts, blockers: [] };
  const stages = stagesOf(assessRun({ ...scene, ...own, run }, scene.now));
  if (stages.some(({ counts }) => counts.failing)) return 'failing';
  return stages.some(({ counts }) => counts.stuck) ? 'stuck' : standing;
}

function gateBlockers({ stage, before, after }: StageTold): BlockerView[] {
  if (stage.enteredAt === undefined || stage.succeededAt !== undefined) return [];
  if (!isBegun(stage)) return before.filter(isOpen).map(gateBlocker);
  return stage.updatedAt === undefined ? [] : after.filter(isOpen).map(gateBlocker);
}

const gateBlocker = (gate: GateView): BlockerView => ({
  ...kindOfShown(gate.kind).explain(gate),
  state: 'waiting',
  clusters: [],
  clusterCount: 0,
  stage: gate.stage,
});

const otherBlockers = ({ blockers }: RunAssessment, current: StageTold | undefined) =>
  blockers.flatMap(blocker => fromDecision(blocker, current?.stage.name));
