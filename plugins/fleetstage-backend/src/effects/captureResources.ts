import {
  toLabelQuery,
  type Instant,
  type KubeObject,
  type ResourceIdentifier,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  collectSelection,
  planContents,
  planResourceSnapshot,
  planSelection,
  type KindFacts,
  type PlacementFacts,
  type ReadAnswer,
  type ReadStep,
  type Selection,
  type SelectionContext,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError, UnknownKindError, type KubeClient } from '@fleetstage/kube-client';
import pLimit from 'p-limit';
import { loadBindings } from '../database/bindingStore';
import { loadCapture, saveCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import { loadPlacementFacts } from '../database/facts';
import { fromHubKey, toHubKey, type HubKey } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { markWork } from '../database/marks';
import { loadPlacementUid, savePlacementUid } from '../database/placementStore';
import { mark } from '../database/queue/mark';
import { queues } from '../database/queue/queues';
import { listActiveRuns } from '../database/runStore';
import {
  deleteResourceSnapshots,
  hasManifests,
  loadResourceSnapshots,
  saveResourceSnapshot,
} from '../database/snapshotStore';
import type { ServedKinds } from '../kube/ServedKinds';
import type { Again, Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';

export interface CaptureDeps {
  readonly client: () => Promise<KubeClient>;
  readonly servedKinds: ServedKinds;
  /** Whether a namespace holds objects of a kind, as far as a watch knows. */
  readonly holds: (
    kind: { group: string; version: string; kind: string },
    namespace: string,
  ) => boolean | 'unknown';
  readonly clock: Clock;
  readonly log: Log;
}

interface CaptureInput {
  readonly key: HubKey;
  readonly placement: PlacementFacts;
  /** Everything asked for up to here is looked at by this run. */
  readonly through: number;
  /** What the latest snapshot holds. */
  readonly held: readonly ResourceIdentifier[];
}

type Captured = Result<Selection>;

/** Requests at a time of one capture: a namespace is some thirty lists. */
const READS = 8;
/**
 * What fails for a reason on the hub (a role, a definition) is mended there, and no watch tells of it. The longer it has
 * failed, the rarer the look: each is a read of all that is selected.
 */
const FAILED_LOOK = { firstMs: 30_000, maxMs: 600_000 };

/**
 * Reads what a placement selects on the hub and keeps it as its next resource snapshot, if it differs from the latest
 * (A/SEL-010…064, A/SNP-010, RUL 27). Selectors that are at fault become the placement's capture failure.
 */
export function captureResources(deps: CaptureDeps): Effect<CaptureInput, Captured> {
  return {
    name: queues.captureResources,
    async load(tx, key) {
      const at = fromHubKey(key);
      const placement = await loadPlacementFacts(tx, at);
      if (placement === undefined || placement.deletedAt !== undefined) return undefined;
      const owner = await loadPlacementUid(tx, at);
      // The rows are a namesake's, which is being drained; when they are gone a capture is asked for.
      if (owner !== '' && owner !== placement.uid) return undefined;
      const { requested } = await loadCapture(tx, at.hub, at.name);
      const latest = (await loadResourceSnapshots(tx, at.hub, at.name)).at(-1);
      return { key: at, placement, through: requested, held: latest?.identifiers ?? [] };
    },
    run: input =>
      askCluster(`read what placement ${input.placement.name} selects`, () => select(deps, input)),
    record: (tx, _, input, captured) => recordCapture(tx, deps, { ...input, captured }),
  };
}

async function select(capture: CaptureDeps, { placement, held }: CaptureInput): Promise<Captured> {
  const deps = { ...capture, held, heldTexts: new Set(held.map(textOf)) };
  const first = await selectWith(deps, placement, {
    placement: placement.name,
    kinds: await deps.servedKinds.read(),
  });
  if (first.ok) return first;
  // A kind may be younger than what we last read of the hub's kinds.
  return selectWith(deps, placement, { placement: placement.name, kinds: await deps.servedKinds.readAnew() });
}

type Reading = CaptureDeps & Pick<CaptureInput, 'held'> & { readonly heldTexts: ReadonlySet<string> };

async function selectWith(
  deps: Reading,
  { spec }: PlacementFacts,
  context: SelectionContext,
): Promise<Captured> {
  const steps = planSelection(spec.resourceSelectors, context);
  if (!steps.ok) return steps;
  const read = stepReader(await deps.client(), deps);
  const named = await readAll(steps.value, read);
  if (!named.ok) return named;
  const contents: ReadStep[] = [];
  const kinds = [...context.kinds, ...unlistedKinds(deps.held, context.kinds)];
  for (const namespace of named.value
    .filter(a => a.step.purpose === 'namespaceContents')
    .flatMap(a => a.objects)) {
    const planned = planContents(namespace, { ...context, kinds });
    if (!planned.ok) return planned;
    contents.push(
      ...planned.value.filter(
        ({ target }) =>
          deps.heldTexts.has(textOf(target)) || deps.holds(target, namespace.metadata.name) !== false,
      ),
    );
  }
  const swept = await readAll(contents, read);
  if (!swept.ok) return swept;
  const selection = collectSelection([...named.value, ...swept.value], context);
  if (selection.ok)
    selection.value.warnings.forEach(warning => deps.log.warn(warning, { placement: context.placement }));
  return selection;
}

const textOf = ({ group = '', kind }: { readonly group?: string; readonly kind: string }) =>
  `${group}/${kind}`;

/**
 * Kinds with objects in the latest snapshot that discovery does not tell of: one of an API server that is down is left
 * out like one that was removed. Only reading them tells which it is.
 */
function unlistedKinds(held: readonly ResourceIdentifier[], kinds: readonly KindFacts[]): KindFacts[] {
  const listed = new Set(kinds.map(textOf));
  const unlisted = held.filter(one => one.namespace !== undefined && !listed.has(textOf(one)));
  return [...new Map(unlisted.map(one => [textOf(one), one])).values()].map(
    ({ group = '', version, kind }) => ({
      group,
      version,
      kind,
      isNamespaced: true,
      isListable: true,
      isPreferred: true,
    }),
  );
}

type StepReader = (step: ReadStep) => Promise<Result<readonly KubeObject[]>>;

async function readAll(steps: readonly ReadStep[], read: StepReader): Promise<Result<ReadAnswer[]>> {
  const limit = pLimit(READS);
  const answers = await Promise.all(
    steps.map(step => limit(async () => ({ step, found: await read(step) }))),
  );
  const all: ReadAnswer[] = [];
  for (const { step, found } of answers) {
    if (!found.ok) return found;
    all.push({ step, objects: found.value });
  }
  return { ok: true, value: all };
}

function stepReader(client: KubeClient, { log, heldTexts }: Reading): StepReader {
  return async step => {
    try {
      return { ok: true, value: (await readStep(client, step)) as KubeObject[] };
    } catch (error) {
      if (!(error instanceof ForbiddenError || error instanceof UnknownKindError)) throw error;
      // What we were let read once is not gone because we may not read it now: an API server that starts, or a slip in
      // its roles, must not take workloads off the members.
      const isLost = error instanceof ForbiddenError && heldTexts.has(textOf(step.target));
      if (step.purpose === 'sweep' && !isLost) {
        log.debug('A kind is left out of a namespace', { kind: step.target.kind, reason: error.message });
        return { ok: true, value: [] };
      }
      return { ok: false, error: `${step.target.kind} cannot be read on the hub: ${error.message}` };
    }
  };
}

async function readStep(client: KubeClient, step: ReadStep) {
  if (step.kind === 'get') {
    const object = await client.find(step.target, { name: step.name, namespace: step.namespace });
    return object === undefined ? [] : [object];
  }
  const labelSelector = step.labelSelector && toLabelQuery(step.labelSelector);
  const { items } = await client.list(step.target, {
    namespace: step.namespace,
    ...(labelSelector && { labelSelector }),
  });
  return items;
}

type Recorded = CaptureInput & { readonly captured: Captured };

async function recordCapture(tx: Tx, deps: CaptureDeps, input: Recorded): Promise<Again | void> {
  const owned = await claimRows(tx, input);
  if (owned !== 'ours') return owned;
  const { captured } = input;
  if (!captured.ok) return recordFailure(tx, deps, { ...input, message: captured.error });
  await recordSelection(tx, deps, { ...input, selection: captured.value });
  return undefined;
}

/**
 * What was read is one object's, and so are the rows of a placement: a namesake gets nothing of it. The mirror can change
 * until we commit; rows that say whose they are will then be taken down before the namesake makes its own.
 */
async function claimRows(tx: Tx, { key: at, placement }: CaptureInput): Promise<'ours' | Again | undefined> {
  const now = await loadPlacementFacts(tx, at);
  if (now === undefined) return undefined;
  if (now.uid !== placement.uid) return { afterMs: 0 };
  const { uid } = await lockPlacement(tx, at.hub, at.name);
  if (uid === '') await savePlacementUid(tx, at, placement.uid);
  // Else a namesake is being drained, as in `load`.
  return uid === '' || uid === placement.uid ? 'ours' : undefined;
}

async function recordFailure(
  tx: Tx,
  { clock }: CaptureDeps,
  { key: at, placement, through, message }: CaptureInput & { readonly message: string },
): Promise<Again> {
  const placementGeneration = placement.generation;
  const { captured, failure: last } = await loadCapture(tx, at.hub, at.name);
  const isSame = last?.message === message && last.placementGeneration === placementGeneration;
  const now = clock.now();
  const since = isSame ? last.at : now;
  if (!isSame || captured !== through)
    await saveCapture(tx, at, { through, failure: { message, placementGeneration, at: since } });
  return { afterMs: Math.min(FAILED_LOOK.maxMs, Math.max(FAILED_LOOK.firstMs, now - since)) };
}

async function recordSelection(
  tx: Tx,
  { clock, log }: CaptureDeps,
  { key: at, placement, through, selection }: CaptureInput & { readonly selection: Selection },
): Promise<void> {
  const now: Instant = clock.now();
  const { manifests, identifiers } = selection;
  const input = {
    manifests,
    identifiers,
    snapshots: await loadResourceSnapshots(tx, at.hub, at.name),
    referenced: await referencedIndexes(tx, at),
    revisionHistoryLimit: placement.spec.revisionHistoryLimit,
  };
  const plan = planResourceSnapshot(input, now);
  if (plan.kind === 'created') {
    const fields = { hub: at.hub, placement: at.name, index: plan.snapshot.index };
    log.info('Saving a resource snapshot', { pass: queues.captureResources, ...fields });
    await deleteResourceSnapshots(tx, at, plan.prune);
    await saveResourceSnapshot(tx, at, plan.snapshot, manifests);
    mark(tx, { queue: queues.publishSnapshots, key: toHubKey(at.hub, at.name) });
  } else if (!(await hasManifests(tx, at, plan.snapshot.index))) {
    await saveResourceSnapshot(tx, at, plan.snapshot, manifests);
    const holders = (await loadBindings(tx, at.hub, at.name)).filter(
      ({ resourceIndex }) => resourceIndex === plan.snapshot.index,
    );
    markWork(
      tx,
      at,
      holders.map(({ cluster }) => cluster),
    );
  }
  await saveCapture(tx, at, { through });
}

async function referencedIndexes(tx: Tx, { hub, name }: HubKey): Promise<Set<number>> {
  const bindings = await loadBindings(tx, hub, name);
  const runs = await listActiveRuns(tx, hub, name);
  const indexes = [...bindings.map(b => b.resourceIndex), ...runs.map(r => r.progress.plan?.resourceIndex)];
  return new Set(indexes.filter((index): index is number => index !== undefined));
}
