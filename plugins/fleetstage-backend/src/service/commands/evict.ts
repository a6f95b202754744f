import { InputError, NotFoundError } from '@backstage/errors';
import { annotationKeys, apiVersionOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { evictionName, explainEviction, judgeEviction } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { randomUUID } from 'node:crypto';
import { EVICTION } from '../../database/evictionStore';
import { toHubKey } from '../../database/keys';
import { loadStatusInput } from '../../database/placementStore';
import type { Clock } from '../../ports';
import type { Schemas } from '../contract';
import { CLUSTER_SCOPE } from '../queryDeps';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { placementTarget } from './placementTarget';
import { recordThenWrite } from './recordThenWrite';

interface EvictDeps extends CommandDeps {
  readonly clock: Clock;
}

/**
 * Creates an eviction on the hub, where it is decided like any other. What could not be valid is refused before (RUL 44,
 * C/EV-008, EV-009); a budget is not asked: it counts as it is when the eviction is decided.
 *
 * @throws InputError for a placement of a namespace, and where the eviction would be invalid
 * @throws NotFoundError for an unknown placement
 */
export async function evict(
  deps: EvictDeps,
  viewer: Viewer,
  { cluster, reason, ...address }: { scope: string; name: string } & Schemas['EvictRequest'],
): Promise<Schemas['CreatedEviction']> {
  const { database, hub, writer, clock } = deps;
  const { kind, key } = placementTarget(address);
  if (address.scope !== CLUSTER_SCOPE)
    throw new InputError(
      `placement "${key}" is in a namespace, and only cluster-wide placements can be evicted; change its policy instead`,
    );
  const state = await database.transact(tx => loadStatusInput(tx, toHubKey(hub, key)));
  if (state === undefined) throw new NotFoundError(`placement "${key}" does not exist on hub "${hub}"`);
  mustBeAllowed(viewer.mayEvictPlacement({ hub, name: key, labels: state.placement.labels ?? {} }));
  const outcome = judgeEviction(state, cluster, clock.now());
  if (outcome.verdict === 'invalid')
    throw new InputError(
      `placement "${key}" cannot be evicted from cluster "${cluster}": ${explainEviction(outcome)}`,
    );
  const name = evictionName(key, cluster, randomUUID());
  const line = {
    subjectKind: kind,
    subjectName: key,
    event: 'evictionAsked',
    actor: actorOf(viewer),
    cluster,
    ...(reason !== undefined && { message: reason }),
    data: { eviction: name },
  } as const;
  await recordThenWrite(deps, line, () =>
    writer.create({
      apiVersion: apiVersionOf(EVICTION),
      kind: EVICTION,
      metadata: {
        name,
        ...(reason !== undefined && { annotations: { [annotationKeys.evictionReason]: reason } }),
      },
      spec: { placementName: key, clusterName: cluster },
    }),
  );
  return { name };
}
