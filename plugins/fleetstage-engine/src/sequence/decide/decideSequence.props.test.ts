import fc from 'fast-check';
import { isSameJson, type UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { holdsStage } from '../eligibility/targetVerdict';
import { aPolicy, aWindow, anExclusion } from '../maintenance/maintenance.testing';
import { isActive } from '../rollout/stagePhase';
import { compareVersions, minorDistance } from '../versions/compareVersions';
import { aVersion } from '../versions/version.testing';
import { aStage, labelled } from '../assignment/sequence.testing';
import { days, HOUR, SequenceStory, START } from './sequenceStory.testing';
import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';

/** `SEQUENCE_RUNS=20000` searches long. */
const RUNS = Number(process.env.SEQUENCE_RUNS ?? 300);

const VERSIONS = ['1.29.4', '1.30.2', '1.30.9', '1.31.0', '1.31.2', '1.32.1'];
const FLEETS = ['testing', 'production'];

const aFleetCluster = fc.record({
  fleet: fc.nat(1),
  canary: fc.boolean(),
  controlPlane: fc.nat(4),
  /** How far pools are behind. */
  pools: fc.array(fc.nat(2), { maxLength: 2 }),
  minutes: fc.constantFrom(5, 30, 600),
  policy: fc.constantFrom('none', 'none', 'window', 'exclusion'),
  optOut: fc.constantFrom(false, false, false, true),
});

const DEEDS = [
  'wait',
  'wait',
  'wait',
  'longWait',
  'designate',
  'designate',
  'pause',
  'resume',
  'cancel',
  'force',
  'override',
  'skip',
  'unskip',
  'retry',
  'ignoreMaintenance',
  'soak',
  'suspend',
  'unsuspend',
  'selector',
  'rename',
  'emptyStage',
  'relabel',
  'join',
  'leave',
  'remove',
  'fail',
  'refuse',
  'silence',
  'speak',
  'byHand',
  'target',
  'timeout',
  'deleteRollout',
  'addPool',
] as const;

const aPlay = fc.record({
  clusters: fc.array(aFleetCluster, { minLength: 1, maxLength: 5 }),
  soaks: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  maxConcurrency: fc.constantFrom<(number | string)[]>(1, 2, '50%', '100%'),
  emptyStages: fc.constantFrom('Soak' as const, 'Skip' as const),
  deeds: fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), choice: fc.nat(20) }), { maxLength: 25 }),
});
type Play = typeof aPlay extends fc.Arbitrary<infer T> ? T : never;

const policyOf = (kind: string) => {
  if (kind === 'window') return [aPolicy({ windows: [aWindow({ startTime: '02:00', duration: '4h' })] })];
  if (kind !== 'exclusion') return [];
  const until = toRfc3339(days(9));
  return [aPolicy({ exclusions: [anExclusion({ startTime: toRfc3339(START), endTime: until })] })];
};

const soakOf = (units: number) => `${units * 5}h`;

function open({ clusters, soaks, maxConcurrency, emptyStages }: Play): SequenceStory {
  const story = new SequenceStory({
    emptyStages,
    maxUpgradeTime: '120h',
    stages: [
      aStage('testing', { soakDuration: soakOf(soaks[0]), maxConcurrency }),
      aStage('canary', {
        fleets: ['production'],
        clusterSelector: labelled({ canary: 'true' }),
        soakDuration: soakOf(soaks[1]),
      }),
      aStage('production', { soakDuration: soakOf(soaks[2]), maxConcurrency }),
    ],
  });
  clusters.forEach((one, i) => {
    const pools = one.pools.map(behind => VERSIONS[Math.max(0, one.controlPlane - behind)]);
    story.cluster(`c${i}`, FLEETS[one.fleet], [VERSIONS[one.controlPlane], ...pools], {
      labels: { canary: String(one.canary) },
      minutes: one.minutes,
      policies: policyOf(one.policy),
      annotations: one.optOut ? { 'fleetstage.io/auto-upgrade': 'false' } : {},
    });
  });
  return story.designate('1.29 → 1.30.2', '1.30 → 1.30.9');
}

const pick = <T>(list: readonly T[], choice: number): T | undefined =>
  list.length === 0 ? undefined : list[choice % list.length];

