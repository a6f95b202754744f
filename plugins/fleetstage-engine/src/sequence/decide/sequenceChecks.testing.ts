import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { holdsStage } from '../eligibility/targetVerdict';
import { isActive } from '../rollout/stagePhase';
import type { SequenceRollout } from '../state/sequenceState';
import { compareVersions, minorDistance } from '../versions/compareVersions';
import { aVersion } from '../versions/version.testing';
import { HOUR, type SequenceStory } from './sequenceStory.testing';

/**
 * What must hold of every upgrade at the moment at which it is asked for, by what the provider has said last: what somebody did while
 * it was silent, it finds out itself (D/PRV-012).
 */
export function checkRequests(story: SequenceStory): void {
  for (const { cluster, upgradeType, version, pools, rollout, requestedAt } of story.upgrades) {
    if (requestedAt !== story.now) continue;
    const observed = story.provider.observe(cluster, story.now);
    const record = story.rollouts.find(one => one.name === rollout);
    if (observed === undefined || record?.memory === undefined) continue;
    const to = aVersion(version);
    const plane = aVersion(observed.controlPlane.version);
    const where = `${rollout} on ${cluster}`;
    if (upgradeType === 'ControlPlane') {
      expect([where, compareVersions(to, plane) > 0]).toEqual([where, true]);
      expect([where, minorDistance(plane, to) <= 1]).toEqual([where, true]);
    } else {
      expect([where, compareVersions(to, plane) <= 0]).toEqual([where, true]);
      for (const pool of pools ?? []) {
        const { versions = [] } = observed.pools.find(({ name }) => name === pool) ?? {};
        for (const { version: current } of versions)
          expect([where, compareVersions(to, aVersion(current)) >= 0]).toEqual([where, true]);
      }
    }
    checkQualified(story, { cluster, rollout, upgradeType, version });
  }
}

interface Requested {
  readonly cluster: string;
  readonly rollout: string;
  readonly upgradeType: UpgradeType;
  readonly version: string;
}

/** No stage gets a version that the stage before has not let through (D/ST-101). */
function checkQualified(story: SequenceStory, { cluster, rollout }: Requested): void {
  const memory = story.memoryOf(rollout);
  const number = memory.members.find(one => one.cluster === cluster)?.stage ?? 1;
  const before = memory.progress.stages.slice(0, number - 1);
  const what = `${rollout} ${cluster} in stage ${number}`;
  expect([what, before.every(({ succeededAt }) => succeededAt !== undefined)]).toEqual([what, true]);
}

/** What was qualified before this pass, as `type version stage`. */
export const qualifiedIn = ({ memory }: SequenceStory): ReadonlySet<string> =>
  new Set(memory?.qualified.map(one => `${one.upgradeType} ${one.version} ${one.stage}`));

/** A stage closes by itself only when each of its targets is over (D/ST-102); later some may open again (ST-111). */
export function checkClosing(story: SequenceStory, closed: Set<string>): void {
  for (const { name, memory } of story.rollouts)
    memory?.progress.stages.forEach(({ updatedAt, isClosedEarly }, index) => {
      const key = `${name} ${index}`;
      if (updatedAt !== story.now || isClosedEarly || memory.stages[index].isSkipped || closed.has(key))
        return;
      closed.add(key);
      const members = memory.members.filter(({ stage }) => stage === index + 1).map(({ cluster }) => cluster);
      const open = memory.targets.filter(one => members.includes(one.cluster) && holdsStage(one));
      expect([name, index, open]).toEqual([name, index, []]);
    });
}

/**
 * A soak is never shorter than what was asked for when it ended, but by force, where there is nothing to upgrade, or where the
 * version went through the stage before (D §7, E/MO-004).
 */
