import type { RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { z } from 'zod';

const texts = z.array(z.string());
const countOrShare = z.union([z.string(), z.number()]);
const selector = z.looseObject({
  matchLabels: z.record(z.string(), z.string()).optional(),
  matchExpressions: z
    .array(z.looseObject({ key: z.string(), operator: z.string(), values: texts.optional() }))
    .optional(),
});

/** The shapes that the engine reads; values, bounds and unknown fields are judged by it and by the hub. */
const sequenceSpec = z.looseObject({
  displayName: z.string().optional(),
  stages: z.array(
    z.looseObject({
      name: z.string(),
      fleets: texts,
      clusterSelector: selector.optional(),
      soakDuration: z.string().optional(),
      maxConcurrency: countOrShare.optional(),
    }),
  ),
  ignoredClustersSelector: selector.optional(),
  upgradeTypes: texts.optional(),
  catalog: z.string().optional(),
  channel: z.string().optional(),
  target: z.looseObject({ version: z.string(), force: z.boolean().optional() }).optional(),
  maxUpgradeTime: z.string().optional(),
  onTimeout: z.string().optional(),
  failurePolicy: z.looseObject({ maxFailedClusters: countOrShare }).optional(),
  emptyStages: z.string().optional(),
  suspend: z.boolean().optional(),
});

/** The spec that a person writes; `undefined` where it has another shape, which the hub refuses field by field. */
export function readSequenceSpec(spec: unknown): RolloutSequenceSpec | undefined {
  const parsed = sequenceSpec.safeParse(spec);
  return parsed.success ? (parsed.data as unknown as RolloutSequenceSpec) : undefined;
}
