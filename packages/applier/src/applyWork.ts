import {
  canonicalJson,
  type ApplyStrategy,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  completeStrategy,
  isComparisonFailed,
  isKeptDrift,
  isWorthWatching,
  reportWork,
  toWaves,
  type Manifest,
  type ManifestOutcome,
  type RenderOptions,
  type Work,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { GroupVersionKind, KubeClient } from '@fleetstage/kube-client';
import {
  ensureAppliedWork,
  saveAppliedResources,
  toAppliedResources,
  type HeldAppliedWork,
} from './appliedWorkStore';
import {
  applyManifest,
  ownerFor,
  readLive,
  type ApplyContext,
  type AsUser,
  type IsHeld,
  type ReadResult,
} from './applyManifest';
import {
  EMPTY_INVENTORY,
  inventoryKey,
  mergeEntries,
  selectKept,
  selectLeftovers,
  type Inventory,
  type InventoryEntry,
} from './inventory';
import { ownerOf, renderOnce, type HubWork } from './hubWork';
import { removeLeftovers } from './removeLeftovers';
import { runLimited } from './runLimited';
import { Room, ROOM } from './Room';
import type { SeenStatus } from './seenStatus';
import { ServerForms, type WorkForms } from './ServerForms';
import { ResultLimiter, type Done } from './ResultLimiter';

/** What one cluster shall hold of one placement. */
export interface WorkInput extends RenderOptions, AsUser, HubWork {
  readonly placement: string;
  readonly cluster: string;
  /** The binding's revision; the report names it. */
  readonly revision: string;
  /** All objects of the snapshot. Pass the same array for all clusters: it is rendered once, with the first options. */
  readonly manifests: readonly KubeObject[];
  readonly applyStrategy: ApplyStrategy;
  /** What the inventory keeps instead of a manifest's hash: one who reads it must not be able to guess a Secret. */
  readonly identify?: (hash: string) => string;
  /** The report before, of whatever revision. */
  readonly previousReport?: WorkReport;
  /** What the last pass returned. */
  readonly previousInventory?: Inventory;
  readonly now: Instant;
  /** What the member was seen to make of these manifests; without, each pass finds it out anew. */
  readonly forms?: WorkForms;
  /** `false`: nobody keeps statuses, so none is reported. */
  readonly keepsStatuses?: boolean;
  /** Ends the pass before its next write, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called once, before the first object of the placement is created, changed or removed; never when all is as wanted. */
  readonly onWriting?: () => void;
}

export interface ApplyResult {
  readonly report: WorkReport;
  /** One for each manifest, in their order; none where nothing could be sent. */
  readonly outcomes: readonly ManifestOutcome[];
  readonly inventory: Inventory;
  /** Kinds whose objects here are worth a watch: their availability changes by itself. */
  readonly needsWatch: readonly GroupVersionKind[];
  /** Something failed that no watch will announce: try again after a while. */
  readonly needsRetry: boolean;
  /** Objects that were created or changed. */
  readonly writeCount: number;
  /** Statuses of the objects that are as wanted. */
  readonly statuses: readonly SeenStatus[];
}

const WAVE_WORKERS = 4;

/**
 * Brings one cluster to what the placement wants there (B §4.3). Repeating it changes nothing; stopping anywhere loses
 * track of nothing, because what will be created is announced on the AppliedWork first (B/WA-030…032).
 *
 * Requests for n new objects: AppliedWork 1, reads n, writes n, AppliedWork status 1; those in a new namespace are not
 * read.
 *
 * @throws TransientError, UnauthorizedError when the entire cluster fails
 * @throws AppliedWorkCrdMissingError
 */
export async function applyWork(client: KubeClient, input: WorkInput): Promise<ApplyResult> {
  const work = renderOnce(input);
  if (work.problem !== undefined) return refuseWork(input, { ...work, problem: work.problem });
  if (completeStrategy(input.applyStrategy).type === 'ReportDiff') return compareWork(client, input, work);
  const { previousInventory: previous = EMPTY_INVENTORY } = input;
  const wanted = work.manifests.filter(manifest => !manifest.fault);
  const announced = wanted.map(toAnnounced);
  const isNew = previous.appliedWorkUid === undefined;
  const { signal, applyStrategy: strategy, as } = input;
  const [appliedWork, reads] = await Promise.all([
    ensureAppliedWork(client, { name: work.name, cluster: input.cluster, isNew, announced, signal }),
    isNew ? readNew(client, work.manifests, input) : readAll(client, work.manifests, input),
  ]);
  const held = mergeEntries(appliedWork.recorded, previous.objects);
  await announce(client, appliedWork, mergeEntries(held, announced));
  const owner = ownerOf(input, appliedWork);
  const onWriting = onlyOnce(input.onWriting);
  const kept = selectKept(held, { wanted, kept: work.keepsAll ? held : work.kept });
  const leftovers = selectLeftovers(held, [...wanted, ...kept]);
  if (leftovers.length > 0) onWriting();
  const isHeld = knownFrom(appliedWork, previous);
  const stuck = await removeLeftovers(client, leftovers, { owner, isHeld, signal });
  const limiter = new ResultLimiter(input);
  const forms = formsOf(input);
  const results = await applyInWaves(
    { client, owner, isHeld, strategy, forms, signal, onWriting, as, limiter },
    reads,
  );
  const { identify = sameHash } = input;
  const objects = mergeEntries(
    results.flatMap(result => toHeldEntry(result, { held, identify })),
    stuck.map(({ entry }) => entry),
    kept,
  );
  await record(client, appliedWork, objects);
  return {
    ...summarize(input, work, results),
    inventory: { appliedWorkUid: appliedWork.uid, objects },
    needsRetry: stuck.length > 0 || results.some(({ outcome }) => isWorthRetrying(outcome)),
  };
}

/** All is where KubeFleet made the AppliedWork: the further parts are its own. Else what was ours before. */
function knownFrom(appliedWork: HeldAppliedWork, previous: Inventory): IsHeld {
  if (appliedWork.isOfKubeFleet) return () => true;
  const entries = [...appliedWork.recorded, ...previous.objects].filter(({ uid }) => uid !== undefined);
  const known = new Set(entries.map(entry => `${inventoryKey(entry)}/${entry.uid}`));
  return (identity, { metadata: { uid } }) => known.has(`${inventoryKey(identity)}/${uid}`);
}

/** A drift that is kept ends with a change of the object, which a watch reports. */
const isWorthRetrying = (outcome: ManifestOutcome) =>
  isComparisonFailed(outcome) || (outcome.result.kind === 'failed' && !isKeptDrift(outcome.result.reason));

function onlyOnce(call: (() => void) | undefined): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call?.();
    isCalled = true;
  };
}

