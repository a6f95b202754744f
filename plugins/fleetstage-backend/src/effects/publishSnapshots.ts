import {
  derivedKinds,
  isJsonObject,
  placementKindOf,
  resourceSnapshotName,
  type ClusterResourceBinding,
  type Instant,
  type JsonObject,
  type KubeObject,
  type PlacementKind,
  type ResourceBinding,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  projectBinding,
  projectPolicySnapshots,
  projectResourceSnapshot,
  snapshotHash,
  type PlacementStatusInput,
  type PublishedPolicySnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import pLimit from 'p-limit';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { contentHash } from '../database/nativeHash';
import { fromObjectKey } from '../database/placementObject';
import { loadStatusInput } from '../database/placementStore';
import {
  changePublication,
  forgetPublication,
  loadPublication,
  loadPublishedHashes,
  savePublication,
} from '../database/publicationStore';
import { queues } from '../database/queue/queues';
import { loadManifests } from '../database/snapshotStore';
import { targetOf } from '../kube/targetOf';
import type { Effect } from '../loop/effect';
import { PartlyDone } from '../loop/PartlyDone';
import type { Log } from '../observe/log';
import { isIdentity } from '../vault/Vault';
import type { Clock } from '../ports';
import { askCluster, toLoopError } from './kubeErrors';
import { ensureObject } from './ensureObject';
import {
  SOURCE,
  besides,
  loadPublishedParts,
  readSources,
  toSourceHash,
  type SnapshotSource,
} from './snapshotSources';
import { isNamespaceGoing } from './isNamespaceGoing';
import { removeOthers } from './removeOthers';
import { settleAll } from './settleAll';
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

/** Whose parts are as it says once all that has changed is written. */
interface Made {
  readonly source: SnapshotSource;
  readonly parts: readonly string[];
}

/** Whether to list what else carries the placement's label. */
interface Sweep {
  readonly isDue: boolean;
  /** Recorded once a sweep has removed all there was. */
  readonly mark: string;
}

interface Input {
  readonly at: HubKey;
  /** Everything that shall be there. */
  readonly names: ReadonlyMap<DerivedKind, ReadonlySet<string>>;
  /** The differences from the last publication. */
  readonly changed: readonly Changed[];
  readonly made?: readonly Made[];
  readonly sweep?: Sweep;
  readonly isGone?: boolean;
  readonly afterMs?: number;
}

interface Output {
  readonly written: readonly Derived[];
  readonly removed: readonly { readonly kind: DerivedKind; readonly name: string }[];
  /** The time was over before all was written. */
  readonly isCut?: boolean;
  /** Nothing else is there. */
  readonly isSwept?: boolean;
  readonly afterMs?: number;
}

const kindsOf = (placement: string): DerivedKinds => derivedKinds[placementKindOf(placement)];
const WRITES = 8;
/** After this the writes so far are recorded, so that they need not be sent again to a slow or lost hub. */
const WRITE_FOR_MS = 5_000;
/** Nobody waits for these: changes of a second go out together. */
const SPACING_MS = 1_000;
const SPACER = 'FleetstageDerived';
/** Three lists by label each time, which a hub with ten thousand bindings goes through one by one. */
const SWEEP_EVERY_MS = 600_000;

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
      const state = await loadStatusInput(tx, key);
      const { derived, made, unchanged } = state ? await deriveAll(tx, deps, { at, state }) : NOTHING;
      const changed: Changed[] = [];
      for (const kind of Object.values(kindsOf(at.name))) {
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
      const names = namesOf(at, { derived, unchanged, state });
      const sweep = planSweep({ names, last: last?.hash, isGone: state === undefined }, deps.clock.now());
      // What is written now and never recorded is found by a sweep.
      if (last && (sweep.isDue || changed.length > 0))
        await changePublication(tx, at.hub, { kind: SPACER, name: at.name, hash: '' });
      return { at, names, changed, made, sweep, isGone: state === undefined };
    },
    run: (input, { log }) => publishAll(deps, input, log),
    async record(tx, _, { at, isGone, changed, made = [], sweep }, output) {
      const { written, removed, isCut, isSwept, afterMs } = output;
      if (afterMs !== undefined) return { afterMs };
      for (const { kind, name, hash } of written)
        await savePublication(tx, at.hub, { kind, name: besides(at, name), hash });
      for (const { kind, name } of removed)
        for (const publication of [kind, SOURCE])
          await forgetPublication(tx, at.hub, { kind: publication, name: besides(at, name) });
      const isWritten = new Set<Derived>(written);
      const missing = new Set(changed.filter(one => !isWritten.has(one)).map(({ name }) => name));
      for (const { source, parts } of made)
        if (!parts.some(name => missing.has(name)))
          await savePublication(tx, at.hub, {
            kind: SOURCE,
            name: source.name,
            hash: toSourceHash(source, parts.length),
          });
      const spacer = { kind: SPACER, name: at.name };
      if (isGone) await forgetPublication(tx, at.hub, spacer);
      else await savePublication(tx, at.hub, { ...spacer, hash: isSwept && sweep ? sweep.mark : '' });
      return isCut ? { afterMs: SPACING_MS } : undefined;
    },
  };
}

interface Shown {
  readonly derived: readonly Derived[];
  /** Parts that were not rendered again. */
  readonly unchanged: readonly string[];
  readonly state: PlacementStatusInput | undefined;
}

