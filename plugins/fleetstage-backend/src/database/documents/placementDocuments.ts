import type {
  Condition,
  ObjectMeta,
  PlacementPolicy,
  ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  BackReportProblems,
  CaptureFailure,
  CaptureWarning,
  OverrideWarning,
  DecisionSummary,
  EventLedger,
  ExcludedObject,
  ScheduleOutcome,
  ScheduleVerdict,
  SelectionNotice,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { apiObject, identifier, manifestIdentity, moment, shapeOf, textByKey, texts } from './shapes';

/** `placements.schedule`, `decisions.outcome`. */
export const scheduleOutcome = defineDocument<ScheduleOutcome>({
  name: 'outcome of scheduling',
  schema: z.looseObject({
    policyIndex: z.number(),
    placementGeneration: z.number(),
    fulfilled: z.boolean(),
    isHeld: z.literal(true).optional(),
    isRefresh: z.literal(true).optional(),
    selectedCount: z.number().optional(),
    message: z.string(),
    at: moment,
  }),
});

const verdict = {
  selected: z.boolean(),
  code: z.string(),
  reason: z.string(),
  score: z.looseObject({}).optional(),
  filter: z.string().optional(),
  parts: z.array(z.looseObject({ plugin: z.string(), subject: z.string() })).optional(),
  inputs: z.string().optional(),
};

/** `verdicts.verdict`: the same for all clusters of the row. */
export const scheduleVerdict = defineDocument<Omit<ScheduleVerdict, 'cluster'>>({
  name: 'verdict of the scheduler',
  schema: shapeOf(z.looseObject(verdict)),
});

/** A shared text of `bindings.decision_ref`. */
export const bindingVerdict = defineDocument<ScheduleVerdict>({
  name: 'verdict of a binding',
  schema: shapeOf(z.looseObject({ cluster: z.string(), ...verdict })),
});

/** `verdicts.clusters`. */
export const clusterNames = defineDocument<readonly string[]>({
  name: 'clusters of a verdict',
  schema: texts,
});

const named = z.looseObject({ count: z.number(), names: texts });

/** `decisions.summary`. */
export const decisionSummary = defineDocument<DecisionSummary>({
  name: 'summary of a decision',
  schema: shapeOf(
    z.looseObject({
      cause: z.looseObject({ kind: z.string(), clusters: z.array(z.looseObject({})), count: z.number() }),
      picked: z.number(),
      gained: named,
      lost: named,
      causes: z.array(z.looseObject({ cause: z.string(), clusters: z.number() })),
      inputs: z.string(),
    }),
  ),
});

/** `policy_snapshots.policy`. */
export const placementPolicy = defineDocument<PlacementPolicy>({
  name: 'policy of a snapshot',
  schema: apiObject(),
});

/** `resource_snapshots.identifiers`. */
export const identifiers = defineDocument<readonly ResourceIdentifier[]>({
  name: 'identifiers of a snapshot',
  schema: z.array(identifier),
});

/** `resource_snapshots.contents`: their hashes; null where nobody has the manifests any more. */
export const contentIds = defineDocument<readonly string[] | null>({
  name: 'contents of a snapshot',
  schema: z.union([texts, z.null()]),
});

/** `captures.failure`. */
export const captureFailure = defineDocument<CaptureFailure>({
  name: 'failure of a capture',
  schema: z.looseObject({ message: z.string(), placementGeneration: z.number(), at: moment }),
});

/** What the last capture left out, and its warnings; names of objects, never contents. */
export interface CaptureNotes {
  /** The first MAX_EXCLUDED. */
  readonly excluded: readonly ExcludedObject[];
  readonly excludedCount: number;
  readonly notices: readonly SelectionNotice[];
}

/** `capture_notes.notes`. */
export const captureNotes = defineDocument<CaptureNotes>({
  name: 'notes of a capture',
  schema: shapeOf(
    z.looseObject({
      excluded: z.array(z.looseObject({ ...identifier.shape, reason: z.string(), message: z.string() })),
      excludedCount: z.number(),
      notices: z.array(z.looseObject({ message: z.string(), selector: z.number().optional() })),
    }),
  ),
});

/** `capture_notes.warnings`. */
export const captureWarnings = defineDocument<readonly CaptureWarning[]>({
  name: 'warnings of a capture',
  schema: shapeOf(z.array(z.looseObject({ reason: z.string(), message: z.string() }))),
});

/** `placements.override_warnings`. */
export const overrideWarnings = defineDocument<readonly OverrideWarning[]>({
  name: 'warnings of overrides',
  schema: shapeOf(z.array(z.looseObject({ reason: z.string(), message: z.string() }))),
});

const firstEventLedger = z.array(z.looseObject({ isStanding: z.boolean(), told: z.number() }));

const upgradeEvent = ({ isStanding, told, ...entry }: z.infer<typeof firstEventLedger>[number]) => ({
  ...entry,
  isActive: isStanding,
  published: told,
});

/** `told_events.ledger`. */
export const eventLedger = defineDocument<EventLedger>({
  name: 'ledger of Events',
  version: 2,
  upgrades: { 1: older => firstEventLedger.parse(older).map(upgradeEvent) },
  schema: z.array(
    z.looseObject({
      reason: z.string(),
      message: z.string(),
      generation: z.number(),
      isActive: z.boolean(),
      count: z.number(),
      published: z.number(),
      firstAt: moment,
      lastAt: moment,
    }),
  ),
});

/** How the last copying of a placement's status went (A/ST-071), as it is on the hub. */
export interface StatusCopyRecord {
  /** Where the copy is, or should be. */
  readonly namespace: string;
  readonly condition: Condition;
}

/** `placements.status_copy`. */
export const statusCopy = defineDocument<StatusCopyRecord>({
  name: 'record of a copied status',
  schema: z.looseObject({ namespace: z.string(), condition: apiObject<Condition>() }),
});

/** `placements.report_back_problems`. */
export const backReportProblems = defineDocument<BackReportProblems>({
  name: 'problems of reporting back',
  schema: shapeOf(
    z.looseObject({
      first: z.array(z.looseObject({ object: manifestIdentity, reason: z.string() })),
      count: z.number(),
    }),
  ),
});

/** What decides who may confirm a removal, and what the annotation said before it was held. */
export type AskedAs = Pick<ObjectMeta, 'labels' | 'annotations'>;

/** `removals.asked_as`. */
export const askedAs = defineDocument<AskedAs>({
  name: 'metadata of a removed placement',
  schema: z.looseObject({ labels: textByKey.optional(), annotations: textByKey.optional() }),
});
