import { contentHash, failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { DrainCluster, DrainEviction } from './drainState';

/** Names of evictions by a drain begin so (C/DR-006). */
export const DRAIN_EVICTION = 'drain-eviction-';

const LONGEST_SUBDOMAIN = 253;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const ID_CHARS = 8;

/**
 * `drain-eviction-web-member-1-3f2a9c01` (C/DR-006). The last part is made of the attempt, where KubeFleet takes a random one:
 * who comes twice, after a crash or beside another tool, finds the eviction of the first.
 */
export function drainEvictionName(parts: {
  readonly placement: string;
  readonly cluster: string;
  readonly clusterUid: string;
  /** Uid of the newest eviction of the placement from the cluster before this one. */
  readonly after?: string;
}): Result<string> {
  const { placement, cluster, clusterUid, after = '' } = parts;
  const id = contentHash([clusterUid, placement, after]).slice(0, ID_CHARS);
  const name = `${DRAIN_EVICTION}${placement}-${cluster}-${id}`;
  if (name.length > LONGEST_SUBDOMAIN)
    return failure(
      `its eviction would have a name of ${name.length} characters, and ${LONGEST_SUBDOMAIN} is the most; create an eviction with a shorter name`,
    );
  return SUBDOMAIN.test(name)
    ? ok(name)
    : failure(
        `its eviction would be named "${name}", which is no DNS-1123 subdomain; create an eviction with another name`,
      );
}

/** Of the next attempt, where the newest eviction is known. */
export const nextEvictionName = (
  { name: cluster, uid: clusterUid }: DrainCluster,
  { placement, eviction }: { readonly placement: string; readonly eviction?: DrainEviction },
): Result<string> =>
  drainEvictionName({ placement, cluster, clusterUid, ...(eviction && { after: eviction.uid }) });
