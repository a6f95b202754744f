import {
  annotationKeys,
  type ApplyStrategy,
  type KubeObject,
  type OwnerReference,
  type PatchDetail,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { findProof, isUnhashed, withUnhashedOf, withoutMarks, type Proof } from './appliedByKubeFleet';
import { withLastApplied, withoutLastApplied } from './merge/lastApplied';
import { planMerge, type MergePatch } from './merge/planMerge';
import { explainCoOwners, explainNamedOwners, explainRival } from './explainOwners';
import {
  foreignOwners,
  isAppliedWork,
  isOwned,
  ownerOn,
  ownersOf,
  staleOwners,
  type OwnReference,
  type OwnWork,
} from './ownership';
import type { Manifest } from './renderWork';
import { findDifferences, holdsAll, type Finding, type ServerForm } from './serverForm';

/** Why a manifest is left alone although the hub wants it (B/WA-106). */
export type RefusalReason =
  | 'FailedToTakeOver'
  | 'NotTakenOver'
  | 'FoundDrifts'
  | 'FoundDriftsInDegradedMode'
  | 'FailedToRunDriftDetection'
  | 'FailedToReportDiff'
  | 'ManifestApplyFailed';

/** A drift was found, and is kept: it ends with a change of the object, which a watch reports, or of its manifest. */
export const isKeptDrift = (reason: string | undefined) =>
  reason === 'FoundDrifts' || reason === 'FoundDriftsInDegradedMode';

/** How an object is written: created, by server-side apply of the whole body, or by a patch of what differs. */
export interface ApplyWrite {
  readonly by: 'create' | 'apply' | MergePatch;
  /** The whole object, with our owner reference; with a resource version the server refuses it when somebody was faster. */
  readonly body: KubeObject;
  /** Of `apply`: fields of others are taken over. */
  readonly force: boolean;
}

/** What to do about one manifest on one cluster. */
export type ApplyStep =
  | ({ readonly kind: 'create' } & ApplyWrite)
  | ({ readonly kind: 'patch' } & ApplyWrite)
  | ({ readonly kind: 'takeOver' } & ApplyWrite)
  /** It is there as wanted: no write. */
  | { readonly kind: 'skip' }
  /** ReportDiff: what differs, perhaps nothing. */
  | { readonly kind: 'compare'; readonly diffs: readonly PatchDetail[]; readonly degraded?: string }
  /** It seems to differ: a dry run on the member decides, then plan again. */
  | { readonly kind: 'ask' }
  | {
      readonly kind: 'refuse';
      readonly reason: RefusalReason;
      readonly message: string;
      readonly drifts?: readonly PatchDetail[];
      readonly diffs?: readonly PatchDetail[];
    };

export interface ApplyTarget {
  readonly manifest: Manifest;
  /** The object on the member, managed fields included; absent: there is none. */
  readonly live?: KubeObject;
  readonly strategy: ApplyStrategy;
  /** Reference to our AppliedWork; without a uid where there is none yet. */
  readonly owner: OwnReference;
  /** What the member's API server is known to make of the manifest. */
  readonly form?: ServerForm;
}

/** The strategy with its defaults (B/AP-012, WA-007). */
export const completeStrategy = (strategy: ApplyStrategy = {}) =>
  ({
    type: strategy.type ?? 'ClientSideApply',
    comparison: strategy.comparisonOption ?? 'PartialComparison',
    whenToApply: strategy.whenToApply ?? 'Always',
    whenToTakeOver: strategy.whenToTakeOver ?? 'Always',
    allowCoOwnership: strategy.allowCoOwnership ?? false,
    force: strategy.serverSideApplyConfig?.force ?? false,
  }) as const;

type Complete = ReturnType<typeof completeStrategy>;

/**
 * Decides about one manifest (B §4.5 to §4.9).
 *
 *   absent                                            → create
 *   ours, our hash, all fields as wanted              → skip: a repeat after a crash writes nothing
 *   ours, applied by KubeFleet with the same content  → as with our hash
 *   ours, our hash, a field changed by somebody       → patch (Always) or refuse with the drifts (IfNotDrifted)
 *   ours, another hash                                → patch
 *   somebody else's or nobody's                       → take over, or refuse (§4.6)
 *   ReportDiff                                        → compare, whoever owns it (RUL 13)
 */
export function planApply(target: ApplyTarget): ApplyStep {
  const strategy = completeStrategy(target.strategy);
  const { manifest } = target;
  if (strategy.type === 'ReportDiff') return planComparison(target, strategy);
  const step = planWriting(target, strategy);
  if (step.kind === 'refuse' || step.kind === 'ask') return step;
  const message = explainNamedOwners(manifest.namedOwners ?? [], strategy.allowCoOwnership);
  return message === undefined ? step : { kind: 'refuse', reason: 'ManifestApplyFailed', message };
}

function planWriting(
  { manifest, live, owner, form }: Omit<ApplyTarget, 'strategy'>,
  strategy: Complete,
): ApplyStep {
  if (live === undefined) return { kind: 'create', ...planCreate(toBody({ manifest, owner }), strategy) };
  if (live.metadata.deletionTimestamp !== undefined) return refuseTerminating();
  return isOwned(live, owner)
    ? planOwned({ manifest, live, owner, form }, strategy)
    : planTakeOver({ manifest, live, owner, form }, strategy);
}

/** Drifts of an object that was applied or found in place; only full comparison can see any (B/WA-048). */
export function driftsAfterApply({ manifest, live, strategy, form }: SeenTarget): Finding {
  const { comparison } = completeStrategy(strategy);
  return comparison === 'FullComparison'
    ? findDifferences({ manifest, live, comparison }, form)
    : { kind: 'none' };
}

/** Drifts of an object that is about to be repaired. */
export const driftsBeforeRepair = ({ manifest, live, strategy, form }: SeenTarget): Finding =>
  findDifferences({ manifest, live, comparison: completeStrategy(strategy).comparison }, form);

export type SeenTarget = Omit<ApplyTarget, 'live' | 'owner'> & { readonly live: KubeObject };

/** The object carries this very manifest and is ours; its status is evidence for it. */
export const carriesManifest = (manifest: Manifest, live: KubeObject, owner: OwnWork) =>
  isOwned(live, owner) && revisionOn(live, manifest) !== 'another';

/** Which content was applied last. */
function revisionOn(live: KubeObject, manifest: Manifest): 'this' | Proof | 'another' {
  if (live.metadata.annotations?.[annotationKeys.specHash] === manifest.hash) return 'this';
  return findProof(manifest, live) ?? 'another';
}

type Present = Omit<ApplyTarget, 'live' | 'strategy'> & { readonly live: KubeObject };

function planOwned({ manifest, live, owner, form }: Present, strategy: Complete): ApplyStep {
  const others = foreignOwners(live, owner);
  const rival = others.find(isAppliedWork);
  if (rival) return refuseRival('ManifestApplyFailed', rival);
  if (others.length > 0 && !strategy.allowCoOwnership) return refuseCoOwner('ManifestApplyFailed', others);
  const revision = revisionOn(live, manifest);
  const isThisRevision = revision !== 'another';
  if (isThisRevision && strategy.whenToApply === 'IfNotDrifted') {
    const find = revision === 'hash' ? findHashedDrifts : findDifferences;
    const found = find({ manifest, live, comparison: strategy.comparison }, form);
    if (found.kind !== 'none') return refuseDrifted(found);
  }
  const body = toBody({ manifest, live, owner });
  const wanted = revision === 'this' ? body : withoutMarks(manifest.object);
  if (isThisRevision && holdsAll(wanted, live, { manifest, form })) return { kind: 'skip' };
  // A lock only where drifts must not be overwritten: with Always the newest manifest wins in any case (B/WA-074).
  const isLocked = strategy.whenToApply === 'IfNotDrifted';
  return { kind: 'patch', ...planWrite({ manifest, live, owner }, strategy, isLocked) };
}

/**
 * KubeFleet's hash is the same before and after a change of keys that it leaves out: there the hub may have changed as well as the
 * member. The question to the member stays that of the entire object.
 */
function findHashedDrifts(
  compared: Parameters<typeof findDifferences>[0],
  form: ServerForm | undefined,
): Finding {
  const { manifest, live } = compared;
  const hashed = findDifferences({ ...compared, live: withUnhashedOf(manifest, live) }, form);
  if (hashed.kind === 'none') return hashed;
  const found = findDifferences(compared, form);
  if (found.kind !== 'found') return found;
  return { ...found, details: found.details.filter(detail => !isUnhashed(detail)) };
}

function planTakeOver({ manifest, live, owner, form }: Present, strategy: Complete): ApplyStep {
  const others = foreignOwners(live, owner);
  // An object of an earlier AppliedWork of this placement is no stranger's, so `Never` does not protect it from us.
  const wasOurs = ownersOf(live).length > others.length;
  if (strategy.whenToTakeOver === 'Never' && !wasOurs) {
    return {
      kind: 'refuse',
      reason: 'NotTakenOver',
      message: 'the object exists on the member cluster, is not ours, and whenToTakeOver is Never',
    };
  }
  const rival = others.find(isAppliedWork);
  if (others.length > 0 && !strategy.allowCoOwnership) return refuseCoOwner('FailedToTakeOver', others);
  if (rival) return refuseRival('FailedToTakeOver', rival);
  if (strategy.whenToTakeOver === 'IfNoDiff' && !wasOurs) {
    const found = findDifferences({ manifest, live, comparison: strategy.comparison }, form);
    if (found.kind !== 'none') return refuseDifferent(found);
  }
  // Locked: what was judged is what is taken over (B/WA-061).
  return { kind: 'takeOver', ...planWrite({ manifest, live, owner }, strategy, true) };
}

/**
 * The note is for the merges that follow (B/WA-073). What somebody creates meanwhile is met as `AlreadyExists` and judged;
 * server-side apply would take it, so fields that it owns from the start are its only gain.
 */
const planCreate = (body: KubeObject, { type, force }: Complete): ApplyWrite =>
  type === 'ServerSideApply'
    ? { by: 'apply', body, force }
    : { by: 'create', body: withLastApplied(body) ?? withoutLastApplied(body), force: false };

function planWrite(present: Present, strategy: Complete, isLocked: boolean): ApplyWrite {
  const { manifest, live, owner } = present;
  const body = toBody(present);
  const noted = strategy.type === 'ClientSideApply' ? withLastApplied(body) : undefined;
  const lock = (written: KubeObject) => (isLocked ? lockedTo(written, live) : written);
  if (noted === undefined) {
    const isFallback = strategy.type === 'ClientSideApply';
    // A note of long ago would remove, once merges begin again, what others have set since.
    const hasNote = Boolean(live.metadata.annotations?.[annotationKeys.lastApplied]);
    const written = isFallback || hasNote ? withoutLastApplied(body) : body;
    return { by: 'apply', body: lock(written), force: forceFor(live, isFallback ? false : strategy.force) };
  }
  const patch = planMerge({ manifest, body: noted, live, staleOwners: staleOwners(live, owner) });
  return { by: isLocked ? lockPatch(patch, live) : patch, body: lock(noted), force: true };
}

const lockPatch = ({ type, body }: MergePatch, live: KubeObject): MergePatch => ({
  type,
  body: {
    ...body,
    metadata: { ...(body.metadata as object), resourceVersion: live.metadata.resourceVersion },
  },
});

/** The whole object is one difference while it is absent (B/WA-088). */
function planComparison({ manifest, live, form }: ApplyTarget, { comparison }: Complete): ApplyStep {
  if (live === undefined)
    return { kind: 'compare', diffs: [{ path: '/', valueInHub: '(the whole object)' }] };
  const found = findDifferences({ manifest, live, comparison }, form);
  switch (found.kind) {
    case 'none':
      return { kind: 'compare', diffs: [] };
    case 'found':
      return {
        kind: 'compare',
        diffs: found.details,
        ...(found.degraded !== undefined && { degraded: found.degraded }),
      };
    case 'failed':
      return { kind: 'refuse', reason: 'FailedToReportDiff', message: found.message };
    default:
      return found;
  }
}

/** Before the first apply there is no AppliedWork yet, and a server refuses a reference without a uid. */
function toBody({
  manifest: { object },
  live,
  owner,
}: Pick<ApplyTarget, 'manifest' | 'live' | 'owner'>): KubeObject {
  const own = ownerOn(live, owner);
  return { ...object, metadata: { ...object.metadata, ...(own.uid !== '' && { ownerReferences: [own] }) } };
}

const lockedTo = (body: KubeObject, live: KubeObject): KubeObject => ({
  ...body,
  metadata: { ...body.metadata, resourceVersion: live.metadata.resourceVersion },
});

const OWN_MANAGERS: ReadonlySet<string> = new Set(['work-api-agent', 'before-first-apply']);

interface ManagedEntry {
  readonly manager?: string;
  readonly subresource?: string;
}

/** Server-side apply asks, unless nobody else has ever written the object; a status is nothing that we write (B/WA-057). */
function forceFor(live: KubeObject, isForced: boolean): boolean {
  if (isForced) return true;
  const { managedFields = [] } = live.metadata as { readonly managedFields?: readonly ManagedEntry[] };
  return managedFields.every(
    ({ manager = '', subresource }) => subresource === 'status' || OWN_MANAGERS.has(manager),
  );
}

const refuseCoOwner = (reason: RefusalReason, owners: readonly OwnerReference[]): ApplyStep => ({
  kind: 'refuse',
  reason,
  message: explainCoOwners(owners),
});

const refuseRival = (reason: RefusalReason, rival: OwnerReference): ApplyStep => ({
  kind: 'refuse',
  reason,
  message: explainRival(rival),
});

function refuseDrifted(found: Exclude<Finding, { kind: 'none' }>): ApplyStep {
  if (found.kind === 'ask') return found;
  if (found.kind === 'failed')
    return {
      kind: 'refuse',
      reason: 'FailedToRunDriftDetection',
      message: `the object seems to have changed on the member cluster, which cannot be asked: ${found.message}`,
    };
  const { details: drifts, degraded } = found;
  return {
    kind: 'refuse',
    reason: degraded === undefined ? 'FoundDrifts' : 'FoundDriftsInDegradedMode',
    message: `the object was changed on the member cluster (${listPaths(drifts)}) and whenToApply is IfNotDrifted${inFull(degraded)}`,
    drifts,
  };
}

function refuseDifferent(found: Exclude<Finding, { kind: 'none' }>): ApplyStep {
  if (found.kind === 'ask') return found;
  const reason = 'FailedToTakeOver';
  if (found.kind === 'failed') {
    const message = `the object on the member cluster seems to differ, and the cluster cannot be asked: ${found.message}`;
    return { kind: 'refuse', reason, message };
  }
  const { details: diffs, degraded } = found;
  const message = `the object on the member cluster differs (${listPaths(diffs)}) and whenToTakeOver is IfNoDiff${inFull(degraded)}`;
  return { kind: 'refuse', reason, message, diffs };
}

const inFull = (degraded: string | undefined) =>
  degraded === undefined
    ? ''
    : `; compared in full (degraded mode), as the member cluster refuses the manifest: ${degraded}`;

const refuseTerminating = (): ApplyStep => ({
  kind: 'refuse',
  reason: 'ManifestApplyFailed',
  message: 'the object is being deleted on the member cluster; it is created again when it is gone',
});

const listPaths = (details: readonly PatchDetail[]) =>
  details
    .slice(0, 3)
    .map(({ path }) => path)
    .join(', ') + (details.length > 3 ? ` and ${details.length - 3} more` : '');