function act(story: SequenceStory, deed: (typeof DEEDS)[number], choice: number): void {
  const active = story.rollouts.filter(({ memory }) => memory !== undefined && isActive(memory));
  const rollout = pick(active, choice);
  const cluster = pick([...story.clusters.keys()], choice);
  const stage = pick(story.spec.stages, choice);
  switch (deed) {
    case 'wait':
      story.runUntil(plus(story.now, (1 + (choice % 8)) * HOUR));
      return;
    case 'longWait':
      story.runUntil(plus(story.now, choice * 10 * HOUR));
      return;
    case 'designate': {
      const [low, mid, high] = [1 + (choice % 2), 2 + (choice % 3), 3 + (choice % 3)].map(i => VERSIONS[i]);
      story.designate(`1.29 → ${low}`, `1.30 → ${mid}`, `1.31 → ${high}`);
      return;
    }
    case 'pause':
    case 'resume':
    case 'cancel': {
      const state = ({ pause: 'Pause', resume: 'Run', cancel: 'Cancel' } as const)[deed];
      if (rollout !== undefined) story.patchRollout(rollout.name, { state });
      return;
    }
    case 'force': {
      const current = rollout?.memory?.progress.stages.find(one => one.succeededAt === undefined)?.name;
      const before = rollout?.spec.forceCompletedStages ?? [];
      if (rollout !== undefined && current !== undefined && !before.includes(current))
        story.patchRollout(rollout.name, { forceCompletedStages: [...before, current] });
      return;
    }
    case 'override':
      if (rollout !== undefined && stage !== undefined)
        story.patchRollout(rollout.name, { soakOverrides: [{ stage: stage.name, soakDuration: `${choice}h` }] });
      return;
    case 'skip':
    case 'unskip':
      if (rollout !== undefined && cluster !== undefined)
        story.patchRollout(rollout.name, { skippedClusters: deed === 'skip' ? [cluster] : [] });
      return;
    case 'retry':
      if (rollout !== undefined && cluster !== undefined)
        story.patchRollout(rollout.name, { retries: [{ cluster, requestedAt: toRfc3339(story.now) }] });
      return;
    case 'ignoreMaintenance':
      if (rollout !== undefined) story.patchRollout(rollout.name, { ignoreMaintenance: true });
      return;
    case 'deleteRollout':
      if (rollout !== undefined) story.deleteRollout(rollout.name);
      return;
    default:
      actOnFleet(story, deed, { choice, cluster });
  }
}

interface Chosen {
  readonly choice: number;
  readonly cluster: string | undefined;
}

function actOnFleet(story: SequenceStory, deed: (typeof DEEDS)[number], { choice, cluster }: Chosen): void {
  const { stages } = story.spec;
  switch (deed) {
    case 'soak':
      story.edit({ stages: stages.map(one => ({ ...one, soakDuration: soakOf(choice % 4) })) });
      return;
    case 'suspend':
    case 'unsuspend':
      story.edit({ suspend: deed === 'suspend' });
      return;
    case 'selector':
      story.edit({
        stages: stages.map(one =>
          one.name === 'canary' ? { ...one, clusterSelector: labelled({ canary: String(choice % 2 === 0) }) } : one,
        ),
      });
      return;
    case 'rename':
      story.edit({ stages: stages.map((one, i) => (i === 0 ? { ...one, name: `testing-${choice}` } : one)) });
      return;
    case 'emptyStage': {
      const isThere = stages.some(({ name }) => name === 'nobody');
      const others = stages.filter(({ name }) => name !== 'nobody');
      const empty = aStage('nobody', { soakDuration: '3h' });
      const at = choice % (others.length + 1);
      story.edit({ stages: isThere && choice % 2 === 0 ? others : [...others.slice(0, at), empty, ...others.slice(at)] });
      return;
    }
    case 'target':
      story.edit({ target: { version: pick(VERSIONS, choice) ?? '', force: choice % 2 === 0 } });
      return;
    case 'timeout':
      story.edit({ onTimeout: (['ForceSoak', 'Pause', 'Cancel'] as const)[choice % 3] });
      return;
    case 'join':
      if (!story.clusters.has(`j${choice}`))
        story.cluster(`j${choice}`, FLEETS[choice % 2], [VERSIONS[choice % 4], VERSIONS[choice % 2]]);
      return;
    default:
      if (cluster !== undefined) actOnCluster(story, deed, { choice, cluster });
  }
}

function actOnCluster(
  story: SequenceStory,
  deed: (typeof DEEDS)[number],
  { choice, cluster }: { readonly choice: number; readonly cluster: string },
): void {
  const simulated = story.provider.get(cluster);
  switch (deed) {
    case 'relabel':
      story.relabel(cluster, { canary: String(choice % 2 === 0) });
      return;
    case 'leave':
      story.relabel(cluster, { 'fleetstage.io/fleet': choice % 2 === 0 ? 'elsewhere' : FLEETS[0] });
      return;
    case 'remove':
      story.removeCluster(cluster);
      return;
    case 'fail':
      simulated.failures = 1 + (choice % 3);
      return;
    case 'refuse':
      simulated.refuse = choice % 3 === 0 ? undefined : () => refusals[choice % 3];
      return;
    case 'silence':
      simulated.silentSince ??= story.now;
      return;
    case 'speak':
      delete simulated.silentSince;
      return;
    case 'addPool':
      simulated.pools.set(`new-${choice}`, { version: '1.29.4', desired: '1.29.4' });
      return;
    case 'byHand': {
      const { controlPlane } = simulated;
      const version = VERSIONS[choice % VERSIONS.length];
      if (controlPlane.endsAt === undefined && compareVersions(aVersion(version), aVersion(controlPlane.version)) > 0)
        Object.assign(controlPlane, { version, desired: version });
      return;
    }
    default:
  }
}

