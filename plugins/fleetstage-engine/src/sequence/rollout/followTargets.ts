import { fromRfc3339, isSameJson, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { sentence } from '../../words';
import { reassign, type RolloutMembership } from '../assignment/reassign';
import { judgeTarget } from '../eligibility/judgeTarget';
import type { RolloutFacts, TargetFacts } from '../eligibility/targetFacts';
import { holdsStage, type TargetVerdict } from '../eligibility/targetVerdict';
import { timeInWords, unitInWords } from '../eligibility/targetWords';
import { advancePast } from '../facts/advancePast';
import { describeTarget, isRefused, unitOf } from '../facts/describeTarget';
import type { SequencePass } from '../facts/sequencePass';
import type { KeptPast, RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, type KubeVersion } from '../versions/version';
import { rolloutFacts } from './rolloutFacts';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { isActive, phasesOf } from './stagePhase';
import type { SystemPause } from './systemPause';
import { isOpen, isStarted, targetsOf } from './targetIndex';

/** What one rollout is asked about with. */
export interface Follower {
  readonly pass: SequencePass;
  readonly ledger: SequenceLedger;
  readonly rollout: OpenRollout;
  readonly pausedBy?: SystemPause;
}

/**
 * The memory with who is in which stage now, what became of upgrades, and the state and reason of each target (D/SG-006…008,
 * D §5). What is over in a stage that is over stays as it is; so does everything of a finished rollout that is not open.
 */
export function followTargets(follower: Follower): RolloutMemory {
  const { rollout, pass } = follower;
  const { memory: kept } = rollout;
  const members = membersOf(pass, kept);
  const { honouredRetries, targets } = honourRetries(rollout);
  const memory: RolloutMemory = { ...kept, members, honouredRetries, targets };
  const facts = rolloutFacts(pass, rollout, follower);
  const next = members.flatMap(member => {
    const own = targetsOf(memory, member.cluster);
    return poolsOf(pass, rollout, { member, own }).flatMap(nodePool => {
      const before = own.find(one => one.nodePool === nodePool);
      return followTarget({ ...follower, rollout: { ...rollout, memory } }, facts, {
        member,
        nodePool,
        before,
      });
    });
  });
  return { ...memory, targets: reuse(kept.targets, next) };
}

/** The list before where each item is the same: what is compared and indexed by list stays. */
const reuse = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] =>
  before.length === after.length && after.every((item, index) => item === before[index]) ? before : after;

/** A finished rollout keeps its members; clusters that were deleted hold nothing any more. */
function membersOf(
  { assignment, existing }: SequencePass,
  memory: RolloutMemory,
): readonly RolloutMembership[] {
  const kept = memory.members;
  if (isActive(memory))
    return reuse(kept, reassign({ kept, today: assignment, existing, phases: phasesOf(memory) }));
  const now = kept.map((one): RolloutMembership =>
    existing.has(one.cluster) || one.standing === 'ClusterDeleted'
      ? one
      : { ...one, standing: 'ClusterDeleted' },
  );
  return reuse(kept, now);
}

/**
 * Pools that are there now; while they are unknown those that were, or one without a name. A pool that comes when its stage is
 * over is the next rollout's.
 */
function poolsOf(
  { clusters }: SequencePass,
  { spec, memory }: OpenRollout,
  { member, own }: { readonly member: RolloutMembership; readonly own: readonly TargetMemory[] },
): readonly (string | undefined)[] {
  if (spec.upgradeType === 'ControlPlane') return [undefined];
  const pools = clusters.get(member.cluster)?.pools;
  const before = own.map(({ nodePool }) => nodePool);
  if (pools === undefined) return before.length > 0 ? before : [undefined];
  const isOver = memory.progress.stages[member.stage - 1]?.succeededAt !== undefined;
  const isClosed = isOver && member.standing !== 'Late' && !before.includes(undefined);
  const now = [...pools.keys()].sort(compareText);
  return isClosed ? now.filter(name => before.includes(name)) : now;
}

interface Asked {
  readonly member: RolloutMembership;
  readonly nodePool: string | undefined;
  readonly before: TargetMemory | undefined;
}

