import { alignColumns, percentile } from '../mainJobReport';
import type { SelfTimes } from '../topSelfTimes';
import type { Attempt, RowFloor } from './measureRow';
import { CPU_BUDGET_MS, MEMORY_BUDGET_MB, type Row } from './rows';

/** One row, measured; processor times in ms for each pair of placement and cluster. */
export interface RowReport {
  readonly row: string;
  readonly title: string;
  readonly memberCount: number;
  readonly pairs: number;
  readonly repetitions: number;
  /** The 90th of a hundred where it was measured ten times, else the median. */
  readonly wholeMs: number;
  readonly allMs: readonly number[];
  readonly engineCpuPerPair: number;
  readonly engineCpuToEndPerPair: number;
  readonly fleetCpuPerPair: number;
  readonly peakMb: number;
  /** Over all members and repetitions: edited on a member → repaired there, and → in the status on the hub. */
  readonly repaired?: Spread;
  readonly seen?: Spread;
  readonly renderings: number;
  readonly floor?: {
    readonly wholeMs: number;
    readonly ratio: number;
    /** Of the program that sends and writes; of the fleet that answers it. */
    readonly cpuPerPair: number;
    readonly fleetCpuPerPair: number;
    readonly requestsPerPair: number;
    readonly transactionsPerPair: number;
    readonly rowsPerPair: number;
    readonly otherAnswers: number;
    readonly otherWrites: number;
  };
  readonly profile?: SelfTimes;
  readonly budgets: readonly Budget[];
}

interface Spread {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly longestMs: number;
}

interface Budget {
  readonly what: string;
  readonly isHeld: boolean;
}

const TEN = 10;
const MEMORY_BUDGET_MEMBERS = 100;

export function toRowReport(
  row: Row,
  attempts: readonly Attempt[],
  more: { readonly floor?: RowFloor; readonly profile?: SelfTimes },
): RowReport {
  const { pairs, repetitions } = row;
  const times = attempts.map(one => one.wholeMs);
  const wholeMs = Math.round(percentile(times, repetitions >= TEN ? 90 : 50));
  const perPair = (ms: number) => Math.round((100 * ms) / pairs) / 100;
  const middle = (of: (one: Attempt) => number) => perPair(percentile(attempts.map(of), 50));
  const engineCpuPerPair = middle(one => one.engineCpuMs);
  const renderings = Math.max(...attempts.map(one => one.renderings));
  const peakMb = Math.max(...attempts.map(one => one.peakMb));
  const repaired = toSpread(attempts.flatMap(one => one.driftMs.repaired));
  const seen = toSpread(attempts.flatMap(one => one.driftMs.seen));
  const drift = { ...(repaired && { repaired }), ...(seen && { seen }) };
  return {
    row: row.name,
    title: row.title,
    memberCount: row.memberCount,
    pairs,
    repetitions,
    wholeMs,
    allMs: times.map(Math.round),
    engineCpuPerPair,
    engineCpuToEndPerPair: middle(one => one.engineCpuToEndMs),
    fleetCpuPerPair: middle(one => one.fleetCpuMs),
    peakMb,
    ...drift,
    renderings,
    ...(more.floor && { floor: toFloor(more.floor, { wholeMs: percentile(times, 50), perPair }) }),
    ...(more.profile && { profile: more.profile }),
    budgets: budgetsOf(row, { wholeMs, engineCpuPerPair, peakMb, renderings, ...drift }),
  };
}

function toSpread(times: readonly number[]): Spread | undefined {
  if (times.length === 0) return undefined;
  const at = (share: number) => Math.round(percentile(times, share));
  return { p50Ms: at(50), p90Ms: at(90), longestMs: at(100) };
}

function toFloor(
  { floor, fleetCpuMs }: RowFloor,
  { wholeMs, perPair }: { readonly wholeMs: number; readonly perPair: (ms: number) => number },
): RowReport['floor'] {
  return {
    wholeMs: Math.round(floor.wholeMs),
    ratio: Math.round((100 * wholeMs) / floor.wholeMs) / 100,
    cpuPerPair: perPair(floor.cpuMs),
    fleetCpuPerPair: perPair(fleetCpuMs),
    requestsPerPair: perPair(floor.requestCount),
    transactionsPerPair: perPair(floor.transactionCount),
    rowsPerPair: perPair(floor.writtenRows),
    otherAnswers: floor.otherAnswers,
    otherWrites: floor.otherWrites,
  };
}

