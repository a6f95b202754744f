import {
  CLUSTER_PROFILE,
  CLUSTER_PROFILE_NAMESPACE,
  fromRfc3339,
  type ClusterProfile,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  hasCollected,
  isExported,
  projectClusterProfile,
  type CollectionRecord,
  type ClusterFacts,
  type ProfileView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AlreadyExistsError,
  ForbiddenError,
  InvalidError,
  messageOf,
  NotFoundError,
  UnknownKindError,
  type ApiResource,
  type KubeClient,
} from '@fleetstage/kube-client';
import { loadCluster, toClusterFacts } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { contentHash } from '../database/nativeHash';
import { forgetPublication, loadPublication, savePublication } from '../database/publicationStore';
import { queues } from '../database/queue/queues';
import { wake } from '../database/wakes';
import { FIELD_MANAGER } from '../kube/fieldManager';
import type { Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';
import { ensureObject } from './ensureObject';
import { askCluster } from './kubeErrors';
import { withoutTimes } from './writeStatus';

interface ProfileInput {
  readonly at: HubKey;
  /** Absent: the member leaves or is gone. */
  readonly view?: ProfileView;
  readonly hash: string;
}

type Outcome =
  | 'published'
  | 'removed'
  /** The hub has no such kind: tried again once it has, or once the profile would be another. */
  | 'unserved'
  /** For lack of a right. */
  | 'refused';

/** No watch reports a right that is given later. */
const REFUSED_MS = 60_000;

const PROFILE: ApiResource = { ...CLUSTER_PROFILE, namespaced: true };
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false };

/**
 * Exports a member as ClusterProfile of the inventory API, where the hub serves that kind (C/CPF-001…008): created once it
 * has joined, put right when somebody edits or deletes it, and deleted when the MemberCluster is.
 */
export function publishClusterProfile({
  client,
  clock,
  isEnabled,
}: {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
  /** C/FF-004. */
  readonly isEnabled: boolean;
}): Effect<ProfileInput, Outcome> {
  return {
    name: queues.publishClusterProfile,
    async load(tx, key) {
      if (!isEnabled) return undefined;
      const at = fromHubKey(key);
      const view = await loadView(tx, at);
      const hash = view === undefined ? '' : hashOf(view, clock);
      const last = await loadPublication(tx, at.hub, publicationOf(at.name));
      return last?.hash === hash ? undefined : { at, hash, ...(view && { view }) };
    },
    run: ({ at, view }, { log }) =>
      askCluster(`export the ClusterProfile of ${at.name}`, async () => {
        const api = await client();
        try {
          return view === undefined
            ? await remove(api, at.name, log)
            : await publish(api, view, { clock, log });
        } catch (error) {
          if (error instanceof UnknownKindError || error instanceof NotFoundError) return 'unserved';
          if (!(error instanceof ForbiddenError) && !(error instanceof InvalidError)) throw error;
          log.warn(
            'The hub refuses the ClusterProfile of a member; see "ClusterProfiles" in examples/rbac/hub.yaml',
            {
              cluster: at.name,
              reason: messageOf(error),
            },
          );
          return 'refused';
        }
      }),
    async record(tx, _, { at, hash, view }, outcome) {
      if (outcome === 'refused' || view === undefined)
        await forgetPublication(tx, at.hub, publicationOf(at.name));
      else await savePublication(tx, at.hub, { ...publicationOf(at.name), hash });
      return outcome === 'refused' ? { afterMs: REFUSED_MS } : undefined;
    },
  };
}

/** Marks the profile of a member where it would be another one than was written last. */
export const markClusterProfile =
  (clock: Clock) =>
  async (tx: Tx, at: HubKey, view: ProfileView): Promise<void> => {
    const last = await loadPublication(tx, at.hub, publicationOf(at.name));
    if (last?.hash !== hashOf(view, clock)) wake(tx, 'clusterProfileDue', at);
  };

const publicationOf = (name: string) => ({ kind: CLUSTER_PROFILE.kind, name });

async function loadView(tx: Tx, { hub, name }: HubKey): Promise<ProfileView | undefined> {
  const mirrored = await loadObject(tx, { hub, kind: 'MemberCluster', name });
  if (mirrored === undefined || mirrored.metadata.deletionTimestamp !== undefined) return undefined;
  const record = await loadCluster(tx, hub, name);
  return viewOf(mirrored, toClusterFacts(mirrored, record), record?.collection);
}

export function viewOf(
  { metadata }: KubeObject,
  cluster: ClusterFacts,
  collection: CollectionRecord | undefined,
): ProfileView {
  const propertiesObservedAt = fromRfc3339(cluster.resourceUsage?.observationTime);
  const collected = { ...(collection && { collection }), propertiesObservedAt };
  return { cluster, uid: metadata.uid ?? '', isCollected: hasCollected(collected) };
}

/** Of all that a profile says but its times. */
function hashOf(view: ProfileView, clock: Clock): string {
  const profile = projectClusterProfile(view, undefined, clock.now());
  return contentHash(withoutTimes([view.uid, isExported(view.cluster, false), profile]));
}

interface Publishing {
  readonly clock: Clock;
  readonly log: Log;
}

async function publish(client: KubeClient, view: ProfileView, publishing: Publishing): Promise<Outcome> {
  const { cluster } = view;
  const at = { namespace: CLUSTER_PROFILE_NAMESPACE, name: cluster.name };
  // Only a profile from before, KubeFleet's, is kept of a member that has not joined.
  if (!isExported(cluster, false) && (await client.find(PROFILE, at)) === undefined) return 'published';
  try {
    await ensure(client, view, publishing);
  } catch (error) {
    if (!isNamespaceMissing(error)) throw error;
    await createNamespace(client, publishing.log);
    await ensure(client, view, publishing);
  }
  return 'published';
}

const ensure = (client: KubeClient, view: ProfileView, { clock }: Publishing) =>
  ensureObject(client, {
    target: PROFILE,
    namespace: CLUSTER_PROFILE_NAMESPACE,
    name: view.cluster.name,
    render: live => toObject(projectClusterProfile(view, asProfile(live), clock.now())),
  });

/** Where the kind is not served, the answer is 404, too, and names nothing. */
const isNamespaceMissing = (error: unknown) =>
  error instanceof NotFoundError && error.status?.details?.kind === 'namespaces';

async function createNamespace(client: KubeClient, log: Log): Promise<void> {
  const name = CLUSTER_PROFILE_NAMESPACE;
  log.info('Creating the namespace of ClusterProfiles', { namespace: name });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  try {
    await client.create(namespace, { target: NAMESPACE, fieldManager: FIELD_MANAGER });
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
  }
}

async function remove(client: KubeClient, name: string, log: Log): Promise<Outcome> {
  const at = { namespace: CLUSTER_PROFILE_NAMESPACE, name };
  const found = await client.find(PROFILE, at, { metadataOnly: true });
  if (found === undefined) return 'removed';
  log.info('Deleting the ClusterProfile of a member that leaves', { cluster: name });
  await client.delete(PROFILE, at, { preconditions: { uid: found.metadata.uid } });
  return 'removed';
}

/** The API server has checked the shape of what it stores. */
const asProfile = (live: KubeObject | undefined) => live as ClusterProfile | undefined;

/** As it goes over the wire: without what is undefined. */
function toObject(profile: ClusterProfile): KubeObject {
  const object: KubeObject = JSON.parse(JSON.stringify(profile));
  return object;
}
