import { setTimeout as delay } from 'node:timers/promises';
import type { BenchFleet } from '../benchFleet';
import { alignColumns } from '../mainJobReport';
import { readCpuMs } from '../readCpu';
import { readMemory } from '../readMemory';
import { isHeartbeat, isWatch, type RecordedRequest } from '../recording';
import type { Row } from './rows';
import { User } from './User';

/** What a fleet costs in which nothing happens. Requests are per minute, of all members together where it says no other. */
export interface IdleReport {
  readonly row: string;
  readonly title: string;
  readonly memberCount: number;
  readonly objectsPerMember: number;
  readonly idleS: number;
  /** From the creation of the placement until its status says that all is available everywhere. */
  readonly placedMs: number;
  readonly engineCpuPercent: number;
  readonly fleetCpuPercent: number;
  readonly engine: {
    readonly residentMb: number;
    readonly heapMb: number;
    readonly heapBeforeMb: number;
  };
  readonly watches: { readonly ofMembers: number; readonly perMember: number };
  readonly members: Requests & { readonly perMember: number };
  readonly hub: Requests;
}

interface Requests {
  readonly all: number;
  /** Probes of members; on the hub the statuses of MemberClusters. */
  readonly heartbeats: number;
  readonly watchesOpenedAgain: number;
  /** Of members: comparisons with what was placed. */
  readonly others: number;
}

const HEARTBEAT_MS = 60_000;

/** Places, waits until the engine is quiet, and then counts for `idleMs`: a whole resync in ten minutes. */
export async function measureIdle(fleet: BenchFleet, row: Row, idleMs: number): Promise<IdleReport> {
  const { engine, site, options } = fleet;
  const { before, timed, awaited } = row.objects(row.name, row.memberCount);
  const user = new User(site.hub.client);
  const heapBefore = await engine.heapBytes();
  const startedAt = performance.now();
  await user.create([...before, ...timed]);
  await user.waitFor(awaited);
  const placedMs = Math.round(performance.now() - startedAt);
  await engine.untilQuiet();
  const heap = await engine.heapBytes();
  // With its first heartbeat after the last change a member has other properties.
  await delay(HEARTBEAT_MS);
  await engine.untilQuiet();
  await engine.clear();
  const programs = site.programs.flatMap(({ pids }) => pids);
  const [engineMs, fleetMs, at] = [readCpuMs([engine.pid]), readCpuMs(programs), performance.now()];
  await delay(idleMs);
  const tookMs = performance.now() - at;
  const percent = (pids: readonly number[], since: number) =>
    Math.round((10_000 * (readCpuMs(pids) - since)) / tookMs) / 100;
  const engineCpuPercent = percent([engine.pid], engineMs);
  const fleetCpuPercent = percent(programs, fleetMs);
  const { requests } = await engine.take();
  const [ofHub, ofMembers] = [true, false].map(isHub =>
    countRequests(
      requests.filter(({ cluster }) => (cluster === 'hub') === isHub),
      tookMs,
    ),
  );
  const { memberCount } = options;
  const watches = await engine.memberWatches();
  const mb = (bytes: number) => Math.round(bytes / 1e6);
  return {
    row: row.name,
    title: row.title,
    memberCount,
    objectsPerMember: [...before, ...timed].flat().length - awaited.length,
    idleS: Math.round(tookMs / 1000),
    placedMs,
    engineCpuPercent,
    fleetCpuPercent,
    engine: {
      residentMb: readMemory([engine.pid]).residentMb,
      heapMb: mb(heap),
      heapBeforeMb: mb(heapBefore),
    },
    watches: { ofMembers: watches, perMember: Math.round((100 * watches) / memberCount) / 100 },
    members: { ...ofMembers, perMember: Math.round((100 * ofMembers.all) / memberCount) / 100 },
    hub: ofHub,
  };
}

function countRequests(requests: readonly RecordedRequest[], tookMs: number): Requests {
  const perMinute = (of: (request: RecordedRequest) => boolean) =>
    Math.round((60_000 * requests.filter(of).length) / tookMs);
  return {
    all: perMinute(() => true),
    heartbeats: perMinute(isHeartbeat),
    watchesOpenedAgain: perMinute(one => isWatch(one) && !isHeartbeat(one)),
    others: perMinute(one => !isWatch(one) && !isHeartbeat(one)),
  };
}

/** As a table for people. */
export function renderIdle(report: IdleReport): string {
  const { engine, watches, members, hub } = report;
  const toLine = (what: string, requests: Requests) => [
    `requests a minute to ${what}`,
    `${requests.all}: heartbeats ${requests.heartbeats}, watches again ${requests.watchesOpenedAgain}, others ${requests.others}`,
  ];
  return [
    `${report.row}: ${report.title}, idle for ${report.idleS} s`,
    ...alignColumns([
      ['placed after', `${(report.placedMs / 1000).toFixed(1)} s`],
      ['engine', `${report.engineCpuPercent} % of a core`],
      ['fleet', `${report.fleetCpuPercent} % of a core`],
      [
        'memory of the engine',
        `${engine.residentMb} MB, heap ${engine.heapMb} MB (before: ${engine.heapBeforeMb} MB)`,
      ],
      ['watches of members', `${watches.ofMembers}, ${watches.perMember} for each`],
      toLine('members', members),
      ['of them for each member', String(members.perMember)],
      toLine('the hub', hub),
    ]),
  ].join('\n');
}
