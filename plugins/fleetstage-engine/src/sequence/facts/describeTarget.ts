import { plus, type Instant, type UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass as allowed } from '../../decision';
import { STUCK_AFTER_MS } from '../../staged/progress';
import type { RolloutMembership } from '../assignment/reassign';
import { judgePath } from '../catalog/judgePath';
import { ownChannel } from '../catalog/sequenceChannel';
import type { RolloutFacts, TargetFacts, TargetPast, UpgradeCheck } from '../eligibility/targetFacts';
import type { KeptRefusal, TargetMemory } from '../state/rolloutMemory';
import type { WorkloadUpdate } from '../state/sequenceState';
import { stepOf } from '../versions/upgradeStep';
import { formatVersion, type KubeVersion } from '../versions/version';
import type { ClusterView, UnitView } from './clusterView';
import type { SequencePass } from './sequencePass';

/** One target as its rollout asks about it. */
export interface TargetQuestion {
  readonly member: RolloutMembership;
  readonly nodePool?: string;
  readonly memory: Pick<TargetMemory, 'past' | 'refusal' | 'attempts'>;
  readonly isStageEntered: boolean;
  readonly isSkippedByUser: boolean;
  readonly trigger: 'System' | 'User';
  /** See `TargetFacts.controlPlaneComing`. */
  readonly controlPlaneComing?: KubeVersion;
  /** Another rollout of the type that upgrades the cluster now. */
  readonly busyWith?: string;
  /** Its upgrade was asked for: workloads wait for that, and not the other way round. */
  readonly isAsked?: true;
}

/** The facts of a target now, for `judgeTarget`. */
export function describeTarget(
  pass: SequencePass,
  rollout: RolloutFacts,
  question: TargetQuestion,
): TargetFacts {
  const { member, nodePool, memory, controlPlaneComing } = question;
  const view = pass.clusters.get(member.cluster);
  const unit = unitOf(view, rollout.upgradeType, nodePool)?.unit;
  const plane = view?.controlPlane?.unit;
  const check = checkOf(pass, view, memory.refusal);
  return {
    cluster: member.cluster,
    presence: member.standing === 'Member' || member.standing === 'Late' ? 'Present' : member.standing,
    provider: view?.provider ?? 'NotManaged',
    nodePool,
    unit,
    controlPlane: plane,
    controlPlaneComing,
    readiness: readinessOf(pass, question),
    isOptedOut: view?.isOptedOut ?? false,
    path: pathOf(pass, rollout, { view, current: unit?.current, trigger: question.trigger }),
    check,
    maintenance: maintenanceOf(pass, rollout, { view, current: unit?.current }),
    past: toPast(memory),
    stage: member.standing === 'Late' ? 'Late' : question.isStageEntered ? 'Open' : 'Waiting',
    isSkippedByUser: question.isSkippedByUser,
  };
}

export const unitOf = (
  view: ClusterView | undefined,
  type: UpgradeType,
  nodePool: string | undefined,
): UnitView | undefined => (type === 'ControlPlane' ? view?.controlPlane : view?.pools?.get(nodePool ?? ''));

export const isRefused = (
  { now }: Pick<SequencePass, 'now'>,
  view: ClusterView | undefined,
  refusal: KeptRefusal | undefined,
): refusal is KeptRefusal =>
  refusal !== undefined && now < refusal.until && refusal.generation === view?.generation;

/** What the provider answered counts before what it shows: it was asked for this version. */
function checkOf(
  pass: SequencePass,
  view: ClusterView | undefined,
  refusal: KeptRefusal | undefined,
): UpgradeCheck | undefined {
  if (isRefused(pass, view, refusal)) {
    const { reason, message } = refusal;
    return { ok: false, reason, message };
  }
  return view?.check;
}

function readinessOf(
  { channel, clusters, now }: SequencePass,
  { busyWith, member, isAsked }: TargetQuestion,
): TargetFacts['readiness'] {
  if (!channel.ok) return { isReady: false, message: channel.error.message };
  if (busyWith !== undefined)
    return { isReady: false, message: `rollout "${busyWith}" upgrades the cluster now` };
  if (isAsked) return READY;
  return waitForWorkload(clusters.get(member.cluster)?.cluster.workload, now);
}

/**
 * What has begun on the cluster is finished first, whoever began it: an upgrade waits for workloads that were moved, and workloads
 * that were not wait for it. One that takes too long is broken, and holds no upgrade.
 */
function waitForWorkload(workload: WorkloadUpdate | undefined, now: Instant): TargetFacts['readiness'] {
  if (workload === undefined) return READY;
  const { placement, run, since } = workload;
  const until = plus(since, STUCK_AFTER_MS);
  if (now >= until) return READY;
  const by = run === undefined ? '' : ` by update run "${run}"`;
  return { isReady: false, message: `placement "${placement}" is being updated on it${by}`, until };
}

const READY: TargetFacts['readiness'] = { isReady: true };
const UNTOUCHED: TargetPast = { kind: 'Untouched' };
const OPEN: TargetFacts['maintenance'] = { kind: 'Open' };

interface Current {
  readonly view: ClusterView | undefined;
  readonly current: KubeVersion | undefined;
}

function pathOf(
  { channel, state, now }: SequencePass,
  rollout: RolloutFacts,
  { view, current, trigger }: Current & { readonly trigger: 'System' | 'User' },
): TargetFacts['path'] {
  if (!channel.ok || !state.catalog.ok || current === undefined) return allowed;
  const known = pathsOf(rollout);
  const key = `${view?.channelLabel ?? ''} ${formatVersion(current)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const own = ownChannel(state.catalog.value, state.sequence.spec.channel, view?.channelLabel);
  const { version: target, upgradeType } = rollout;
  const path = judgePath(channel.value, { own, current, target, upgradeType, trigger, now });
  known.set(key, path);
  return path;
}

/** The path is the same for all clusters of a channel and version; facts of a rollout live for one pass. */
function pathsOf(rollout: RolloutFacts): Map<string, TargetFacts['path']> {
  const known = paths.get(rollout) ?? new Map<string, TargetFacts['path']>();
  paths.set(rollout, known);
  return known;
}

const paths = new WeakMap<RolloutFacts, Map<string, TargetFacts['path']>>();

function maintenanceOf(
  pass: SequencePass,
  { upgradeType, version }: RolloutFacts,
  { view, current }: Current,
): TargetFacts['maintenance'] {
  const step = current && stepOf(upgradeType, current, version);
  return view === undefined || step === undefined ? OPEN : pass.maintenanceOf(view, step);
}

function toPast({ past, attempts }: Pick<TargetMemory, 'past' | 'attempts'>): TargetPast {
  switch (past.kind) {
    case 'Started':
      return { kind: 'Started', at: past.at, progressAt: past.progressAt };
    case 'Failed':
      return { ...past, attempts };
    case 'Untouched':
      return UNTOUCHED;
    default:
      return { kind: past.kind };
  }
}
