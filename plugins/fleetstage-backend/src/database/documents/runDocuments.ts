import type { RunProgress } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { apiObject, moment, shapeOf, texts } from './shapes';

const failure = z.looseObject({ at: moment, message: z.string() });

const phase = z.looseObject({ kind: z.string(), since: moment, at: moment.optional() });

const gate = z.looseObject({
  kind: z.string(),
  request: z.string().optional(),
  waitMs: z.number().optional(),
  requestedAt: moment.optional(),
  doneAt: moment.optional(),
  actor: z.string().optional(),
  added: z
    .looseObject({
      title: z.string(),
      says: z.string(),
      waits: z
        .looseObject({ message: z.string(), since: moment, until: moment.optional(), actor: z.string() })
        .optional(),
    })
    .optional(),
});

const stage = z.looseObject({
  name: z.string(),
  before: z.array(gate),
  after: z.array(gate),
  enteredAt: moment.optional(),
  startedAt: moment.optional(),
  updatedAt: moment.optional(),
  phase: phase.optional(),
  succeededAt: moment.optional(),
  failed: failure.optional(),
  clusters: z.array(
    z.looseObject({
      cluster: z.string(),
      startedAt: moment.optional(),
      from: z.number().optional(),
      succeededAt: moment.optional(),
      failed: failure.optional(),
      causes: texts.optional(),
    }),
  ),
});

const namedGates = z.array(z.looseObject({ kind: z.string() }));

const stageGates = z.looseObject({ before: namedGates, after: namedGates });

const plan = z.looseObject({
  at: moment,
  placementUid: z.string(),
  policyIndex: z.number(),
  clusterCount: z.number(),
  resourceIndex: z.number(),
  applyStrategy: apiObject(),
  overrides: z
    .looseObject({
      lists: z.array(z.array(apiObject())).optional(),
      sets: z.array(apiObject()),
      setOf: z.record(z.string(), z.number()),
    })
    .optional(),
  stages: z.array(z.looseObject({ name: z.string() })),
  gates: z.record(z.string(), stageGates).optional(),
  approvers: texts.optional(),
});

/** `runs.progress`: all that a run remembers. */
export const runProgress = defineDocument<RunProgress>({
  name: 'progress of a run',
  schema: shapeOf(
    z.looseObject({
      seenAt: moment.optional(),
      plan: plan.optional(),
      initializationFailed: failure.optional(),
      startedAt: moment.optional(),
      heldState: z.enum(['Initialize', 'Stop']).optional(),
      turn: z.number().optional(),
      phase: phase.optional(),
      trouble: z.enum(['failing', 'stuck']).optional(),
      resumedAt: moment.optional(),
      stages: z.array(stage),
      deletion: stage,
      succeededAt: moment.optional(),
      failed: failure.optional(),
      ended: z.looseObject({ ...failure.shape, reason: z.string(), actor: z.string().optional() }).optional(),
      isOutdated: z.literal(true).optional(),
    }),
  ),
});
