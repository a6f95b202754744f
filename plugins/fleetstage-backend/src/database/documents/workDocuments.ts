import type { ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClaimName,
  ManifestIdentity,
  RolloutMark,
  WorkClaim,
  WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import type { SharedInventory } from '../inventoryRows';
import { defineDocument } from './document';
import { apiObject, manifestIdentity, shapeOf } from './shapes';

/** The claims of a report without their times, which differ from cluster to cluster. */
export type StoredClaims = Partial<Record<ClaimName, Omit<WorkClaim, 'at'>>>;

/** A shared text of `work_reports.claims_ref`. */
export const workClaims = defineDocument<StoredClaims>({
  name: 'claims of a report',
  schema: shapeOf(
    z.record(z.string(), z.looseObject({ status: z.string(), reason: z.string(), message: z.string() })),
  ),
});

/** `work_reports.claim_times`: the first in milliseconds since 1970, the others as distances from it. */
export const claimTimes = defineDocument<readonly number[]>({
  name: 'moments of a report',
  schema: z.array(z.number()),
});

export type WorkProblems = Pick<WorkReport, 'failed' | 'drifted' | 'diffed' | 'remarks'>;

/** `work_reports.problems`. */
export const workProblems = defineDocument<WorkProblems>({
  name: 'problems of a report',
  schema: z.looseObject({
    failed: z.array(apiObject<WorkReport['failed'][number]>()),
    drifted: z.array(apiObject<WorkReport['drifted'][number]>()),
    diffed: z.array(apiObject<WorkReport['diffed'][number]>()),
    remarks: z.array(apiObject<NonNullable<WorkReport['remarks']>[number]>()).optional(),
  }),
});

/** A shared text of `work_reports.inventory_ref`. */
export const sharedInventory = defineDocument<SharedInventory>({
  name: 'inventory of a member',
  schema: shapeOf(
    z.array(z.looseObject({ ...manifestIdentity.shape, ordinal: z.number(), hash: z.string().optional() })),
  ),
});

/** A shared text of `bindings.strategy_ref`. */
export const applyStrategy = defineDocument<ApplyStrategy>({
  name: 'apply strategy of a binding',
  schema: apiObject(),
});

/** A shared text of `bindings.rollout_ref`; its time is a column. */
export const rolloutMark = defineDocument<Omit<RolloutMark, 'at'>>({
  name: 'rollout of a binding',
  schema: shapeOf(
    z.looseObject({
      status: z.string(),
      reason: z.string(),
      message: z.string(),
      run: z.string().optional(),
    }),
  ),
});

/** `back_reports.identity`. */
export const reportedObject = defineDocument<ManifestIdentity>({
  name: 'identity of a reported object',
  schema: shapeOf(manifestIdentity),
});
