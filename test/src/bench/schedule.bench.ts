/**
 * The scheduler: deciding and explaining a placement of a tenth of 1,000 and 10,000 clusters by affinity, two spread
 * constraints and three sorters, beside a bare loop over the clusters; then whole placements on an embedded fleet,
 * beside the same requests and writes without the engine (`playFloor.ts`), with few and with 1,000 placements present,
 * and the engine's heap at 100 and at 1,000 of them. A budget that is missed is marked, and fails it.
 *
 *   npm run bench -- schedule [--only decide|fleet] [--members 1000] [--placements 1000] [--repeat 3] [--json]
 */
import { parseArgs } from 'node:util';
import { startBenchFleet } from './benchFleet';
import { alignColumns } from './mainJobReport';
import { measureDecisions, type DecisionFigure } from './schedule/measureDecisions';
import { fillPlacements, measureScheduling, type SchedulingFigure } from './schedule/measureScheduling';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    members: { type: 'string', default: '1000' },
    placements: { type: 'string', default: '1000' },
    repeat: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stderr.write(`${text}\n`);
const FEW = 100;
/** Architecture §6, p90 of a cluster's availability. */
const BUDGET_MS = { few: 1_000, many: 1_500 } as const;
const HEAP_GROWTH = 1.2;

interface FleetFigures {
  readonly members: number;
  readonly scheduling: readonly SchedulingFigure[];
  readonly fillMs: number;
  readonly heapMb: { readonly few: number; readonly many: number };
}

async function measureFleet(): Promise<FleetFigures> {
  const memberCount = Number(flags.members);
  const many = Number(flags.placements);
  const repetitions = Number(flags.repeat);
  const picked = Math.min(100, memberCount / 2);
  say(`starting an embedded fleet of ${memberCount} members and the engine`);
  const fleet = await startBenchFleet({
    fleet: 'embedded',
    memberCount,
    repetitions,
    settleMs: 0,
    pace: 0.001,
    // Ten thousand works are resynced one by one: with the default the engine would be quiet no more after ten minutes.
    resyncEveryMs: 3_600_000,
  });
  try {
    say('measuring new placements');
    const alone = await measureScheduling({
      fleet,
      placementsPresent: 0,
      picked,
      repetitions,
      budgetMs: BUDGET_MS.few,
    });
    say(`making ${many} placements`);
    const few = await fillPlacements(fleet, { from: 0, to: Math.min(FEW, many) });
    const all = await fillPlacements(fleet, { from: Math.min(FEW, many), to: many });
    say(`measuring new placements among ${many}`);
    const among = await measureScheduling({
      fleet,
      placementsPresent: many,
      picked,
      repetitions,
      budgetMs: BUDGET_MS.many,
    });
    return {
      members: memberCount,
      scheduling: [alone, among],
      fillMs: Math.round(few.tookMs + all.tookMs),
      heapMb: { few: toMb(few.heapBytes), many: toMb(all.heapBytes) },
    };
  } finally {
    await fleet.stop();
  }
}

const toMb = (bytes: number) => Math.round(bytes / 1e5) / 10;
let missed = 0;
const mark = (value: number, most: number, text: string) => {
  if (value > most) missed += 1;
  return `≤ ${text}${value <= most ? '' : '  ← MISSED'}`;
};
const ms = (value: number) => `${Math.round(value)} ms`;

function renderDecisions(figures: readonly DecisionFigure[]): string {
  const rows = figures.map(one => [
    `decide and explain, ${one.picked} of ${one.clusters} clusters`,
    `${one.decideMs.toFixed(1)} ms`,
    `${one.loopMs.toFixed(1)} ms`,
    one.ratio.toFixed(1),
    mark(one.decideMs, one.budgetMs, ms(one.budgetMs)),
  ]);
  return alignColumns([['', 'engine', 'bare loop', 'ratio', 'budget'], ...rows]).join('\n');
}

function renderFleet({ members, scheduling, fillMs, heapMb }: FleetFigures): string {
  const rows = scheduling.flatMap(one => [
    [`${one.placementsPresent} placements present, ${one.picked} of ${members} clusters:`],
    [
      '  created → bindings committed',
      ms(one.committedMs),
      ms(one.committedFloorMs),
      (one.committedMs / one.committedFloorMs).toFixed(2),
    ],
    [
      '  created → status has the picks',
      ms(one.scheduledMs),
      ms(one.scheduledFloorMs),
      (one.scheduledMs / one.scheduledFloorMs).toFixed(2),
    ],
    [
      '  created → status is available',
      ms(one.availableMs),
      ms(one.availableFloorMs),
      (one.availableMs / one.availableFloorMs).toFixed(2),
    ],
    [
      '  cluster available in our rows, p90',
      ms(one.memberP90Ms),
      '',
      '',
      mark(one.memberP90Ms, one.budgetMs, ms(one.budgetMs)),
    ],
  ]);
  const growth = heapMb.many / heapMb.few;
  return alignColumns([
    ['', 'engine', 'floor', 'ratio', 'budget'],
    ...rows,
    [
      'placements made, ten clusters each',
      `${(fillMs / 1000).toFixed(0)} s`,
      '',
      '',
      mark(fillMs, 300_000, '5 min'),
    ],
    [
      'heap after collection, at all of them beside at 100',
      `${heapMb.many} MB`,
      `${heapMb.few} MB`,
      growth.toFixed(2),
      mark(growth, HEAP_GROWTH, String(HEAP_GROWTH)),
    ],
  ]).join('\n');
}

async function main(): Promise<void> {
  const decisions = flags.only === 'fleet' ? [] : measureDecisions();
  const show = (table: string) => flags.json || process.stdout.write(`${table}\n\n`);
  if (decisions.length > 0) show(renderDecisions(decisions));
  const fleet = flags.only === 'decide' ? undefined : await measureFleet();
  if (fleet) show(renderFleet(fleet));
  if (flags.json)
    process.stdout.write(`${JSON.stringify({ benchmark: 'schedule', decisions, fleet }, null, 2)}\n`);
}

main().then(
  () => process.exit(missed > 0 ? 1 : 0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
