import type { FaultsByCluster } from './governFaults';

/** What a run has to get through. */
export interface FaultStory {
  /** Also names the namespace, the placement and the run. */
  readonly name: string;
  /** In force from before the placement is made until the run has ended. */
  readonly faults?: FaultsByCluster;
  /** Given when the first stage is under way. */
  readonly order?: object;
  /** In force from when the first stage is under way; mended when it has met {@link PASSING_MEETINGS}. */
  readonly passing?: FaultsByCluster;
  /** Default: {@link PATIENCE_MS}. */
  readonly patienceMs?: number;
}

/** The engine is met; kubectl, with which a story reads, is not. */
const ENGINE = { userAgents: 'fleetstage*' };
/** For each thing that is to come about. */
export const PATIENCE_MS = 45_000;
/** Requests and streams; the engine has given some of them up by then. */
export const PASSING_MEETINGS = 12;
const HOUR_MS = 3_600_000;
const KINDS = [
  'Namespace',
  'ConfigMap',
  'Deployment',
  'Work',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
];

export const FAULT_STORIES: readonly FaultStory[] = [
  { name: 'latency', faults: { '*': [{ type: 'latency', ms: [20, 400], ...ENGINE }] } },
  {
    name: 'errors-by-verb',
    faults: {
      '*': [
        { type: 'error', code: 500, verbs: ['create', 'patch', 'update'], chance: 0.08, ...ENGINE },
        { type: 'error', code: 503, verbs: ['get', 'list', 'watch'], chance: 0.08, ...ENGINE },
      ],
    },
  },
  {
    name: 'errors-by-kind',
    faults: {
      '*': [
        { type: 'error', code: 409, kinds: KINDS, verbs: ['update', 'patch'], chance: 0.15, ...ENGINE },
        { type: 'error', code: 504, kinds: KINDS, moment: 'after', chance: 0.08, ...ENGINE },
      ],
    },
  },
  {
    name: 'broken-connections',
    faults: {
      '*': [
        { type: 'reset', chance: 0.05, ...ENGINE },
        { type: 'reset', moment: 'after', verbs: ['create', 'patch', 'update'], chance: 0.05, ...ENGINE },
      ],
    },
  },
  {
    name: 'throttling',
    faults: {
      '*': [
        { type: 'throttle', perSecond: 8, burst: 4, ...ENGINE },
        { type: 'error', code: 429, retryAfterSeconds: 1, chance: 0.1, ...ENGINE },
      ],
    },
  },
  {
    name: 'cut-watches',
    faults: {
      '*': [
        { type: 'watchCut', afterEvents: 7, how: 'reset', chance: 0.5, ...ENGINE },
        { type: 'watchCut', afterMs: 1_500, how: 'end', chance: 0.5, ...ENGINE },
      ],
    },
    order: { cutWatches: '*', how: 'expired', ...ENGINE },
  },
  { name: 'slow', faults: { '*': [{ type: 'slow', bytesPerSecond: 60_000, ...ENGINE }] } },
  {
    name: 'hanging-requests',
    faults: {
      'hub': [{ type: 'hang', chance: 0.1, next: 3, verbs: ['create', 'patch', 'update', 'get'], ...ENGINE }],
      'member-*': [
        { type: 'hang', chance: 0.1, next: 3, verbs: ['create', 'patch', 'update', 'get'], ...ENGINE },
      ],
    },
    // An agent gives a request up after 15 s, and three in a row may hang.
    patienceMs: 120_000,
  },
  { name: 'half-open-hub', passing: { hub: [{ type: 'hang', ...ENGINE }] } },
  {
    name: 'half-open-members',
    passing: { 'member-*': [{ type: 'hang', ...ENGINE }] },
    // Where the first stage is through already, only heartbeats meet it: three in fifteen seconds.
    patienceMs: 120_000,
  },
  {
    name: 'silent-streams',
    // Nobody ever mends these. Each is found out by its silence of 90 s, and opened anew.
    faults: {
      'hub': [{ type: 'hang', verbs: 'watch', next: 3, ...ENGINE }],
      'member-*': [{ type: 'hang', verbs: 'watch', next: 1, ...ENGINE }],
    },
    patienceMs: 120_000,
  },
  {
    name: 'skewed-clocks',
    faults: {
      'hub': [{ type: 'clock', skewMs: -HOUR_MS }],
      'member-1': [{ type: 'clock', skewMs: HOUR_MS }],
      'member-2': [{ type: 'clock', skewMs: -26 * HOUR_MS }],
    },
  },
  { name: 'member-restarts', order: { restart: 'member-1', history: 'lost', downMs: 2_000 } },
  { name: 'hub-restarts', order: { restart: 'hub', history: 'lost', downMs: 2_000 } },
  { name: 'server-restarts', order: { restart: '*', downMs: 2_000 } },
];