export function checkSoaks(story: SequenceStory, before: ReadonlySet<string>): void {
  for (const { name, spec, memory } of story.rollouts)
    memory?.progress.stages.forEach(({ succeededAt, updatedAt, name: stage }, index) => {
      if (succeededAt !== story.now || updatedAt === undefined) return;
      const { forced, isSkipped } = memory.stages[index];
      if (forced === 'Person' || isSkipped === true) return;
      if (before.has(`${spec.upgradeType} ${spec.version} ${index + 1}`)) return;
      // An earlier rollout of the version may have qualified it in this very pass.
      const isOther = (other: SequenceRollout) =>
        other.name !== name &&
        other.spec.version === spec.version &&
        other.spec.upgradeType === spec.upgradeType;
      const earlier = story.rollouts.filter(isOther).map(other => other.memory?.progress.stages[index]);
      if (earlier.some(one => one?.succeededAt === story.now)) return;
      const override = spec.soakOverrides?.find(one => one.stage === stage)?.soakDuration;
      const asked = parseInt(override ?? story.spec.stages[index].soakDuration ?? '0', 10) * HOUR;
      const what = `${name} stage ${index + 1}, ${asked}`;
      expect([what, succeededAt - updatedAt >= asked]).toEqual([what, true]);
    });
}

const TIMED: readonly string[] = ['OutsideMaintenanceWindow', 'MaintenanceExclusion', 'WaitingForRetry'];

/** Everybody who waits says why, since when, and until when where time decides; and the pass is woken then. */
export function checkWords(story: SequenceStory): void {
  const wakeAt = story.last.wakeAt;
  for (const { name, memory } of story.rollouts) {
    for (const target of memory?.targets ?? []) {
      const what = `${name} ${target.cluster} ${target.reason}`;
      expect([what, target.message.length > 10, target.since <= story.now]).toEqual([what, true, true]);
      if (!holdsStage(target)) {
        expect([what, target.past.kind]).not.toEqual([what, 'Started']);
        continue;
      }
      if (TIMED.includes(target.reason)) expect([what, target.until]).not.toEqual([what, undefined]);
      if (target.until !== undefined)
        expect([what, wakeAt !== undefined && wakeAt <= target.until]).toEqual([what, true]);
    }
    if (memory !== undefined && isActive(memory)) expect(memory.message).not.toBe('');
  }
  for (const { message, cause } of story.last.blockers) expect([cause, message]).not.toEqual([cause, '']);
}

/** Of one type no two rollouts are in a stage, and no cluster is upgraded by two. */
export function checkOccupancy(story: SequenceStory): void {
  const stages = new Set<string>();
  const clusters = new Set<string>();
  for (const { spec, memory } of story.rollouts) {
    if (memory === undefined) continue;
    if (isActive(memory))
      memory.progress.stages.forEach(({ enteredAt, succeededAt }, index) => {
        if (enteredAt === undefined || succeededAt !== undefined) return;
        const key = `${spec.upgradeType} ${index}`;
        expect([key, stages.has(key)]).toEqual([key, false]);
        stages.add(key);
      });
    const running = memory.targets.filter(({ past }) => past.kind === 'Started');
    for (const cluster of new Set(running.map(one => one.cluster))) {
      const key = `${spec.upgradeType} ${cluster}`;
      expect([key, clusters.has(key)]).toEqual([key, false]);
      clusters.add(key);
    }
  }
}

export function checkFinal(story: SequenceStory, over: Map<string, string>): void {
  for (const { name, memory } of story.rollouts) {
    if (memory === undefined || isActive(memory)) continue;
    const words = `${memory.phase} ${memory.reason ?? ''} ${memory.endedAt ?? ''}`;
    expect([name, over.get(name) ?? words]).toEqual([name, words]);
    over.set(name, words);
  }
}

/** With nothing in the way all rollouts come to their end, but those that are too far ahead of a stage (D/RO-048). */
export function checkEnd(story: SequenceStory): void {
  for (const { name, memory } of story.rollouts) {
    if (memory === undefined || !isActive(memory)) continue;
    const isExplained = story.last.blockers.some(
      ({ cause, subject }) => subject === name && (cause === 'ClustersBehind' || cause === 'VersionNotNext'),
    );
    expect([name, memory.reason, isExplained]).toEqual([name, 'WaitingForNextStage', true]);
  }
}
