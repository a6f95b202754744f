import type { Instant, MemberClusterResourceUsage } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CollectionRecord, MemberHealth } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { z } from 'zod';
import { defineDocument } from './document';
import { apiObject, moment, shapeOf, textByKey } from './shapes';

/** `clusters.health`. */
export const memberHealth = defineDocument<MemberHealth>({
  name: 'health of a member',
  schema: shapeOf(
    z.looseObject({
      joined: z.boolean(),
      healthy: z.enum(['True', 'False', 'Unknown']),
      lastHeartbeatAt: moment.optional(),
      askedAt: moment.optional(),
      heardSince: moment.optional(),
      reportedAt: moment.optional(),
      healthChangedAt: moment.optional(),
      message: z.string().optional(),
    }),
  ),
});

/** `clusters.properties`. */
export const memberProperties = defineDocument<Readonly<Record<string, string>>>({
  name: 'properties of a member',
  schema: textByKey,
});

/** `clusters.resource_usage`. */
export const memberUsage = defineDocument<MemberClusterResourceUsage>({
  name: 'resource usage of a member',
  schema: apiObject(),
});

/** `clusters.collection`. */
export const memberCollection = defineDocument<CollectionRecord>({
  name: 'collection of a member',
  schema: shapeOf(
    z.looseObject({
      core: textByKey,
      failure: z.looseObject({}).optional(),
      namespaces: z.enum(['Succeeded', 'Degraded']).optional(),
      providers: z.record(z.string(), z.looseObject({})),
      agent: z
        .looseObject({ agents: z.array(z.looseObject({})), conditions: z.array(z.looseObject({})) })
        .optional(),
    }),
  ),
});

/** A kind whose changes on the hub do not arrive. */
export interface UnwatchedKind {
  /** `group/version/Kind`, with an empty group for core kinds; of our own the kind alone. */
  readonly kind: string;
  readonly since: Instant;
  /** What the hub says. */
  readonly reason: string;
}

/** What another controller has written on the hub while we watch it. */
export interface ForeignWrite {
  /** What it wrote last. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** Its field manager. */
  readonly manager: string;
  readonly since: Instant;
  /** When we saw it last. */
  readonly at: Instant;
}

/** `hub_leases.foreign_writer`. */
export const foreignWriter = defineDocument<ForeignWrite>({
  name: 'what another controller writes on the hub',
  schema: z.looseObject({
    ...{ kind: z.string(), namespace: z.string().optional(), name: z.string(), manager: z.string() },
    ...{ since: moment, at: moment },
  }),
});

/** `hub_leases.unwatched`. */
export const unwatchedKinds = defineDocument<readonly UnwatchedKind[]>({
  name: 'kinds that the hub does not let watch',
  schema: z.array(z.looseObject({ kind: z.string(), since: moment, reason: z.string() })),
});
