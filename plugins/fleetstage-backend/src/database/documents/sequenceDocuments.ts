import type { Labels, VersionRolloutSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ObservedCluster,
  RolloutMemory,
  SequenceMemory,
  UpgradeAnswer,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { keepReads } from './keepReads';
import { apiObject, moment, shapeOf, textByKey, texts } from './shapes';

/** `rollout_sequences.memory`. */
export const sequenceMemory = defineDocument<SequenceMemory>({
  name: 'memory of a sequence',
  schema: shapeOf(
    z.looseObject({
      generation: z.number(),
      spec: z.looseObject({ stages: z.array(apiObject()) }),
      assignmentHash: z.string(),
      qualified: z.array(
        z.looseObject({ upgradeType: z.string(), stage: z.number(), version: z.string(), at: moment }),
      ),
      stopped: z.array(z.looseObject({ upgradeType: z.string(), version: z.string() })),
      lastChange: z.looseObject({ at: moment, class: z.string(), cancelled: texts }).optional(),
      repetitions: z.record(z.string(), z.number()),
      designated: texts,
      operational: z.looseObject({ state: z.string(), since: moment }),
    }),
  ),
});

const target = z.looseObject({
  cluster: z.string(),
  nodePool: z.string().optional(),
  state: z.string(),
  reason: z.string(),
  message: z.string(),
  since: moment,
  past: z.looseObject({ kind: z.string() }),
  attempts: z.number(),
});

/** `version_rollouts.memory`: each pass and each page of a sequence reads those of all its rollouts, finished ones too. */
export const rolloutMemory = keepReads(
  defineDocument<RolloutMemory>({
    name: 'memory of a rollout',
    schema: shapeOf(
      z.looseObject({
        phase: z.string(),
        message: z.string(),
        since: moment,
        createdAt: moment,
        progress: z.looseObject({ stages: z.array(z.looseObject({ name: z.string() })) }),
        stages: z.array(z.looseObject({ fleets: texts, soakMs: z.number(), soakSource: z.string() })),
        members: z.array(z.looseObject({ cluster: z.string(), stage: z.number() })),
        targets: z.array(target),
        usedForces: texts,
        honouredRetries: z.record(z.string(), moment),
      }),
    ),
  }),
);

/** `version_rollouts.spec`. */
export const rolloutSpec = defineDocument<VersionRolloutSpec>({
  name: 'spec of a rollout',
  schema: shapeOf(
    z.looseObject({
      sequence: z.string(),
      upgradeType: z.string(),
      version: z.string(),
      trigger: z.string(),
    }),
  ),
});

const unit = { desired: z.string(), upgrading: z.boolean(), healthy: z.boolean() };

/** `cluster_versions.observed`. */
export const observedCluster = defineDocument<ObservedCluster>({
  name: 'versions of a cluster',
  schema: shapeOf(
    z.looseObject({
      controlPlane: z.looseObject({ ...unit, version: z.string() }),
      pools: z.array(
        z.looseObject({
          ...unit,
          name: z.string(),
          versions: z.array(z.looseObject({ version: z.string(), nodes: z.number() })),
        }),
      ),
      blocked: z.array(z.looseObject({ reason: z.string(), message: z.string() })),
      generation: z.string(),
      observedAt: moment,
    }),
  ),
});

/** `cluster_versions.labels`. */
export const copiedLabels = defineDocument<Labels>({
  name: "labels of a provider's cluster",
  schema: textByKey,
});

/** `desired_upgrades.answer`. */
export const upgradeAnswer = defineDocument<UpgradeAnswer>({
  name: 'answer of a provider',
  schema: shapeOf(z.looseObject({ kind: z.string(), at: moment })),
});

/** `desired_upgrades.pools`. */
export const upgradePools = defineDocument<readonly string[]>({
  name: 'node pools of an upgrade',
  schema: texts,
});

/** `class_versions.versions`. */
export const classVersions = defineDocument<readonly string[]>({
  name: 'versions of a ClusterClass',
  schema: texts,
});
