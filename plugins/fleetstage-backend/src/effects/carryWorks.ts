import { cutText, memberNamespace, type Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  heldByWorks,
  planWorks,
  reportOfWorks,
  statusesOfWorks,
  worksOf,
  type Binding,
  type CarriedBinding,
  type CarriedWork,
  type ReportBackMode,
  type Work as RenderedWork,
  type WorksPlan,
  type WorkStep,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { renderOnce, runLimited } from '@fleetstage/applier';
import {
  AlreadyExistsError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  messageOf,
  NotFoundError,
  UnknownKindError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { WORK } from '../kube/workKind';
import type { EffectContext } from '../loop/effect';
import { deleteWork, listWorks, toWork } from './hubWorks';
import { isNamespaceGoing } from './isNamespaceGoing';
import type { ApplyOutput, ApplyWorkDeps, KeptWork } from './keepWork';
import { readManifestText } from './readManifestText';
import { recordUnsent } from './recordUnsent';
import type { ApplyBackoff } from './ApplyBackoff';

/** A work that a pull member's cluster shall hold. */
export interface CarriedInput extends KeptWork {
  readonly binding: Binding;
  /** What is asked for of statuses; absent: nothing. */
  readonly reportBack?: ReportBackMode;
}

type CarryDeps = Pick<ApplyWorkDeps, 'clock' | 'rules'> & { readonly backoff: ApplyBackoff };
type CarryInput = CarriedInput & EffectContext;

const WRITES = 4;
/** An agent that notes something on a Work meanwhile is no failure: it is read again at once. */
const ATTEMPTS = 3;
/** Something about the hub has to change, and no event says when it has. */
const REFUSED_MS = 60_000;
/** Whoever makes the namespace of the member does so soon, and so does an agent that lets go of a Work. */
const MISSING_MS = 5_000;

/**
 * Brings the Works of a placement for one pull member to what it wants there, and reads what its agent says of them (B §3, §6.1).
 * With nothing to write it is one list; stopping anywhere loses nothing, as each Work names the revision that it holds.
 */
export async function carryWorks(
  client: KubeClient,
  deps: CarryDeps,
  input: CarryInput,
): Promise<ApplyOutput> {
  const { at, manifests, override } = input;
  const { rules } = deps;
  const parseText = readManifestText;
  const rendered = renderOnce({
    placement: at.placement,
    manifests,
    parseText,
    ...(rules && { rules }),
    ...(override && { override }),
  });
  const { problem, isOverrideFailure } = rendered;
  if (problem !== undefined) {
    const record = unsent(deps, input, { problem, ...(isOverrideFailure && { isOverrideFailure }) });
    return { ...record, againAfterMs: untilResync(deps, input) };
  }
  try {
    return await carryRendered(client, deps, { ...input, rendered });
  } catch (error) {
    const refusal = explainRefusal(error, input);
    if (refusal === undefined) throw error;
    return { ...unsent(deps, input, refusal), againAfterMs: refusal.isWaiting ? MISSING_MS : REFUSED_MS };
  }
}

type Rendered = CarryInput & { readonly rendered: RenderedWork };

async function carryRendered(
  client: KubeClient,
  deps: CarryDeps,
  input: Rendered,
  attempt = 1,
): Promise<ApplyOutput> {
  const { at, rendered, signal } = input;
  const live = await listWorks(client, at, signal);
  const planned = worksOf(toCarried(deps, input));
  const plan = planWorks(at.placement, { planned, rendered }, live);
  const refused = plan.steps.find(step => step.kind === 'refuse');
  if (refused) return { ...unsent(deps, input, { problem: refused.why }), againAfterMs: REFUSED_MS };
  try {
    return report(deps, input, await writeAll(client, plan, input));
  } catch (error) {
    if (!(error instanceof ConflictError) || attempt >= ATTEMPTS) throw error;
    return carryRendered(client, deps, input, attempt + 1);
  }
}

function toCarried({ rules }: CarryDeps, input: Rendered): CarriedBinding {
  const { at, binding, revision, applyStrategy, manifests, rendered, reportBack } = input;
  const { name, resourceIndex = 0, overrides } = binding;
  return {
    placement: at.placement,
    cluster: at.cluster,
    binding: name,
    ...{ revision, resourceIndex, applyStrategy, manifests, rendered },
    ...(overrides && { overrides }),
    ...(reportBack && { reportBack }),
    ...(rules && { rules }),
  };
}

/** Works are written first, then those that are wanted no more are deleted (B/WG-024). */
async function writeAll(
  client: KubeClient,
  { steps, surplus }: WorksPlan,
  { log, signal, revision }: CarryInput,
): Promise<readonly (CarriedWork & Pick<WorkStep, 'kind'>)[]> {
  const isWriting = surplus.length > 0 || steps.some(({ kind }) => kind === 'create' || kind === 'update');
  if (isWriting) log.info('Writing works for the agent of the cluster', { revision });
  const carried = await runLimited(steps, WRITES, async step => {
    const { planned, kind } = step;
    signal.throwIfAborted();
    const live = await writeOne(client, step);
    const { name } = planned.work.metadata;
    return { kind, name, ...(planned.envelope && { envelope: planned.envelope }), ...(live && { live }) };
  });
  await runLimited(surplus, WRITES, async work => {
    signal.throwIfAborted();
    await deleteWork(client, work);
  });
  return carried;
}

async function writeOne(client: KubeClient, step: WorkStep): Promise<Work | undefined> {
  const options = { target: WORK, fieldManager: FIELD_MANAGER };
  switch (step.kind) {
    case 'create':
      return toWork((await client.create(toObject(step.planned.work), options)) as KubeObjectOfHub);
    case 'update':
      return toWork((await client.replace(toObject(step.work), options)) as KubeObjectOfHub);
    case 'keep':
      return step.live;
    default:
      return undefined;
  }
}

type KubeObjectOfHub = Parameters<typeof toWork>[0];
const toObject = (work: Work) => work as unknown as KubeObject;

function report(
  deps: CarryDeps,
  input: Rendered,
  works: readonly (CarriedWork & Pick<WorkStep, 'kind'>)[],
): ApplyOutput {
  const { at, revision, applyStrategy, before, rendered, reported, override } = input;
  const now = deps.clock.now();
  const inventory = { objects: heldByWorks(works) };
  const waiting = works.find(({ kind }) => kind === 'wait');
  if (waiting) {
    const problem = `the agent of cluster ${at.cluster} still removes what an earlier Work ${waiting.name} has placed; the new one is written then`;
    return { ...unsent(deps, input, { problem, isWaiting: true }), againAfterMs: MISSING_MS };
  }
  const wanted = rendered.manifests;
  return {
    record: {
      carrier: 'pull',
      inventory,
      report: reportOfWorks({
        cluster: at.cluster,
        revision,
        strategy: applyStrategy,
        works,
        faults: wanted.filter(({ fault }) => fault),
        hasOverrides: override !== undefined,
        ...(before && { previous: before.report }),
        now,
      }),
    },
    ...(reported !== undefined && { statuses: { wanted, seen: statusesOfWorks(works), now } }),
    againAfterMs: untilResync(deps, input),
  };
}

/** Works are compared then, in case that an event was lost. */
function untilResync({ backoff, clock }: CarryDeps, { at }: CarryInput): number {
  const now = clock.now();
  backoff.noteApplied(at, { at: now, needsRetry: false });
  return backoff.nextReadMs(at, now);
}

interface Refusal {
  readonly problem: string;
  /** It passes by itself: nothing has failed (RUL 8). */
  readonly isWaiting?: true;
  readonly isOverrideFailure?: true;
}

/** What is on the hub stays as it is; what was applied directly is known to no agent yet. */
function unsent({ clock }: CarryDeps, input: CarryInput, refusal: Refusal): ApplyOutput {
  const { before } = input;
  const isDirect =
    before !== undefined && before.carrier === undefined && before.inventory.objects.length > 0;
  const record = recordUnsent(input, refusal, clock.now());
  return { record: { ...record, ...(!isDirect && { carrier: 'pull' }) } };
}

/** The hub does not take the Works; `undefined`: it could not be asked, or somebody else was quicker. */
function explainRefusal(error: unknown, { at: { cluster } }: CarryInput): Refusal | undefined {
  const namespace = memberNamespace(cluster);
  if (error instanceof UnknownKindError || (error instanceof NotFoundError && isNamespaceGoing(error)))
    return {
      isWaiting: true,
      problem: `namespace ${namespace}, from which the agent of cluster ${cluster} pulls its work, is not on the hub yet`,
    };
  // B/FT-020.
  if (isNamespaceGoing(error))
    return { problem: `namespace ${namespace} is being deleted, since cluster ${cluster} leaves the fleet` };
  if (error instanceof AlreadyExistsError)
    return {
      problem: `${cutText(messageOf(error))}: that Work in namespace ${namespace} belongs to somebody else, since it has no label of this placement; delete or rename it`,
    };
  // B/FT-015, B/FT-023.
  if (error instanceof InvalidError || error instanceof ForbiddenError)
    return { problem: `the hub refuses a Work in namespace ${namespace}: ${cutText(messageOf(error))}` };
  return undefined;
}
