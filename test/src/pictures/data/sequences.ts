import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { stamp } from './hub';
import { ago, ahead } from './moments';
import { ALLOWED } from './people';
import {
  clusterNames,
  completedRollout,
  DAY,
  failingRollout,
  soakingRollout,
  STAGES,
  VERSION,
  waitingRollout,
} from './versionRollouts';

const ACTIVE = [failingRollout, soakingRollout, waitingRollout];

export const bank: Schemas['Sequence'] = {
  name: 'bank',
  displayName: 'Bank',
  uid: 'uid-bank',
  resourceVersion: '4700',
  generation: 3,
  createdAt: ago(60 * DAY),
  state: 'Warning',
  reasons: ['ClustersBehindSupport'],
  stateSince: ago(3 * DAY),
  message: 'The support of 1.28 ends in 40 days: 1 cluster is at it.',
  isSuspended: false,
  isDeleting: false,
  channel: 'Regular',
  target: { controlPlane: '1.31.5', node: VERSION },
  fleets: ['testing', 'staging', 'production'],
  stageCount: STAGES.length,
  clusterCount: 28,
  activeRollouts: ACTIVE,
  stages: STAGES.map(({ name, fleets, soakDuration, clusters, ...stage }, index) => ({
    name,
    number: index + 1,
    fleets: [...fleets],
    ...('selector' in stage && { selector: stage.selector }),
    soakDuration,
    maxConcurrency: index === 4 ? '25%' : '100%',
    clusterCount: clusters,
    clusters: clusterNames(name, clusters),
    qualified: {
      controlPlane: index < 2 ? VERSION : '1.30.9',
      node: '1.30.9',
    },
    ...(index === 0 && { occupiedBy: { node: soakingRollout.name } }),
    ...(index === 2 && {
      occupiedBy: { controlPlane: failingRollout.name },
      waiting: { controlPlane: [waitingRollout.name] },
    }),
  })),
  conditions: [
    {
      type: 'Ready',
      status: 'True',
      reason: 'SequenceActive',
      message: 'The sequence is active.',
      lastTransitionTime: ago(60 * DAY),
    },
    {
      type: 'Degraded',
      status: 'True',
      reason: 'ClustersBehindSupport',
      message: 'The support of 1.28 ends in 40 days: 1 cluster is at it.',
      lastTransitionTime: ago(3 * DAY),
    },
  ],
  lastChange: { at: ago(12 * DAY), class: 'Live', cancelled: [] },
  spec: {},
  manifest: {
    apiVersion: 'fleetstage.io/v1alpha1',
    kind: 'RolloutSequence',
    metadata: { name: 'bank' },
    spec: {
      channel: 'Regular',
      stages: STAGES.map(({ name, fleets, soakDuration, clusters: _, ...stage }) => ({
        name,
        fleets: [...fleets],
        ...('selector' in stage && {
          clusterSelector: { matchLabels: { 'prod-region': stage.selector.split('=')[1] } },
        }),
        soakDuration,
      })),
    },
  },
  finishedRollouts: 1,
  may: { update: ALLOWED, delete: ALLOWED, suspend: ALLOWED, resume: ALLOWED, start: ALLOWED },
  timelineCount: 4,
};

const quiet: Schemas['Sequence'] = {
  ...bank,
  name: 'shop',
  displayName: undefined,
  uid: 'uid-shop',
  state: 'Active',
  message: undefined,
  activeRollouts: [],
  fleets: ['edge'],
  stageCount: 2,
  clusterCount: 12,
  target: { controlPlane: VERSION, node: VERSION },
};

export const sequencePage = (
  items: Schemas['SequencePage']['items'] = [
    bank,
    quiet,
    { ...quiet, name: 'tools', uid: 'uid-tools', isSuspended: true },
  ],
  mayCreate: Schemas['Permit'] = ALLOWED,
): Schemas['SequencePage'] => ({ ...stamp, items, total: items.length, mayCreate });

export const sequenceDetail = (more: Partial<Schemas['Sequence']> = {}): Schemas['SequenceDetail'] => ({
  ...stamp,
  sequence: { ...bank, ...more },
});

export const rolloutPage: Schemas['VersionRolloutPage'] = {
  ...stamp,
  items: [...ACTIVE, completedRollout],
  total: 4,
};

const event = (
  id: string,
  minutes: number,
  name: string,
  message: string,
  more = {},
): Schemas['TimelineEvent'] => ({
  id,
  at: ago(minutes),
  event: name,
  actor: { ref: 'engine' },
  message,
  ...more,
});

export const sequenceTimeline: Schemas['TimelinePage'] = {
  ...stamp,
  total: 4,
  items: [
    event('4', 50, 'ClusterUpgradeFailed', 'no capacity for a new machine', {
      stage: 'us-west1',
      cluster: 'us-west1-05',
    }),
    event('3', 2 * DAY, 'StageForceCompleted', 'The version counts as qualified.', { stage: 'staging' }),
    event('2', 2 * DAY + 1, 'forceCompleteAsked', 'urgent CVE', {
      stage: 'staging',
      actor: { ref: 'user:default/maya', displayName: 'Maya Fischer' },
    }),
    event('1', 9 * DAY, 'RolloutCreated', `Control planes to ${VERSION}.`),
  ],
};

