import {
  type ApplyStrategy,
  type Instant,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  afterApply,
  afterFailure,
  afterRepairs,
  comparedResults,
  completeStrategy,
  identityKey,
  nextPassMs,
  projectWork,
  repairAfterMs,
  type ManifestIdentity,
  type ManifestOutcome,
  type WorkPace,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  applyWork,
  comparedObjects,
  describeRepairs,
  EMPTY_INVENTORY,
  kindsToWatch,
  observeWork,
  renderOnce,
  type Inventory,
  type MemberWatches,
  type ObserveInput,
  type ObserveResult,
  type SeenStatus,
  type CauseFinder,
  type ServerForms,
  type WorkCauses,
  type WorkInput,
} from '@fleetstage/applier';
import { KubeError, type KubeClient } from '@fleetstage/kube-client';
import type { Log } from './log';
import { revisionOf, type HeldWork } from './WorkBook';

export interface KeepDeps {
  readonly client: KubeClient;
  readonly member: string;
  readonly watches: MemberWatches;
  readonly forms: ServerForms;
  readonly causes: WorkCauses;
  readonly log: Log;
  readonly resyncMs: number;
}

export interface KeepInput {
  readonly held: HeldWork;
  /** `observe`: read what watches have seen, and apply only what is missing. */
  readonly step: 'apply' | 'observe';
  /** Names of all Works that the hub has; absent: not known yet. */
  readonly works?: ReadonlySet<string>;
  readonly now: Instant;
  readonly signal: AbortSignal;
}

export interface KeepOutput extends Pick<HeldWork, 'kept' | 'pace'> {
  readonly againAfterMs: number;
}

interface Shown {
  readonly report: WorkReport;
  readonly outcomes: readonly ManifestOutcome[];
  readonly inventory: Inventory;
  readonly statuses: readonly SeenStatus[];
}

interface Done extends Shown {
  readonly pace: WorkPace;
  readonly repairMs?: number;
}

/** One pass over a Work: brings the cluster to what it wants, or reads what changed, and says what the hub shall show (B §4.3). */
export async function keepWork(deps: KeepDeps, input: KeepInput): Promise<KeepOutput> {
  const { name } = input.held.work.metadata;
  const changes = deps.watches.gather(deps.member, name);
  try {
    const { work, reported } = toWorkInput(deps, input);
    watchKinds(deps, work, reported);
    const finder = startFinder(deps, input, work);
    const observe = () => {
      changes.beginRead();
      return observeOnce(deps, input, { ...work, causeOf: finder.causeOf });
    };
    const seen = input.step === 'observe' ? await observe() : undefined;
    const done = seen ?? (await applyOnce(deps, input, work));
    const causeMs = finder.end(done.report);
    deps.watches.note(deps.member, name, done.inventory.objects);
    if (reported !== undefined)
      watchKinds(deps, work, [...reported, ...done.statuses.map(({ object }) => object)]);
    const output = await toOutput(deps, input, { ...done, reportsBack: reported !== undefined });
    return { ...output, againAfterMs: Math.min(output.againAfterMs, causeMs ?? Infinity) };
  } finally {
    changes.end();
  }
}

/** Why a workload is not available is read from its pods after a while (0034). */
const startFinder = (
  { causes, client, log }: KeepDeps,
  { held, now, signal }: KeepInput,
  work: WorkInput,
): CauseFinder =>
  causes.start(client, {
    key: work.placement,
    revision: work.revision,
    now,
    signal,
    log,
    ...(held.kept.report && { previous: held.kept.report }),
  });

function toWorkInput(
  { member, forms, log }: KeepDeps,
  { held, works, now, signal }: KeepInput,
): { readonly work: WorkInput & { readonly work: string }; readonly reported?: readonly ManifestIdentity[] } {
  const { work, kept } = held;
  const { name } = work.metadata;
  const { workload, applyStrategy = {}, reportBackStrategy } = work.spec ?? {};
  const reportsBack = reportBackStrategy?.type === 'Mirror';
  return {
    work: {
      placement: name,
      cluster: member,
      work: name,
      ...(works && { works }),
      revision: revisionOf(work),
      manifests: workload?.manifests ?? NO_MANIFESTS,
      applyStrategy,
      forms: forms.of(name),
      keepsStatuses: reportsBack,
      ...(kept.report && { previousReport: kept.report }),
      ...(kept.inventory && { previousInventory: kept.inventory }),
      now,
      signal,
      onWriting: () => log.info('Applying a Work', { work: name, generation: work.metadata.generation }),
    },
    ...(reportsBack && { reported: reportedBefore(held) }),
  };
}

/** One array, so that it is rendered once. */
const NO_MANIFESTS: readonly KubeObject[] = [];

