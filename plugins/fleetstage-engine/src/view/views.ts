import type { BlockerActor, BlockerTone } from '../blocker/causes';
import type { GateStatus, PlacedGate } from '../staged/gates/gateStatus';
import type { RunClusterStateCode, StageStateCode } from './stateCodes';

/**
 * What the screens show, as the REST contract has it: plain data with times in RFC 3339. The lists are writable because the
 * types of the client, which they are assigned to, are.
 */

/** Things by state; only states that occur. */
export type Counts = Record<string, number>;

/** Clusters of a run or of a stage by how far they are. */
export interface RunTallyView {
  /** Updated or removed. */
  done: number;
  /** Being updated or removed, those in trouble among them. */
  inFlight: number;
  /** Failing or stuck: each keeps its slot. */
  inTrouble: number;
  /** Failed, or failing. */
  failed: number;
  notStarted: number;
}

export interface RefView {
  kind: 'run' | 'placement' | 'cluster' | 'strategy' | 'version-rollout';
  scope?: string;
  name: string;
}

export type { BlockerActor, BlockerTone };

export interface BlockerView {
  cause: string;
  state: BlockerTone;
  message: string;
  stage?: string;
  /** At most 20 names. */
  clusters: string[];
  clusterCount: number;
  since?: string;
  until?: string;
  actor: BlockerActor;
  subject?: RefView;
  /** Of a run in `subject`: the placement that it moves. */
  placement?: string;
}

export interface ConditionView {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
  observedGeneration?: number;
  /** Absent where nobody wrote the moment down. */
  lastTransitionTime?: string;
}

export interface PersonView {
  ref: string;
}

export type GateMarkView = Pick<GateStatus, 'kind' | 'state' | 'title'>;

export type GateView = PlacedGate;

export interface StageBarView {
  name: string;
  isRemoval?: boolean;
  state: StageStateCode;
  total: number;
  counts: Counts;
  tally: RunTallyView;
  gatesBefore: GateMarkView[];
  gatesAfter: GateMarkView[];
}

export interface RunClusterView {
  name: string;
  state: RunClusterStateCode;
  isInFlight?: boolean;
  startedAt?: string;
  endedAt?: string;
  since?: string;
  cause?: string;
  snapshot?: string;
  orderValue?: string;
  region?: string;
  noRecentStatus?: boolean;
  isDrifted?: boolean;
}

/** The evidence for a finished stage now. */
export interface ProofView {
  snapshot: string;
  available: number;
  total: number;
  unbrokenSince?: string;
}

export interface StageView {
  name: string;
  /** From 1. */
  index: number;
  isRemoval?: boolean;
  state: StageStateCode;
  /** Why it was not reached. */
  message?: string;
  selector?: string;
  concurrency?: string;
  slots?: number;
  sortingLabel?: string;
  total: number;
  counts: Counts;
  tally: RunTallyView;
  startedAt?: string;
  updatedAt?: string;
  endedAt?: string;
  proof?: ProofView;
  clusters: RunClusterView[];
  gatesBefore: GateView[];
  gatesAfter: GateView[];
  conditions: ConditionView[];
}

export interface FailedObjectView {
  group?: string;
  version?: string;
  kind: string;
  namespace?: string;
  name: string;
  reason: string;
  message: string;
  /** Differences, field by field. */
  differences?: FieldDifferenceView[];
  /** When the difference was seen first. */
  since?: string;
}

/** A field that differs on a member; a side that has none is absent. */
export interface FieldDifferenceView {
  path: string;
  wanted?: string;
  found?: string;
}

/** Checks by level. */
export interface CheckCountsView {
  total: number;
  pass: number;
  warn: number;
  blocks: number;
}

export interface CheckView {
  id: 'proof' | 'gates' | 'plan' | 'targets' | 'runs' | 'change';
  level: 'pass' | 'warn' | 'blocks';
  text: string;
  clusters?: string[];
  /** It will not pass again: only a new run can go on. */
  needsNewRun?: boolean;
}

/** The consequence of an approval: what the next pass would do. */
export interface StartsStageView {
  kind: 'stage' | 'removal' | 'finish' | 'wait' | 'gate' | 'held' | 'nothing';
  /** That begins, or whose gate or turn comes next. */
  stage?: string;
  /** Clusters of the stage that begins; 0 where none begins. */
  clusterCount: number;
  slots?: number;
  /** Of the wait that still counts. */
  endsAt?: string;
  /** On which side of `stage` the next gate is. */
  task?: 'before' | 'after';
  /** Of an added gate that comes next, or that still counts: its name for people; absent: an approval, or a wait. */
  title?: string;
  /** The earlier run that comes first. */
  run?: string;
  /** That run does not get on by itself: somebody has to resume, repair or end it. */
  runIs?: 'stopped' | 'stuck';
  /** Why nothing would happen. */
  reason?: string;
}

export interface ChangeCountsView {
  added: number;
  changed: number;
  deleted: number;
  unchanged: number;
}
