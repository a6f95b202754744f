import type { EvictionOutcome } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { shapeOf } from './shapes';

/** `evictions.outcome`. */
export const evictionOutcome = defineDocument<EvictionOutcome>({
  name: 'outcome of an eviction',
  schema: shapeOf(
    z.looseObject({
      verdict: z.enum(['invalid', 'executed', 'blocked']),
      cause: z.string(),
      disruptions: z
        .looseObject({
          limit: z.string(),
          scaled: z.number(),
          total: z.number(),
          available: z.number(),
          desired: z.number().optional(),
          allowed: z.number(),
        })
        .optional(),
    }),
  ),
});
