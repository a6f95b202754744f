import type { BenchFleet, FleetKind } from './benchFleet';
import { alignColumns, renderReport, type JobReport } from './mainJobReport';
import { readMemory, type Memory } from './readMemory';

/** Memory of a program; what the recorder keeps of requests and statements is in the engine's. */
export interface ProgramMemory {
  readonly what: string;
  readonly afterJoining: Memory;
  readonly afterJobs: Memory;
}

/** All jobs on one fleet. */
export interface FleetReport {
  readonly fleet: FleetKind;
  readonly title: string;
  readonly memberCount: number;
  readonly database: string;
  readonly repetitions: number;
  readonly joinMs: number;
  readonly memory: readonly ProgramMemory[];
  readonly reports: readonly JobReport[];
}

export type MemoryNow = readonly { readonly what: string; readonly memory: Memory }[];

export function readProgramMemory({ engine, site }: BenchFleet): MemoryNow {
  const programs = [{ what: 'engine', pids: [engine.pid] }, ...site.programs];
  return programs.map(({ what, pids }) => ({ what, memory: readMemory(pids) }));
}

export function toFleetReport(
  { options, site, joinMs }: BenchFleet,
  reports: readonly JobReport[],
  memory: { readonly afterJoining: MemoryNow; readonly afterJobs: MemoryNow },
): FleetReport {
  const { fleet, memberCount, repetitions, postgres } = options;
  return {
    fleet,
    title: site.title,
    memberCount,
    database: postgres ? 'PostgreSQL' : 'SQLite',
    repetitions,
    joinMs: Math.round(joinMs),
    memory: memory.afterJoining.map(({ what, memory: afterJoining }, i) => ({
      what,
      afterJoining,
      afterJobs: memory.afterJobs[i].memory,
    })),
    reports,
  };
}

/** As tables for people. */
export function renderFleetReport({ title, database, joinMs, memory, reports }: FleetReport): string {
  const mb = (value: number) => `${value} MB`;
  const rows = [
    ['memory', 'all joined', 'jobs done', 'peak'],
    ...memory.map(({ what, afterJoining, afterJobs }) => [
      what,
      mb(afterJoining.residentMb),
      mb(afterJobs.residentMb),
      mb(afterJobs.peakMb),
    ]),
  ];
  const seconds = (joinMs / 1000).toFixed(1);
  return [
    `main-job: ${title}; the engine on ${database}; all joined after ${seconds} s`,
    ...reports.map(renderReport),
    alignColumns(rows).join('\n'),
  ].join('\n\n');
}
