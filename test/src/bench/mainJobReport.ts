import type { BenchFleet } from './benchFleet';
import { countRequests, type Measured } from './measure';

/** The goals of the issue; requests are counted for three objects. */
export const GOALS = { ratio: 3, requestsPerPair: 8, bytesPerPair: 1024 } as const;

export type Spread = readonly [least: number, most: number];

/** One job over all its repetitions; times in ms, medians unless the name says otherwise. */
export interface JobReport {
  readonly job: string;
  readonly repetitions: number;
  readonly wholeMs: number;
  readonly floorMs: number;
  /** Median of the ratios of each repetition to its own floor. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  /** Least and most of the repetitions. */
  readonly spread: {
    readonly wholeMs: Spread;
    readonly floorMs: Spread;
    readonly memberP50Ms: Spread;
    readonly memberP90Ms: Spread;
  };
  readonly memberP50Ms: number;
  readonly memberP90Ms: number;
  readonly floorMemberP50Ms: number;
  readonly floorMemberP90Ms: number;
  /** Of one (placement, cluster), as the following. */
  readonly memberRequestsPerPair: number;
  readonly hubRequestsPerPair: number;
  readonly rowsPerPair: number;
  readonly bytesPerPair: number;
  readonly bytesAre: string;
  readonly writesPerSecond: number;
  readonly transactionsPerSecond: number;
  readonly writtenRows: number;
  /** Statements of the floor that changed another number of rows than with the engine. */
  readonly floorOtherWrites: number;
  readonly floorOtherAnswers: number;
  readonly membersAtOnce: number;
  /** Processor time, until the job was done; probes of members are in the engine's. */
  readonly engineCpuMs: number;
  readonly floorCpuMs: number;
  /** Processor time of the programs that are the hub and the members, with the engine and with the floor. */
  readonly programCpuMs: readonly {
    readonly what: string;
    readonly engineMs: number;
    readonly floorMs: number;
  }[];
  /** When the floor had sent the requests to members, those to the hub, and written the rows. */
  readonly floorPartMs: Readonly<Record<'members' | 'hub' | 'database', number>>;
  readonly hubRequestsInTime: number;
  readonly missed: readonly string[];
}

export function toReport(job: string, fleet: BenchFleet, all: readonly Measured[]): JobReport {
  const count = fleet.options.memberCount;
  const middle = (of: (one: Measured) => number) => percentile(all.map(of), 50);
  const members = (of: (one: Measured) => ReadonlyMap<string, number>, share: number) =>
    middle(one => percentile([...of(one).values()], share));
  const memberShare = (one: Measured, share: number) => percentile([...one.memberMs.values()], share);
  const ratios = all.map(one => round(one.wholeMs / one.floor.wholeMs, 2));
  const seconds = (one: Measured) => one.wholeMs / 1000;
  const figures = {
    ratio: percentile(ratios, 50),
    memberRequestsPerPair: round(middle(one => countRequests(one.toTheEnd).onMembers) / count, 2),
    bytesPerPair: Math.round(middle(one => one.after.bytes - one.before.bytes) / count),
  };
  return {
    job,
    repetitions: all.length,
    wholeMs: Math.round(middle(one => one.wholeMs)),
    floorMs: Math.round(middle(one => one.floor.wholeMs)),
    ratios,
    spread: {
      wholeMs: spreadOf(all.map(one => one.wholeMs)),
      floorMs: spreadOf(all.map(one => one.floor.wholeMs)),
      memberP50Ms: spreadOf(all.map(one => memberShare(one, 50))),
      memberP90Ms: spreadOf(all.map(one => memberShare(one, 90))),
    },
    memberP50Ms: Math.round(members(one => one.memberMs, 50)),
    memberP90Ms: Math.round(members(one => one.memberMs, 90)),
    floorMemberP50Ms: Math.round(members(one => one.floor.memberMs, 50)),
    floorMemberP90Ms: Math.round(members(one => one.floor.memberMs, 90)),
    ...figures,
    hubRequestsPerPair: round(middle(one => countRequests(one.toTheEnd).onHub) / count, 2),
    rowsPerPair: round(middle(one => one.after.rows - one.before.rows) / count, 2),
    bytesAre: fleet.database.bytesAre,
    writesPerSecond: Math.round(
      middle(one => one.during.transactions.flatMap(({ writes }) => writes).length / seconds(one)),
    ),
    transactionsPerSecond: Math.round(middle(one => one.during.transactions.length / seconds(one))),
    writtenRows: Math.round(middle(one => one.floor.writtenRows)),
    floorOtherWrites: Math.max(...all.map(one => one.floor.otherWrites)),
    floorOtherAnswers: Math.max(...all.map(one => one.floor.otherAnswers)),
    membersAtOnce: middle(one => one.floor.membersAtOnce),
    engineCpuMs: Math.round(middle(one => one.during.cpuMs)),
    programCpuMs: fleet.site.programs.map(({ what }, i) => ({
      what,
      engineMs: middle(one => one.programCpuMs[i][0]),
      floorMs: middle(one => one.programCpuMs[i][1]),
    })),
    floorPartMs: {
      members: Math.round(middle(one => one.floor.partMs.members)),
      hub: Math.round(middle(one => one.floor.partMs.hub)),
      database: Math.round(middle(one => one.floor.partMs.database)),
    },
    hubRequestsInTime: middle(one => countRequests(one.during).onHub),
    floorCpuMs: Math.round(middle(one => one.floor.cpuMs)),
    missed: missedGoals(figures),
  };
}

