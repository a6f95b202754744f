import type { ApplyStrategy, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  authorAccountOf,
  comparedResults,
  completeStrategy,
  isWorthWatching,
  type ManifestIdentity,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AppliedWorkCrdMissingError,
  applyWork as applyToMember,
  describeRepairs,
  observeWork,
  renderOnce,
  type ApplyResult,
  type CauseFinder,
  type MemberWatches,
  type ObserveInput,
  type ObserveResult,
  type PendingChanges,
  type ServerForms,
  type WorkCauses,
  type WorkInput,
} from '@fleetstage/applier';
import type { KubeClient } from '@fleetstage/kube-client';
import type { SeenStatuses } from '../database/backReportStore';
import { toWorkKey, type WorkKey } from '../database/keys';
import type { StoredWork, WorkRecord } from '../database/workStore';
import type { Connections } from '../kube/Connections';
import type { EffectContext } from '../loop/effect';
import type { Clock, Jitter } from '../ports';
import type { ApplyBackoff } from './ApplyBackoff';
import type { Overridden } from './loadOverridden';
import type { ManifestCache } from './ManifestCache';
import { readManifestText } from './readManifestText';
import { watchMember } from './watchMember';

export interface ApplyWorkDeps {
  readonly connections: Connections;
  readonly watches: MemberWatches;
  readonly prepare: (member: string, client: KubeClient, how?: { readonly anew: true }) => Promise<void>;
  readonly clock: Clock;
  readonly jitter: Jitter;
  /** Shared with whoever counts its renderings. */
  readonly manifests?: ManifestCache;
  /** Everything is applied anew this often, should an event have been lost. */
  readonly resyncEveryMs: number;
  /** A work that was compared before is compared within the minute after it. */
  readonly fleetStartedAt: () => Instant | undefined;
  /** Kinds that are never placed, also out of an envelope. */
  readonly rules?: SelectionRules;
  /** As whom members judge what ResourcePlacements write; absent: as whoever the credentials are. */
  readonly authorAccount?: string;
}

/** The input that every pass of a work loads. */
export interface OfWork {
  readonly at: WorkKey;
  readonly before?: StoredWork;
}

/** A work that a cluster shall hold. */
export interface KeptWork extends OfWork, Overridden {
  readonly kind: 'keep';
  readonly revision: string;
  readonly applyStrategy: ApplyStrategy;
  /** The same for each snapshot as long as the process lives. */
  readonly identify: (hash: string) => string;
  /** The objects whose statuses are kept so far; absent: none shall be. */
  readonly reported?: readonly ManifestIdentity[];
}

export interface ApplyOutput {
  readonly record: WorkRecord;
  readonly statuses?: SeenStatuses;
  readonly againAfterMs?: number;
}

type KeepInput = KeptWork & EffectContext;
export type KeepDeps = ApplyWorkDeps & {
  readonly backoff: ApplyBackoff;
  readonly causes: WorkCauses;
  readonly forms: ServerForms;
};

/** Reads what the watches report meanwhile, so that no other run has to right behind this one. */
export async function keep(client: KubeClient, deps: KeepDeps, input: KeepInput): Promise<ApplyOutput> {
  const pendingChanges = deps.watches.gather(input.at.cluster, input.at.placement);
  try {
    return await keepGathering(client, { ...deps, pendingChanges }, input);
  } finally {
    pendingChanges.end();
  }
}

interface Gathering extends KeepDeps {
  readonly pendingChanges: PendingChanges;
}

async function keepGathering(client: KubeClient, deps: Gathering, input: KeepInput): Promise<ApplyOutput> {
  const { at, revision, before, signal, log } = input;
  const { backoff } = deps;
  const now = deps.clock.now();
  const work = toWorkInput(deps, input, now);
  const seeing = watchMember(deps.watches, { ...input, rendered: renderOnce(work), now });
  const compareMs = backoff.compareAfterMs(input, now);
  if (before && compareMs > 0) {
    const { report, inventory } = before;
    return { record: { report, inventory }, againAfterMs: compareMs };
  }
  const key = toWorkKey(at.hub, at.placement, at.cluster);
  const asked = { key, revision, now, signal, log, as: work.as, ...(before && { previous: before.report }) };
  const finder = deps.causes.start(client, asked);
  // Statuses of kinds that nobody watches yet are seen by an apply alone.
  const isFirstObservation = input.reported?.length === 0;
  if (!backoff.isApplyDue(input, now) && !isFirstObservation) {
    const waitMs = (object: ManifestIdentity) => backoff.repairAfterMs(at, object, now);
    const isRepairing = (object: ManifestIdentity) => waitMs(object) === 0;
    const seen = await observe(client, deps, { work: { ...work, isRepairing }, finder });
    if (seen.repairs.length > 0) noteRepairs(deps, input, { seen, now });
    if (seen.needsRetry) backoff.noteFailed(at, now, before?.verifiedAt);
    if (seen.needsApply !== 'missing') {
      const repairMs =
        seen.drifted.length > 0 ? Math.max(100, soonest(...seen.drifted.map(waitMs))) : undefined;
      deps.watches.note(at.cluster, renderOnce(work).name, seen.inventory.objects);
      return {
        record: { report: seen.report, inventory: seen.inventory },
        ...seeing(seen.statuses),
        againAfterMs: soonest(backoff.nextReadMs(at, now, before?.verifiedAt), finder.end(), repairMs),
      };
    }
  }
  const applied = await applyPrepared(client, deps, work);
  backoff.noteApplied(at, { at: now, ...comparedBy(work, applied) });
  deps.watches.note(at.cluster, renderOnce(work).name, applied.inventory.objects);
  const { report, statuses } = await observeMeanwhile(client, deps, { at, work, applied, finder });
  return {
    record: { report, inventory: applied.inventory, verifiedAt: now },
    ...seeing(statuses),
    againAfterMs: soonest(backoff.nextReadMs(at, now), finder.end(report)),
  };
}

