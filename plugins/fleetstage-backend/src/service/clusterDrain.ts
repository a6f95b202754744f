import { NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isCordoned,
  planDrain,
  viewDrain,
  type ClusterFacts,
  type DrainItem,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askedAs, loadDrain, type Drain } from '../database/drainStore';
import { loadDrainState } from '../database/loadDrainState';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey } from '../database/placementObject';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

type Path = '/clusters/{name}/drain';

/**
 * What a drain of the cluster would do, and how far one is that is asked for: judged now, by the functions that evict.
 *
 * @throws NotFoundError for a name that is no member
 */
export async function getClusterDrain(
  deps: QueryDeps,
  asked: Asked<Path>,
  viewer: Viewer,
): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { name } = asked;
  const found = await reading(deps, async tx => {
    const member = await loadObject(tx, { hub, kind: 'MemberCluster', name });
    if (member === undefined) return undefined;
    const kept = await loadDrain(tx, { hub, name });
    const since = kept?.askedAs === askedAs(member) ? kept.since : undefined;
    return { member, state: await loadDrainState(tx, { hub, name }, { member, ...(since && { since }) }) };
  });
  if (found === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${hub}"`);
  const now = deps.clock.now();
  const { items, request, ...progress } = viewDrain(found.state, now);
  const plan = planDrain(found.state, now);
  return {
    ...stampOf(deps),
    may: { drain: viewer.mayDrainCluster(), uncordon: viewer.mayDrainCluster() },
    isLeaving: found.member.metadata.deletionTimestamp !== undefined,
    ...progress,
    ...(request && { request: toRequest(request) }),
    placements: items.map(toItem),
    warnings: plan.warnings.map(({ placement, sentence }) => ({ ...addressOf(placement), sentence })),
  };
}

const toRequest = ({ at, ...request }: NonNullable<ReturnType<typeof viewDrain>['request']>) => ({
  ...request,
  ...(at !== undefined && { at: toRfc3339(at) }),
});

function toItem({ placement, state, reason, eviction }: DrainItem): Schemas['DrainPlacement'] {
  return { ...addressOf(placement), state, reason, ...(eviction && { eviction: eviction.name }) };
}

function addressOf(placement: string) {
  const { namespace: scope = CLUSTER_SCOPE, name } = fromObjectKey(placement);
  return { scope, name };
}

/** What lists show of a cluster that is cordoned, as it was when its drain was last looked at. */
export function drainOfCluster(
  { name, taints }: Pick<ClusterFacts, 'name' | 'taints'>,
  drains: ReadonlyMap<string, Drain>,
): { drain?: Schemas['ClusterDrainSummary'] } {
  const drain = drains.get(name);
  if (drain !== undefined) return { drain: drain.progress };
  return isCordoned(taints) ? { drain: { state: 'cordoned' } } : {};
}
