import type { ConditionStatus } from '../api/meta';
import { SEQUENCE_WARNINGS } from '../api/rolloutSequence';

type Reasons = Partial<Record<ConditionStatus, readonly string[]>>;

/**
 * Every condition of the kinds of version sequences: kind, type, status, reason; closed (E/RC-001, RC-002, VC-006, CO-001…003, MP-009,
 * E §6). They are apart from the `catalogue`, as there a type is ours on every object: a foreign `Ready` on a placement stays.
 */
export const sequenceConditions = {
  RolloutSequence: {
    Ready: {
      True: ['SequenceActive', 'SequenceSuspended'],
      False: [
        'FleetInOtherSequence',
        'NoClustersInSequence',
        'CatalogNotFound',
        'ChannelNotFound',
        'ProviderUnavailable',
        'InternalError',
      ],
      Unknown: ['Initializing'],
    },
    Degraded: {
      True: SEQUENCE_WARNINGS,
      False: ['NoWarnings'],
    },
  },
  Rollout: {
    Accepted: {
      True: ['RolloutAccepted'],
      False: ['SequenceNotFound', 'NotCreatedByEngine'],
    },
    Progressing: {
      True: ['StageRunning', 'StageSoaking', 'StageForcedSoaking'],
      False: ['StageWaiting', 'StageStuck', 'RolloutPaused', 'RolloutCompleted', 'RolloutCancelled'],
    },
    Succeeded: {
      True: ['RolloutCompleted'],
      False: ['RolloutCancelled'],
      Unknown: ['RolloutInProgress'],
    },
  },
  VersionCatalog: {
    Ready: {
      True: ['CatalogResolved'],
      False: ['ClusterClassNotFound', 'ClusterClassHasNoVersions', 'InvalidTarget'],
    },
  },
  MaintenancePolicy: {
    Accepted: {
      True: ['PolicyAccepted'],
      False: ['UnknownTimeZone', 'InvalidRecurrence'],
    },
  },
  MemberVersion: {
    Known: {
      True: ['Observed'],
      False: ['NotManaged'],
      Unknown: ['ProviderUnavailable'],
    },
  },
} as const satisfies Record<string, Record<string, Reasons>>;

export type SequenceConditions = typeof sequenceConditions;

/** The reasons that a condition of a kind can have, with a status or with any. */
export type SequenceReason<
  Kind extends keyof SequenceConditions,
  Type extends keyof SequenceConditions[Kind],
  Status extends keyof SequenceConditions[Kind][Type] = keyof SequenceConditions[Kind][Type],
> = SequenceConditions[Kind][Type][Status] extends readonly (infer Reason)[] ? Reason : never;