export const sameHash = (hash: string) => hash;

export const formsOf = ({ forms, placement }: WorkInput): WorkForms =>
  forms ?? new ServerForms().of(placement);

/** Nothing is written, and what is there stays as it is (B/WG-046, WG-069a). */
function refuseWork(input: WorkInput, work: Work & { readonly problem: string }): ApplyResult {
  return {
    report: reportProblem(input, work),
    outcomes: [],
    inventory: input.previousInventory ?? EMPTY_INVENTORY,
    needsWatch: [],
    needsRetry: false,
    writeCount: 0,
    statuses: [],
  };
}

/** The report of a work that cannot be sent as it is; `isWaiting`: as long as the member does not take it. */
export const reportProblem = (
  { cluster, revision, applyStrategy: strategy, previousReport: previous, override, now }: WorkInput,
  about: {
    readonly name: string;
    readonly problem: string;
    readonly isWaiting?: true;
    readonly isOverrideFailure?: true;
    /** Where the input has not got what they make of objects. */
    readonly hasOverrides?: boolean;
  },
): WorkReport => {
  const { name: work, problem, isWaiting, isOverrideFailure, hasOverrides = override !== undefined } = about;
  return reportWork({
    ...{ cluster, revision, work, strategy, outcomes: [], problem, previous, now },
    hasOverrides,
    ...(isWaiting && { isWaiting }),
    ...(isOverrideFailure && { isOverrideFailure }),
  });
};

