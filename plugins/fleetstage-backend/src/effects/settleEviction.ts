import {
  findSegmentFault,
  isSameJson,
  type DisruptionBudgetSpec,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PendingEviction } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { BUDGET, EVICTION, listPending, loadTarget } from '../database/evictionStore';
import { toEvictionFacts } from '../database/facts';
import { fromHubKey, type PlacementRef } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { wake } from '../database/wakes';
import { targetOf } from '../kube/targetOf';
import type { Effect } from '../loop/effect';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import { decideOnBindings } from './decideOnBindings';
import { askCluster } from './kubeErrors';

interface EvictionInput {
  readonly key: string;
  /** A text of the eviction: it may be the name of none. */
  readonly placement: PlacementRef;
  /** Evictions of the placement that wait, not only that of the key. */
  readonly pending: readonly PendingEviction[];
}

/** What decides, as it is on the hub at the moment (C/DB-007). */
interface LiveHub {
  readonly placement?: KubeObject;
  readonly budget?: DisruptionBudgetSpec;
  /** Of the clusters that are evicted from; those that are there. */
  readonly members: readonly KubeObject[];
}

export interface SettleEvictionDeps {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * Decides the evictions of one placement together, oldest first, by the budget as the hub has it after they were made; the
 * verdicts and the removal of the bindings are one transaction under the placement's lock (C/EV-012, EV-016, EV-017). It works
 * like a pass, once the mirror is complete; it is an effect because the budget is read from the hub.
 *
 * Placement and taints are read live, too, and compared with the mirror: who taints a cluster and then evicts from it must not
 * see it picked again by rows of before the taint, and a placement that the mirror has not seen is not missing.
 */
export function settleEviction(deps: SettleEvictionDeps): Effect<EvictionInput, LiveHub> {
  /** Keys whose waiting the log knows: one that waits for the mirror is tried again several times a second. */
  const announced = new Set<string>();
  return {
    name: queues.settleEviction,
    async load(tx, key) {
      const { hub, name } = fromHubKey(key);
      const object = await loadObject(tx, { hub, kind: EVICTION, name });
      if (object === undefined) return undefined;
      const placement = { hub, name: toEvictionFacts(object).placement };
      const pending = await listPending(tx, placement);
      return pending.some(eviction => eviction.name === name) ? { key, placement, pending } : undefined;
    },
    async run({ key, placement, pending }, { log }) {
      if (!announced.has(key))
        log.info('Deciding evictions', { placement: placement.name, evictions: pending.length });
      announced.add(key);
      try {
        return await askCluster(`read what evictions of ${placement.name} are decided on`, async () =>
          readHub(await deps.client(), placement.name, pending),
        );
      } catch (error) {
        for (const { name } of pending) reportUnknown(deps, name);
        throw error;
      }
    },
    async record(tx, key, { placement, pending }, live) {
      const round = { ...live, pending, ...deps };
      if ((await isSeen(tx, placement, live)) && (await decideOnBindings(tx, placement, round)))
        announced.delete(key);
      else wake(tx, 'evictionDeferred', fromHubKey(key));
    },
  };
}

/** C/EV-036: it is not decided, because something went wrong. */
const reportUnknown = ({ metrics, clock }: SettleEvictionDeps, name: string) =>
  metrics.gauge('eviction_complete_timestamp_seconds', clock.now() / 1000, {
    ...{ name, isCompleted: 'false', isValid: 'unknown' },
  });

async function readHub(
  client: KubeClient,
  placement: string,
  pending: readonly PendingEviction[],
): Promise<LiveHub> {
  const clusters = [...new Set(pending.map(({ cluster }) => cluster))];
  const [object, budget, ...members] = await Promise.all([
    find(client, 'ClusterResourcePlacement', placement),
    find(client, BUDGET, placement),
    ...clusters.map(name => find(client, 'MemberCluster', name)),
  ]);
  return {
    ...(object && { placement: object }),
    ...(budget && { budget: (budget.spec ?? {}) as DisruptionBudgetSpec }),
    members: members.filter(member => member !== undefined),
  };
}

/** A text that can be no name is that of none. */
const find = async (client: KubeClient, kind: Parameters<typeof targetOf>[0], name: string) =>
  findSegmentFault(name) === undefined ? client.find(targetOf(kind), { name }) : undefined;

/** Whether the mirror has what was read live, as far as it matters. */
async function isSeen(tx: Tx, placement: PlacementRef, live: LiveHub): Promise<boolean> {
  const { hub } = placement;
  const mirrored = await loadTarget(tx, placement);
  if (!isSameJson(versionOf(mirrored), versionOf(live.placement))) return false;
  for (const member of live.members) {
    const known = await loadObject(tx, { hub, kind: 'MemberCluster', name: member.metadata.name ?? '' });
    if (!isSameJson(taintsOf(known), taintsOf(member))) return false;
  }
  return true;
}

type Versioned = { readonly metadata: KubeObject['metadata'] } | undefined;

const versionOf = (object: Versioned) => [
  object?.metadata.uid ?? null,
  object?.metadata.generation ?? null,
  object?.metadata.deletionTimestamp !== undefined,
];

const taintsOf = (object: { readonly [field: string]: unknown } | undefined) =>
  (object?.spec as MemberCluster['spec'] | undefined)?.taints ?? [];
