import { ServiceUnavailableError } from '@backstage/errors';
import { podSelectorOf, runLimited } from '@fleetstage/applier';
import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isOwned,
  isSameObject,
  lastSeen,
  OWNED_KINDS,
  renderWork,
  type ManifestIdentity,
  type PlacedObservation,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  KubeError,
  messageOf,
  TransientError,
  weightOf,
  withoutManagedFields,
  type GroupVersionKind,
  type KubeClient,
} from '@fleetstage/kube-client';
import type { Connections } from '../kube/Connections';
import type { Render } from '../service/workloads/readSubject';
import { readManifestText } from './readManifestText';
import type { Found, MemberWorkloads, PlacedOn, Survey } from '../service/workloads/MemberWorkloads';

/** Placed objects that are read. */
const MAX_PLACED = 200;
/** Objects whose own ones are listed. */
const MAX_OWNERS = 60;
/** Of one owner. */
const MAX_OWNED = 100;
/** All that one survey holds, see decision 0033. */
const MAX_WEIGHT = 16 * 1024 * 1024;
const MAX_EVENTS = 20;
const AT_ONCE = 4;
/** Of one request, and to open a log. */
const TIMEOUT_MS = 8_000;
/** CronJob, Job, Pod; Deployment, ReplicaSet, Pod. */
const MAX_DEPTH = 3;
const EVENT: GroupVersionKind = { group: '', version: 'v1', kind: 'Event' };
const CALL = { timeoutMs: TIMEOUT_MS } as const;

/** Reads what a placement has on a member: with the member's credentials, within bounds, and nothing of anybody else. */
export function readMemberWorkloads({ connections }: { readonly connections: Connections }): MemberWorkloads {
  const use = <T>(cluster: string, work: (client: KubeClient) => Promise<T>) =>
    connections.useMember(cluster, work).catch(error => {
      throw toAnswer(cluster, error);
    });
  return {
    survey: on => use(on.cluster, client => survey(client, on)),
    find: (on, wanted) => use(on.cluster, client => find(client, on, wanted)),
    events: (cluster, live) => use(cluster, client => listEvents(client, live)),
    openLog: (cluster, pod, request) =>
      use(cluster, client =>
        // A server may answer with the first line alone: of a quiet log that is followed, nobody knows when it comes.
        request.isFollowed
          ? client.openLog(pod.metadata, request)
          : openWithin(signal => client.openLog(pod.metadata, { ...request, signal }), request.signal),
      ),
  };
}

export const renderingOf = (rules: SelectionRules) => ({ parseText: readManifestText, rules });

/** The manifests of a snapshot that Fleetstage would apply, by the rules of the configuration. */
export const renderPlaced =
  (rules: SelectionRules): Render =>
  (placement, manifests, override) =>
    renderWork(placement, manifests, { ...renderingOf(rules), ...(override && { override }) });

/** What a member says of a request is for whoever asked; our own mistakes are not. */
export function toAnswer(cluster: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isOfCluster = error instanceof KubeError || error.name === 'NoAccessError';
  if (!isOfCluster) return error;
  const silent = error instanceof TransientError && error.isClusterWide;
  const what = silent ? `Cluster ${cluster} cannot be reached` : `Cluster ${cluster} refused`;
  return new ServiceUnavailableError(`${what}: ${messageOf(error)}`);
}

async function survey(client: KubeClient, on: PlacedOn): Promise<Survey> {
  const asked = on.objects.slice(0, MAX_PLACED);
  const placed: PlacedObservation[] = [];
  let left = MAX_WEIGHT;
  for (let at = 0; at < asked.length && left > 0; at += AT_ONCE) {
    const seen = await Promise.all(asked.slice(at, at + AT_ONCE).map(one => see(client, on, one)));
    left -= weightOf(seen);
    placed.push(...seen);
  }
  let isCut = placed.length < on.objects.length;
  let ownersLeft = MAX_OWNERS;
  const owned: KubeObject[] = [];
  let level = placed.flatMap(({ live }) => (live ? [live] : []));
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && left > 0; depth += 1) {
    const able = level.filter(live => ownedKindsOf(live).length > 0);
    const owners = able.slice(0, ownersLeft);
    isCut ||= owners.length < able.length;
    ownersLeft -= owners.length;
    const found = await runLimited(owners, AT_ONCE, owner => listOwned(client, owner));
    level = [];
    for (const { items, isCut: isListCut } of found) {
      left -= weightOf(items);
      isCut ||= isListCut || left < 0;
      if (left > 0) level.push(...items);
    }
    owned.push(...level);
  }
  return { placed, owned, isCut };
}