function followTarget(follower: Follower, facts: RolloutFacts, asked: Asked): readonly TargetMemory[] {
  const { pass, ledger, rollout } = follower;
  const { member, nodePool, before } = asked;
  if (before !== undefined && isSettled(rollout.memory, member, before)) return [before];
  const view = pass.clusters.get(member.cluster);
  const unit = unitOf(view, facts.upgradeType, nodePool);
  const { now, state } = pass;
  const { settings } = state;
  const upgrade = ledger.upgradeOf(member.cluster, facts.upgradeType);
  const isOurs = upgrade?.rollout === rollout.name && (upgrade.pools?.includes(nodePool ?? '') ?? true);
  const advanced = advancePast(before ?? newTarget(member.cluster, nodePool, now), {
    view,
    unit,
    upgrade: isOurs ? upgrade : undefined,
    now,
    settings,
  });
  const version = unit?.unit && formatVersion(unit.unit.current);
  const target = version === undefined || version === advanced.version ? advanced : { ...advanced, version };
  const judged = judgeAgain(follower, facts, { member, target });
  if (judged === undefined) return [];
  return [before !== undefined && isSameJson(judged, before) ? before : judged];
}

/** The target with what is true of it now; `undefined`: it is not listed. */
export function judgeAgain(
  { pass, ledger, rollout }: Follower,
  facts: RolloutFacts,
  { member, target }: { readonly member: RolloutMembership; readonly target: TargetMemory },
): TargetMemory | undefined {
  const { spec, memory, name } = rollout;
  const { cluster, nodePool } = target;
  const coming = spec.upgradeType === 'Node' ? controlPlaneComing(ledger, cluster) : undefined;
  const busyWith = findBusy(ledger, rollout, cluster);
  const described = describeTarget(pass, facts, {
    member,
    ...(nodePool !== undefined && { nodePool }),
    memory: target,
    isStageEntered: memory.progress.stages[member.stage - 1]?.enteredAt !== undefined,
    isSkippedByUser: spec.skippedClusters?.includes(cluster) ?? false,
    trigger: spec.trigger,
    ...(coming && { controlPlaneComing: coming }),
    ...(busyWith !== undefined && busyWith !== name && { busyWith }),
  });
  const verdict = judgeTarget(described, facts, pass.now);
  if (verdict !== undefined) remindOfMaintenance(ledger, described, verdict);
  return (
    verdict &&
    withVerdict(pass, target, { verdict: tuneVerdict(pass, memory, { member, target, verdict }), facts })
  );
}

const AFTER_MAINTENANCE: readonly TargetVerdict['reason'][] = [
  'ClusterNotReady',
  'WaitingForRetry',
  'WaitingForSlot',
];

/** Where a window closes or an exclusion ends before the upgrade may begin, the target waits for something else then. */
function remindOfMaintenance(
  ledger: SequenceLedger,
  { maintenance }: TargetFacts,
  { reason }: TargetVerdict,
): void {
  if (maintenance.kind === 'Open' && AFTER_MAINTENANCE.includes(reason)) ledger.remind(maintenance.until);
  if (maintenance.kind === 'Excluded' && reason === 'MaintenanceExclusion') ledger.remind(maintenance.endsAt);
}

const isSettled = (memory: RolloutMemory, member: RolloutMembership, target: TargetMemory): boolean => {
  if (holdsStage(target)) return false;
  if (!isActive(memory)) return true;
  const isOver = memory.progress.stages[member.stage - 1]?.succeededAt !== undefined;
  const hasLeft = member.standing === 'LeftFleet' || member.standing === 'ClusterDeleted';
  return (
    isOver && hasLeft === (target.state === 'Removed') && (member.standing === 'Late') === isLate(target)
  );
};

const isLate = ({ reason }: TargetMemory) => reason === 'CatchUpNextRollout';

const newTarget = (cluster: string, nodePool: string | undefined, now: Instant): TargetMemory => ({
  cluster,
  ...(nodePool !== undefined && { nodePool }),
  state: 'Pending',
  reason: 'WaitingForStage',
  message: '',
  since: now,
  past: { kind: 'Untouched' },
  attempts: 0,
});

/** Times and words that the memory knows and the facts do not have. */
function tuneVerdict(
  pass: SequencePass,
  memory: RolloutMemory,
  { member, target, verdict }: { member: RolloutMembership; target: TargetMemory; verdict: TargetVerdict },
): TargetVerdict {
  const { refusal, past, nodePool } = target;
  const view = pass.clusters.get(target.cluster);
  if (verdict.reason === 'NoProgress' && past.kind === 'Started') {
    const unit = unitOf(view, nodePool === undefined ? 'ControlPlane' : 'Node', nodePool);
    const why = unit?.waitsFor ?? 'see the provider';
    const unitName = unitInWords(nodePool === undefined ? {} : { nodePool });
    const message = `nothing of ${unitName} has changed since ${timeInWords(past.progressAt)}; ${why}`;
    return { ...verdict, message: sentence(message) };
  }
  if (verdict.reason === 'WaitingForStage') {
    const until = entryOf(pass, memory, member.stage - 1);
    return until === undefined ? verdict : { ...verdict, until };
  }
  return isRefused(pass, view, refusal) && verdict.reason === refusal.reason
    ? { ...verdict, until: refusal.until }
    : verdict;
}

