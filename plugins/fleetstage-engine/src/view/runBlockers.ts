import type { BlockerCause } from '../blocker/causes';
import type { Blocker } from '../decision';
import { isOpen } from '../staged/gates/gateStatus';
import { kindOfShown } from '../staged/gates/gateKinds';
import { isBegun } from '../staged/gates/isGateUsed';
import { countOf, sentence, sentenceWithNames } from '../words';
import { rolloutOf, toBlockerView, type BlockerWords } from './blockerView';
import { holdersInWords, type ClusterModel } from './runClusters';
import type { RunAssessment } from './runInputs';
import { stoppedSince, stoppedState, type StageModel } from './runStages';
import type { BlockerView, GateView } from './views';

/**
 * What holds a run, in the words of pages: the rows that its newest decision has left, each cluster for itself; `foldBlockers`
 * makes one of equal ones. To the rows come what a person has asked of the run, and decided at its gates, since then.
 * Nothing holds a run that is over.
 */
export function runBlockers(assessment: RunAssessment, stages: readonly StageModel[]): BlockerView[] {
  if (assessment.isOver) return [];
  const current = stages.find(({ index }) => index === assessment.at?.index);
  const stop = stopBlocker(assessment, stages);
  const place = { assessment, stages, current };
  if (stop !== undefined)
    return [stop, ...assessment.blockers.filter(isOfTrouble).flatMap(row => viewRow(row, place))];
  const gates = current === undefined ? [] : gateBlockers(current);
  return [...assessment.blockers.flatMap(row => viewRow(row, place)), ...gates];
}

const isOfTrouble = ({ cause }: Blocker) => cause === 'ClusterFailing' || cause === 'ClusterStuck';

interface Place {
  readonly assessment: RunAssessment;
  readonly stages: readonly StageModel[];
  readonly current: StageModel | undefined;
}

/** One of these pages say by the run's own state and by its gates, or by its clusters. */
const saidElsewhere: ReadonlySet<BlockerCause> = new Set<BlockerCause>([
  'NotStarted',
  'Stopping',
  'Stopped',
  'ClusterUpdating',
  'GateWaiting',
  'WaitTime',
  'ApprovalPending',
  'ApprovalStale',
]);

/** As it is, also of a cause that this file has never heard of; some with words made of stages and clusters. */
function viewRow(row: Blocker, place: Place): BlockerView[] {
  const { cause, message, brief, actor, clusters, since, until, subject } = row;
  if (saidElsewhere.has(cause)) return [];
  const stage = place.current?.stage.name;
  const scope = place.assessment.run.namespace ?? '_';
  const words: BlockerWords = {
    ...{ cause, actor, clusters, since, until },
    message: sentence(brief ?? message),
    ...(stage !== undefined && { stage }),
  };
  switch (cause) {
    case 'EarlierRun':
    case 'EarlierRunStopped':
    case 'EarlierRunStuck':
      return [
        toBlockerView({
          ...words,
          ...(subject !== undefined && { subject: { kind: 'run', scope, name: subject } }),
        }),
      ];
    case 'ClusterUpgrading':
      return [
        toBlockerView({ ...words, message: sentenceWithNames(message, clusters ?? []), ...rolloutOf(row) }),
      ];
    case 'ConcurrencyLimit':
      return viewSlots(words, place.current);
    case 'ApprovalRevoked':
      return [toBlockerView({ ...words, ...revokedWords(place) })];
    default:
      return [toBlockerView(words)];
  }
}

/** Slots that no other cluster can use, while others wait for one. */
function viewSlots(words: BlockerWords, current: StageModel | undefined): BlockerView[] {
  const { clusters: holders = [] } = words;
  if (current === undefined || holders.length === 0) return [];
  const { clusters, slots } = current;
  const held = new Set(holders);
  // The rows may be older than the progress: a holder that has got on since then holds nothing.
  const troubled = clusters.filter(
    one => held.has(nameOf(one)) && (one.state === 'failing' || one.state === 'stuck'),
  );
  if (troubled.length === 0) return [];
  const waiting = clusters.filter(({ state }) => state === 'waiting' || state === 'notStarted').length;
  const message = `${troubled.length} of ${countOf(slots, 'slot')} held by ${holdersInWords(troubled)}; ${countOf(waiting, 'cluster')} still to come.`;
  return [toBlockerView({ ...words, message })];
}

/** The gate is behind the stage before: its approval let the run out of it. */
function revokedWords({ stages, current }: Place): Pick<BlockerWords, 'message' | 'stage'> | undefined {
  const before = stages.find(({ index }) => index === (current?.index ?? 0) - 1);
  if (before === undefined) return undefined;
  const { name: stage } = before.stage;
  const message = `The approval after ${stage} was taken back before the next stage began; it is asked for again.`;
  return { stage, message };
}

function stopBlocker(assessment: RunAssessment, stages: readonly StageModel[]): BlockerView | undefined {
  const { progress, wanted } = assessment;
  const stop = progress?.plan === undefined ? undefined : stoppedState(assessment);
  if (stop === undefined) return undefined;
  if (wanted === 'Initialize' && progress?.startedAt === undefined) {
    const message = 'The run is prepared and waits to be started.';
    return toBlockerView({ cause: 'NotStarted', message, since: progress?.plan?.at });
  }
  const since = stoppedSince(assessment);
  const inFlight = stages.flatMap(({ clusters }) => clusters.filter(isInFlight)).map(nameOf);
  const flying =
    inFlight.length === 0 ? '' : ` ${countOf(inFlight.length, 'cluster')} in flight finish first.`;
  return stop === 'stopped'
    ? toBlockerView({ cause: 'Stopped', message: 'The run is stopped.', since })
    : toBlockerView({ cause: 'Stopping', message: `The run is being stopped.${flying}`, since });
}

const nameOf = ({ cluster }: ClusterModel) => cluster.cluster;
const isInFlight = ({ state }: ClusterModel) =>
  state === 'updating' || state === 'failing' || state === 'stuck';

function gateBlockers({ stage, before, after }: StageModel): BlockerView[] {
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
