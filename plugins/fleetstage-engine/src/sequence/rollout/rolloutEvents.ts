import { countOf, sentence } from '../../words';
import { holdsStage } from '../eligibility/targetVerdict';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import type { SequenceEvent } from '../state/sequenceAction';
import { stageNumberOf, targetsOf } from './targetIndex';
import { isActive, phaseOfStage } from './stagePhase';

type NewEvent = Omit<SequenceEvent, 'at'>;

/** What has happened to a rollout between two memories of it (E §8): first what is over, then what begins. */
export function rolloutEvents(before: RolloutMemory, after: RolloutMemory): readonly NewEvent[] {
  if (before === after) return [];
  const changed = changedTargets(before, after);
  return [
    ...changed.flatMap(outcomeEvents),
    ...stageEvents(before, after),
    ...changed.flatMap(startEvents),
    ...reasonEvents(before, after, changed),
    ...phaseEvents(before, after),
  ];
}

interface ChangedTarget {
  readonly target: TargetMemory;
  readonly was: TargetMemory | undefined;
  readonly about: Pick<NewEvent, 'stage' | 'cluster' | 'nodePool' | 'message'>;
}

function changedTargets(before: RolloutMemory, after: RolloutMemory): readonly ChangedTarget[] {
  if (before.targets === after.targets) return [];
  return after.targets.flatMap((target): ChangedTarget[] => {
    const { cluster, nodePool, message } = target;
    const was = targetsOf(before, cluster).find(one => one.nodePool === nodePool);
    if (was === target) return [];
    const stage = stageOf(after, cluster);
    const place = { ...(stage !== undefined && { stage }), ...(nodePool !== undefined && { nodePool }) };
    return [{ target, was, about: { ...place, cluster, message } }];
  });
}

function outcomeEvents({ target: { past }, was, about }: ChangedTarget): NewEvent[] {
  if (past.kind === 'Succeeded' && was?.past.kind !== 'Succeeded')
    return [{ event: 'ClusterUpgradeSucceeded', ...about }];
  const isNewFailure = past.kind === 'Failed' && (was?.past.kind !== 'Failed' || was.past.at !== past.at);
  return isNewFailure
    ? [{ event: 'ClusterUpgradeFailed', ...about, message: sentence(past.message), isWarning: true }]
    : [];
}

/** When the provider has begun: what it refuses because of the cluster is asked for again and again. */
function startEvents({ target: { past }, was, about }: ChangedTarget): NewEvent[] {
  const isBegun = past.kind === 'Started' && past.acceptedAt !== undefined;
  const wasBegun = was?.past.kind === 'Started' && was.past.acceptedAt !== undefined;
  return isBegun && !wasBegun ? [{ event: 'ClusterUpgradeStarted', ...about }] : [];
}

function reasonEvents(
  before: RolloutMemory,
  after: RolloutMemory,
  changed: readonly ChangedTarget[],
): NewEvent[] {
  if (changed.length === 0) return [];
  const reported = new Set(before.targets.map(target => reasonKey(before, target)));
  return changed.flatMap(({ target, was, about }): NewEvent[] => {
    const key = reasonKey(after, target);
    if (was?.reason === target.reason || reported.has(key)) return [];
    reported.add(key);
    if (target.state === 'Ineligible') return [{ event: 'ClusterIneligible', ...about }];
    return isBlocked(after, target) ? [{ event: 'ClusterBlocked', ...about }] : [];
  });
}

/** One event for each reason and stage, not for each cluster (E/EV-003). */
const reasonKey = (memory: RolloutMemory, { cluster, reason }: TargetMemory) =>
  `${stageOf(memory, cluster) ?? ''} ${reason}`;

const stageOf = (memory: RolloutMemory, cluster: string): string | undefined => {
  const number = stageNumberOf(memory, cluster);
  return number === undefined ? undefined : memory.progress.stages[number - 1]?.name;
};

const UNBLOCKED: readonly TargetMemory['reason'][] = ['WaitingForStage', 'WaitingForSlot', 'RolloutPaused'];

const isBlocked = (memory: RolloutMemory, target: TargetMemory) =>
  isActive(memory) &&
  holdsStage(target) &&
  target.past.kind === 'Untouched' &&
  target.state !== 'Running' &&
  !UNBLOCKED.includes(target.reason);

function stageEvents(before: RolloutMemory, after: RolloutMemory): NewEvent[] {
  return after.progress.stages.flatMap((stage, index): NewEvent[] => {
    const was = before.progress.stages.find(({ name }) => name === stage.name);
    const { forced, isSkipped, soakMs } = after.stages[index];
    const isNew = (key: 'enteredAt' | 'updatedAt' | 'succeededAt') =>
      stage[key] !== undefined && was?.[key] === undefined;
    const at = { stage: stage.name };
    const isChanged =
      was?.enteredAt !== undefined &&
      stage.succeededAt === undefined &&
      forced === undefined &&
      before.stages[index]?.soakMs !== soakMs;
    const found: NewEvent[] = [];
    if (isNew('enteredAt'))
      found.push({ event: 'StageStarted', ...at, message: `Stage "${stage.name}" begins.` });
    if (isNew('updatedAt') && forced !== 'Person' && isSkipped !== true) found.push(soakEvent(after, index));
    else if (isChanged && isActive(after))
      found.push({ event: 'SoakChanged', ...at, message: `It soaks for ${hours(soakMs)}.` });
    if (isNew('succeededAt')) found.push(doneEvent(after, index));
    return found;
  });
}

function soakEvent(after: RolloutMemory, index: number): NewEvent {
  const { name } = after.progress.stages[index];
  const { soakMs, forced } = after.stages[index];
  const open = after.members.filter(
    ({ cluster, stage }) => stage === index + 1 && targetsOf(after, cluster).some(holdsStage),
  ).length;
  return forced === 'Timeout'
    ? {
        event: 'StageForcedSoaking',
        stage: name,
        message: `It soaks for ${hours(soakMs)}, although ${countOf(open, 'cluster')} are not done: maxUpgradeTime is over.`,
        isWarning: true,
      }
    : {
        event: 'StageSoaking',
        stage: name,
        message: `All clusters are done; it soaks for ${hours(soakMs)}.`,
      };
}

function doneEvent(after: RolloutMemory, index: number): NewEvent {
  const stage = after.progress.stages[index].name;
  if (phaseOfStage(after, index) === 'Skipped')
    return { event: 'StageSkipped', stage, message: `Stage "${stage}" had nothing to upgrade.` };
  return after.stages[index].forced === 'Person'
    ? {
        event: 'StageForceCompleted',
        stage,
        message: `A person completed stage "${stage}".`,
        isWarning: true,
      }
    : { event: 'StageCompleted', stage, message: `The version is qualified by stage "${stage}".` };
}

const hours = (ms: number) =>
  ms < 3_600_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 360_000) / 10} h`;

function phaseEvents(before: RolloutMemory, after: RolloutMemory): NewEvent[] {
  const { phase, reason, message } = after;
  if (before.phase === phase && before.reason === reason) return [];
  switch (phase) {
    case 'Completed':
      return [{ event: 'RolloutCompleted', message }];
    case 'Cancelled':
      return reason === 'Superseded' || reason === 'SupersededByUser'
        ? [{ event: 'RolloutSuperseded', message }]
        : [{ event: 'RolloutCancelled', message, isWarning: true }];
    case 'Paused':
      return [{ event: reason === 'WaitingForNextStage' ? 'RolloutWaiting' : 'RolloutPaused', message }];
    default:
      return before.phase === 'Paused' ? [{ event: 'RolloutResumed', message }] : [];
  }
}
