import {
  annotationKeys,
  apiVersionOf,
  fromRfc3339,
  instant,
  type ClusterResourcePlacement,
  type ClusterResourcePlacementDisruptionBudget,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  evictionName,
  evictionStateOf,
  explainEviction,
  judgeEviction,
  viewEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import { randomUUID } from 'node:crypto';
import { askedOf, isUnwatched, noMoreWords, textOption, type Act, type Result } from '../command';
import { PLACEMENTS, resourceOf } from '../hub/families';
import { conditionsOf, type Address, type Hub } from '../hub/Hub';
import { waitFor } from '../waitFor';
import { listBindings, listRuns, loadPlacement, typed, type ShownPlacement } from './loadPlacement';

const KIND = 'ClusterResourcePlacementEviction';
const EVICTION = resourceOf(KIND);
const BUDGET = resourceOf('ClusterResourcePlacementDisruptionBudget');

/** Removes a placement from one cluster, once, within its budget (C/EV-008, EV-009). */
export async function evict(act: Act): Promise<Result> {
  const { hub } = act;
  const { address, rest } = askedOf(act, PLACEMENTS);
  const [cluster, ...more] = rest;
  noMoreWords(more);
  if (cluster === undefined)
    throw new UserError('name the cluster after the placement: evict PLACEMENT CLUSTER');
  if (address.namespace !== undefined)
    throw new UserError(
      `placement "${address.namespace}/${address.name}" is in a namespace, and only cluster-wide placements can be evicted; change its policy instead`,
    );
  const placement = await loadPlacement(hub, address);
  await mustBeValid(hub, placement, cluster);
  await warn(act, placement);
  const name = evictionName(placement.key, cluster, randomUUID());
  await create(act, { name, placement: placement.key, cluster });
  const data = { eviction: name, placement: placement.key, cluster };
  if (isUnwatched(act)) return { text: `eviction "${name}" is created; see kubectl get crpe ${name}`, data };
  return untilDecided(act, data);
}

/** @throws UserError where the eviction would be invalid; a budget is not asked: it counts when the eviction is decided */
async function mustBeValid(
  hub: Hub,
  { address, object, key }: ShownPlacement,
  cluster: string,
): Promise<void> {
  const budget = await hub.find({ resource: BUDGET, name: address.name });
  const state = evictionStateOf(key, {
    ...{ placements: [object], bindings: await listBindings(hub, address), evictions: [], runs: [] },
    budgets: budget ? typed<ClusterResourcePlacementDisruptionBudget>([budget]) : [],
  });
  const outcome = judgeEviction(state, cluster, instant(Date.now()));
  // Bindings that are not published show nothing of who holds the placement.
  const isUnknown = outcome.cause === 'NoBinding' && state.bindings.length === 0;
  if (outcome.verdict === 'invalid' && !isUnknown)
    throw new UserError(
      `placement "${key}" cannot be evicted from cluster "${cluster}": ${explainEviction(outcome)}`,
    );
}

/** C/EV-034. */
async function warn({ hub, say }: Act, { address, object }: ShownPlacement): Promise<void> {
  const { strategy } = object.spec as ClusterResourcePlacement['spec'];
  if (strategy?.type !== 'External') return;
  const active = (await listRuns(hub, address)).filter(({ outcome }) => outcome === undefined);
  for (const { key } of active)
    say(`run "${key}" is under way and fails by this, since its clusters are others then`);
  say('a cluster that is picked instead gets the placement by the next run');
}

interface Wanted {
  readonly name: string;
  readonly placement: string;
  readonly cluster: string;
}

function create(act: Act, { name, placement: placementName, cluster: clusterName }: Wanted) {
  const reason = textOption(act, 'reason');
  return act.hub.create(
    {
      apiVersion: apiVersionOf(KIND),
      kind: KIND,
      metadata: {
        name,
        ...(reason !== undefined && { annotations: { [annotationKeys.evictionReason]: reason } }),
      },
      spec: { placementName, clusterName },
    },
    EVICTION,
  );
}

async function untilDecided(
  act: Act,
  data: { readonly eviction: string; readonly placement: string; readonly cluster: string },
): Promise<Result> {
  const { eviction: name, placement, cluster } = data;
  const address: Address = { resource: EVICTION, name };
  const view = await waitFor(async () => {
    const object = await act.hub.find(address);
    if (object === undefined) throw new UserError(`eviction "${name}" was deleted before it was decided`);
    const { uid = '', creationTimestamp } = object.metadata;
    const seen = viewEviction({
      ...{ name, uid, cluster, conditions: conditionsOf(object) },
      createdAt: fromRfc3339(creationTimestamp) ?? instant(0),
    });
    return seen.state === 'waiting' ? undefined : seen;
  }, act);
  if (view === undefined)
    return {
      text: `eviction "${name}" is not decided, and --timeout is over; see kubectl describe crpe ${name}`,
      data: { ...data, state: 'waiting' },
      code: 2,
    };
  const { state, message = '' } = view;
  const what = `eviction of placement "${placement}" from cluster "${cluster}"`;
  return {
    text: `${what} is ${state}: ${message}`,
    data: { ...data, state, message },
    ...(state !== 'executed' && { code: 2 }),
  };
}
