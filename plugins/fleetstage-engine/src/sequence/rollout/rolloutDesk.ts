import { holdsStage, mayStart } from '../eligibility/targetVerdict';
import { unitOf } from '../facts/describeTarget';
import type { RolloutMembership } from '../assignment/reassign';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import { formatVersion } from '../versions/version';
import { judgeAgain, type Follower } from './followTargets';
import { rolloutFacts } from './rolloutFacts';
import { memberOf, targetsOf } from './targetIndex';

/** The targets of one rollout while it is moved. */
export interface RolloutDesk {
  /** As they are at this point. */
  targetsOf(cluster: string): readonly TargetMemory[];
  /** The same, in a stage that was entered just now. */
  enter(cluster: string): readonly TargetMemory[];
  /** Asks for the upgrade of all targets of the cluster that may begin. */
  start(cluster: string): void;
  /** All, in the order of the memory. */
  targets(): readonly TargetMemory[];
}

export function openDesk(follower: Follower): RolloutDesk {
  const { rollout, pass } = follower;
  const { memory } = rollout;
  const facts = rolloutFacts(pass, rollout, follower);
  const changed = new Map<string, readonly TargetMemory[]>();
  const current = (cluster: string) => changed.get(cluster) ?? targetsOf(memory, cluster);
  const judge = (member: RolloutMembership, target: TargetMemory) =>
    judgeAgain({ ...follower, rollout: entered(follower, member) }, facts, { member, target }) ?? target;
  return {
    targetsOf: current,
    enter: cluster => {
      const member = memberOf(memory, cluster);
      if (member === undefined) return current(cluster);
      const targets = current(cluster).map(target => (holdsStage(target) ? judge(member, target) : target));
      changed.set(cluster, targets);
      return targets;
    },
    start: cluster => {
      const member = memberOf(memory, cluster);
      if (member === undefined) return;
      const begun = current(cluster).map(target => (mayStart(target) ? begin(follower, target) : target));
      request(follower, cluster, begun);
      changed.set(
        cluster,
        begun.map((target, index) => (target === current(cluster)[index] ? target : judge(member, target))),
      );
    },
    targets: () =>
      changed.size === 0
        ? memory.targets
        : memory.targets.map(target => {
            const own = changed.get(target.cluster);
            return own?.find(({ nodePool }) => nodePool === target.nodePool) ?? target;
          }),
  };
}

function entered({ rollout, pass }: Follower, member: RolloutMembership): Follower['rollout'] {
  const { progress } = rollout.memory;
  const stages = progress.stages.map((stage, index) =>
    index === member.stage - 1 && stage.enteredAt === undefined ? { ...stage, enteredAt: pass.now } : stage,
  );
  return { ...rollout, memory: { ...rollout.memory, progress: { ...progress, stages } } };
}

function begin({ pass, rollout }: Follower, target: TargetMemory): TargetMemory {
  const { now } = pass;
  const view = pass.clusters.get(target.cluster);
  const sign = unitOf(view, rollout.spec.upgradeType, target.nodePool)?.sign;
  const { endedAt: _, operation: __, ...rest } = target;
  return {
    ...rest,
    past: { kind: 'Started', at: now, progressAt: now, ...(sign !== undefined && { sign }) },
    attempts: target.attempts + 1,
    ...(target.from === undefined && target.version !== undefined && { from: target.version }),
    startedAt: target.startedAt ?? now,
  };
}

/** One row for a cluster and type: pools that are under way already are named again. */
function request(
  { pass, ledger, rollout }: Follower,
  cluster: string,
  targets: readonly TargetMemory[],
): void {
  const underWay = targets.filter(({ past }) => past.kind === 'Started');
  if (underWay.length === 0) return;
  const pools = underWay.flatMap(({ nodePool }) => (nodePool === undefined ? [] : [nodePool]));
  ledger.request({
    cluster,
    upgradeType: rollout.spec.upgradeType,
    version: formatVersion(rollout.version),
    ...(pools.length > 0 && { pools }),
    rollout: rollout.name,
    requestedAt: pass.now,
  });
}

/** What the desk has changed, in the memory. */
export const withTargets = (memory: RolloutMemory, desk: RolloutDesk): RolloutMemory => {
  const targets = desk.targets();
  return targets === memory.targets ? memory : { ...memory, targets };
};
