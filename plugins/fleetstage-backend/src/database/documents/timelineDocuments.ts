import type { StartsStageView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { shapeOf } from './shapes';

/** What a line of the timeline says besides its text; which fields, its event decides. */
export interface TimelineData {
  /** Of the object that the line belongs to. */
  readonly uid?: string;
  readonly generation?: number;
  /** The annotation by which a run that was created here is known again. */
  readonly creation?: string;
  /** What an approval led to, as it was when it was given. */
  readonly starts?: StartsStageView;
  readonly [field: string]: unknown;
}

const starts = shapeOf<StartsStageView>(z.looseObject({ kind: z.string(), clusterCount: z.number() }));

/** `timeline.data`. */
export const timelineData = defineDocument<TimelineData>({
  name: 'data of a timeline event',
  schema: z.looseObject({
    uid: z.string().optional(),
    generation: z.number().optional(),
    creation: z.string().optional(),
    starts: starts.optional(),
  }),
});
