import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { actorOf, kindOfCause, type BlockerCause } from '../blocker/causes';
import type { BlockerActor, BlockerView } from './views';

export interface BlockerWords {
  readonly cause: BlockerCause;
  readonly message: string;
  /** Who can act; absent: as the catalogue of causes says. */
  readonly actor?: BlockerActor | undefined;
  readonly stage?: string;
  readonly clusters?: readonly string[] | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  readonly subject?: BlockerView['subject'];
}

/** The rollout of a version that a cluster waits for. */
export const rolloutOf = ({
  cause,
  subject,
}: {
  readonly cause: BlockerCause;
  readonly subject?: string | undefined;
}): Pick<BlockerWords, 'subject'> =>
  cause === 'ClusterUpgrading' && subject !== undefined
    ? { subject: { kind: 'version-rollout', name: subject } }
    : {};

/** A blocker as pages and the API have it. */
export function toBlockerView({
  cause,
  actor,
  since,
  until,
  clusters = [],
  ...words
}: BlockerWords): BlockerView {
  return {
    cause,
    state: kindOfCause(cause).tone,
    actor: actorOf({ cause, actor }),
    ...words,
    clusters: [...clusters],
    clusterCount: clusters.length,
    ...(since !== undefined && { since: toRfc3339(since) }),
    ...(until !== undefined && { until: toRfc3339(until) }),
  };
}
