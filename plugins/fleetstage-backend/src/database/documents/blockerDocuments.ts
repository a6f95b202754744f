import type { BlockerPart } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { moment, shapeOf, texts } from './shapes';

/** `blockers.parts`. */
export const blockerParts = defineDocument<readonly BlockerPart[]>({
  name: 'parts of a blocker',
  schema: shapeOf(
    z.array(
      z.looseObject({
        message: z.string(),
        brief: z.string().optional(),
        clusters: texts.optional(),
        since: moment.optional(),
        until: moment.optional(),
        actor: z.string().optional(),
        order: z.number(),
      }),
    ),
  ),
});