/** When the soak of the stage before ends, where that alone is what the next stage waits for. */
function entryOf({ now }: SequencePass, memory: RolloutMemory, index: number): Instant | undefined {
  const { progress, stages, phase } = memory;
  const previous = progress.stages[index - 1];
  if (phase !== 'Running' || previous?.updatedAt === undefined || previous.succeededAt !== undefined)
    return undefined;
  const endsAt = plus(previous.updatedAt, stages[index - 1]?.soakMs ?? 0);
  return endsAt > now ? endsAt : undefined;
}

function withVerdict(
  { now }: SequencePass,
  judged: TargetMemory,
  { verdict, facts }: { readonly verdict: TargetVerdict; readonly facts: RolloutFacts },
): TargetMemory {
  if (isUnchanged(judged, verdict)) return judged;
  const { until: _, ...target } = judged;
  const isSame = target.state === verdict.state && target.reason === verdict.reason;
  const isOver = !holdsStage(verdict);
  const isDone = verdict.state === 'Succeeded' && target.past.kind !== 'Succeeded';
  const { endedAt, past, ...open } = target;
  // What is over is not under way: nobody waits for it, and another rollout may have the cluster.
  const left: KeptPast = isOver && past.kind === 'Started' ? { kind: 'Untouched' } : past;
  return {
    ...open,
    ...verdict,
    past: left,
    since: isSame && target.message !== '' ? target.since : now,
    ...(isOver && target.startedAt !== undefined && { endedAt: endedAt ?? now }),
    ...(isDone && {
      past: { kind: 'Succeeded', at: now },
      version: target.version ?? formatVersion(facts.version),
    }),
  };
}

/** The verdict is the one that it has, and says nothing that is to be noted beside. */
const isUnchanged = (target: TargetMemory, { state, reason, message, until }: TargetVerdict): boolean =>
  target.state === state &&
  target.reason === reason &&
  target.message === message &&
  target.until === until &&
  (holdsStage(target) || target.endedAt !== undefined || target.startedAt === undefined) &&
  (holdsStage(target) || target.past.kind !== 'Started') &&
  (state !== 'Succeeded' || target.past.kind === 'Succeeded');

/** Another rollout of the type that upgrades the cluster at the moment: two never do at once. */
function findBusy(ledger: SequenceLedger, { name, spec }: OpenRollout, cluster: string): string | undefined {
  return ledger
    .rollouts()
    .find(
      other =>
        other.name !== name &&
        other.spec.upgradeType === spec.upgradeType &&
        isStarted(other.memory, cluster),
    )?.name;
}

/** D/EL-005. */
function controlPlaneComing(ledger: SequenceLedger, cluster: string): KubeVersion | undefined {
  let highest: KubeVersion | undefined;
  for (const { spec, memory, version } of ledger.rollouts()) {
    if (spec.upgradeType !== 'ControlPlane') continue;
    if (!isOpen(memory, cluster)) continue;
    if (highest === undefined || compareVersions(version, highest) > 0) highest = version;
  }
  return highest;
}

/** E/AC-005: each counts once, if it was asked for after the last failure. */
function honourRetries({ spec, memory }: OpenRollout): Pick<RolloutMemory, 'honouredRetries' | 'targets'> {
  let { honouredRetries, targets } = memory;
  for (const { cluster, requestedAt } of spec.retries ?? []) {
    const at = fromRfc3339(requestedAt);
    if (at === undefined || (honouredRetries[cluster] ?? -Infinity) >= at) continue;
    honouredRetries = { ...honouredRetries, [cluster]: at };
    targets = targets.map(target => (target.cluster === cluster ? tryAgain(target, at) : target));
  }
  return isSameJson(honouredRetries, memory.honouredRetries) ? memory : { honouredRetries, targets };
}

function tryAgain(target: TargetMemory, at: Instant): TargetMemory {
  const { past, refusal: _, ...rest } = target;
  if (past.kind === 'Failed' && past.at < at)
    return { ...rest, past: { ...past, nextAttemptAt: at }, attempts: 0 };
  return { ...rest, past };
}
