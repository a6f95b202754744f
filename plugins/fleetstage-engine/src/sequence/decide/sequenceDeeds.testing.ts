import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage, labelled } from '../assignment/sequence.testing';
import { aPolicy, aWindow, anExclusion } from '../maintenance/maintenance.testing';
import { isActive } from '../rollout/stagePhase';
import { compareVersions } from '../versions/compareVersions';
import { aVersion } from '../versions/version.testing';
import { days, HOUR, SequenceStory, START } from './sequenceStory.testing';

const VERSIONS = ['1.29.4', '1.30.2', '1.30.9', '1.31.0', '1.31.2', '1.32.1'];
const FLEETS = ['testing', 'production'];

export const DEEDS = [
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
  'budget',
  'deleteRollout',
  'addPool',
] as const;

export type Deed = (typeof DEEDS)[number];

/** What a random story is made of. */
export interface Play {
  readonly clusters: readonly {
    readonly fleet: number;
    readonly canary: boolean;
    /** Index of a version. */
    readonly controlPlane: number;
    /** How many versions pools are behind. */
    readonly pools: readonly number[];
    readonly minutes: number;
    readonly policy: string;
    readonly optOut: boolean;
  }[];
  /** Units of five hours. */
  readonly soaks: readonly number[];
  readonly maxConcurrency: number | string;
  readonly emptyStages: 'Soak' | 'Skip';
}

const policyOf = (kind: string) => {
  if (kind === 'window')
    return [aPolicy({ windows: [aWindow({ startTime: '02:00', duration: '4h' })] }, 'window')];
  if (kind !== 'exclusion') return [];
  const until = toRfc3339(days(9));
  return [aPolicy({ exclusions: [anExclusion({ startTime: toRfc3339(START), endTime: until })] }, kind)];
};

const soakOf = (units: number) => `${units * 5}h`;

export function openPlay({ clusters, soaks, maxConcurrency, emptyStages }: Play): SequenceStory {
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

export function act(story: SequenceStory, deed: Deed, choice: number): void {
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
        story.patchRollout(rollout.name, {
          soakOverrides: [{ stage: stage.name, soakDuration: `${choice}h` }],
        });
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

function actOnFleet(story: SequenceStory, deed: Deed, { choice, cluster }: Chosen): void {
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
          one.name === 'canary'
            ? { ...one, clusterSelector: labelled({ canary: String(choice % 2 === 0) }) }
            : one,
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
      story.edit({
        stages: isThere && choice % 2 === 0 ? others : [...others.slice(0, at), empty, ...others.slice(at)],
      });
      return;
    }
    case 'target':
      story.edit({ target: { version: pick(VERSIONS, choice) ?? '', force: choice % 2 === 0 } });
      return;
    case 'timeout':
      story.edit({ onTimeout: (['ForceSoak', 'Pause', 'Cancel'] as const)[choice % 3] });
      return;
    case 'budget':
      story.edit({ failurePolicy: choice % 3 === 0 ? undefined : { maxFailedClusters: choice % 3 } });
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
  deed: Deed,
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
      if (
        controlPlane.endsAt === undefined &&
        compareVersions(aVersion(version), aVersion(controlPlane.version)) > 0
      )
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

/** Nothing is in the way any more. */
export function clearTheWay(story: SequenceStory): void {
  story.edit({ suspend: false, onTimeout: 'ForceSoak', failurePolicy: undefined });
  for (const cluster of story.provider.clusters.values()) {
    cluster.failures = 0;
    delete cluster.refuse;
    delete cluster.silentSince;
  }
  for (const { name, spec, memory } of story.rollouts)
    if (spec.state === 'Pause' && memory !== undefined && isActive(memory))
      story.patchRollout(name, { state: 'Run' });
}
