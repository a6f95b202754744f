import {
  canonicalJson,
  isJsonObject,
  type ClusterResourcePlacementStatus,
  type Condition,
  type JsonObject,
  type PlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accessibleNamespace,
  projectStatusCopy,
  syncedClaim,
  withSynced,
  type CopiedStatus,
  type PlacementFacts,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  ForbiddenError,
  InvalidError,
  NotFoundError,
  UnknownKindError,
  messageOf,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { loadPlacementFacts } from '../database/facts';
import { fromHubKey } from '../database/keys';
import { queues } from '../database/queue/queues';
import { loadResourceSnapshots } from '../database/snapshotStore';
import { saveStatusCopy } from '../database/statusCopyStore';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { renderMergePatch } from '../kube/mergePatch';
import { targetOf } from '../kube/targetOf';
import type { Effect } from '../loop/effect';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';

interface CopyInput {
  readonly placement: PlacementFacts;
  readonly namespace: string;
}

interface CopyOutput {
  readonly isFailed: boolean;
  /** As it is on the placement; absent where nothing was there to be copied. */
  readonly condition?: Condition;
}

/** A namespace that comes later, or a role that is given later: no watch reports them. */
const TRY_AGAIN_MS = 15_000;

const PLACEMENT = targetOf('ClusterResourcePlacement');
const COPY = targetOf('ClusterResourcePlacementStatus');

/**
 * Copies the published status of a placement into the namespace that it places, for people who can read only there, and
 * says on the placement how that went (A/ST-070…076). What is copied is the status on the hub, so both always agree.
 */
export function publishStatusCopy({
  client,
  clock,
}: {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
}): Effect<CopyInput, CopyOutput> {
  return {
    name: queues.publishStatusCopy,
    async load(tx, key) {
      const at = fromHubKey(key);
      const placement = await loadPlacementFacts(tx, at);
      if (placement === undefined || placement.deletedAt !== undefined) return undefined;
      const latest = (await loadResourceSnapshots(tx, at.hub, at.name)).at(-1);
      const namespace = accessibleNamespace(placement, latest?.identifiers ?? []);
      return namespace === undefined ? undefined : { placement, namespace };
    },
    run: ({ placement, namespace }, { log }) =>
      askCluster(`copy the status of placement ${placement.name}`, async () => {
        const api = await client();
        const live = await api.find(PLACEMENT, { name: placement.name });
        if (live?.metadata.uid !== placement.uid || !isJsonObject(live.status)) return { isFailed: false };
        const { name, uid } = placement;
        const status = live.status as PlacementStatus;
        const failure = await copyStatus(api, { name, uid, namespace, status }, clock);
        if (failure !== undefined) log.warn('The status could not be copied', { namespace, reason: failure });
        const condition = await reportSynced(api, live, { namespace, failure }, clock);
        return { isFailed: failure !== undefined, ...(condition && { condition }) };
      }),
    async record(tx, key, { namespace }, { isFailed, condition }) {
      if (condition) await saveStatusCopy(tx, fromHubKey(key), { namespace, condition });
      return isFailed ? { afterMs: TRY_AGAIN_MS } : undefined;
    },
  };
}

/** Returns why it could not be written, where trying again at once cannot help. */
async function copyStatus(
  client: KubeClient,
  copied: CopiedStatus,
  clock: Clock,
): Promise<string | undefined> {
  const copy = projectStatusCopy(copied, clock.now());
  try {
    const found = await client.find(COPY, copy.metadata);
    if (found === undefined)
      await client.create(asObject(copy), { target: COPY, fieldManager: FIELD_MANAGER });
    else await patchCopy(client, found, copy);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return messageOf(error);
  }
}

/** A namespace that is not there or going, a role or a definition that is missing, more than the store takes. */
const isRefusal = (error: unknown) =>
  [NotFoundError, ForbiddenError, InvalidError, UnknownKindError].some(kind => error instanceof kind);

/** The time alone is no change. */
async function patchCopy(client: KubeClient, found: KubeObject, copy: ClusterResourcePlacementStatus) {
  const { sourceStatus, lastUpdatedTime, metadata } = copy;
  const live = isJsonObject(found.sourceStatus) ? found.sourceStatus : {};
  const status = renderMergePatch(live, sourceStatus as JsonObject);
  const { ownerReferences } = metadata;
  const isOurs = canonicalJson(found.metadata.ownerReferences) === canonicalJson(ownerReferences);
  if (status === undefined && isOurs) return;
  const body = {
    metadata: { resourceVersion: found.metadata.resourceVersion, ownerReferences },
    ...(status && { sourceStatus: status }),
    lastUpdatedTime,
  };
  const { name, namespace } = metadata;
  await client.patch(
    COPY,
    { name, namespace },
    { patch: { type: 'merge', body }, fieldManager: FIELD_MANAGER },
  );
}

/** Returns the condition that is on the placement then. */
async function reportSynced(
  client: KubeClient,
  live: KubeObject,
  { namespace, failure }: { readonly namespace: string; readonly failure: string | undefined },
  clock: Clock,
): Promise<Condition | undefined> {
  const { name = '', generation = 1, resourceVersion } = live.metadata;
  const before = (live.status as PlacementStatus).conditions;
  const claim = syncedClaim(namespace, failure);
  const conditions = withSynced(before, claim, { generation, now: clock.now() });
  const synced = conditions.find(({ type }) => type === claim.type);
  if (canonicalJson(conditions) === canonicalJson(before)) return synced;
  const body = { metadata: { resourceVersion }, status: { conditions } };
  await client.patch(
    PLACEMENT,
    { name },
    { patch: { type: 'merge', body }, subresource: 'status', fieldManager: FIELD_MANAGER },
  );
  return synced;
}

function asObject(copy: ClusterResourcePlacementStatus): KubeObject {
  const json: KubeObject = JSON.parse(JSON.stringify(copy));
  return json;
}
