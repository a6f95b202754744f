import type { Knex } from 'knex';
import { fixedCredentials, KubeClient, type KubeObject } from '@fleetstage/kube-client';
import type { BenchFleet } from './benchFleet';
import { untilObject } from './benchHub';
import { PLACEMENT_API } from './benchObjects';
import type { DatabaseSize } from './benchDatabase';
import type { FloorPlace } from './floorPlace';
import { playFloor, type Floor, type FloorOptions } from './playFloor';
import { readCpuMs } from './readCpu';
import { isHeartbeat, isWatch, preciseNow, type RecordedTransaction, type Recording } from './recording';

/** One repetition: what the engine took, what it did, and what the floor took for the same. */
export interface Measured {
  /** When the object that begins the job was about to be created. */
  readonly startedAt: number;
  /** Until the hub's status says that it is done. */
  readonly wholeMs: number;
  /** Until our rows say so of a member, by member. */
  readonly memberMs: ReadonlyMap<string, number>;
  /** Until the end of the figure. */
  readonly during: Recording;
  /** Until the engine was quiet: what follows (published bindings, say) belongs to the job, but not to its time. */
  readonly toTheEnd: Recording;
  readonly before: DatabaseSize;
  readonly after: DatabaseSize;
  readonly floor: Floor;
  /** Processor time of the site's programs, in ms. */
  readonly programCpuMs: readonly (readonly [engine: number, floor: number])[];
}

export interface Job {
  /** Creating it begins the job. */
  readonly object: KubeObject;
  /** Whether its status says that the job is done. */
  readonly isDone: (object: KubeObject) => boolean;
  readonly placement: string;
  readonly stages?: FloorOptions['stages'];
  /** Leaves out how the database grows: measuring it copies all of it twice. */
  readonly isSizeLeftOut?: boolean;
  /** The figure, and its floor, end with this transaction's commit instead of with `isDone`. */
  endsWith?(transaction: RecordedTransaction): boolean;
}

/** Runs a job with the engine, then its floor while the engine is paused. */
export async function measure(fleet: BenchFleet, job: Job): Promise<Measured> {
  const { engine, database, site } = fleet;
  await engine.untilQuiet();
  await site.floor.prepare();
  const copy = await database.copy();
  try {
    const done = await runJob(fleet, job);
    await createOnFloor(site.floor, [job.object]);
    const before = readFloorCpu(fleet);
    const floor = await engine.whilePaused(() => playJob(fleet, { job, during: done.during, copy }));
    const after = readFloorCpu(fleet);
    return {
      ...done,
      memberMs: await readAvailability(fleet, job.placement, done),
      floor,
      programCpuMs: done.programCpuMs.map((ms, i) => [ms, after[i] - before[i]]),
    };
  } finally {
    await copy.destroy();
  }
}

const NO_SIZE: DatabaseSize = { rows: 0, bytes: 0, rowsByTable: {} };

const readFloorCpu = ({ site }: BenchFleet) => site.programs.map(({ floorPids }) => readCpuMs(floorPids));
const readEngineCpu = ({ site }: BenchFleet) => site.programs.map(({ pids }) => readCpuMs(pids));

/** The objects that begin a job, one after the other. */
export async function createOnFloor(
  { hub, toHubText }: FloorPlace,
  objects: readonly KubeObject[],
): Promise<void> {
  const client = new KubeClient({
    server: hub.url,
    ...(hub.caPem && { ca: hub.caPem }),
    credentials: fixedCredentials({ authorization: `Bearer ${hub.token}` }),
  });
  for (const object of objects) await client.create(JSON.parse(toHubText(JSON.stringify(object))));
  await client.close();
}

