import { z } from 'zod';
import { defineDocument } from './document';

/** What a line of the timeline says besides its text; which fields, its event decides. */
export interface TimelineData {
  /** Of the object that the line belongs to. */
  readonly uid?: string;
  readonly generation?: number;
  /** The annotation by which a run that was created here is known again. */
  readonly creation?: string;
  readonly [field: string]: unknown;
}

/** `timeline.data`. */
export const timelineData = defineDocument<TimelineData>({
  name: 'data of a timeline event',
  schema: z.looseObject({
    uid: z.string().optional(),
    generation: z.number().optional(),
    creation: z.string().optional(),
  }),
});
