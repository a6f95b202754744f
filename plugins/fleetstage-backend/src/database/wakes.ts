import type { Tx } from './db';
import { toFinalizerKey, toHubKey, toWorkKey } from './keys';
import { mark } from './queue/mark';
import { queues, type QueueName } from './queue/queues';
import type { Mark } from './queue/writeMarks';

/** When a key is due, from the commit on; absent: at once. See `mark`. */
type WakeDelay = Pick<Mark, 'afterMs' | 'postponeUpToMs'>;

interface Wake extends WakeDelay {
  readonly queue: QueueName;
}

interface WakeEvent {
  readonly wakes: readonly Wake[];
  /** Where a delay, or the reason for being woken at all, needs one. */
  readonly why?: string;
}

/** Derived objects are written once things have settled: nobody waits for them, and a rollout changes all of them. */
const DERIVED: WakeDelay = { afterMs: 500, postponeUpToMs: 3_000 };

/**
 * The pass that something causes asks for its publication itself, at once. Published before it, "scheduling is pending" would
 * come first, and the picks would wait 500 ms for the second write.
 */
export const FIRST_STATUS_DELAY_MS = 150;

/**
 * A new generation has no status before its selectors were read. The capture asks for the publication itself; when it takes
 * longer than this, the status says that it is waited for.
 */
export const PENDING_STATUS_DELAY_MS = 500;

/** The command that decides writes to the hub itself; the effect finishes what a crash left half-done. */
const DECISION_DELAY_MS = 3_000;

/** The watches bring a change within some milliseconds. */
const MIRROR_LAG_MS = 200;

/** A rollout on a member changes its status many times a second; the original gets the last one of this time. */
const REPORT_BACK: WakeDelay = { afterMs: 200, postponeUpToMs: 1_000 };

/** A drain reads all placements of its cluster, so that changes gather first; nobody waits for a fraction of a second. */
const DRAIN_PACE: WakeDelay = { afterMs: 200, postponeUpToMs: 1_000 };

/** A provider reports a cluster many times while it is upgraded, and many clusters are upgraded at once. */
const SEQUENCE_PACE: WakeDelay = { afterMs: 200, postponeUpToMs: 1_000 };

const placementAndStatus = (statusAfterMs = 0): readonly Wake[] => [
  { queue: queues.placement },
  { queue: queues.publishPlacement, afterMs: statusAfterMs },
];

/**
 * Who wakes whom: every event of the engine and the keys that it wakes; a test holds that nobody else marks. Two kinds of keys
 * come from elsewhere: those of a change on the hub (`ingest/keysFor.ts`), and those of a resync (`ingest/markEverything.ts`).
 * `marks.ts` finds the keys that hang on rows: the runs of a placement, the placements that read a cluster.
 */