function budgetsOf(
  { budgetMs, driftBudgetMs, memberCount, renderings: variants }: Row,
  {
    wholeMs,
    engineCpuPerPair,
    peakMb,
    repaired,
    seen,
    renderings,
  }: Pick<RowReport, 'wholeMs' | 'engineCpuPerPair' | 'peakMb' | 'repaired' | 'seen' | 'renderings'>,
): Budget[] {
  return [
    ...(budgetMs === undefined ? [] : [{ what: `time ≤ ${seconds(budgetMs)}`, isHeld: wholeMs <= budgetMs }]),
    ...Object.entries({ repaired, seen }).flatMap(([what, spread]) =>
      driftBudgetMs === undefined || spread === undefined
        ? []
        : [{ what: `${what}, p90 ≤ ${seconds(driftBudgetMs)}`, isHeld: spread.p90Ms <= driftBudgetMs }],
    ),
    ...(variants === undefined
      ? []
      : [{ what: `renderings = ${variants}`, isHeld: renderings === variants }]),
    // CPU and memory are of issue 17, for its rows.
    ...(driftBudgetMs === undefined
      ? [{ what: `engine CPU ≤ ${CPU_BUDGET_MS} ms`, isHeld: engineCpuPerPair <= CPU_BUDGET_MS }]
      : []),
    ...(memberCount > MEMORY_BUDGET_MEMBERS || driftBudgetMs !== undefined
      ? []
      : [{ what: `memory ≤ ${MEMORY_BUDGET_MB} MB`, isHeld: peakMb <= MEMORY_BUDGET_MB }]),
  ];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** As a table for people. */
export function renderRow(report: RowReport): string {
  const { floor, profile } = report;
  const ms = (value: number | undefined) => (value === undefined ? '' : `${value} ms`);
  const ratio = (a: number, b: number | undefined) => (b ? (a / b).toFixed(2) : '');
  const lines = [
    ['', 'engine', 'floor', 'ratio'],
    [
      report.repetitions >= TEN ? 'time, p90' : 'time',
      seconds(report.wholeMs),
      floor ? seconds(floor.wholeMs) : '',
      floor?.ratio.toFixed(2) ?? '',
    ],
    [
      'CPU for each pair: engine (floor: who plays it)',
      ms(report.engineCpuPerPair),
      ms(floor?.cpuPerPair),
      ratio(report.engineCpuPerPair, floor?.cpuPerPair),
    ],
    ['the same, until the engine is quiet', ms(report.engineCpuToEndPerPair)],
    [
      'CPU for each pair: fleet',
      ms(report.fleetCpuPerPair),
      ms(floor?.fleetCpuPerPair),
      ratio(report.fleetCpuPerPair, floor?.fleetCpuPerPair),
    ],
    ['peak memory of the engine', `${report.peakMb} MB`],
    ['renderings', String(report.renderings)],
    ...(floor
      ? [
          [
            'requests, transactions, written rows for each pair',
            [floor.requestsPerPair, floor.transactionsPerPair, floor.rowsPerPair].join(', '),
          ],
        ]
      : []),
  ];
  return [
    `${report.row}: ${report.title} (${report.pairs} pairs)`,
    ...alignColumns(lines),
    ...renderSpread('edited on a member → repaired there', report.repaired),
    ...renderSpread('edited on a member → in the status on the hub', report.seen),
    `each time: ${report.allMs.join(', ')} ms`,
    ...(floor && floor.otherAnswers + floor.otherWrites > 0
      ? [`on the floor ${floor.otherAnswers} answers and ${floor.otherWrites} writes were others`]
      : []),
    ...report.budgets.map(({ what, isHeld }) => `budget ${what}: ${isHeld ? 'held' : 'MISSED'}`),
    ...(profile ? renderProfile(profile) : []),
  ].join('\n');
}

const renderSpread = (what: string, spread: Spread | undefined) =>
  spread ? [`${what}: p50 ${spread.p50Ms}, p90 ${spread.p90Ms}, longest ${spread.longestMs} ms`] : [];

function renderProfile({ busyMs, places, functions }: SelfTimes): string[] {
  const toLines = (list: SelfTimes['places']) =>
    alignColumns(list.map(({ where, ms, percent }) => [where, `${ms} ms`, `${percent} %`]));
  return [
    `profile of the engine, ${busyMs} ms busy; self times by package or file:`,
    ...toLines(places),
    'by function:',
    ...toLines(functions),
  ];
}
