import {
  cutText,
  memberNamespace,
  workName,
  type ApplyStrategy,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  explainRelease,
  isKnownOverrides,
  type Binding,
  type ReportBackMode,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { EMPTY_INVENTORY, releaseWork, ServerForms, WorkCauses } from '@fleetstage/applier';
import type { KubeClient } from '@fleetstage/kube-client';
import { loadReportedKinds } from '../database/backReportStore';
import { loadBinding } from '../database/bindingStore';
import { isFresh, loadCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import { fromWorkKey, toWorkKey, type WorkKey } from '../database/keys';
import { listObjectNames } from '../database/mirrorStore';
import { loadPropagationPolicy, type PropagationPolicy } from '../database/placementStore';
import { queues } from '../database/queue/queues';
import { loadReportBackMode } from '../database/reportBackStore';
import { findMissingKeys } from '../database/snapshotStore';
import { markNewNamespaces } from '../database/markNewNamespaces';
import { loadWork, saveWork, settleAsked, type WorkInventory } from '../database/workStore';
import { wake } from '../database/wakes';
import { NotThisMemberError } from '../kube/Connections';
import { Later, type Again, type Effect, type EffectContext } from '../loop/effect';
import { PartlyDone } from '../loop/PartlyDone';
import { BusyMembers } from './BusyMembers';
import { carryWorks } from './carryWorks';
import { ForeignKeys } from './ForeignKeys';
import { askCluster } from './kubeErrors';
import { keepStatuses } from './keepStatuses';
import {
  keep,
  type ApplyOutput,
  type ApplyWorkDeps,
  type KeepDeps,
  type KeptWork,
  type OfWork,
} from './keepWork';
import { loadOverridden } from './loadOverridden';
import { ManifestCache } from './ManifestCache';
import { recordUnsent } from './recordUnsent';
import { releaseCarried, retireWorks } from './releaseCarried';
import { heldWork } from './watchMember';
import { ApplyBackoff } from './ApplyBackoff';

type ApplyInput = { readonly binding: Binding } & (
  | (KeptWork & { readonly reportBack?: ReportBackMode })
  | (OfWork & {
      readonly kind: 'release';
      readonly deletion: PropagationPolicy;
      readonly memberNamespaces: ReadonlySet<string>;
    })
  /** The manifests are sealed, and nobody has their key. */
  | (OfWork & {
      readonly kind: 'sealed';
      readonly revision: string;
      readonly applyStrategy: ApplyStrategy;
      readonly index: number;
      readonly keyIds: readonly string[];
    })
);

/** Members report in bursts: one pass reads all reports within this time. */
const GATHER_MS = 20;
/** A member deletes in a moment; no event says when, so we poll. */
const RELEASE_POLL_MS = 500;
/** Whoever watches the hub sees a Work go; only when an agent has been away too long no event comes. */
const RELEASE_AGENT_POLL_MS = 15_000;
/** How often we check whether a capture has brought back what nobody has the key of. */
const SEALED_POLL_MS = 5_000;
/** The same, once it was reported. */
const REPORTED_SEALED_POLL_MS = 60_000;

/**
 * Brings one member to what one placement wants there, watches how it does, or cleans up (B §4, §5). With the revision
 * already applied it only reads, mostly without a request, because the kinds that change by themselves are watched.
 */
export function applyWork(deps: ApplyWorkDeps): Effect<ApplyInput, ApplyOutput> {
  const cache = deps.manifests ?? new ManifestCache();
  const backoff = new ApplyBackoff(deps);
  const causes = new WorkCauses();
  const forms = new ServerForms();
  const busy = new BusyMembers(deps.clock);
  const releasing = new Set<string>();
  const foreignKeys = new ForeignKeys(deps.clock);
  return {
    name: queues.applyWork,
    load: (tx, key) => loadInput(tx, { cache, foreignKeys }, fromWorkKey(key)),
    run: async (input, context) => {
      if (input.kind === 'sealed') return reportSealed(deps, input);
      return askCluster(`bring ${input.at.cluster} to what placement ${input.at.placement} wants`, () =>
        bring({ ...deps, backoff, causes, forms, releasing }, { ...input, ...context }),
      ).catch(error => {
        throw reportBusy(deps, input, { error, problem: busy.explain(input.at.cluster, error, context.log) });
      });
    },
    async record(tx, _, { at, before }, { record, statuses, againAfterMs }): Promise<Again | void> {
      // Before the report: it takes the placement's lock, and rows of the placement come after that.
      if (statuses) await keepStatuses(tx, at, statuses);
      // Outputs are of the revision that was loaded; a newer one has marked the key again.
      const isChanged = await saveWork(
        tx,
        { hub: at.hub, name: at.placement },
        { ...record, reportAfterMs: GATHER_MS, loaded: { ...(before && { before }) } },
      );
      if (before && record.verifiedAt !== undefined) await settleAsked(tx, at, before);
      if (isChanged) {
        wake(tx, 'snapshotSaved', { hub: at.hub, name: at.placement });
        await markNewNamespaces(tx, at, record.inventory);
      }
      return againAfterMs === undefined ? undefined : { afterMs: againAfterMs };
    },
  };
}

/** Directly, or by Works on the hub (RUL 48). What came in the other way is taken back first, for two would write the same. */
async function bring(deps: ReleaseDeps, input: Limited<'keep' | 'release'>): Promise<ApplyOutput> {
  const { connections } = deps;
  const { at, before } = input;
  if (connections.carrierOf(at.cluster) === 'pull') {
    const hub = await connections.hub();
    return input.kind === 'keep' ? carryWorks(hub, deps, input) : releasePull(hub, deps, input);
  }
  if (before?.carrier === 'pull') {
    // Credentials that do not work must not take the Works from the agent.
    await connections.useMember(at.cluster, client => client.raw('/version'));
    await retireWorks(await connections.hub(), at, input);
  }
  return input.kind === 'keep'
    ? connections.useMember(at.cluster, client => keep(client, deps, input))
    : releaseMember(deps, input);
}

async function loadInput(
  tx: Tx,
  { cache, foreignKeys }: { readonly cache: ManifestCache; readonly foreignKeys: ForeignKeys },
  at: WorkKey,
): Promise<ApplyInput | Later | undefined> {
  const placement = { hub: at.hub, name: at.placement };
  const binding = await loadBinding(tx, at);
  if (binding === undefined) return undefined;
  const before = await loadWork(tx, at);
  const common = { at, binding, ...(before && { before }) };
  if (binding.releasedAt !== undefined) {
    const deletion = await loadPropagationPolicy(tx, placement);
    return { ...common, kind: 'release', deletion, memberNamespaces: await loadMemberNamespaces(tx, at.hub) };
  }
  const { revision, resourceIndex, applyStrategy = {} } = binding;
  if (revision === undefined || resourceIndex === undefined) return undefined;
  // A restore does not always bring them back. What the cluster runs stays until a pass has moved the binding.
  if (!isKnownOverrides(binding.overrides)) return undefined;
  const manifests = await cache.load(tx, placement, { ...binding, resourceIndex });
  if (manifests) {
    const { vault } = tx;
    const identify = (hash: string) => vault.identify(hash);
    const reportBack = await loadReportBackMode(tx, placement);
    const reported = reportBack && (await loadReportedKinds(tx, at));
    const wanted = await loadOverridden(tx, at.hub, binding, manifests);
    const work = { ...common, kind: 'keep', revision, applyStrategy, identify } as const;
    return { ...work, ...wanted, ...(reported && { reported, reportBack }) };
  }
  const keyIds = await findMissingKeys(tx, placement, resourceIndex);
  if (keyIds.length === 0) return undefined;
  // A capture may bring them back: nothing is said before.
  if (!isFresh(await loadCapture(tx, at.hub, at.placement))) return new Later(SEALED_POLL_MS);
  if (await foreignKeys.mayBeKnown(tx, keyIds)) return new Later(SEALED_POLL_MS);
  return { ...common, kind: 'sealed', revision, applyStrategy, index: resourceIndex, keyIds };
}

/** Says why a revision waits of which nothing was seen yet; what was seen of one is kept. */
function reportBusy(
  { clock }: ApplyWorkDeps,
  input: Exclude<ApplyInput, { kind: 'sealed' }>,
  { error, problem }: { readonly error: unknown; readonly problem: string | undefined },
): unknown {
  const { kind, before } = input;
  if (problem === undefined || kind !== 'keep' || before?.report.revision === input.revision) return error;
  const record = recordUnsent(input, { problem, isWaiting: true }, clock.now());
  return new PartlyDone<ApplyOutput>({ record }, error);
}

/** The cluster runs what it runs; what it shall run cannot be read. */
function reportSealed({ clock }: ApplyWorkDeps, input: Extract<ApplyInput, { kind: 'sealed' }>): ApplyOutput {
  const { index, keyIds } = input;
  const problem =
    `resource snapshot ${index} is sealed with the encryption key ${keyIds.join(', ')}, which is not configured; ` +
    'add that key to fleetstage.encryption.keys again, or bring the latest snapshot to this cluster';
  const record = recordUnsent(input, { problem }, clock.now());
  // Another replica may have the key.
  return { record, againAfterMs: REPORTED_SEALED_POLL_MS };
}

const loadMemberNamespaces = async (tx: Tx, hub: string): Promise<ReadonlySet<string>> =>
  new Set((await listObjectNames(tx, hub, 'MemberCluster')).map(({ name }) => memberNamespace(name)));

type Limited<K extends ApplyInput['kind']> = Extract<ApplyInput, { kind: K }> & EffectContext;
type ReleaseInput = Limited<'release'>;

type ReleaseDeps = KeepDeps & { readonly releasing: Set<string> };

/** By the agent of the cluster; the event of a Work that goes comes before the poll. */
async function releasePull(hub: KubeClient, deps: ReleaseDeps, input: ReleaseInput): Promise<ApplyOutput> {
  const { before, binding } = input;
  const now = deps.clock.now();
  logRelease(deps, input);
  const { waitsFor } = await releaseCarried(hub, deps.clock, input);
  if (waitsFor === undefined) return letGo(deps, input);
  const { report = emptyReport(binding, now), inventory = EMPTY_INVENTORY } = before ?? {};
  const synchronized = explainRelease(report, waitsFor, now);
  return {
    record: { report: { ...report, synchronized, observedAt: now }, inventory, carrier: 'pull' },
    againAfterMs: RELEASE_AGENT_POLL_MS,
  };
}

/** Under the name of a member that is the hub, or another member, nothing is there to be deleted: all of it is theirs. */
async function releaseMember(deps: ReleaseDeps, input: ReleaseInput): Promise<ApplyOutput> {
  try {
    return await deps.connections.useMember(input.at.cluster, client => release(client, deps, input));
  } catch (error) {
    if (!(error instanceof NotThisMemberError) || error.reason !== 'FleetstageSameCluster') throw error;
    input.log.warn('Released the cluster without deleting anything', { reason: error.message });
    return letGo(deps, input);
  }
}

async function release(client: KubeClient, deps: ReleaseDeps, input: ReleaseInput): Promise<ApplyOutput> {
  const { at, binding, before, deletion, memberNamespaces, signal, log } = input;
  const now = deps.clock.now();
  logRelease(deps, input);
  const previousInventory = before?.inventory;
  const result = await releaseWork(client, {
    placement: at.placement,
    cluster: at.cluster,
    memberNamespaces,
    deletion,
    now,
    signal,
    ...(previousInventory && { previousInventory }),
  });
  if (result.kind === 'releasing') {
    const report = before?.report ?? emptyReport(binding, now);
    return {
      record: { report: { ...report, observedAt: now }, inventory: result.inventory },
      againAfterMs: RELEASE_POLL_MS,
    };
  }
  if (result.holder !== undefined) {
    const reason = `AppliedWork ${workName(at.placement)} belongs to ${result.holder}, another member on the same cluster`;
    log.warn('Released the cluster without deleting anything', { reason });
  }
  if (result.refusals !== undefined) {
    const objects = cutText(result.refusals.slice(0, 10).join('; '));
    const count = result.refusals.length;
    log.warn('Released the cluster; shared objects keep their reference to it', { objects, count });
  }
  return letGo(deps, input);
}

/** Until all is gone a release is repeated all the time: logged once. */
function logRelease({ releasing }: ReleaseDeps, { at, deletion, log }: ReleaseInput): void {
  const key = toWorkKey(at.hub, at.placement, at.cluster);
  if (!releasing.has(key)) log.info('Releasing the cluster', { deletion });
  releasing.add(key);
}

function letGo(deps: ReleaseDeps, { at, binding }: ReleaseInput): ApplyOutput {
  const now = deps.clock.now();
  deps.releasing.delete(toWorkKey(at.hub, at.placement, at.cluster));
  deps.backoff.forget(at);
  deps.causes.forget(toWorkKey(at.hub, at.placement, at.cluster));
  deps.forms.forget(toWorkKey(at.hub, at.placement, at.cluster));
  deps.watches.need(at.cluster, heldWork(at), []);
  const nothing: WorkInventory = EMPTY_INVENTORY;
  return { record: { report: { ...emptyReport(binding, now), isReleased: true }, inventory: nothing } };
}

const emptyReport = ({ cluster, revision = '' }: Binding, now: Instant): WorkReport => ({
  cluster,
  revision,
  failed: [],
  drifted: [],
  diffed: [],
  observedAt: now,
});
