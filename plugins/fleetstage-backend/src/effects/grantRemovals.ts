import { placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideRemovals,
  explainHold,
  type DefinitionState,
  type RemovalLimits,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { fromHubKey } from '../database/keys';
import { markPlacement } from '../database/marks';
import { queues } from '../database/queue/queues';
import {
  countRemovals,
  listRemovals,
  loadDefinitionUid,
  pruneRemovals,
  saveRemovalStage,
  type Removal,
} from '../database/removalStore';
import { appendTimeline } from '../database/timelineStore';
import {
  PLACEMENT_KINDS,
  readDefinition,
  type LiveDefinition,
  type PlacementKind,
} from '../kube/readDefinition';
import type { Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Metrics } from '../observe/metrics';
import { askCluster } from './kubeErrors';

export interface GrantRemovalsDeps {
  readonly client: () => Promise<KubeClient>;
  readonly limits: RemovalLimits;
  readonly log: Log;
  readonly metrics: Metrics;
}

type Definitions = ReadonlyMap<PlacementKind, LiveDefinition>;

/**
 * Lets removals of whole placements begin, or holds them (decision 0032). The definitions are read from the hub each time:
 * the API server marks one as terminating before it deletes the first placement of the kind, and a watch of ours may see
 * the placements first.
 */
export function grantRemovals({
  client,
  limits,
  log,
  metrics,
}: GrantRemovalsDeps): Effect<Requested, Definitions> {
  return {
    name: queues.grantRemovals,
    async load(tx, key) {
      const { hub } = fromHubKey(key);
      return { hub, requested: await listRemovals(tx, hub, ['requested']) };
    },
    async run({ requested }) {
      if (requested.length === 0) return new Map();
      return askCluster('read the definitions of placements', async () => {
        const hub = await client();
        const found = PLACEMENT_KINDS.map(async kind => [kind, await readDefinition(hub, kind)] as const);
        return new Map(await Promise.all(found));
      });
    },
    async record(tx, _, input, definitions) {
      await pruneRemovals(tx, input.hub);
      if (input.requested.length > 0) await record(tx, { ...input, definitions, limits, log });
      const held = await listRemovals(tx, input.hub, ['held']);
      metrics.gauge('removals_held', held.length, { hub: input.hub });
    },
  };
}

/** Loaded before the definitions are read: what is requested later may have gone with a definition that was read before. */
interface Requested {
  readonly hub: string;
  readonly requested: readonly Removal[];
}

interface Judged extends Requested {
  readonly definitions: Definitions;
  readonly limits: RemovalLimits;
  readonly log: Log;
}

async function record(tx: Tx, { hub, requested, definitions, limits, log }: Judged): Promise<void> {
  const known = new Map(
    await Promise.all(
      PLACEMENT_KINDS.map(async kind => [kind, await loadDefinitionUid(tx, hub, kind)] as const),
    ),
  );
  const stateOf = ({ placement }: Removal) => {
    const kind = placementKindOf(placement);
    return toState(definitions.get(kind), known.get(kind));
  };
  const { granted, held } = decideRemovals({
    requests: requested.map(removal => ({ ...removal, definition: stateOf(removal) })),
    ...(await countRemovals(tx, hub)),
    limits,
  });
  await saveRemovalStage(tx, hub, granted, { stage: 'granted', from: ['requested'] });
  for (const { placement, cause } of held)
    await saveRemovalStage(tx, hub, [placement], { stage: 'held', from: ['requested'], cause });
  await appendTimeline(
    tx,
    hub,
    held.map(({ placement, cause }) => ({
      subjectKind: placementKindOf(placement),
      subjectName: placement,
      event: 'removalHeld',
      actor: 'engine',
      message: `The removal waits for a confirmation: ${explainHold(cause)}`,
    })),
  );
  for (const name of [...granted, ...held.map(({ placement }) => placement)])
    await markPlacement(tx, { hub, name });
  if (held.length > 0)
    log.error('Removals of placements are held until somebody confirms them; nothing leaves the members', {
      hub,
      placements: held.length,
      placement: held[0].placement,
      reason: held[0].cause,
    });
}

/** A definition that we may not read, or have not seen before, holds nothing. */
function toState(live: LiveDefinition | undefined, known: string | undefined): DefinitionState {
  if (live === undefined || live.kind === 'unknown') return 'served';
  if (live.kind === 'missing') return 'missing';
  if (live.isTerminating) return 'terminating';
  return known === undefined || known === live.uid ? 'served' : 'replaced';
}