async function see(client: KubeClient, on: PlacedOn, identity: ManifestIdentity): Promise<PlacedObservation> {
  try {
    const live = await client.find(identity, identity, CALL);
    if (live === undefined) return { identity };
    if (!isOurs(live, on)) return { identity, isForeign: true };
    return { identity, live: withoutManagedFields(live) as KubeObject };
  } catch (error) {
    // That nothing answers is about the cluster, everything else about this object.
    if (!(error instanceof KubeError) || (error instanceof TransientError && error.isClusterWide))
      throw error;
    return { identity, problem: `It cannot be read: ${messageOf(error)}` };
  }
}

const isOurs = (live: KubeObject, { owner: { name, uid } }: PlacedOn) =>
  uid !== undefined && isOwned(live, { name, uid });

const ownedKindsOf = (live: KubeObject) => {
  const { group, kind } = kindOf(live);
  return OWNED_KINDS[`${group}/${kind}`] ?? [];
};

async function listOwned(client: KubeClient, owner: KubeObject) {
  const { namespace, uid } = owner.metadata;
  // It keeps the list small; what the owner does not own is sorted out by owner references.
  const labelSelector = podSelectorOf(owner);
  const items: KubeObject[] = [];
  let isCut = false;
  for (const kind of ownedKindsOf(owner)) {
    const options = {
      ...CALL,
      limit: MAX_OWNED,
      ...(namespace && { namespace }),
      ...(labelSelector && { labelSelector }),
    };
    for await (const page of client.listPages(kind, options)) {
      isCut ||= page.items.length >= MAX_OWNED;
      const own = page.items.filter(item => item.metadata.ownerReferences?.some(ref => ref.uid === uid));
      items.push(...(own.filter(item => !isRetired(item)).map(withoutManagedFields) as KubeObject[]));
      break;
    }
  }
  return { items, isCut };
}

/** A ReplicaSet of an earlier revision, kept for rolling back. */
const isRetired = ({ kind, spec, status }: { kind: string; [field: string]: unknown }) =>
  kind === 'ReplicaSet' &&
  (spec as { replicas?: number } | undefined)?.replicas === 0 &&
  !(status as { replicas?: number } | undefined)?.replicas;

const OWNABLE: ReadonlySet<string> = new Set(
  Object.values(OWNED_KINDS)
    .flat()
    .map(({ group, kind }) => `${group}/${kind}`),
);

async function find(client: KubeClient, on: PlacedOn, wanted: ManifestIdentity): Promise<Found | undefined> {
  const placed = on.objects.find(one => isSameObject(one, wanted));
  if (placed === undefined && !OWNABLE.has(`${wanted.group}/${wanted.kind}`)) return undefined;
  const live = (await client.find(placed ?? wanted, wanted, CALL)) as KubeObject | undefined;
  if (placed !== undefined) return live !== undefined && isOurs(live, on) ? { live, placed } : { placed };
  if (live === undefined || !(await belongs(client, on, live))) return undefined;
  return { live };
}

/** Goes from owner to owner, by uid, until it comes to what was placed. */
async function belongs(
  client: KubeClient,
  on: PlacedOn,
  live: KubeObject,
  depth = MAX_DEPTH,
): Promise<boolean> {
  const { namespace, ownerReferences = [] } = live.metadata;
  const owner = ownerReferences.find(({ controller }) => controller) ?? ownerReferences[0];
  if (owner === undefined || depth === 0) return false;
  const identity = { ...kindOf(owner), name: owner.name, ...(namespace && { namespace }) };
  const placed = on.objects.find(one => isSameObject(one, identity));
  if (placed === undefined && !OWNABLE.has(`${identity.group}/${identity.kind}`)) return false;
  const above = (await client.find(placed ?? identity, identity, CALL)) as KubeObject | undefined;
  if (above === undefined || above.metadata.uid !== owner.uid) return false;
  return placed === undefined ? belongs(client, on, above, depth - 1) : isOurs(above, on);
}

async function listEvents(client: KubeClient, live: KubeObject): Promise<readonly KubeObject[]> {
  const { namespace, uid } = live.metadata;
  const options = {
    ...CALL,
    namespace: namespace ?? 'default',
    fieldSelector: `involvedObject.uid=${uid}`,
    limit: MAX_OWNED,
  };
  for await (const { items } of client.listPages(EVENT, options))
    return ([...items] as KubeObject[])
      .sort((a, b) => (lastSeen(a) < lastSeen(b) ? 1 : -1))
      .slice(0, MAX_EVENTS);
  return [];
}

/** A log is to open soon. */
async function openWithin<T>(open: (signal: AbortSignal) => Promise<T>, gone: AbortSignal): Promise<T> {
  const opening = new AbortController();
  const error = new TransientError(`no answer within ${TIMEOUT_MS} ms`, { isClusterWide: true });
  const timer = setTimeout(() => opening.abort(error), TIMEOUT_MS);
  try {
    return await open(AbortSignal.any([gone, opening.signal]));
  } finally {
    clearTimeout(timer);
  }
}