export const wakeEvents = {
  // Placements
  placementConcerned: {
    wakes: [{ queue: queues.placement }],
    why: 'a member that its policy reads has changed',
  },
  clusterSilenceChanged: {
    wakes: [{ queue: queues.placement }],
    why: 'what holds it says whether the cluster answers',
  },
  clusterUpgradeChanged: {
    wakes: [{ queue: queues.placement }],
    why: 'what is new on it waits for the upgrade of a cluster, or may go on',
  },
  placementChanged: { wakes: placementAndStatus() },
  capturedBeforeDecision: {
    wakes: placementAndStatus(FIRST_STATUS_DELAY_MS),
    why: 'the pass that it causes asks for the status at once; this one is in case that it fails',
  },
  reported: { wakes: placementAndStatus() },
  reportedIdle: {
    wakes: [{ queue: queues.publishPlacement }],
    why: 'a placement that waits for no report has nothing to decide',
  },
  placementDecided: {
    wakes: [{ queue: queues.publishPlacement }, { queue: queues.publishSnapshots, ...DERIVED }],
  },
  placementDecidedUnread: {
    wakes: [
      { queue: queues.publishPlacement, afterMs: PENDING_STATUS_DELAY_MS },
      { queue: queues.publishSnapshots, ...DERIVED },
    ],
    why: 'its selectors were not read yet',
  },
  blockersChanged: {
    wakes: [{ queue: queues.publishPlacement }],
    why: 'nothing else was decided: the status says what holds the placement',
  },
  clusterChangedMeanwhile: {
    wakes: [{ queue: queues.placement }],
    why: 'a cluster changed under the pass, and asked who reads it before this one could be found',
  },
  overrideChanged: {
    wakes: [{ queue: queues.placement }],
    why: 'an override that may concern it, or a label that one reads, has changed',
  },
  overrideWarningsChanged: {
    wakes: [{ queue: queues.publishPlacement }],
    why: 'the status says which overrides are too many, or select one object',
  },
  removalAsked: { wakes: [{ queue: queues.grantRemovals }] },

  // Captures and snapshots
  selectionChanged: {
    wakes: [{ queue: queues.captureResources }],
    why: 'debounced by the settings of captures',
  },
  captureNeeded: {
    wakes: [{ queue: queues.captureResources }],
    why: 'a run needs one that has seen everything',
  },
  snapshotSaved: { wakes: [{ queue: queues.publishSnapshots, ...DERIVED }] },

  // Update runs
  runConcerned: {
    wakes: [{ queue: queues.updateRun }],
    why: 'its placement, a report or a run ahead has changed, or whether a cluster that it waits for answers',
  },
  gateConcerned: {
    wakes: [{ queue: queues.updateRun }],
    why: 'it waits at an added gate, whose kind reads labels and properties of the clusters of the stage',
  },
  clusterChangedAtGate: {
    wakes: [{ queue: queues.updateRun }],
    why: 'a cluster changed under the pass that began to wait at an added gate, and could not find it yet',
  },
  runDecided: { wakes: [{ queue: queues.publishRun }], why: 'also when it only waits: what for is shown' },
  approvalDesired: { wakes: [{ queue: queues.ensureApproval }] },
  decisionMade: {
    wakes: [{ queue: queues.propagateApproval, afterMs: DECISION_DELAY_MS }],
    why: 'the command writes it at once; the effect finishes what a crash left half-done',
  },
  rejectionCleared: { wakes: [{ queue: queues.propagateApproval }] },

  // Evictions
  evictionDecided: { wakes: [{ queue: queues.publishEviction }] },
  evictionDeferred: {
    wakes: [{ queue: queues.settleEviction, afterMs: MIRROR_LAG_MS }],
    why: 'the hub has changed what it is decided on, and the mirror has not seen it yet',
  },

  // Drains
  drainConcerned: {
    wakes: [{ queue: queues.drainCluster, ...DRAIN_PACE }],
    why: 'a placement of the cluster, its budget or an eviction has changed; a rollout changes it many times a second',
  },

  // Work on members
  workChanged: { wakes: [{ queue: queues.applyWork }] },

  // Members
  memberProbed: { wakes: [{ queue: queues.publishMember }], why: 'times alone are written rarely' },
  memberLeaving: { wakes: [{ queue: queues.publishMember }] },
  memberRestored: { wakes: [{ queue: queues.member }, { queue: queues.publishMember }] },
  agentReported: { wakes: [{ queue: queues.member }], why: 'its InternalMemberCluster has changed' },
  membershipDue: {
    wakes: [{ queue: queues.ensureMembership }],
    why: 'objects of a member with an agent are missing, were changed, or are to go; or whether it has joined has changed',
  },
  membershipEnsured: {
    wakes: [{ queue: queues.member }, { queue: queues.publishMember }],
    why: 'its agent may have reported before anybody listened',
  },
  membershipChanged: {
    wakes: [{ queue: queues.publishMember }],
    why: 'what keeps it from joining or leaving',
  },
  clusterProfileDue: {
    wakes: [{ queue: queues.publishClusterProfile }],
    why: 'the member is shown otherwise by the inventory API, or somebody else has written there',
  },
  namespaceCreated: { wakes: [{ queue: queues.member }], why: 'a ResourcePlacement waits for the namespace' },

  // Versions of clusters
  versionsDue: {
    wakes: [{ queue: queues.observeVersions }],
    why: 'its provider reports a change, or its MemberCluster names another provider',
  },
  classVersionsDue: {
    wakes: [{ queue: queues.listVersions }],
    why: 'a catalog names a class of a provider, or the class has changed',
  },

  // What is published of placements beside their status
  statusPublished: { wakes: [{ queue: queues.publishStatusCopy }] },
  statusCopyDeleted: { wakes: [{ queue: queues.publishStatusCopy }] },
  eventsDue: { wakes: [{ queue: queues.publishEvents }] },
  statusReportedBack: {
    wakes: [{ queue: queues.publishBackReports, ...REPORT_BACK }],
    why: 'the original gets the last status of a while',
  },
  reportBackChanged: {
    wakes: [{ queue: queues.publishBackReports }],
    why: 'its mode, or who else writes there',
  },
  reportBackProblems: { wakes: [{ queue: queues.publishPlacement }] },
  overrideSaved: { wakes: [{ queue: queues.publishOverride }] },
  finalizerDesired: { wakes: [{ queue: queues.ensureFinalizer }] },

  // Sequences of versions
  sequenceChanged: {
    wakes: [{ queue: queues.rolloutSequence }],
    why: 'it, one of its rollouts, or what it is decided by was changed by a person',
  },
  sequenceConcerned: {
    wakes: [{ queue: queues.rolloutSequence, ...SEQUENCE_PACE }],
    why: 'the versions or workloads of one of its clusters have changed, or a provider has answered',
  },
  sequenceDecided: {
    wakes: [
      { queue: queues.publishSequence },
      { queue: queues.publishSequenceEvents, ...DERIVED },
      { queue: queues.publishMemberVersions, ...DERIVED },
    ],
    why: 'nobody waits for Events and MemberVersions, and one decision may change all of them',
  },
  versionRolloutDecided: { wakes: [{ queue: queues.publishVersionRollout }] },
  versionRolloutDesired: { wakes: [{ queue: queues.ensureVersionRollout }] },
  upgradeDesired: { wakes: [{ queue: queues.startUpgrades }] },
  memberVersionsDue: {
    wakes: [{ queue: queues.publishMemberVersions, ...DERIVED }],
    why: 'what is known of the versions of a cluster has changed, also of one that is in no sequence',
  },
  catalogChanged: { wakes: [{ queue: queues.publishCatalog }] },
  policyChanged: { wakes: [{ queue: queues.publishPolicy }] },
} as const satisfies Readonly<Record<string, WakeEvent>>;