async function runJob(fleet: BenchFleet, job: Job) {
  const { engine, database, site } = fleet;
  const { client } = site.hub;
  const sizeNow = async () => (job.isSizeLeftOut ? NO_SIZE : database.size());
  const before = await sizeNow();
  await engine.clear();
  const cpuBefore = readEngineCpu(fleet);
  const startedAt = preciseNow();
  const done = untilDone(client, job);
  await client.create(job.object);
  await done;
  const doneAt = preciseNow();
  const programCpuMs = readEngineCpu(fleet).map((ms, i) => ms - cpuBefore[i]);
  const { cpuMs } = await engine.take();
  await engine.untilQuiet();
  const toTheEnd = await engine.take();
  await engine.pause();
  const after = await sizeNow();
  const last = job.endsWith && toTheEnd.transactions.find(one => job.endsWith?.(one));
  if (job.endsWith && !last) throw new Error(`${job.placement} ended without the transaction to measure`);
  const endedAt = last?.committedAt ?? doneAt;
  const during = cutAt({ ...toTheEnd, cpuMs }, endedAt);
  return { startedAt, wholeMs: endedAt - startedAt, before, after, during, toTheEnd, programCpuMs };
}

export interface JobToPlay {
  readonly job: Pick<Job, 'stages'>;
  readonly during: Recording;
  readonly copy: Knex;
}

export function playJob({ site, options }: BenchFleet, { job, during, copy }: JobToPlay): Promise<Floor> {
  return playFloor({
    recording: during,
    place: site.floor,
    database: copy,
    maxOpenTransactions: options.postgres === undefined ? 1 : countOpen(during),
    ...(job.stages && { stages: job.stages }),
  });
}

function untilDone(client: KubeClient, { object, isDone }: Job): Promise<KubeObject> {
  const { kind, metadata } = object;
  return untilObject(client, { ...PLACEMENT_API, kind, name: metadata.name ?? '' }, isDone);
}

export const cutAt = ({ requests, transactions, cpuMs }: Recording, endedAt: number): Recording => ({
  requests: requests.filter(one => one.endedAt !== undefined && one.endedAt <= endedAt),
  transactions: transactions.filter(one => one.committedAt <= endedAt),
  cpuMs,
});

/** The most transactions that were open at the same moment. */
function countOpen({ transactions }: Recording): number {
  const moments = transactions.flatMap(one => [
    { at: one.startedAt, change: 1 },
    { at: one.committedAt, change: -1 },
  ]);
  let open = 0;
  let most = 1;
  for (const { change } of moments.sort((a, b) => a.at - b.at)) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

const COLUMNS = /insert into ["`]work_reports["`] \(([^)]*)\)/;

/**
 * When a commit first said of a member that everything is available there, for the revision that was assigned to it last. The
 * statements are the engine's own: their columns are named in them.
 */
async function readAvailability(
  { database }: BenchFleet,
  placement: string,
  { toTheEnd, startedAt }: { readonly toTheEnd: Recording; readonly startedAt: number },
): Promise<ReadonlyMap<string, number>> {
  const desired = await database.select('bindings', ['cluster', 'revision'], { placement });
  const revisions = new Map(desired.map(({ cluster, revision }) => [cluster, revision]));
  const texts = await database.select('shared_texts', ['ref', 'body'], {});
  const available = new Set(texts.filter(({ body }) => saysAvailable(body)).map(({ ref }) => ref));
  const found = new Map<string, number>();
  for (const { writes, committedAt } of toTheEnd.transactions) {
    for (const { sql, bindings } of writes) {
      const names = COLUMNS.exec(sql)?.[1]
        .split(',')
        .map(name => name.replaceAll(/["`\s]/g, ''));
      if (names === undefined) continue;
      const row = Object.fromEntries(names.map((name, i) => [name, String(bindings[i])]));
      const isNews = row.placement === placement && row.revision === revisions.get(row.cluster);
      if (isNews && available.has(row.claims_ref) && !found.has(row.cluster))
        found.set(row.cluster, committedAt - startedAt);
    }
  }
  return found;
}

function saysAvailable(body: string): boolean {
  // A control character replaces the name of the cluster.
  const claims: unknown = JSON.parse(body.replaceAll('\u0001', ''));
  if (typeof claims !== 'object' || claims === null || !('available' in claims)) return false;
  const { available } = claims as { available: { status?: string } };
  return available.status === 'True';
}

/** Requests of a job that are neither heartbeats nor watches, on members and on the hub. */
export function countRequests({ requests }: Recording) {
  const counted = requests.filter(one => !isHeartbeat(one) && !isWatch(one));
  const onHub = counted.filter(one => one.cluster === 'hub').length;
  return { onHub, onMembers: counted.length - onHub };
}