function toWorkInput(deps: KeepDeps, input: KeepInput, now: Instant): WorkInput {
  const { at, revision, manifests, applyStrategy, before, signal, log } = input;
  return {
    placement: at.placement,
    cluster: at.cluster,
    revision,
    manifests,
    applyStrategy,
    parseText: readManifestText,
    ...(deps.rules && { rules: deps.rules }),
    ...(input.override && { override: input.override }),
    as: authorAccountOf(deps.authorAccount, at.placement),
    identify: input.identify,
    forms: deps.forms.of(toWorkKey(at.hub, at.placement, at.cluster)),
    keepsStatuses: input.reported !== undefined,
    ...(before && { previousReport: before.report, previousInventory: before.inventory }),
    now,
    signal,
    onWriting: () => log.info('Applying work', { revision }),
  };
}

/**
 * Reads what the watches have seen so far. Objects of changed versions are read, drift is repaired; with nothing changed it
 * makes no request.
 */
function observe(
  client: KubeClient,
  { watches, pendingChanges }: Gathering,
  {
    work,
    finder,
  }: { readonly work: WorkInput & Pick<ObserveInput, 'isRepairing'>; readonly finder: CauseFinder },
): Promise<ObserveResult> {
  const live = (manifest: ManifestIdentity) => watches.stateOf(work.cluster, manifest);
  pendingChanges.beginRead();
  return observeWork(client, { ...work, live, causeOf: finder.causeOf });
}

/** A drift that is repaired at once is in no status: the log has it. */
function noteRepairs(
  { backoff }: KeepDeps,
  { at, log, before: stored }: KeepInput,
  { seen: { repairs }, now }: { readonly seen: ObserveResult; readonly now: Instant },
): void {
  backoff.noteRepairs(
    at,
    repairs.map(({ before }) => before.manifest),
    now,
  );
  if (repairs.some(({ after }) => after.result.kind === 'failed'))
    backoff.noteFailed(at, now, stored?.verifiedAt);
  log.info('Repaired drift on the member', describeRepairs(repairs));
}

/** ReportDiff is compared at its own pace (B/WA-121). */
function comparedBy({ applyStrategy, revision }: WorkInput, { needsRetry, report }: ApplyResult) {
  if (completeStrategy(applyStrategy).type !== 'ReportDiff') return { needsRetry };
  return { needsRetry, compared: comparedResults(report, revision) };
}

const soonest = (...waits: readonly (number | undefined)[]) =>
  Math.min(...waits.filter(wait => wait !== undefined));

/**
 * What was not available when it was written may be so by now, as the watch has reported: it is recorded with the apply,
 * and spares a read right behind it. Makes no request.
 */
async function observeMeanwhile(
  client: KubeClient,
  { backoff, watches, pendingChanges }: Gathering,
  {
    at,
    work,
    applied,
    finder,
  }: {
    readonly at: WorkKey;
    readonly work: WorkInput;
    readonly applied: ApplyResult;
    readonly finder: CauseFinder;
  },
): Promise<Pick<ApplyResult, 'report' | 'statuses'>> {
  const { report, inventory } = applied;
  const live = (manifest: ManifestIdentity) => watches.stateOf(work.cluster, manifest);
  const isWaiting = report.applied?.status === 'True' && report.available?.status !== 'True';
  const isFollowed = inventory.objects.every(object => !isWorthWatching(object) || live(object) !== 'unseen');
  if (!isWaiting || !isFollowed) return applied;
  const undo = pendingChanges.beginRead();
  const seen = await observeWork(client, {
    ...work,
    previousReport: report,
    previousInventory: inventory,
    live,
    causeOf: finder.causeOf,
  });
  if (seen.needsApply !== 'no') {
    undo();
    return applied;
  }
  if (seen.needsRetry) backoff.noteFailed(at, work.now, work.now);
  return seen;
}

/** A member whose definition went missing since it was prepared gets it again, once. */
async function applyPrepared(client: KubeClient, { prepare }: ApplyWorkDeps, work: WorkInput) {
  try {
    return await applyToMember(client, work);
  } catch (error) {
    if (!(error instanceof AppliedWorkCrdMissingError)) throw error;
    await prepare(work.cluster, client, { anew: true });
    return applyToMember(client, work);
  }
}