type WakeEventName = keyof typeof wakeEvents;

/**
 * The subject of an event: an object of a hub; with a cluster, the work of a placement there; with a kind, its finalizers.
 */
interface WakeTarget {
  readonly hub: string;
  readonly name: string;
  readonly cluster?: string;
  readonly kind?: string;
}

interface WakeOptions extends WakeDelay {
  /** `background`: behind everything else of the queue. */
  readonly priority?: Mark['priority'];
}

/** Makes the keys of an event dirty when the transaction commits; a delay takes the place of the event's own. */
export function wake(
  tx: Tx,
  event: WakeEventName,
  targets: WakeTarget | readonly WakeTarget[],
  options: WakeOptions = {},
): void {
  const { wakes }: WakeEvent = wakeEvents[event];
  mark(
    tx,
    [targets].flat().flatMap(target => wakes.map((one): Mark => ({ ...one, ...options, ...keyOf(target) }))),
  );
}

/** For keys that were found without this table: of changes on the hub, and of resyncs. */
export const wakeKeys = (tx: Tx, keys: readonly Mark[]): void => mark(tx, keys);

function keyOf({ hub, name, cluster, kind }: WakeTarget): Pick<Mark, 'key' | 'group'> {
  if (cluster !== undefined) return { key: toWorkKey(hub, name, cluster), group: cluster };
  return { key: kind === undefined ? toHubKey(hub, name) : toFinalizerKey(hub, kind, name) };
}
