import { MEMBER_FIELD_MANAGER, type ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  assertNever,
  claimOn,
  driftsAfterApply,
  explainFallback,
  probeAvailability,
  writtenForm,
  type ApplyStep,
  type Finding,
  type Manifest,
  type ManifestIdentity,
  type ManifestOutcome,
  type OwnReference,
  type SeenTarget,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AlreadyExistsError,
  ConflictError,
  messageOf,
  NotFoundError,
  TransientError,
  UnknownKindError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { findAsking, isClusterTrouble, planAsking, type Decided } from './askServer';
import { migrateManagers } from './migrateManagers';
import type { WorkForms } from './ServerForms';
import { redactingErrors } from './withoutValues';

/** What reading the live object gave. */
export type ReadResult =
  | { readonly kind: 'seen'; readonly live?: KubeObject }
  /** There was no room for it: it is read when its turn comes. */
  | { readonly kind: 'later' }
  | { readonly kind: 'unknownKind'; readonly message: string }
  /** It names a namespace, and its kind has none on this cluster. */
  | { readonly kind: 'misplaced'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string };

export type IsHeld = (identity: ManifestIdentity, live: KubeObject) => boolean;

/** The AppliedWork as it is judged on this object. */
export const ownerFor = (
  { owner, isHeld }: Pick<ApplyContext, 'owner' | 'isHeld'>,
  manifest: ManifestIdentity,
  live: KubeObject | undefined,
): OwnReference =>
  live === undefined || isHeld === undefined ? owner : claimOn(owner, live, isHeld(manifest, live));

/** What became of one manifest, and of its object. */
export interface Applied {
  readonly manifest: Manifest;
  readonly outcome: ManifestOutcome;
  /** The object as it is now, where there is one. */
  readonly live?: KubeObject;
  readonly isWritten: boolean;
}

export interface AsUser {
  /** As whom the member shall judge reads and writes of the objects; absent: as the client's own user. */
  readonly as?: string;
}

export interface ApplyContext extends AsUser {
  readonly client: KubeClient;
  readonly strategy: ApplyStrategy;
  readonly owner: OwnReference;
  /** Whether the object is known to be ours, whichever part of ours owns it; absent: each is. */
  readonly isHeld?: IsHeld;
  readonly forms: WorkForms;
  /** Once it has ended nothing is written any more: somebody else may have begun with newer content. */
  readonly signal?: AbortSignal;
  /** Called before every write. */
  readonly onWriting?: () => void;
}

/**
 * Reads the live object; only trouble with the entire cluster is thrown. A namespace in the manifest of a cluster-scoped
 * kind would be dropped on the way, and who may place in that namespace alone would have written for the entire cluster.
 *
 * @param isGone whether its namespace was not there a moment ago: nothing can be in it, and no request is made
 */
export async function readLive(
  client: KubeClient,
  manifest: Manifest,
  { isGone = false, as }: { readonly isGone?: boolean } & AsUser = {},
): Promise<ReadResult> {
  try {
    if (manifest.namespace && !(await client.resolve(manifest)).namespaced)
      return { kind: 'misplaced', message: explainMisplaced(manifest) };
    if (manifest.namespace && isGone) return { kind: 'seen' };
    const find = () => client.find(manifest, manifest, { ...(as !== undefined && { as }) });
    return { kind: 'seen', live: await redactingErrors([manifest.object], find) };
  } catch (error) {
    if (isClusterTrouble(error)) throw error;
    if (error instanceof UnknownKindError) return { kind: 'unknownKind', message: error.message };
    return { kind: 'unreadable', message: messageOf(error) };
  }
}

/** Plans and does one manifest; whatever is wrong with it alone becomes its outcome (B §4.3, §4.5). */
export async function applyManifest(
  context: ApplyContext,
  manifest: Manifest,
  read: ReadResult,
): Promise<Applied> {
  if (manifest.fault) return failed(manifest, manifest.fault);
  switch (read.kind) {
    case 'later':
      return applyManifest(context, manifest, await readLive(context.client, manifest, context));
    case 'unknownKind':
      return failed(manifest, { reason: 'DecodingErred', message: read.message });
    case 'misplaced':
      return failed(manifest, { reason: 'ManifestApplyFailed', message: read.message });
    case 'unreadable':
      return failed(manifest, { reason: 'FailedToFindObjInMemberCluster', message: read.message });
    case 'seen':
      return applySeen(context, manifest, read.live);
    default:
      return assertNever(read);
  }
}

async function applySeen(
  context: ApplyContext,
  manifest: Manifest,
  live: KubeObject | undefined,
): Promise<Applied> {
  const { strategy } = context;
  const owner = ownerFor(context, manifest, live);
  const step = await planAsking(context, { manifest, live, strategy, owner });
  try {
    return await carryOut(context, { manifest, live, step });
  } catch (error) {
    if (!isOutrun(error, step)) throw error;
    // Somebody changed or removed the object between our read and our write: judge the object that is there now, once.
    const read: ReadResult =
      error instanceof NotFoundError ? { kind: 'seen' } : await readLive(context.client, manifest, context);
    if (read.kind !== 'seen') return applyManifest(context, manifest, read);
    const again = await planAsking(context, {
      ...{ manifest, live: read.live, strategy },
      owner: ownerFor(context, manifest, read.live),
    });
    return carryOutLast(context, { manifest, live: read.live, step: again });
  }
}

/** Whoever is faster once more, or a webhook that answers as if somebody were, holds up this object alone (B/WA-061, WA-074). */
async function carryOutLast(context: ApplyContext, task: Task): Promise<Applied> {
  try {
    return await carryOut(context, task);
  } catch (error) {
    if (!isOutrun(error, task.step)) throw error;
    return notWritten(task, messageOf(error));
  }
}

/** Somebody was faster: reading again helps. Server-side apply creates what is gone, a merge finds nothing. */
export const isOutrun = (error: unknown, step: ApplyStep) =>
  error instanceof AlreadyExistsError ||
  (error instanceof ConflictError && !error.isFieldConflict) ||
  (error instanceof NotFoundError && 'by' in step && typeof step.by === 'object');

interface Task {
  readonly manifest: Manifest;
  readonly live: KubeObject | undefined;
  readonly step: Decided;
}

async function carryOut(context: ApplyContext, { manifest, live, step }: Task): Promise<Applied> {
  switch (step.kind) {
    case 'skip':
      return applied(context, { manifest, live, isWritten: false });
    case 'create':
    case 'patch':
    case 'takeOver':
      return write(context, { manifest, live, step });
    case 'compare':
      return {
        manifest,
        live,
        isWritten: false,
        outcome: {
          ...headOf(manifest, live),
          ...comparedOutcome(step),
          ...(live === undefined && { isAbsent: true as const }),
        },
      };
    case 'refuse': {
      const { reason, message, drifts, diffs } = step;
      const outcome = {
        ...headOf(manifest, live),
        result: { kind: 'failed', reason, message },
        drifts,
        diffs,
      } as const;
      return { manifest, live, isWritten: false, outcome };
    }
    default:
      return assertNever(step);
  }
}

type WriteStep = Extract<ApplyStep, { kind: 'create' | 'patch' | 'takeOver' }>;

async function write(
  context: ApplyContext,
  { manifest, live, step }: Task & { readonly step: WriteStep },
): Promise<Applied> {
  const { signal } = context;
  signal?.throwIfAborted();
  context.onWriting?.();
  try {
    const written = await redactingErrors([manifest.object, live], () =>
      send(context, { manifest, live, step }),
    );
    context.forms.keep(manifest, writtenForm(manifest, written));
    return await applied(context, { manifest, live: written, isWritten: true });
  } catch (error) {
    if (isOutrun(error, step)) throw error;
    if (isClusterTrouble(error) && !isOversized(error, step.body)) throw error;
    return notWritten({ manifest, live, step }, explain(error, step.body));
  }
}

function notWritten({ manifest, live, step }: Task, message: string): Applied {
  const reason = step.kind === 'takeOver' ? 'FailedToTakeOver' : 'ManifestApplyFailed';
  return { ...failed(manifest, { reason, message }, live), live };
}

async function send(
  context: ApplyContext,
  { manifest, live, step }: Task & { readonly step: WriteStep },
): Promise<KubeObject> {
  const { client, signal, as } = context;
  const { by, body: wanted, force } = step;
  const options = {
    ...(signal && { signal }),
    ...(as !== undefined && { as }),
    fieldManager: MEMBER_FIELD_MANAGER,
  };
  if (by === 'create') return client.create(wanted, { ...options, target: manifest });
  if (by !== 'apply') return client.patch(manifest, manifest, { ...options, patch: by });
  const body = await migrateManagers(context, { manifest, live, body: wanted });
  return client.patch(manifest, manifest, { ...options, patch: { type: 'apply', body, force } });
}

async function applied(
  context: ApplyContext,
  { manifest, live, isWritten }: { manifest: Manifest; live: KubeObject | undefined; isWritten: boolean },
): Promise<Applied> {
  const availability = live
    ? probeAvailability(live)
    : ({ kind: 'notYet', message: 'it was not seen yet' } as const);
  const { strategy } = context;
  const seen = live && { manifest, live, strategy };
  const found = seen && (await findAsking(context, seen, driftsAfterApply));
  return {
    manifest,
    live,
    isWritten,
    outcome: {
      ...headOf(manifest, live),
      result: { kind: 'applied', availability },
      ...driftsOf(found, seen),
    },
  };
}

/** What was found of an object that is applied; a comparison that failed leaves it so (B/WA-048). */
export function driftsOf(
  found: Exclude<Finding, { kind: 'ask' }> | undefined,
  seen: Pick<SeenTarget, 'live' | 'strategy'> | undefined,
): Pick<ManifestOutcome, 'drifts' | 'remark'> {
  const fallback = seen && explainFallback(seen.live, seen.strategy);
  const said = fallback === undefined ? {} : { remark: { message: fallback } };
  if (found === undefined || found.kind === 'none') return { drifts: [], ...said };
  if (found.kind === 'failed')
    return { drifts: [], remark: { reason: 'AppliedWithFailedDriftDetection', message: found.message } };
  const { details: drifts, degraded } = found;
  if (degraded === undefined) return { drifts, ...said };
  return { drifts, remark: { reason: 'FoundDriftsInDegradedMode', message: degraded } };
}

/** What ReportDiff found (B/WA-089). */
export const comparedOutcome = ({ diffs, degraded }: Extract<ApplyStep, { kind: 'compare' }>) => ({
  result: { kind: 'compared' } as const,
  diffs,
  ...(degraded !== undefined && { remark: { reason: 'FoundDiffInDegradedMode', message: degraded } }),
});

function failed(manifest: Manifest, fault: { reason: string; message: string }, live?: KubeObject): Applied {
  return {
    manifest,
    isWritten: false,
    outcome: { ...headOf(manifest, live), result: { kind: 'failed', ...fault } },
  };
}

const headOf = (manifest: Manifest, live: KubeObject | undefined) => ({
  manifest,
  generation: live?.metadata.generation ?? 0,
});

// API servers take 3 MiB; they may close the connection while we still send, and then there is no answer to show.
const LARGE_BODY_BYTES = 1024 * 1024;

const isOversized = (error: unknown, body: unknown) =>
  error instanceof TransientError &&
  error.status === undefined &&
  JSON.stringify(body).length > LARGE_BODY_BYTES;

const explainMisplaced = ({ kind, name, namespace }: Manifest) =>
  `${kind} ${name} has namespace ${namespace}, and ${kind} is cluster-scoped on the member cluster; take metadata.namespace out, and place it with a ClusterResourcePlacement`;

function explain(error: unknown, body: unknown): string {
  const says = messageOf(error);
  if (!isOversized(error, body)) return says;
  return `the API server broke off while it was sent ${JSON.stringify(body).length} bytes, it takes 3145728: ${says}`;
}
