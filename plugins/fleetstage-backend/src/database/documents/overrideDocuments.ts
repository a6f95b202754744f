import type {
  ClusterResourceOverrideSpec,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MatchedOverrides } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { apiObject, shapeOf, textByKey } from './shapes';

/** `override_snapshots.spec`. */
export const overrideSpec = defineDocument<ClusterResourceOverrideSpec | ResourceOverrideSpec>({
  name: 'spec of an override',
  schema: apiObject(),
});

/** A shared text of `bindings.overrides_ref`. */
export const matchedOverrides = defineDocument<MatchedOverrides>({
  name: 'overrides of a binding',
  schema: shapeOf(
    z.looseObject({
      snapshots: z.array(
        z.looseObject({
          kind: z.enum(['ClusterResourceOverrideSnapshot', 'ResourceOverrideSnapshot']),
          name: z.string(),
          namespace: z.string().optional(),
          hash: z.string(),
          rules: z.array(z.number()),
        }),
      ),
      variables: textByKey,
    }),
  ),
});