/** Everything that shall be there. */
function namesOf(at: HubKey, { derived, unchanged, state }: Shown): Map<DerivedKind, Set<string>> {
  const names = new Map(
    Object.values(kindsOf(at.name)).map(kind => [
      kind,
      new Set(derived.filter(d => d.kind === kind).map(d => d.name)),
    ]),
  );
  const snapshots = names.get(kindsOf(at.name).resourceSnapshot);
  for (const name of unchanged) snapshots?.add(name);
  // One whose manifests were lost with an earlier database cannot be derived; what is there of it stays.
  for (const { index } of state?.resourceSnapshots ?? [])
    snapshots?.add(resourceSnapshotName(fromObjectKey(at.name).name, index));
  return names;
}

interface Swept {
  readonly names: Input['names'];
  /** The mark of the last one. */
  readonly last: string | undefined;
  readonly isGone: boolean;
}

/**
 * Nothing of ours is left over while the names stay the same; what somebody else has made there meanwhile goes with the next
 * sweep. After the one of a placement that is gone there is none.
 */
function planSweep({ names, last, isGone }: Swept, now: Instant): Sweep {
  const all = [...names].map(([kind, ofKind]) => [kind, [...ofKind].sort(compareText)]);
  const mark = `${contentHash(all)} ${Math.floor(now / SWEEP_EVERY_MS)}`;
  return { isDue: isGone || last !== mark, mark };
}

async function deriveAll(
  tx: Tx,
  deps: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementStatusInput },
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
  const { resources, made, unchanged } = await deriveResources(tx, deps, { at, state });
  const bindings = deps.publish.bindings ? deriveBindings(deps, { at, state }) : [];
  return { derived: [...policies, ...resources, ...bindings], made, unchanged };
}

const NOTHING = { derived: [], made: [], unchanged: [] };

/** Manifests are opened only of snapshots of which something differs from what was published. */
async function deriveResources(
  tx: Tx,
  { publish }: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementStatusInput },
) {
  const kind = kindsOf(at.name).resourceSnapshot;
  const sources = await readSources(tx, at, { state, secrets: publish.secrets });
  const published = await loadPublishedParts(tx, at, { kind, sources });
  const resources: Derived[] = [];
  const made: Made[] = [];
  for (const source of sources) {
    if (published.has(source)) continue;
    const { snapshot } = source;
    const manifests = await loadManifests(tx, at, snapshot.index);
    if (manifests === undefined) continue;
    const hash = isIdentity(snapshot.hash) ? snapshotHash(manifests) : snapshot.hash;
    const parts = projectResourceSnapshot(state, { snapshot, manifests, hash }, publish);
    made.push({ source, parts: parts.map(part => part.metadata.name) });
    for (const part of parts) {
      const object = toKubeObject(part);
      resources.push({ kind, name: part.metadata.name, hash: hashOf(object), render: () => object });
    }
  }
  return { resources, made, unchanged: [...published.values()].flat() };
}

const deriveBindings = (
  { clock }: PublishSnapshotsDeps,
  { at, state }: { at: HubKey; state: PlacementStatusInput },
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

async function publishAll(deps: PublishSnapshotsDeps, input: Input, log: Log): Promise<Output> {
  if (input.afterMs !== undefined) return { written: [], removed: [], afterMs: input.afterMs };
  const what = `publish what placement ${input.at.name} is made of`;
  const { output, failures } = await askCluster(what, async () =>
    write(await deps.client(), input, { log, clock: deps.clock }),
  );
  if (failures.length === 0) return output;
  throw new PartlyDone(output, toLoopError(what, failures[0]));
}

interface Writing {
  readonly log: Log;
  readonly clock: Clock;
}

/** The writes that succeeded, although some may have failed. */
async function write(client: KubeClient, input: Input, { log, clock }: Writing) {
  const { at, names, changed, sweep } = input;
  if (changed.length > 0) log.info('Publishing snapshots and bindings', { changed: changed.length });
  const limit = pLimit(WRITES);
  const { namespace } = fromObjectKey(at.name);
  const startedAt = clock.now();
  let isCut = false;
  const writes = changed.map(one =>
    limit(async () => {
      isCut ||= clock.now() - startedAt > WRITE_FOR_MS;
      if (isCut) return [];
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
  );
  const written = await settleAll(writes);
  const isSweeping = !isCut && sweep?.isDue;
  const removals = isSweeping
    ? Object.values(kindsOf(at.name)).map(kind =>
        removeOthers(client, at.name, { kind, keep: names.get(kind) ?? new Set(), log }),
      )
    : [];
  const removed = await settleAll<Output['removed'][number]>(removals);
  // What fails now fails again in the run that comes to the end.
  const failures = isCut ? [] : [...written.failures, ...removed.failures];
  const isSwept = !isCut && removed.failures.length === 0;
  return { output: { written: written.done, removed: removed.done, isCut, isSwept }, failures };
}

const hashOf = (object: object) => contentHash(withoutTimes(JSON.parse(JSON.stringify(object))));

/** As it goes over the wire. */
function toKubeObject(object: object): KubeObject {
  const json: JsonObject & { apiVersion?: unknown } = JSON.parse(JSON.stringify(object));
  if (!isJsonObject(json) || typeof json.apiVersion !== 'string')
    throw new Error('a projection gave no object');
  return json as unknown as KubeObject;
}
