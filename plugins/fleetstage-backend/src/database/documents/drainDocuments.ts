import type { DrainProgressState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { shapeOf } from './shapes';

/** How far a drain was when it was last looked at; counts of placements. */
export interface DrainSummary {
  readonly state: DrainProgressState;
  readonly evicted: number;
  readonly total: number;
  readonly blocked: number;
  readonly stays: number;
  readonly sentence: string;
}

/** `drains.progress`. */
export const drainProgress = defineDocument<DrainSummary>({
  name: 'progress of a drain',
  schema: shapeOf(
    z.looseObject({
      state: z.string(),
      evicted: z.number(),
      total: z.number(),
      blocked: z.number(),
      stays: z.number(),
      sentence: z.string(),
    }),
  ),
});
