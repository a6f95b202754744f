import { fromRfc3339, isSameJson, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { sentence } from '../../words';
import type { RolloutMembership } from '../assignment/reassign';
import { judgeTarget } from '../eligibility/judgeTarget';
import type { RolloutFacts, TargetFacts, SystemPause } from '../eligibility/targetFacts';
import { holdsStage, mayStart, type TargetVerdict } from '../eligibility/targetVerdict';
import { timeInWords, unitInWords } from '../eligibility/targetWords';
import { advancePast } from '../facts/advancePast';
import { describeTarget, isRefused, unitOf } from '../facts/describeTarget';
import type { SequencePass } from '../facts/sequencePass';
import type { KeptPast, RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import type { DesiredUpgrade } from '../state/sequenceState';
import { formatVersion } from '../versions/version';
import { membersOf, reuse } from './followMembers';
import { otherRollouts, type OtherRollouts } from './otherRollouts';
import { isSameBasis, type JudgementBasis } from './judgements';
import { rolloutFacts } from './rolloutFacts';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { isActive } from './stagePhase';
import { targetsOf } from './targetIndex';

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
  const context = openContext({ ...follower, rollout: { ...rollout, memory } }, facts);
  const next: TargetMemory[] = [];
  for (const member of members) {
    const own = targetsOf(memory, member.cluster);
    for (const nodePool of poolsOf(pass, rollout, { member, own })) {
      const target = followTarget(context, {
        member,
        nodePool,
        before: own.find(one => one.nodePool === nodePool),
      });
      if (target !== undefined) next.push(target);
    }
  }
  return { ...memory, targets: reuse(kept.targets, next) };
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
  const now = [...pools.keys()];
  if (now.length > 1) now.sort(compareText);
  return isClosed ? now.filter(name => before.includes(name)) : now;
}

interface Asked {
  readonly member: RolloutMembership;
  readonly nodePool: string | undefined;
  readonly before: TargetMemory | undefined;
}

/** What all targets of a rollout are followed with. */
interface Context {
  readonly follower: Follower;
  readonly facts: RolloutFacts;
  readonly others: OtherRollouts;
  readonly stages: readonly StageAround[];
  readonly skipped: ReadonlySet<string>;
}

interface StageAround {
  readonly isEntered: boolean;
  /** When it is entered, where that is known. */
  readonly entryAt: Instant | undefined;
}

function openContext(follower: Follower, facts: RolloutFacts): Context {
  const { pass, ledger, rollout } = follower;
  const { memory, spec } = rollout;
  return {
    follower,
    facts,
    others: otherRollouts(ledger, rollout),
    stages: memory.progress.stages.map(({ enteredAt }, index) => ({
      isEntered: enteredAt !== undefined,
      entryAt: entryOf(pass, memory, index),
    })),
    skipped: new Set(spec.skippedClusters),
  };
}

function followTarget(context: Context, { member, nodePool, before }: Asked): TargetMemory | undefined {
  const { follower, facts } = context;
  const { pass, ledger, rollout } = follower;
  if (before !== undefined && isSettled(rollout.memory, member, before)) return before;
  const upgrade = ledger.upgradeOf(member.cluster, facts.upgradeType);
  const basis = basisOf(context, member, upgrade);
  const known = before && pass.judgements.get(before);
  if (known !== undefined && isSameBasis(known.basis, basis)) {
    ledger.remind(known.remindAt);
    return known.target;
  }
  const view = pass.clusters.get(member.cluster);
  const unit = unitOf(view, facts.upgradeType, nodePool);
  const isOurs = upgrade?.rollout === rollout.name && (upgrade.pools?.includes(nodePool ?? '') ?? true);
  const advanced = advancePast(before ?? newTarget(member.cluster, nodePool, pass.now), {
    view,
    unit,
    upgrade: isOurs ? upgrade : undefined,
    now: pass.now,
    settings: pass.state.settings,
  });
  const version = unit?.unit && formatVersion(unit.unit.current);
  const target = version === undefined || version === advanced.version ? advanced : { ...advanced, version };
  const { target: judged, remindAt } =
    withdraw(context, { member, target }) ?? judge(context, { member, target });
  ledger.remind(remindAt);
  if (before === undefined) return judged;
  const now = judged !== undefined && isSameJson(judged, before) ? before : judged;
  pass.judgements.set(before, { basis, target: now, remindAt });
  return now;
}

/**
 * An upgrade that the provider has not taken in, as it could not be reached, is not asked for any longer where it could not begin
 * now (D/MW-001, RO-027): its window has closed, or somebody has paused the rollout. Where the provider has begun all the same,
 * its state shows that (D/CL-004).
 */
function withdraw(context: Context, { member, target }: ToJudge): Judged | undefined {
  const { past } = target;
  if (past.kind !== 'Started' || past.acceptedAt !== undefined || past.progressAt > past.at) return undefined;
  const { attempts, startedAt: _, from: __, ...rest } = target;
  const untouched: TargetMemory = {
    ...rest,
    past: { kind: 'Untouched' },
    attempts: Math.max(0, attempts - 1),
  };
  const judged = judge(context, { member, target: untouched, isAsked: true });
  return judged.target !== undefined && isHeldBack(judged.target) ? judged : undefined;
}

const isHeldBack = ({ state, reason }: TargetMemory): boolean =>
  state === 'Paused' ||
  state === 'Ineligible' ||
  (state === 'Pending' && !mayStart({ reason })) ||
  reason === 'RolloutCancelled' ||
  reason === 'SkippedByUser';

function basisOf(
  { facts, others, stages }: Context,
  { cluster, stage, standing }: RolloutMembership,
  upgrade: DesiredUpgrade | undefined,
): JudgementBasis {
  const around = stages[stage - 1];
  return {
    upgrade,
    state: facts.state,
    pausedBy: facts.pausedBy,
    isStageEntered: around?.isEntered ?? false,
    entryAt: around?.entryAt,
    controlPlaneComing: others.controlPlaneComing(cluster),
    busyWith: others.busyWith(cluster),
    stage,
    standing,
  };
}

interface ToJudge {
  readonly member: RolloutMembership;
  readonly target: TargetMemory;
  /** See `TargetQuestion`. */
  readonly isAsked?: true;
}

/** The target with what is true of it now; `undefined`: it is not listed. */
export function judgeAgain(
  follower: Follower,
  facts: RolloutFacts,
  asked: ToJudge,
): TargetMemory | undefined {
  const { target, remindAt } = judge(openContext(follower, facts), asked);
  follower.ledger.remind(remindAt);
  return target;
}

interface Judged {
  readonly target?: TargetMemory;
  readonly remindAt?: Instant | undefined;
}

function judge(
  { follower, facts, others, stages, skipped }: Context,
  { member, target, isAsked }: ToJudge,
): Judged {
  const { pass, rollout } = follower;
  const { cluster, nodePool } = target;
  const around = stages[member.stage - 1];
  const described = describeTarget(pass, facts, {
    member,
    nodePool,
    memory: target,
    isStageEntered: around?.isEntered ?? false,
    isSkippedByUser: skipped.has(cluster),
    trigger: rollout.spec.trigger,
    controlPlaneComing: others.controlPlaneComing(cluster),
    busyWith: others.busyWith(cluster),
    ...(isAsked && { isAsked }),
  });
  const verdict = judgeTarget(described, facts, pass.now);
  if (verdict === undefined) return {};
  const tuned = tuneVerdict(pass, { target, verdict, entryAt: around?.entryAt });
  return {
    target: withVerdict(pass, target, { verdict: tuned, facts }),
    remindAt: maintenanceReminder(described, verdict),
  };
}

const AFTER_MAINTENANCE: readonly TargetVerdict['reason'][] = [
  'ClusterNotReady',
  'WaitingForRetry',
  'WaitingForSlot',
  'UpgradeStarted',
];

/** Where a window closes or an exclusion ends before the upgrade may begin, the target waits for something else then. */
function maintenanceReminder({ maintenance }: TargetFacts, { reason }: TargetVerdict): Instant | undefined {
  if (maintenance.kind === 'Open') return AFTER_MAINTENANCE.includes(reason) ? maintenance.until : undefined;
  return maintenance.kind === 'Excluded' && reason === 'MaintenanceExclusion'
    ? maintenance.endsAt
    : undefined;
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
  {
    target,
    verdict,
    entryAt,
  }: { target: TargetMemory; verdict: TargetVerdict; entryAt: Instant | undefined },
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
  if (verdict.reason === 'WaitingForStage')
    return entryAt === undefined ? verdict : { ...verdict, until: entryAt };
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
