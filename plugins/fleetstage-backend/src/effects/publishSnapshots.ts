import {
  contentHash,
  isJsonObject,
  isLabelValue,
  kinds,
  labelKeys,
  resourceSnapshotName,
  type ClusterResourceBinding,
  type ClusterSchedulingPolicySnapshot,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  projectBinding,
  projectPolicySnapshots,
  projectResourceSnapshot,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import pLimit from 'p-limit';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadPlacementState } from '../database/placementStore';
import {
  forgetPublication,
  loadPublication,
  loadPublishedHashes,
  savePublication,
} from '../database/publicationStore';
import { queues } from '../database/queue/queues';
import { loadManifests } from '../database/snapshotStore';
import type { Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';
import { ensureObject } from './ensureObject';
import { withoutTimes } from './writeStatus';

export interface PublishSnapshotsDeps {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
  readonly publish: { readonly bindings: boolean; readonly secrets: 'masked' | 'full' };
}

type DerivedKind = 'ClusterSchedulingPolicySnapshot' | 'ClusterResourceSnapshot' | 'ClusterResourceBinding';

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

const KINDS: readonly DerivedKind[] = [
  'ClusterSchedulingPolicySnapshot',
  'ClusterResourceSnapshot',
  'ClusterResourceBinding',
];
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
      for (const kind of KINDS) {
        const objects = derived.filter(object => object.kind === kind);
        const names = objects.map(object => object.name);
        const published = await loadPublishedHashes(tx, at.hub, { kind, names });
        for (const object of objects) {
          const hash = published.get(object.name);
          if (hash !== object.hash) changed.push({ ...object, isNew: hash === undefined });
        }
      }
      const names = new Map(
        KINDS.map(kind => [kind, new Set(derived.filter(d => d.kind === kind).map(d => d.name))]),
      );
      // One whose manifests were lost with an earlier database cannot be derived; what is there of it stays.
      for (const { index } of state?.resourceSnapshots ?? [])
        names.get('ClusterResourceSnapshot')?.add(resourceSnapshotName(at.name, index));
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
      for (const { kind, name, hash } of written) await savePublication(tx, at.hub, { kind, name, hash });
      for (const gone of removed) await forgetPublication(tx, at.hub, gone);
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
      kind: 'ClusterSchedulingPolicySnapshot',
      name: snapshot.metadata.name,
      hash: hashOf(snapshot),
      render: live =>
        toKubeObject(
          projectPolicySnapshots(
            state,
            live as ClusterSchedulingPolicySnapshot | undefined,
            deps.clock.now(),
          )[index],
        ),
    }),
  );
  const resources = await deriveResources(tx, deps, { at, state });
  return [...policies, ...resources, ...(deps.publish.bindings ? deriveBindings(deps, state) : [])];
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
    for (const part of projectResourceSnapshot(state, { snapshot, manifests }, publish)) {
      const object = toKubeObject(part);
      derived.push({
        kind: 'ClusterResourceSnapshot',
        name: part.metadata.name,
        hash: hashOf(object),
        render: () => object,
      });
    }
  }
  return derived;
}

const deriveBindings = ({ clock }: PublishSnapshotsDeps, state: PlacementState): Derived[] =>
  state.bindings.map(binding => ({
    kind: 'ClusterResourceBinding',
    name: binding.name,
    hash: hashOf(projectBinding(state, binding, { generation: 0, now: clock.now() })),
    render: live => {
      const previous = live as ClusterResourceBinding | undefined;
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
  await Promise.all(
    changed.map(({ kind, name, render, isNew }) =>
      limit(() => ensureObject(client, { target: targetOf(kind), name, render, isNew })),
    ),
  );
  const removed = await Promise.all(
    KINDS.map(kind => removeOthers(client, at.name, { kind, keep: names.get(kind) ?? new Set() })),
  );
  return { written: changed, removed: removed.flat() };
}

/** What carries the placement's label and is not derived from it any more. */
async function removeOthers(
  client: KubeClient,
  placement: string,
  { kind, keep }: { kind: DerivedKind; keep: ReadonlySet<string> },
) {
  if (!isLabelValue(placement)) return [];
  const target = targetOf(kind);
  const { items } = await client.list(target, {
    labelSelector: `${labelKeys.parentPlacement}=${placement}`,
    metadataOnly: true,
  });
  const others = items.map(item => item.metadata.name ?? '').filter(name => !keep.has(name));
  for (const name of others) await client.delete(target, { name });
  return others.map(name => ({ kind, name }));
}

function targetOf(kind: DerivedKind) {
  const { group, storageVersion: version, plural } = kinds[kind];
  return { group, version, kind, plural, namespaced: false };
}

const hashOf = (object: object) => contentHash(withoutTimes(JSON.parse(JSON.stringify(object))));

/** As it goes over the wire. */
function toKubeObject(object: object): KubeObject {
  const json: JsonObject & { apiVersion?: unknown } = JSON.parse(JSON.stringify(object));
  if (!isJsonObject(json) || typeof json.apiVersion !== 'string')
    throw new Error('a projection gave no object');
  return json as unknown as KubeObject;
}
