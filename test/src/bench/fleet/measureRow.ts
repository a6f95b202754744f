import { writeFileSync } from 'node:fs';
import type { BenchFleet } from '../benchFleet';
import { createOnFloor, cutAt, playJob } from '../measure';
import type { Floor } from '../playFloor';
import { readCpuMs } from '../readCpu';
import { readMemory } from '../readMemory';
import { preciseNow } from '../recording';
import type { Row, RowObjects } from './rows';
import { untilRepaired, untilSeen } from './editOnMembers';
import { User } from './User';

/** What the engine took once, without ears on it. */
export interface Attempt {
  readonly wholeMs: number;
  readonly engineCpuMs: number;
  readonly fleetCpuMs: number;
  /** The same when what follows (published bindings, say) is done. */
  readonly engineCpuToEndMs: number;
  readonly peakMb: number;
  /** Of all agents, until the engine is quiet; 0 where members have none. */
  readonly agentsCpuMs: number;
  /** Of each member, where the row edits something. */
  readonly driftMs: DriftTimes;
  /** Of snapshots, by the engine. */
  readonly renderings: number;
}

/** Edited on a member → repaired there, and → in the status on the hub of a placement that keeps it. */
export interface DriftTimes {
  readonly repaired: readonly number[];
  readonly seen: readonly number[];
}

/** A row, as often as it is measured. */
export async function measureRow(fleet: BenchFleet, row: Row): Promise<readonly Attempt[]> {
  const warmUps = row.repetitions > 1 ? 1 : 0;
  const attempts: Attempt[] = [];
  for (let i = 0; i < warmUps + row.repetitions; i += 1) {
    const attempt = await attemptRow(fleet, row.objects(`${row.name}-${i}`, row.memberCount));
    if (i >= warmUps) attempts.push(attempt);
  }
  return attempts;
}

const fleetPids = ({ site }: BenchFleet) => site.programs.flatMap(({ pids }) => pids);

const agentPids = ({ agents }: BenchFleet) => (agents ? [agents.alonePid, agents.others.pid] : []);

async function attemptRow(fleet: BenchFleet, objects: RowObjects): Promise<Attempt> {
  const { engine, site } = fleet;
  await prepare(fleet, objects);
  forgetPeak(engine.pid);
  const engineBefore = readCpuMs([engine.pid]);
  const fleetBefore = readCpuMs(fleetPids(fleet));
  const agentsBefore = readCpuMs(agentPids(fleet));
  const renderingsBefore = await engine.renderings();
  const startedAt = preciseNow();
  const repaired = await carryOut(site, objects);
  const wholeMs = preciseNow() - startedAt;
  const engineCpuMs = readCpuMs([engine.pid]) - engineBefore;
  const fleetCpuMs = readCpuMs(fleetPids(fleet)) - fleetBefore;
  await engine.untilQuiet();
  const engineCpuToEndMs = readCpuMs([engine.pid]) - engineBefore;
  const { edits } = objects;
  const seen = edits ? await untilSeen(site, edits.kept) : [];
  return {
    wholeMs,
    engineCpuMs,
    fleetCpuMs,
    engineCpuToEndMs,
    agentsCpuMs: readCpuMs(agentPids(fleet)) - agentsBefore,
    peakMb: readMemory([engine.pid]).peakMb,
    driftMs: { repaired, seen },
    renderings: (await engine.renderings()) - renderingsBefore,
  };
}

/** As the user does it, until the status says that all is done. */
async function carryOut(
  site: BenchFleet['site'],
  { timed, awaited, edits }: RowObjects,
): Promise<readonly number[]> {
  const user = new User(site.hub.client);
  await user.create(timed);
  await user.waitFor(awaited);
  return edits ? untilRepaired(site, edits.repaired) : [];
}

async function prepare({ engine, site }: BenchFleet, { before }: RowObjects): Promise<void> {
  await new User(site.hub.client).create(before);
  await engine.untilQuiet();
}

/** The kernel's mark of the highest memory so far begins anew. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Where it may not, the peak is that of the whole life.
  }
}

/** Once more, with a processor profile of the engine. */
export async function profileRow(fleet: BenchFleet, row: Row): Promise<void> {
  const objects = row.objects(`${row.name}-profiled`, row.memberCount);
  await prepare(fleet, objects);
  await fleet.engine.whileProfiled(async () => void (await carryOut(fleet.site, objects)));
  await fleet.engine.untilQuiet();
}

export interface RowFloor {
  readonly floor: Floor;
  /** With the recorder on. */
  readonly recordedMs: number;
  readonly fleetCpuMs: number;
}

/** Once more, recorded, and then the same requests and rows without the engine. */
export async function playRow(fleet: BenchFleet, row: Row): Promise<RowFloor> {
  const { engine, site, database } = fleet;
  const objects = row.objects(`${row.name}-floor`, row.memberCount);
  await prepare(fleet, objects);
  await site.floor.prepare();
  const copy = await database.copy();
  try {
    await engine.clear();
    const startedAt = preciseNow();
    await carryOut(site, objects);
    const endedAt = preciseNow();
    await engine.untilQuiet();
    const during = cutAt(await engine.take(), endedAt);
    await engine.pause();
    await createOnFloor(site.floor, objects.timed.flat());
    const pids = site.programs.flatMap(({ floorPids }) => floorPids);
    const before = readCpuMs(pids);
    const floor = await engine.whilePaused(() => playJob(fleet, { job: {}, during, copy }));
    return { floor, recordedMs: endedAt - startedAt, fleetCpuMs: readCpuMs(pids) - before };
  } finally {
    await copy.destroy();
  }
}