const refusals = [
  { kind: 'Refused', reason: 'ClusterNotReady', message: 'busy' },
  { kind: 'Refused', reason: 'VersionNotAvailable', message: 'not listed' },
  { kind: 'Failed', message: 'forbidden' },
] as const;

/** What must hold of every upgrade at the moment at which it is asked for. */
function checkRequests(story: SequenceStory): void {
  for (const { cluster, upgradeType, version, pools, rollout, requestedAt } of story.upgrades) {
    if (requestedAt !== story.now) continue;
    const simulated = story.provider.clusters.get(cluster);
    const record = story.rollouts.find(one => one.name === rollout);
    if (simulated === undefined || record?.memory === undefined) continue;
    const to = aVersion(version);
    const plane = aVersion(simulated.controlPlane.version);
    const where = `${rollout} on ${cluster}`;
    if (upgradeType === 'ControlPlane') {
      expect([where, compareVersions(to, plane) > 0]).toEqual([where, true]);
      expect([where, minorDistance(plane, to) <= 1]).toEqual([where, true]);
    } else {
      expect([where, compareVersions(to, plane) <= 0]).toEqual([where, true]);
      for (const pool of pools ?? []) {
        const current = simulated.pools.get(pool)?.version;
        if (current !== undefined) expect([where, compareVersions(to, aVersion(current)) >= 0]).toEqual([where, true]);
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

/** A soak is never shorter than what was asked for when it ended, but by force or by what went through before (D §7). */
function checkSoaks(story: SequenceStory): void {
  for (const { name, memory } of story.rollouts)
    memory?.progress.stages.forEach(({ succeededAt, updatedAt }, index) => {
      if (succeededAt !== story.now || updatedAt === undefined) return;
      const { forced, isSkipped, soakMs } = memory.stages[index];
      if (forced === 'Person' || isSkipped === true) return;
      const what = `${name} stage ${index + 1}`;
      expect([what, succeededAt - updatedAt >= soakMs]).toEqual([what, true]);
    });
}

const TIMED: readonly string[] = ['OutsideMaintenanceWindow', 'MaintenanceExclusion', 'WaitingForRetry'];

/** Everybody who waits says why, since when, and until when where time decides; and the pass is woken then. */
function checkWords(story: SequenceStory): void {
  const wakeAt = story.last.wakeAt;
  for (const { name, memory } of story.rollouts) {
    for (const target of memory?.targets ?? []) {
      const what = `${name} ${target.cluster} ${target.reason}`;
      expect([what, target.message.length > 10, target.since <= story.now]).toEqual([what, true, true]);
      if (!holdsStage(target)) continue;
      if (TIMED.includes(target.reason)) expect([what, target.until]).not.toEqual([what, undefined]);
      if (target.until !== undefined)
        expect([what, wakeAt !== undefined && wakeAt <= target.until]).toEqual([what, true]);
    }
    if (memory !== undefined && isActive(memory)) expect(memory.message).not.toBe('');
  }
  for (const { message, cause } of story.last.blockers) expect([cause, message]).not.toEqual([cause, '']);
}

/** Of one type no two rollouts are in a stage, and no cluster is upgraded by two. */
function checkOccupancy(story: SequenceStory): void {
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

function checkFinal(story: SequenceStory, over: Map<string, string>): void {
  for (const { name, memory } of story.rollouts) {
    if (memory === undefined || isActive(memory)) continue;
    const words = `${memory.phase} ${memory.reason ?? ''} ${memory.endedAt ?? ''}`;
    expect([name, over.get(name) ?? words]).toEqual([name, words]);
    over.set(name, words);
  }
}

describe('a sequence under random fleets, edits and clocks (D §6–§9)', () => {
  it('qualifies before it goes on, never goes down or too far, and says what everybody waits for', () => {
    fc.assert(
      fc.property(aPlay, play => {
        const story = open(play);
        const over = new Map<string, string>();
        story.watch = () => {
          checkRequests(story);
          checkSoaks(story);
          checkWords(story);
          checkOccupancy(story);
          checkFinal(story, over);
        };
        for (const { deed, choice } of play.deeds) {
          act(story, deed, choice);
          story.runUntil(story.now);
        }
        story.runUntil(plus(story.now, 400 * HOUR));
      }),
      { numRuns: RUNS },
    );
  });

  it('is the same for the same state, whatever the order of what it reads', () => {
    fc.assert(
      fc.property(aPlay, play => {
        const story = open(play);
        const other = open(play);
        for (const { deed, choice } of play.deeds.slice(0, 6)) {
          act(story, deed, choice);
          act(other, deed, choice);
        }
        expect(isSameJson(story.rollouts, other.rollouts)).toBe(true);
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
