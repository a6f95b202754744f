import {
  probeAvailability,
  reportWork,
  sayCause,
  driftsAfterApply,
  driftsBeforeRepair,
  carriesManifest,
  claimOn,
  completeStrategy,
  diffManifest,
  isComparisonFailed,
  isKeptDrift,
  isWorthWatching,
  type Manifest,
  type ManifestIdentity,
  type ManifestOutcome,
  type OwnReference,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import { formsOf, reportProblem, sameHash, toHeldEntry, type WorkInput } from './applyWork';
import {
  comparedOutcome,
  applyManifest,
  driftsOf,
  ownerFor,
  readLive,
  type IsHeld,
  type ReadResult,
} from './applyManifest';
import { findAsking, planAsking, type AskContext } from './askServer';
import { ownerOf, renderOnce } from './hubWork';
import { EMPTY_INVENTORY, inventoryKey, type Inventory, type InventoryEntry } from './inventory';
import { hasPods } from './readSigns';
import { runLimited } from './runLimited';
import type { SeenStatus } from './seenStatus';
import { remember, ResultLimiter } from './ResultLimiter';

/** What a watch of an object's metadata knows. */
interface Marker {
  readonly objectVersion: string;
}

/**
 * What a watch knows of an object: the object, its version where metadata alone are watched, that it is not there, or nothing
 * because the kind is not watched.
 */
export type LiveObject = KubeObject | Marker | 'absent' | 'unseen';

export interface ObserveInput extends WorkInput {
  /** Absent: every object is read from the cluster. */
  readonly live?: (manifest: ManifestIdentity) => LiveObject;
  /** Why a workload is not available, besides what its status says (`said`); absent: nobody asks. */
  readonly causeOf?: (workload: KubeObject, said: string) => Promise<string | undefined>;
  /** Of which objects a drift is repaired at once; nothing else is read or written for it. Absent: of none. */
  readonly isRepairing?: (manifest: ManifestIdentity) => boolean;
}

export interface ObserveResult {
  readonly report: WorkReport;
  /** One for each manifest, in their order; none where nothing could be sent. */
  readonly outcomes: readonly ManifestOutcome[];
  /**
   * `no`: all is as applied. `missing`: an object is gone or not of this revision, so apply at once. `drifted`: somebody
   * changed fields that the hub sets; repair it, but with a growing delay, or two writers fight at full speed.
   */
  readonly needsApply: 'no' | 'drifted' | 'missing';
  /** Objects that drifted and were not repaired. */
  readonly drifted: readonly ManifestIdentity[];
  /** A comparison failed, and no watch will report that it would succeed now: apply again after a while (B/WA-082). */
  readonly needsRetry: boolean;
  /** Outcomes before and after a repair. */
  readonly repairs: readonly Repair[];
  /** What is held, with the versions of what was compared. */
  readonly inventory: Inventory;
  /** Statuses of the objects that were seen to carry their manifests. */
  readonly statuses: readonly SeenStatus[];
}

export interface Repair {
  readonly before: ManifestOutcome;
  readonly after: ManifestOutcome;
}

/**
 * Reads what the objects of a placement say of themselves now, and writes nothing but repairs. Only objects that carry the
 * manifest of this revision are evidence for it; a failure of this revision is kept until an apply succeeds.
 */
export async function observeWork(client: KubeClient, input: ObserveInput): Promise<ObserveResult> {
  const work = renderOnce(input);
  if (work.problem !== undefined)
    return {
      report: reportProblem(input, { ...work, problem: work.problem }),
      outcomes: [],
      needsApply: 'no',
      drifted: [],
      needsRetry: false,
      repairs: [],
      inventory: input.previousInventory ?? EMPTY_INVENTORY,
      statuses: [],
    };
  const { previousInventory: inventory = EMPTY_INVENTORY } = input;
  const owner = ownerOf(input, { name: work.name, uid: inventory.appliedWorkUid ?? '' });
  const entries = new Map(inventory.objects.map(entry => [inventoryKey(entry), entry]));
  const limiter = new ResultLimiter(input);
  const { identify = sameHash } = input;
  const held = { held: inventory.objects, identify };
  const asking = { client, forms: formsOf(input), as: input.as, signal: input.signal };
  const results = await runLimited(work.manifests, 8, async (manifest): Promise<Seen> => {
    const entry = entries.get(inventoryKey(manifest));
    const observed = await readUnlessTrusted(client, manifest, { input, entry });
    const { outcome, needsApply } = await judge(asking, { manifest, entry, owner, input, observed });
    if (needsApply === 'drifted' && input.isRepairing?.(manifest) && typeof observed !== 'string')
      return repair(asking, { manifest, entry, owner, input, observed, before: outcome, held, limiter });
    // An object that is to be applied anew carries something else, and its status is of that.
    const live = typeof observed === 'string' || needsApply === 'missing' ? undefined : observed;
    const explained = live ? await withCause(outcome, live, input) : outcome;
    // Of whole objects that are watched nothing is kept that a read finds.
    const isMarked = live && needsApply === 'no' && !isWorthWatching(manifest);
    const compared = isMarked && { manifest, outcome, live: remember(live, owner) };
    return {
      outcome: limiter.outcome(explained),
      needsApply,
      entries: entry && compared ? toHeldEntry(compared, held) : [],
      repairs: [],
      statuses: limiter.status(manifest, outcome, live),
    };
  });
  return summarize(input, { work: work.name, inventory, results });
}

function summarize(
  input: ObserveInput,
  {
    work,
    inventory,
    results,
  }: { readonly work: string; readonly inventory: Inventory; readonly results: readonly Seen[] },
): ObserveResult {
  const outcomes = results.map(({ outcome }) => outcome);
  const report = reportWork({
    cluster: input.cluster,
    revision: input.revision,
    work,
    strategy: input.applyStrategy,
    outcomes,
    hasOverrides: input.override !== undefined,
    previous: input.previousReport,
    now: input.now,
  });
  const needs = new Set(results.map(result => result.needsApply));
  return {
    report,
    outcomes,
    needsApply: needs.has('missing') ? 'missing' : needs.has('drifted') ? 'drifted' : 'no',
    drifted: results.flatMap(({ needsApply, outcome }) =>
      needsApply === 'drifted' ? [outcome.manifest] : [],
    ),
    // What drifted is repaired at its own pace.
    needsRetry: results.some(
      ({ needsApply, outcome }) => needsApply !== 'drifted' && isComparisonFailed(outcome),
    ),
    repairs: results.flatMap(({ repairs }) => repairs),
    inventory: withCompared(
      inventory,
      results.flatMap(result => result.entries),
    ),
    statuses: results.flatMap(({ statuses }) => statuses),
  };
}

interface Seen extends Judged {
  readonly entries: readonly InventoryEntry[];
  readonly repairs: readonly Repair[];
  readonly statuses: readonly SeenStatus[];
}

/** One object of ours is written, as a whole apply would write it. */
async function repair(
  { client, forms }: AskContext,
  {
    manifest,
    entry,
    owner,
    input,
    observed,
    before,
    held,
    limiter,
  }: Pick<Case, 'manifest' | 'entry' | 'owner' | 'input'> & {
    readonly observed: KubeObject;
    readonly before: ManifestOutcome;
    readonly held: Parameters<typeof toHeldEntry>[1];
    readonly limiter: ResultLimiter;
  },
): Promise<Seen> {
  const { applyStrategy: strategy, signal, as, onWriting } = input;
  const isHeld: IsHeld = (_, live) => isHeldBy(entry, live);
  const context = { client, owner, isHeld, strategy, forms, signal, as, onWriting };
  // A watch leaves managed fields out, and by them alone it is known whether a write takes fields of others: one read for a repair.
  const isWhole = 'managedFields' in observed.metadata;
  const read: ReadResult = isWhole ? { kind: 'seen', live: observed } : { kind: 'later' };
  const applied = await applyManifest(context, manifest, read);
  const done = limiter.done(applied, ownerFor(context, manifest, applied.live));
  const { outcome, statuses } = done;
  const entries = toHeldEntry(done, held);
  // What a read finds in order is not written, and a write may change nothing: the server writes the manifest in its own way,
  // and by that write it is known.
  const isChanged = done.isWritten && done.live?.objectVersion !== observed.metadata.resourceVersion;
  const repairs = isChanged || outcome.result.kind === 'failed' ? [{ before, after: outcome }] : [];
  return { outcome, needsApply: 'no', entries, repairs, statuses };
}

/** The inventory, in its order, with what was compared of kinds whose metadata alone are watched. */
function withCompared(inventory: Inventory, compared: readonly InventoryEntry[]): Inventory {
  const marked = new Map(compared.map(entry => [inventoryKey(entry), entry]));
  if (marked.size === 0) return inventory;
  const objects = inventory.objects.map(entry => ({
    ...(marked.get(inventoryKey(entry)) ?? entry),
    ordinal: entry.ordinal,
  }));
  return { ...inventory, objects };
}

/** `0 of 2 replicas are available; ImagePullBackOff: image web:bad not found (2 pods)`. */
async function withCause(
  outcome: ManifestOutcome,
  live: KubeObject,
  { causeOf }: ObserveInput,
): Promise<ManifestOutcome> {
  const { result, manifest } = outcome;
  if (causeOf === undefined || result.kind !== 'applied' || result.availability.kind !== 'notYet')
    return outcome;
  if (!hasPods(manifest) || !isSeenByController(live)) return outcome;
  const { message: said } = result.availability;
  const cause = await causeOf(live, said);
  if (cause === undefined) return outcome;
  const availability = { kind: 'notYet', message: sayCause(said, cause) } as const;
  return { ...outcome, result: { kind: 'applied', availability } };
}

/** Until then its pods are of what was wanted before. */
const isSeenByController = ({ metadata, status }: KubeObject) =>
  !isJsonObject(status) ||
  typeof status.observedGeneration !== 'number' ||
  status.observedGeneration >= (metadata.generation ?? 0);

const isMarker = (observed: LiveObject): observed is Marker =>
  typeof observed === 'object' && !('metadata' in observed);

/** `trusted`: it has the version that was compared last, or nobody watches its kind: it is as it was then. */
type Observed = KubeObject | 'absent' | 'trusted';

async function readUnlessTrusted(
  client: KubeClient,
  manifest: Manifest,
  { input, entry }: { input: ObserveInput; entry: InventoryEntry | undefined },
): Promise<Observed> {
  if (manifest.fault) return 'absent';
  // A watch sees with Fleetstage's rights, and diffs are shown: what an account has not written it must be able to read.
  const isApplied = isAsApplied(entry, manifest, input);
  const isJudged = input.as !== undefined && !isApplied;
  const observed = (isJudged ? undefined : input.live?.(manifest)) ?? 'unseen';
  if (isMarker(observed)) {
    if (isApplied && entry.objectVersion === observed.objectVersion) return 'trusted';
  } else if (observed !== 'unseen') return observed;
  else if (input.live && isApplied && !isWorthWatching(manifest)) return 'trusted';
  const read = await readLive(client, manifest, input);
  return read.kind === 'seen' && read.live ? read.live : 'absent';
}

const isAsApplied = (
  entry: InventoryEntry | undefined,
  manifest: Manifest,
  { identify = sameHash }: ObserveInput,
): entry is InventoryEntry => entry !== undefined && entry.hash === identify(manifest.hash);

const isHeldBy = (entry: InventoryEntry | undefined, live: KubeObject) =>
  entry?.uid !== undefined && entry.uid === live.metadata.uid;

interface Case {
  readonly manifest: Manifest;
  readonly entry: InventoryEntry | undefined;
  readonly owner: OwnReference;
  readonly input: ObserveInput;
  readonly observed: Observed;
}
interface Judged {
  readonly outcome: ManifestOutcome;
  readonly needsApply: ObserveResult['needsApply'];
}

async function judge(asking: AskContext, { manifest, entry, owner, input, observed }: Case): Promise<Judged> {
  if (manifest.fault) return { outcome: fail(manifest, 0, manifest.fault), needsApply: 'no' };
  if (observed === 'trusted') {
    const generation = entry?.generation ?? 0;
    return {
      outcome: {
        manifest,
        generation,
        // Of these kinds the availability depends on nothing but what they are.
        result: { kind: 'applied', availability: probeAvailability(manifest.object) },
        isUnseen: true,
      },
      needsApply: 'no',
    };
  }
  const live = observed === 'absent' ? undefined : observed;
  const generation = live?.metadata.generation ?? 0;
  const { applyStrategy: strategy } = input;
  const own = live ? claimOn(owner, live, isHeldBy(entry, live)) : owner;
  const step = await planAsking(asking, { manifest, live, strategy, owner: own });
  if (step.kind === 'compare') {
    return {
      outcome: {
        manifest,
        generation,
        ...comparedOutcome(step),
        ...(live === undefined && { isAbsent: true as const }),
      },
      needsApply: 'no',
    };
  }
  // Whether an object that a further part owns is ours an apply finds out: it knows the AppliedWork.
  if (step.kind === 'refuse' && own === owner) {
    return {
      outcome: { ...fail(manifest, generation, step), drifts: step.drifts, diffs: step.diffs },
      needsApply: 'no',
    };
  }
  if (live && carriesManifest(manifest, live, own)) {
    // A retry fixes it, which has its own back-off.
    const failure = step.kind === 'skip' ? undefined : findFailure(input, manifest);
    if (failure) return { outcome: fail(manifest, generation, failure), needsApply: 'no' };
    const availability = probeAvailability(live, isAsApplied(entry, manifest, input) ? entry.generation : 0);
    const result = { kind: 'applied', availability } as const;
    const seen = { manifest, live, strategy };
    if (step.kind === 'skip') {
      const drifts = driftsOf(await findAsking(asking, seen, driftsAfterApply), seen);
      return { outcome: { manifest, generation, result, ...drifts }, needsApply: 'no' };
    }
    const outcome = { manifest, generation, result, ...(await driftsToRepair(asking, { ...seen, input })) };
    return { outcome, needsApply: 'drifted' };
  }
  return judgeForeign({ manifest, input, live, generation });
}

/**
 * Overwritten at once; what somebody sees meanwhile, or while two writers fight, is that it drifted. A repair that follows right
 * behind shows by itself what the server makes of the manifest, so the member is not asked before.
 */
async function driftsToRepair(
  asking: AskContext,
  { input, ...seen }: Parameters<typeof driftsBeforeRepair>[0] & { readonly input: ObserveInput },
) {
  const { manifest, live, strategy } = seen;
  if (!input.isRepairing?.(manifest))
    return driftsOf(await findAsking(asking, seen, driftsBeforeRepair), seen);
  const { comparison } = completeStrategy(strategy);
  return { drifts: diffManifest(manifest.object, live, comparison) };
}

/** The object is gone or carries something else: a known failure of this revision, or a reason to apply again. */
function judgeForeign(seen: {
  manifest: Manifest;
  input: ObserveInput;
  live: KubeObject | undefined;
  generation: number;
}): Judged {
  const { manifest, input, live, generation } = seen;
  const failure = findFailure(input, manifest);
  if (failure) return { outcome: fail(manifest, generation, failure), needsApply: 'no' };
  const message = live
    ? 'the object on the member does not carry this revision'
    : 'the object is gone from the member';
  const result = { kind: 'applied', availability: { kind: 'notYet', message } } as const;
  return { outcome: { manifest, generation, result }, needsApply: 'missing' };
}

function findFailure({ previousReport, revision }: ObserveInput, manifest: Manifest) {
  if (previousReport?.revision !== revision) return undefined;
  const key = inventoryKey(manifest);
  const failure = previousReport.failed.find(
    entry => inventoryKey({ ...entry, group: entry.group ?? '' }) === key,
  );
  // A drift was kept; what is there now carries something else, or nothing is.
  const isKept = failure?.condition.type === 'Applied' && !isKeptDrift(failure.condition.reason);
  return isKept ? failure.condition : undefined;
}

const fail = (
  manifest: Manifest,
  generation: number,
  { reason, message }: { reason: string; message: string },
): ManifestOutcome => ({ manifest, generation, result: { kind: 'failed', reason, message } });
