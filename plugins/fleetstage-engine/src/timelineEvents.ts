import type { MemberTransition } from './cluster/memberTransitions';
import type { BindingEvent } from './state/placement';
import type { SequenceEventName } from './sequence/state/sequenceAction';
import type { RunEventName } from './updaterun/state';

type RunPersonEvent =
  | 'runCreated'
  | 'startAsked'
  | 'stopAsked'
  | 'resumeAsked'
  | 'endAsked'
  | 'approvalGiven'
  | 'approvalWithdrawn'
  | 'rejected'
  | 'retried'
  | 'deletionAsked';
type PlacementPersonEvent =
  | 'placementCreated'
  | 'placementUpdated'
  | 'applyAsked'
  | 'evictionAsked'
  | 'budgetSet'
  | 'budgetDeleted'
  | 'deletionAsked';
type StrategyPersonEvent = 'strategyCreated' | 'strategyUpdated' | 'strategyDeleted';
type OverridePersonEvent = 'overrideCreated' | 'overrideUpdated' | 'overrideDeleted';
type ClusterPersonEvent =
  'clusterUpdated' | 'drainAsked' | 'uncordonAsked' | 'leaveAsked' | 'clusterJoinAsked' | 'joinTokenIssued';
type SequencePersonEvent =
  | 'sequenceCreated'
  | 'sequenceUpdated'
  | 'sequenceDeleted'
  | 'suspendAsked'
  | 'resumeAsked'
  | 'versionStartAsked';
type VersionRolloutPersonEvent =
  | 'pauseAsked'
  | 'resumeAsked'
  | 'cancelAsked'
  | 'forceCompleteAsked'
  | 'soakOverrideAsked'
  | 'skipAsked'
  | 'unskipAsked'
  | 'retryAsked'
  | 'ignoreMaintenanceAsked'
  | 'heedMaintenanceAsked';

/** What people do through Fleetstage, as lines of the timelines. */
export type PersonEventName =
  | RunPersonEvent
  | PlacementPersonEvent
  | StrategyPersonEvent
  | OverridePersonEvent
  | ClusterPersonEvent
  | SequencePersonEvent
  | VersionRolloutPersonEvent;

/** Names of the events in the timeline of an update run. */
export type RunTimelineEvent = RunEventName | RunPersonEvent | 'gone';

/** Names of the events in the timeline of a placement. */
export type PlacementTimelineEvent =
  | BindingEvent
  | PlacementPersonEvent
  | 'policyChanged'
  | 'clustersPicked'
  | 'released'
  | 'evicted'
  | 'evictionBlocked'
  | 'forgotten'
  | 'snapshotsPruned'
  | 'removalHeld'
  | 'removalConfirmed'
  | 'removalReleased'
  | 'gone';

/** Names of the events in the history of an update strategy. */
export type StrategyTimelineEvent = StrategyPersonEvent;

/** Names of the events in the history of an override. */
export type OverrideTimelineEvent = OverridePersonEvent;

/** Names of the events in the timeline of a member cluster. */
export type ClusterTimelineEvent =
  | ClusterPersonEvent
  | MemberTransition
  | 'tainted'
  | 'untainted'
  | 'drainStarted'
  | 'drainBlocked'
  | 'drained'
  | 'drainEnded'
  | 'evicted'
  | 'evictionBlocked'
  | 'clusterLeft';

/** Names of the events in the timeline of a sequence of versions. */
export type SequenceTimelineEvent = SequenceEventName | SequencePersonEvent | 'gone';

/** Names of the events in the timeline of a rollout of a version. */
export type VersionRolloutTimelineEvent = SequenceEventName | VersionRolloutPersonEvent | 'gone';

/** Every name that is written into a timeline. */
export type TimelineEventName =
  | RunTimelineEvent
  | PlacementTimelineEvent
  | StrategyTimelineEvent
  | OverrideTimelineEvent
  | ClusterTimelineEvent
  | SequenceTimelineEvent
  | VersionRolloutTimelineEvent;