export const versionCatalogs: Schemas['VersionCatalogList'] = {
  ...stamp,
  items: [
    {
      name: 'default',
      isConfigured: false,
      source: 'Channels',
      channels: [
        { name: 'Regular', versions: ['1.31.5', '1.31.4'] },
        { name: 'Stable', versions: ['1.30.9'] },
      ],
    },
  ],
};

/** Another stage takes two clusters, and the rollouts under way end. */
export const sequencePreview: Schemas['SequencePreview'] = {
  ...stamp,
  issues: [
    {
      code: 'FLEET_NOT_FOUND',
      severity: 'Warning',
      path: 'spec.stages[1].fleets',
      message: 'No cluster has the label fleetstage.io/fleet=edge; label one, or take the fleet out',
    },
  ],
  stages: STAGES.map(({ name, clusters }, index) => ({
    name,
    number: index + 1,
    clusterCount: clusters,
    clusters: clusterNames(name, clusters),
    earliestStart: ahead(index * 3 * DAY),
  })),
  ignored: 2,
  unassigned: { clusterCount: 0, clusters: [] },
  edit: {
    class: 'Participants',
    fields: ['stages'],
    cancels: [failingRollout.name, soakingRollout.name],
    moved: [
      { cluster: 'us-east1-01', from: 'us-east1', to: 'staging' },
      { cluster: 'us-east1-02', from: 'us-east1', to: 'staging' },
    ],
    movedCount: 2,
    reordered: [],
  },
  earliestCompletion: ahead(13 * DAY),
};

const nights = Array.from({ length: 64 }, (_, index): Schemas['CalendarEntry'] => ({
  kind: 'Window',
  policy: 'after-hours',
  name: 'nights',
  start: ahead(8 * 60 + Math.floor(index / 5) * 7 * DAY + (index % 5) * DAY),
  end: ahead(16 * 60 + Math.floor(index / 5) * 7 * DAY + (index % 5) * DAY),
  clusterCount: 20,
}));

export const sequenceCalendar: Schemas['SequenceCalendar'] = {
  ...stamp,
  from: ago(0),
  to: ahead(90 * DAY),
  items: [
    ...nights,
    {
      kind: 'Exclusion' as const,
      policy: 'after-hours',
      name: 'ledger-incident',
      start: ahead(11 * DAY),
      end: ahead(15 * DAY),
      scope: 'NoUpgrades' as const,
      reason: 'payments degraded',
      clusterCount: 20,
    },
    {
      kind: 'SoakEnd' as const,
      start: ahead(2 * DAY),
      rollout: soakingRollout.name,
      stage: 'testing',
      clusterCount: 4,
    },
    {
      kind: 'ForcedSoak' as const,
      start: ahead(27 * DAY),
      rollout: failingRollout.name,
      stage: 'us-west1',
      clusterCount: 6,
      onTimeout: 'ForceSoak' as const,
    },
    { kind: 'PredictedFinish' as const, start: ahead(18 * DAY), rollout: failingRollout.name },
    { kind: 'EndOfSupport' as const, start: ahead(40 * DAY), minor: '1.28', clusterCount: 1 },
  ].sort((a, b) => Date.parse(a.start) - Date.parse(b.start)),
};

export const clusterVersions: Schemas['ClusterVersionsDetail'] = {
  ...stamp,
  versions: {
    sequence: 'bank',
    stage: 'us-west1',
    stageNumber: 3,
    fleet: 'production',
    channel: 'Regular',
    provider: 'capi',
    providerRef: 'capi/clusters/us-west1-05',
    known: 'Observed',
    controlPlane: { version: '1.30.9', desired: VERSION, isUpgrading: false, isHealthy: true },
    nodePools: [
      { name: 'workers', versions: [{ version: '1.30.9', nodes: 12 }], isHealthy: true },
      { name: 'gpu', versions: [{ version: '1.30.9', nodes: 2 }], isHealthy: false },
    ],
    target: { controlPlane: VERSION },
    endOfSupport: ahead(40 * DAY),
    maintenance: { policies: ['after-hours'], exclusions: [], isOpen: false, nextOpen: ahead(8 * 60) },
    rollouts: [
      {
        name: failingRollout.name,
        stage: 'us-west1',
        state: 'Failed',
        reason: 'UpgradeFailed',
        message: 'The upgrade failed: no capacity for a new machine.',
        rollout: failingRollout,
      },
    ],
    observedAt: ago(1),
  },
};

/** Among what comes next on the overview. */
export const soakEnds: NonNullable<Schemas['Overview']['next']>[number] = {
  at: ahead(500),
  versionRollout: soakingRollout.name,
  stage: 'testing',
  text: 'Soak of testing ends, staging starts: 4 clusters.',
};

/** Among the trouble of the overview. */
export const sequenceTrouble: Schemas['Blocker'] = {
  cause: 'CatalogNotFound',
  state: 'stuck',
  message: 'There is no VersionCatalog "tools"; create it, or name another one.',
  clusters: [],
  clusterCount: 0,
  since: ago(190),
  actor: 'operator',
  subject: { kind: 'sequence', name: 'tools' },
};
