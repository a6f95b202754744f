import type {
  ClusterResourceOverrideSpec,
  OverrideRule,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';

interface Revision {
  readonly name: string;
  /** Of the whole spec (B/OV-011). */
  readonly hash: string;
}

/** One revision of an override, as a placement is changed by it. */
export type OverrideSnapshot = Revision &
  (
    | { readonly kind: 'ClusterResourceOverrideSnapshot'; readonly spec: ClusterResourceOverrideSpec }
    | {
        readonly kind: 'ResourceOverrideSnapshot';
        readonly namespace: string;
        readonly spec: ResourceOverrideSpec;
      }
  );

export const rulesOf = ({ spec }: OverrideSnapshot): readonly OverrideRule[] =>
  spec.policy?.overrideRules ?? [];

/** Of a snapshot `cro-1-0`: `cro-1`. */
export const overrideOf = (snapshot: string): string => snapshot.slice(0, snapshot.lastIndexOf('-'));

/** `ClusterResourceOverrideSnapshot cro-1-0`, for messages. */
export const describeOverride = (snapshot: {
  readonly kind: OverrideSnapshot['kind'];
  readonly name: string;
  readonly namespace?: string;
}) => `${snapshot.kind} ${snapshot.namespace ? `${snapshot.namespace}/` : ''}${snapshot.name}`;
