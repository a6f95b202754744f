import {
  contentHash,
  derivedKinds,
  isJsonObject,
  isLabelValue,
  labelKeys,
  placementKindOf,
  resourceSnapshotName,
  toPlacementKey,
  type ClusterResourceBinding,
  type JsonObject,
  type KubeObject,
  type PlacementKind,
  type ResourceBinding,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  projectBinding,
  projectPolicySnapshots,
  projectResourceSnapshot,
  snapshotHash,
  type PlacementState,
  type PublishedPolicySnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import pLimit from 'p-limit';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { fromObjectKey } from '../database/placementObject';
import { loadPlacementState } from '../database/placementStore';
import {
  forgetPublication,
  loadPublication,
  loadPublishedHashes,
  savePublication,
} from '../database/publicationStore';
import { queues } from '../database/queue/queues';
import { loadManifests } from '../database/snapshotStore';
import { targetOf } from '../kube/targetOf';
import type { Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import { isIdentity } from '../vault/Vault';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';
import { ensureObject } from './ensureObject';
import { isNamespaceGoing } from './isNamespaceGoing';
import { withoutTimes } from './writeStatus';

export interface PublishSnapshotsDeps {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
  readonly publish: { readonly bindings: boolean; readonly secrets: 'masked' | 'full' };
}

type DerivedKinds = (typeof derivedKinds)[PlacementKind];
type DerivedKind = DerivedKinds[keyof DerivedKinds];

/** One object as the hub shall show it; `live` and its generation matter to its status alone. */
interface Derived {
  readonly kind: DerivedKind;
  readonly name: string;
  readonly hash: string;
  readonly render: (live: KubeObject | undefined) => KubeObject;
}

interface Changed extends Derived {
  /** It was never published, so most likely it is not there. */
  readonly isNew: boolean;
}

interface Input {
  readonly at: HubKey;
  /** Everything that shall be there. */
  readonly names: ReadonlyMap<DerivedKind, ReadonlySet<string>>;
  /** What differs from what was published last. */
  readonly changed: readonly Changed[];
  readonly isGone?: boolean;
  readonly afterMs?: number;
}

interface Output {
  readonly written: readonly Derived[];
  readonly removed: readonly { readonly kind: DerivedKind; readonly name: string }[];
  readonly afterMs?: number;
}

const kindsOf = (placement: string): DerivedKinds => derivedKinds[placementKindOf(placement)];
const WRITES = 8;
/** Nobody waits for these: changes of a second go out together. */
const SPACING_MS = 1_000;
const SPACER = 'FleetstageDerived';

/**
 * Shows policy snapshots, resource snapshots and bindings of a placement on the hub, read-only (RUL 34, 40). Losing them
 * loses nothing: the rows are the truth, and what differs from them is written again when something changes.
 */
export function publishSnapshots(deps: PublishSnapshotsDeps): Effect<Input, Output> {
  return {
    name: queues.publishSnapshots,
    async load(tx, key) {
      const at = fromHubKey(key);
      const last = await loadPublication(tx, at.hub, { kind: SPACER, name: at.name });
      if (last && last.agoMs < SPACING_MS)
        return { at, names: new Map(), changed: [], afterMs: SPACING_MS - last.agoMs };
      const state = await loadPlacementState(tx, key);
      const derived = state ? await deriveAll(tx, deps, { at, state }) : [];
      const changed: Changed[] = [];
      const all = Object.values(kindsOf(at.name));
      for (const kind of all) {
        const objects = derived.filter(object => object.kind === kind);
        const names = objects.map(({ name }) => besides(at, name));
        const publishedHashes = await loadPublishedHashes(tx, at.hub, { kind, names });
        for (const object of objects) {
          const published = publishedHashes.get(besides(at, object.name));
          // It is made from hashes of contents, which rows do not hold in clear (decision 0019).
          const hash = tx.vault.identify(object.hash);
          if (published !== hash) changed.push({ ...object, hash, isNew: published === undefined });
        }
      }
      const names = new Map(
        all.map(kind => [kind, new Set(derived.filter(d => d.kind === kind).map(d => d.name))]),
      );
      // One whose manifests were lost with an earlier database cannot be derived; what is there of it stays.
      for (const { index } of state?.resourceSnapshots ?? [])
        names
          .get(kindsOf(at.name).resourceSnapshot)
          ?.add(resourceSnapshotName(fromObjectKey(at.name).name, index));
      return { at, names, changed, isGone: state === undefined };
    },
    run: (input, { log }) =>
      input.afterMs === undefined
        ? askCluster(`publish what placement ${input.at.name} is made of`, async () =>
            write(await deps.client(), input, log),
          )
        : Promise.resolve({ written: [], removed: [], afterMs: input.afterMs }),
    async record(tx, _, { at, isGone }, { written, removed, afterMs }) {
      if (afterMs !== undefined) return { afterMs };
      for (const { kind, name, hash } of written)
        await savePublication(tx, at.hub, { kind, name: besides(at, name), hash });
      for (const { kind, name } of removed)
        await forgetPublication(tx, at.hub, { kind, name: besides(at, name) });
      const spacer = { kind: SPACER, name: at.name };
      if (isGone) await forgetPublication(tx, at.hub, spacer);
      else await savePublication(tx, at.hub, { ...spacer, hash: '' });
      return undefined;
    },
  };
}

async function deriveAll(
  tx: Tx,
  deps: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementState },
) {
  const policies = projectPolicySnapshots(state, undefined, deps.clock.now()).map(
    (snapshot, index): Derived => ({
      kind: kindsOf(at.name).policySnapshot,
      name: snapshot.metadata.name,
      hash: hashOf(snapshot),
      render: live =>
        toKubeObject(
          projectPolicySnapshots(state, live as PublishedPolicySnapshot | undefined, deps.clock.now())[index],
        ),
    }),
  );
  const resources = await deriveResources(tx, deps, { at, state });
  return [...policies, ...resources, ...(deps.publish.bindings ? deriveBindings(deps, { at, state }) : [])];
}

/** Manifests are read only for snapshots that are not published as they are. */
async function deriveResources(
  tx: Tx,
  { publish }: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementState },
) {
  const derived: Derived[] = [];
  for (const snapshot of state.resourceSnapshots) {
    const manifests = await loadManifests(tx, at, snapshot.index);
    if (manifests === undefined) continue;
    const hash = isIdentity(snapshot.hash) ? snapshotHash(manifests) : snapshot.hash;
    for (const part of projectResourceSnapshot(state, { snapshot, manifests, hash }, publish)) {
      const object = toKubeObject(part);
      derived.push({
        kind: kindsOf(at.name).resourceSnapshot,
        name: part.metadata.name,
        hash: hashOf(object),
        render: () => object,
      });
    }
  }
  return derived;
}

