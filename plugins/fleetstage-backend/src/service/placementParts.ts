import {
  kinds,
  toRfc3339,
  type Condition,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accessibleNamespace,
  memberStatus,
  compareText,
  isSilent,
  isStatusAccessible,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { StatusCopyRecord } from '../database/statusCopyStore';
import type { Schemas } from './contract';

type Clock = { now(): Parameters<typeof memberStatus>[1] };

/** The copy of the status in the namespace that is placed, where there is to be one (A/ST-070…076, PL-128). */
export function statusCopyOf(
  { placement, resourceSnapshots }: PlacementState,
  record: StatusCopyRecord | undefined,
): Schemas['StatusCopy'] | undefined {
  if (!isStatusAccessible(placement)) return undefined;
  const { name } = placement;
  const namespace = accessibleNamespace(placement, resourceSnapshots.at(-1)?.identifiers ?? []);
  if (namespace === undefined)
    return {
      name,
      state: 'working',
      message: `No namespace is selected by name. Select the Namespace that shall have the copy in spec.resourceSelectors of this ${kinds.ClusterResourcePlacement.kind}.`,
    };
  const synced = syncedOf(namespace, record);
  if (synced === undefined) return { name, namespace, state: 'working' };
  if (synced.status === 'True') return { name, namespace, state: 'synced' };
  return { name, namespace, state: 'failed', message: synced.message };
}

/** Of a copy in another namespace nothing is shown. */
export const syncedOf = (
  namespace: string | undefined,
  record: StatusCopyRecord | undefined,
): Condition | undefined => (record?.namespace === namespace ? record?.condition : undefined);

/** Clusters that come last: somebody has to check them. */
const MAY_ANSWER: ReadonlySet<string | undefined> = new Set(['healthy', 'leaving', undefined]);

/** What a placement that is being deleted waits for (A/ST-080…083, RUL 15). */
export function leavingOf(
  { placement, bindings, clusters }: PlacementState,
  clock: Clock,
): Schemas['PlacementLeaving'] | undefined {
  const { deletedAt, spec } = placement;
  if (deletedAt === undefined) return undefined;
  const members = new Map(clusters.map(member => [member.name, member]));
  const now = clock.now();
  const waits = bindings.map(({ cluster }): Schemas['LeavingCluster'] => {
    const member = members.get(cluster);
    if (member === undefined) return { cluster };
    const { state, message } = memberStatus(member, now);
    return { cluster, memberState: state, ...(message && { message }) };
  });
  const answersLast = ({ memberState }: Schemas['LeavingCluster']) => !MAY_ANSWER.has(memberState);
  return {
    askedAt: toRfc3339(deletedAt),
    keepsObjects: spec.strategy?.deleteStrategy?.propagationPolicy === 'Abandon',
    clusters: waits.sort(
      (a, b) => Number(answersLast(b)) - Number(answersLast(a)) || compareText(a.cluster, b.cluster),
    ),
  };
}

type Member = PlacementState['clusters'][number];

/** How the member of a row is now; of a silent one, since when the row is only the last known state. */
export function memberOf(
  member: Member,
  now: Instant,
): Pick<Schemas['PlacementCluster'], 'memberState' | 'silentSince'> {
  const { state, since } = memberStatus(member, now);
  const isUnheard = isSilent(state) && since !== undefined;
  return { memberState: state, ...(isUnheard && { silentSince: toRfc3339(since) }) };
}