interface ManifestRead {
  readonly manifest: Manifest;
  readonly wave: number;
  readonly read: ReadResult;
}

/**
 * Reads ahead, as far as there is room: a member could send more than memory holds.
 *
 * @param gone namespaces that are not there
 */
async function readAll(
  client: KubeClient,
  manifests: readonly Manifest[],
  {
    as,
    gone = new Set(),
    room = new Room(ROOM.ahead),
  }: AsUser & { readonly gone?: ReadonlySet<string>; readonly room?: Room },
): Promise<readonly ManifestRead[]> {
  const nothing: ReadResult = { kind: 'seen' };
  const later: ReadResult = { kind: 'later' };
  const readOne = async (manifest: Manifest): Promise<ReadResult> => {
    if (manifest.fault) return nothing;
    if (room.isFull) return later;
    const read = await readLive(client, manifest, { isGone: isGone(manifest), as });
    return read.kind !== 'seen' || read.live === undefined || room.take(read.live) ? read : later;
  };
  const isGone = ({ namespace }: Manifest) => namespace !== undefined && gone.has(namespace);
  return runLimited(manifests, 2 * WAVE_WORKERS, async manifest => ({
    manifest,
    wave: manifest.wave,
    read: await readOne(manifest),
  }));
}

/** On a first pass most namespaces are new: they are read first, as objects of a missing namespace need no read. */
async function readNew(
  client: KubeClient,
  manifests: readonly Manifest[],
  { as }: AsUser,
): Promise<readonly ManifestRead[]> {
  const room = new Room(ROOM.ahead);
  const namespaces = await readAll(client, manifests.filter(isNamespace), { as, room });
  const gone = namespaces.flatMap(({ manifest, read }) =>
    !manifest.fault && read.kind === 'seen' && read.live === undefined ? [manifest.name] : [],
  );
  const others = await readAll(
    client,
    manifests.filter(manifest => !isNamespace(manifest)),
    { as, gone: new Set(gone), room },
  );
  return [...namespaces, ...others];
}

const isNamespace = ({ group, kind }: Manifest) => group === '' && kind === 'Namespace';

async function applyInWaves(
  { limiter, ...context }: ApplyContext & { readonly limiter: ResultLimiter },
  reads: readonly ManifestRead[],
): Promise<readonly Done[]> {
  const results: Done[] = [];
  for (const wave of toWaves(reads)) {
    const done = await runLimited(wave, WAVE_WORKERS, async ({ manifest, read }) => {
      // Its CRD may have come with an earlier wave.
      const isWorthAnother = read.kind === 'unknownKind' && results.some(isCrd);
      const current = isWorthAnother ? await readLive(context.client, manifest, context) : read;
      const applied = await applyManifest(context, manifest, current);
      return limiter.done(applied, ownerFor(context, manifest, applied.live));
    });
    results.push(...done);
  }
  return results.sort((a, b) => a.manifest.ordinal - b.manifest.ordinal);
}

const isCrd = ({ manifest }: Done) => manifest.kind === 'CustomResourceDefinition';

