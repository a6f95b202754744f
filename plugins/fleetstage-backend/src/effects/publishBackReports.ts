import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  planBackReports,
  toProblems,
  type BackReportProblem,
  type ManifestIdentity,
  type ReportBackMode,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  UnknownKindError,
  messageOf,
  type KubeClient,
} from '@fleetstage/kube-client';
import {
  loadBackReports,
  loadKeptReports,
  loadRivals,
  saveWritten,
  type KeptReport,
} from '../database/backReportStore';
import { loadBindingRows } from '../database/bindingStore';
import type { Tx } from '../database/db';
import { loadPlacementFacts } from '../database/facts';
import { fromHubKey, type HubKey } from '../database/keys';
import { queues } from '../database/queue/queues';
import { loadReportBackMode, saveBackReportProblems } from '../database/reportBackStore';
import { wake } from '../database/wakes';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { renderMergePatch } from '../kube/mergePatch';
import type { Effect } from '../loop/effect';
import { askCluster } from './kubeErrors';

interface Original {
  readonly key: string;
  readonly object: ManifestIdentity;
  readonly hash: string;
  readonly status: JsonObject;
}

interface ReportInput {
  readonly at: HubKey;
  /** Where the statuses come from; absent: nothing is to be written. */
  readonly cluster?: string;
  /** Those that are not known to be on the hub. */
  readonly originals: readonly Original[];
  /** Problems that are known without asking the hub. */
  readonly problems: readonly BackReportProblem[];
  /** Rows whose originals somebody else writes. */
  readonly ceded: readonly string[];
}

type Written = Original & { readonly problem?: BackReportProblem };

export interface BackReportsDeps {
  readonly client: () => Promise<KubeClient>;
  /** Originals are compared anew this often, should somebody else have written them. */
  readonly resyncEveryMs: number;
}

/** What is missing on the hub (an object, a right) is fixed there, and no watch of ours reports it. */
const TRY_AGAIN_MS = 60_000;
const CONFLICT_TRIES = 3;

/**
 * Writes the statuses that a placement's one cluster shows to the original objects on the hub, where the placement asks for
 * it (A/PL-126, B/WA-142, RUL 15). A status is compared when the member shows another one, and with the slow resync: a
 * controller of the hub that writes its own is not fought. What cannot be written is reported on the placement.
 */
export function publishBackReports({
  client,
  resyncEveryMs,
}: BackReportsDeps): Effect<ReportInput, readonly Written[]> {
  return {
    name: queues.publishBackReports,
    async load(tx, key) {
      const at = fromHubKey(key);
      const placement = await loadPlacementFacts(tx, at);
      if (placement === undefined || placement.deletedAt !== undefined) return undefined;
      const mode = await loadReportBackMode(tx, at);
      return mode && loadInput(tx, at, mode, resyncEveryMs);
    },
    run: ({ at, cluster, originals }, { log, signal }) =>
      askCluster(`report statuses of placement ${at.name} back`, async () => {
        if (originals.length === 0) return [];
        const api = await client();
        const written: Written[] = [];
        for (const original of originals) {
          signal.throwIfAborted();
          const { kind, name } = original.object;
          const onWriting = () => log.debug('Reporting a status back', { cluster, kind, object: name });
          const problem = await writeOriginal(api, original, onWriting);
          written.push({ ...original, ...(problem && { problem }) });
        }
        return written;
      }),
    async record(tx, _, { at, cluster = '', problems, ceded }, written) {
      const work = { hub: at.hub, placement: at.name, cluster };
      const anew = ceded.map(key => ({ key, hash: null }));
      const stands = written.map(({ key, hash, problem }) => ({ key, hash: problem ? null : hash }));
      await saveWritten(tx, work, [...anew, ...stands]);
      const all = [...problems, ...written.flatMap(({ problem }) => problem ?? [])];
      if (await saveBackReportProblems(tx, at, toProblems(all))) wake(tx, 'reportBackProblems', at);
      if (cluster === '') return undefined;
      return { afterMs: all.length > 0 ? TRY_AGAIN_MS : resyncEveryMs };
    },
  };
}

async function loadInput(
  tx: Tx,
  at: HubKey,
  mode: ReportBackMode,
  resyncEveryMs: number,
): Promise<ReportInput> {
  const bindings = await loadBindingRows(tx, at);
  const current = bindings.find(row => row.released_at === null && row.phase !== 'Unscheduled');
  const cluster = mode === 'write' ? current?.cluster : undefined;
  const reports =
    mode === 'keep'
      ? await loadKeptReports(tx, at, 'tooLarge')
      : await loadKeptReports(tx, at, { cluster: cluster ?? '' });
  const rivals = await loadRivals(tx, at);
  const { writes, problems } = planBackReports({
    placement: at.name,
    mode,
    reports,
    rivals,
    ...(cluster !== undefined && { cluster }),
  });
  if (cluster === undefined) return { at, originals: [], problems, ceded: [] };
  const due = new Set(writes.filter(report => isDue(report, resyncEveryMs)).map(({ key }) => key));
  const texts = due.size === 0 ? [] : await loadBackReports(tx, { hub: at.hub, placement: at.name, cluster });
  const originals = texts.flatMap(({ key, object, hash, status }) =>
    status && due.has(key) ? [{ key, object, hash, status }] : [],
  );
  const mine = new Set(writes.map(({ key }) => key));
  const ceded = reports.filter(({ key, writtenHash }) => writtenHash && !mine.has(key)).map(({ key }) => key);
  return { at, cluster, originals, problems, ceded };
}

const isDue = ({ hash, writtenHash, writtenAgoMs = Infinity }: KeptReport, resyncEveryMs: number) =>
  hash !== writtenHash || writtenAgoMs >= resyncEveryMs;

/** Returns why it could not be written, where trying again at once cannot help. */
async function writeOriginal(
  client: KubeClient,
  { object, status }: Original,
  onWriting: () => void,
): Promise<BackReportProblem | undefined> {
  for (let tried = 1; ; tried += 1) {
    try {
      const live = await client.find(object, object);
      if (live === undefined) return { object, reason: 'missing' };
      const before = isJsonObject(live.status) ? live.status : {};
      const patch = renderMergePatch(before, status);
      if (patch === undefined) return undefined;
      onWriting();
      const { resourceVersion } = live.metadata;
      const body = { metadata: { resourceVersion }, status: patch };
      await client.patch(object, object, {
        patch: { type: 'merge', body },
        subresource: 'status',
        fieldManager: FIELD_MANAGER,
      });
      return undefined;
    } catch (error) {
      // Somebody wrote between our read and our write.
      if (error instanceof ConflictError && tried < CONFLICT_TRIES) continue;
      return problemOf(client, object, error);
    }
  }
}

async function problemOf(
  client: KubeClient,
  object: ManifestIdentity,
  error: unknown,
): Promise<BackReportProblem> {
  if (error instanceof ForbiddenError) return { object, reason: 'forbidden' };
  if (error instanceof UnknownKindError) return { object, reason: 'missing' };
  if (error instanceof InvalidError)
    return error.status?.code === 405
      ? { object, reason: 'noStatus' }
      : { object, reason: 'invalid', says: messageOf(error) };
  if (!(error instanceof NotFoundError)) throw error;
  // Not there any more, or only its status is not.
  const live = await client.find(object, object);
  return { object, reason: live === undefined ? 'missing' : 'noStatus' };
}