function missedGoals(figures: Pick<JobReport, 'ratio' | 'memberRequestsPerPair' | 'bytesPerPair'>): string[] {
  return [
    ...(figures.ratio > GOALS.ratio ? [`ratio above ${GOALS.ratio}`] : []),
    ...(figures.memberRequestsPerPair > GOALS.requestsPerPair
      ? [`more than ${GOALS.requestsPerPair} requests`]
      : []),
    ...(figures.bytesPerPair >= GOALS.bytesPerPair ? [`${GOALS.bytesPerPair} bytes or more`] : []),
  ];
}

/** As a table for people. */
export function renderReport(report: JobReport): string {
  const mark = (isMet: boolean, goal: string) => `${goal}${isMet ? '' : '  ← MISSED'}`;
  const ms = (value: number) => `${value} ms`;
  const lines: (readonly string[])[] = [
    ['', 'engine', 'floor', 'ratio', 'goal'],
    [
      'whole job, as the hub reports it',
      ms(report.wholeMs),
      ms(report.floorMs),
      report.ratio.toFixed(2),
      mark(report.ratio <= GOALS.ratio, `≤ ${GOALS.ratio}`),
    ],
    ...(
      [
        ['cluster available in our rows, p50', report.memberP50Ms, report.floorMemberP50Ms],
        ['cluster available in our rows, p90', report.memberP90Ms, report.floorMemberP90Ms],
      ] as const
    ).map(([what, engine, floor]) => [what, ms(engine), ms(floor), (engine / floor).toFixed(2)]),
    [
      'requests to members per (placement, cluster)',
      String(report.memberRequestsPerPair),
      '',
      '',
      mark(report.memberRequestsPerPair <= GOALS.requestsPerPair, `≤ ${GOALS.requestsPerPair}`),
    ],
    ['requests to the hub per (placement, cluster)', String(report.hubRequestsPerPair)],
    ['rows that stay per (placement, cluster)', String(report.rowsPerPair)],
    [
      'bytes that stay per (placement, cluster)',
      String(report.bytesPerPair),
      '',
      '',
      mark(report.bytesPerPair < GOALS.bytesPerPair, '< 1 KB'),
    ],
    ['row writes per job', String(report.writtenRows)],
    ['writing statements per second', String(report.writesPerSecond)],
    ['transactions per second', String(report.transactionsPerSecond)],
    ['members at work at once', String(report.membersAtOnce)],
    ...report.programCpuMs.map(({ what, engineMs, floorMs }) => [
      `processor time of the ${what}`,
      ms(engineMs),
      ms(floorMs),
    ]),
    [
      'processor time (of the engine, of who plays the floor)',
      ms(report.engineCpuMs),
      ms(report.floorCpuMs),
      (report.engineCpuMs / report.floorCpuMs).toFixed(2),
    ],
  ];
  return [report.job, ...alignColumns(lines), ...renderNotes(report)].join('\n');
}

function renderNotes(report: JobReport): string[] {
  const ratios = report.ratios.map(ratio => ratio.toFixed(2)).join(', ');
  const { wholeMs, floorMs, memberP50Ms, memberP90Ms } = report.spread;
  const range = ([least, most]: Spread) => `${least}–${most} ms`;
  return [
    `medians of ${report.repetitions} repetitions; ratio of each: ${ratios}`,
    `spread: whole job ${range(wholeMs)}, floor ${range(floorMs)}; cluster available p50 ${range(memberP50Ms)}, p90 ${range(memberP90Ms)}`,
    `the floor was done with members, hub and rows after ${Object.values(report.floorPartMs).join(', ')} ms; hub requests in time: ${report.hubRequestsInTime}`,
    `bytes: ${report.bytesAre}`,
    ...(report.floorOtherAnswers > 0
      ? [`the floor got up to ${report.floorOtherAnswers} answers with another status than the engine`]
      : []),
    ...(report.floorOtherWrites > 0
      ? [`up to ${report.floorOtherWrites} statements of the floor changed another number of rows`]
      : []),
  ];
}

export function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2, 3].map(column => Math.max(...lines.map(line => (line[column] ?? '').length)));
  return lines.map(line =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : i < 4 ? cell.padStart(widths[i]) : cell))
      .join('  ')
      .trimEnd(),
  );
}

/** Nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN;
}

const spreadOf = (values: readonly number[]): Spread => [
  Math.round(Math.min(...values)),
  Math.round(Math.max(...values)),
];

const round = (value: number, digits: number) => Number(value.toFixed(digits));