const deriveBindings = (
  { clock }: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementState },
): Derived[] =>
  state.bindings.map(binding => ({
    kind: kindsOf(at.name).binding,
    name: binding.name,
    hash: hashOf(projectBinding(state, binding, { generation: 0, now: clock.now() })),
    render: live => {
      const previous = live as ClusterResourceBinding | ResourceBinding | undefined;
      const statement = {
        generation: live?.metadata.generation ?? 1,
        now: clock.now(),
        ...(previous && { previous }),
      };
      return toKubeObject(projectBinding(state, binding, statement));
    },
  }));

async function write(client: KubeClient, { at, names, changed }: Input, log: Log): Promise<Output> {
  if (changed.length > 0) log.info('Publishing snapshots and bindings', { changed: changed.length });
  const limit = pLimit(WRITES);
  const { namespace } = fromObjectKey(at.name);
  const written = await Promise.all(
    changed.map(one =>
      limit(async () => {
        const { kind, name, render, isNew } = one;
        try {
          await ensureObject(client, { target: targetOf(kind), namespace, name, render, isNew });
          return [one];
        } catch (error) {
          // The placement goes with its namespace, and does so without being shown any further.
          if (namespace !== undefined && isNamespaceGoing(error)) return [];
          throw error;
        }
      }),
    ),
  );
  const removed = await Promise.all(
    Object.values(kindsOf(at.name)).map(kind =>
      removeOthers(client, at.name, { kind, keep: names.get(kind) ?? new Set() }),
    ),
  );
  return { written: written.flat(), removed: removed.flat() };
}

/** What carries the placement's label and is not derived from it any more. */
async function removeOthers(
  client: KubeClient,
  placement: string,
  { kind, keep }: { kind: DerivedKind; keep: ReadonlySet<string> },
) {
  const { namespace, name: label } = fromObjectKey(placement);
  if (!isLabelValue(label)) return [];
  const target = targetOf(kind);
  const { items } = await client.list(target, {
    ...(namespace !== undefined && { namespace }),
    labelSelector: `${labelKeys.parentPlacement}=${label}`,
    metadataOnly: true,
  });
  const others = items.map(item => item.metadata.name ?? '').filter(name => !keep.has(name));
  for (const name of others) await client.delete(target, { namespace, name });
  return others.map(name => ({ kind, name }));
}

/** How a publication calls what stands beside the placement. */
const besides = ({ name: placement }: HubKey, name: string) =>
  toPlacementKey({ ...fromObjectKey(placement), name });

const hashOf = (object: object) => contentHash(withoutTimes(JSON.parse(JSON.stringify(object))));

/** As it goes over the wire. */
function toKubeObject(object: object): KubeObject {
  const json: JsonObject & { apiVersion?: unknown } = JSON.parse(JSON.stringify(object));
  if (!isJsonObject(json) || typeof json.apiVersion !== 'string')
    throw new Error('a projection gave no object');
  return json as unknown as KubeObject;
}
