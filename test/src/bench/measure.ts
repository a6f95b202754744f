import type { Knex } from 'knex';
import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import type { BenchFleet } from './benchFleet';
import { copyToFloorGroup, toFloorGroup, untilObject } from './benchHub';
import { PLACEMENT_API } from './benchObjects';
import type { DatabaseSize } from './benchDatabase';
import { playFloor, type Floor, type FloorOptions } from './playFloor';
import { readCpuMs } from './readCpu';
import { isHeartbeat, isWatch, preciseNow, type Recording } from './recording';

/** One repetition: what the engine took, what it did, and what the floor took for the same. */
export interface Measured {
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
  /** Processor time of the others, in ms: with the engine, and with the floor. */
  readonly hubCpuMs: readonly [engine: number, floor: number];
  readonly stubCpuMs: readonly [engine: number, floor: number];
}

export interface Job {
  /** Creating it begins the job. */
  readonly object: KubeObject;
  /** Whether its status says that the job is done. */
  readonly isDone: (object: KubeObject) => boolean;
  readonly placement: string;
  readonly stages?: FloorOptions['stages'];
}

const FLOOR_PREFIX = 'floor-';

/** Runs a job with the engine, then its floor while the engine stands still. */
export async function measure(fleet: BenchFleet, job: Job): Promise<Measured> {
  const { engine, database, members, hub } = fleet;
  await engine.untilQuiet();
  await copyToFloorGroup(hub.client);
  await members.copy(FLOOR_PREFIX);
  const copy = await database.copy();
  try {
    const done = await runJob(fleet, job);
    await hub.client.create(JSON.parse(toFloorGroup(JSON.stringify(job.object))));
    const before = readOthersCpu(fleet);
    const floor = await engine.whilePaused(() => playJob(fleet, { job, during: done.during, copy }));
    const after = readOthersCpu(fleet);
    return {
      ...done,
      memberMs: await readAvailability(fleet, job.placement, done),
      floor,
      hubCpuMs: [done.othersCpu.hub, after.hub - before.hub],
      stubCpuMs: [done.othersCpu.stubs, after.stubs - before.stubs],
    };
  } finally {
    await copy.destroy();
  }
}

const readOthersCpu = ({ hub, members }: BenchFleet) => ({
  hub: readCpuMs(hub.pids),
  stubs: readCpuMs([members.pid]),
});

async function runJob(fleet: BenchFleet, job: Job) {
  const { engine, database, hub } = fleet;
  const before = await database.size();
  await engine.clear();
  const cpuBefore = readOthersCpu(fleet);
  const startedAt = preciseNow();
  const done = untilDone(hub.client, job);
  await hub.client.create(job.object);
  await done;
  const endedAt = preciseNow();
  const cpu = readOthersCpu(fleet);
  const othersCpu = { hub: cpu.hub - cpuBefore.hub, stubs: cpu.stubs - cpuBefore.stubs };
  const { cpuMs } = await engine.take();
  await engine.untilQuiet();
  const toTheEnd = await engine.take();
  const after = await database.size();
  const during = cutAt({ ...toTheEnd, cpuMs }, endedAt);
  return { startedAt, wholeMs: endedAt - startedAt, before, after, during, toTheEnd, othersCpu };
}

function playJob(
  { hub, members, options }: BenchFleet,
  { job, during, copy }: { readonly job: Job; readonly during: Recording; readonly copy: Knex },
): Promise<Floor> {
  return playFloor({
    recording: during,
    hub,
    memberUrl: member => members.urlOf(`${FLOOR_PREFIX}${member}`),
    database: copy,
    maxOpenTransactions: options.postgres === undefined ? 1 : countOpen(during),
    ...(job.stages && { stages: job.stages }),
  });
}

function untilDone(client: KubeClient, { object, isDone }: Job): Promise<KubeObject> {
  const { kind, metadata } = object;
  return untilObject(client, { ...PLACEMENT_API, kind, name: metadata.name ?? '' }, isDone);
}

const cutAt = ({ requests, transactions, cpuMs }: Recording, endedAt: number): Recording => ({
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
 * When a commit first said of a member that everything is available there, for the revision that it was told last. The
 * statements are the engine's own: their columns are named in them.
 */
async function readAvailability(
  { database }: BenchFleet,
  placement: string,
  { toTheEnd, startedAt }: { readonly toTheEnd: Recording; readonly startedAt: number },
): Promise<ReadonlyMap<string, number>> {
  const told = await database.select('bindings', ['cluster', 'revision'], { placement });
  const revisions = new Map(told.map(({ cluster, revision }) => [cluster, revision]));
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
  // A control character stands for the name of the cluster.
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