/** The objects whose statuses are reported back already. */
const reportedBefore = ({ kept }: HeldWork): readonly ManifestIdentity[] =>
  (kept.status?.manifestConditions ?? [])
    .filter(({ backReportedStatus }) => backReportedStatus !== undefined)
    .map(({ identifier: { group = '', version = '', kind = '', namespace, name = '' } }) => ({
      group,
      version,
      kind,
      name,
      ...(namespace && { namespace }),
    }));

function watchKinds(
  { watches, member }: KeepDeps,
  work: WorkInput & { readonly work: string },
  reported: readonly ManifestIdentity[] | undefined,
): void {
  const { manifests } = renderOnce(work);
  const held = {
    work: work.work,
    placement: work.work,
    keepsStatuses: reported !== undefined,
    ...(isComparing(work.applyStrategy) && { compared: comparedObjects(manifests) }),
  };
  watches.need(
    member,
    held,
    kindsToWatch(
      manifests.filter(({ fault }) => !fault),
      reported,
    ),
  );
}

const isComparing = (strategy: ApplyStrategy) => completeStrategy(strategy).type === 'ReportDiff';

/** `undefined`: something is missing, so all is to be applied. */
async function observeOnce(
  deps: KeepDeps,
  { held, now }: KeepInput,
  work: ObserveInput,
): Promise<Done | undefined> {
  const { member, watches, client } = deps;
  const waitMs = (object: ManifestIdentity) => repairAfterMs(held.pace, identityKey(object), now);
  const seen = await observeWork(client, {
    ...work,
    live: manifest => watches.stateOf(member, manifest),
    isRepairing: object => waitMs(object) === 0,
  });
  if (seen.needsApply === 'missing') return undefined;
  const pace = paceAfter(held.pace, seen, now);
  logRepairs(deps, held, seen);
  return {
    ...seen,
    pace,
    ...(seen.drifted.length > 0 && { repairMs: Math.max(100, Math.min(...seen.drifted.map(waitMs))) }),
  };
}

function paceAfter(before: WorkPace, { repairs, needsRetry }: ObserveResult, now: Instant): WorkPace {
  const objects = repairs.map(({ before: { manifest } }) => identityKey(manifest));
  const pace = objects.length > 0 ? afterRepairs(before, objects, now) : before;
  const hasFailed = needsRetry || repairs.some(({ after }) => after.result.kind === 'failed');
  return hasFailed ? afterFailure(pace, now) : pace;
}

/** A drift that is repaired at once is in no status: the log has it. */
function logRepairs({ log }: KeepDeps, { work }: HeldWork, { repairs }: ObserveResult): void {
  if (repairs.length === 0) return;
  log.info('Repaired drift', {
    work: work.metadata.name,
    ...describeRepairs(repairs),
  });
}

async function applyOnce({ client }: KeepDeps, { held, now }: KeepInput, work: WorkInput): Promise<Done> {
  const result = await applyWork(client, work);
  const { needsRetry, report } = result;
  const compared = isComparing(work.applyStrategy) && comparedResults(report, work.revision);
  const pace = afterApply(held.pace, { needsRetry, ...(compared && { compared }) }, now);
  return { ...result, pace };
}

async function toOutput(
  { client, resyncMs }: KeepDeps,
  { held, now }: KeepInput,
  {
    report,
    outcomes,
    inventory,
    statuses,
    pace,
    repairMs,
    reportsBack,
  }: Done & { readonly reportsBack: boolean },
): Promise<KeepOutput> {
  const { work, kept } = held;
  const { applyStrategy: strategy = {} } = work.spec ?? {};
  const previous = kept.status ?? held.onHub;
  const status = projectWork({
    generation: work.metadata.generation ?? 0,
    strategy,
    outcomes,
    pluralOf: await findPlurals(client, outcomes),
    ...(reportsBack && {
      statuses: statuses as readonly { object: ManifestIdentity; status: JsonObject | 'tooLarge' }[],
    }),
    ...(previous && { previous }),
    now,
  });
  const next = nextPassMs({ pace, strategy, resyncMs }, now, Math.random());
  return {
    kept: { appliedRevision: revisionOf(work), inventory: inventory ?? EMPTY_INVENTORY, report, status },
    pace,
    againAfterMs: Math.min(next, repairMs ?? Infinity),
  };
}

/** Known from the pass, so it costs no request. */
async function findPlurals(client: KubeClient, outcomes: readonly ManifestOutcome[]) {
  const kindKey = ({ group, version, kind }: ManifestIdentity) => `${group}/${version}/${kind}`;
  const kinds = new Map(outcomes.map(({ manifest }) => [kindKey(manifest), manifest]));
  const plurals = new Map<string, string>();
  for (const [key, { group, version, kind }] of kinds) {
    try {
      plurals.set(key, (await client.resolve({ group, version, kind })).plural);
    } catch (error) {
      // The cluster does not serve it (B/WA-021).
      if (!(error instanceof KubeError)) throw error;
    }
  }
  return (manifest: ManifestIdentity) => plurals.get(kindKey(manifest));
}