/** ReportDiff reads and compares, and touches nothing, the AppliedWork included (B/WA-085, RUL 13). */
async function compareWork(client: KubeClient, input: WorkInput, work: Work): Promise<ApplyResult> {
  const owner = ownerOf(input, { name: work.name, uid: input.previousInventory?.appliedWorkUid ?? '' });
  const reads = await readAll(client, work.manifests, input);
  const { applyStrategy: strategy, as, signal } = input;
  const context = { client, owner, strategy, forms: formsOf(input), as, signal };
  const limiter = new ResultLimiter(input);
  const results = await runLimited(reads, WAVE_WORKERS, async ({ manifest, read }) =>
    limiter.done(await applyManifest(context, manifest, read), owner),
  );
  return {
    ...summarize(input, work, results),
    inventory: input.previousInventory ?? EMPTY_INVENTORY,
    needsRetry: results.some(({ outcome }) => outcome.result.kind === 'failed'),
  };
}

/** Writes down what will be there, before it is; most passes have announced it already. */
async function announce(
  client: KubeClient,
  appliedWork: HeldAppliedWork,
  entries: readonly InventoryEntry[],
) {
  const known = new Set(appliedWork.recorded.map(inventoryKey));
  if (entries.every(entry => known.has(inventoryKey(entry)))) return;
  await saveAppliedResources(client, appliedWork.name, await toAppliedResources(client, entries));
}

async function record(client: KubeClient, appliedWork: HeldAppliedWork, objects: readonly InventoryEntry[]) {
  const resources = await toAppliedResources(client, objects);
  const recordedUids = new Set(appliedWork.recorded.map(entry => `${inventoryKey(entry)}/${entry.uid}`));
  const isAnnouncedAnew = objects.some(entry => !recordedUids.has(`${inventoryKey(entry)}/${entry.uid}`));
  if (!isAnnouncedAnew && canonicalJson(resources) === canonicalJson(appliedWork.appliedResources)) return;
  await saveAppliedResources(client, appliedWork.name, resources);
}

const toAnnounced = ({ ordinal, group, version, kind, namespace, name }: Manifest): InventoryEntry => ({
  ordinal,
  group,
  version,
  kind,
  ...(namespace ? { namespace } : {}),
  name,
});

/**
 * What is ours stays in the inventory also when its last apply failed: it must go when it is wanted no more (RUL 17).
 * An object that could not be read stays in it as it was.
 */
export function toHeldEntry(
  { manifest, live, outcome }: Pick<Done, 'manifest' | 'live' | 'outcome'>,
  {
    held,
    identify,
  }: {
    held: readonly InventoryEntry[];
    identify: (hash: string) => string;
  },
): readonly InventoryEntry[] {
  if (live === undefined) return held.filter(entry => inventoryKey(entry) === inventoryKey(manifest));
  if (!live.isOurs) return [];
  const { uid, objectVersion } = live;
  const isMarked = objectVersion !== undefined && !isWorthWatching(manifest);
  const entry = { ...toAnnounced(manifest), uid, ...(isMarked && { objectVersion }) };
  if (outcome.result.kind !== 'applied') return [entry];
  return [{ ...entry, hash: identify(manifest.hash), generation: live.generation }];
}

function summarize(input: WorkInput, work: Work, results: readonly Done[]) {
  const outcomes = results.map(({ outcome }) => outcome);
  const report = reportWork({
    cluster: input.cluster,
    revision: input.revision,
    work: work.name,
    strategy: input.applyStrategy,
    outcomes,
    hasOverrides: input.override !== undefined,
    previous: input.previousReport,
    now: input.now,
  });
  return {
    report,
    outcomes,
    needsWatch: kindsToWatch(work.manifests),
    writeCount: results.filter(({ isWritten }) => isWritten).length,
    statuses: results.flatMap(({ statuses }) => statuses),
  };
}

function kindsToWatch(manifests: readonly Manifest[]): readonly GroupVersionKind[] {
  const kinds = new Map<string, GroupVersionKind>();
  for (const { group, version, kind, fault } of manifests) {
    if (!fault && isWorthWatching({ group, kind }))
      kinds.set(`${group}/${version}/${kind}`, { group, version, kind });
  }
  return [...kinds.values()];
}
