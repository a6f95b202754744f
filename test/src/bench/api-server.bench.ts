/**
 * The embedded API server's speed and size, each figure beside its goal and the same load on a real kube-apiserver with
 * etcd. The clients are a process of their own; the floor is the same load on a bare server of Node's.
 *
 *   npm run bench -- api-server [--quick] [--only memory|kept|watchers|members|compaction] [--profile DIR] [--json]
 *
 * `--quick` measures shortly, with 100 members and 100,000 writes. `--profile` writes CPU profiles of the embedded server.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { BenchContext } from './apiServer/BenchContext';
import { isMet, type Figure } from './apiServer/figures';
import { isBounded, measureCompaction, type Growth } from './apiServer/measureCompaction';
import { measureMembers } from './apiServer/measureMembers';
import { measureKept, measureMemory } from './apiServer/measureThroughput';
import { measureWatchers } from './apiServer/measureWatchers';
import { alignRows, renderFigures } from './apiServer/renderFigures';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

type Measure = (context: BenchContext) => Promise<Figure[]>;

const MEASURES: Readonly<Record<string, Measure>> = {
  memory: measureMemory,
  kept: measureKept,
  watchers: measureWatchers,
  members: measureMembers,
};
const COMPACTION = 'compaction';

function readWanted(): readonly string[] {
  const names = [...Object.keys(MEASURES), COMPACTION];
  if (flags.only === undefined) return names;
  if (names.includes(flags.only)) return [flags.only];
  throw new Error(`--only ${flags.only}: give one of ${names.join(', ')}`);
}

async function measureAll(context: BenchContext): Promise<Report> {
  const figures: Figure[] = [];
  let growth: Growth[] = [];
  for (const name of readWanted()) {
    context.say(`measuring ${name}`);
    if (name === COMPACTION) growth = await measureCompaction(context);
    else {
      const found = await MEASURES[name](context);
      context.say(`${renderFigures(found)}\n`);
      figures.push(...found);
    }
  }
  return {
    machine: describeMachine(),
    ...(context.missing ? { missing: context.missing } : {}),
    figures,
    growth,
  };
}

interface Report {
  readonly machine: string;
  /** Why the figures have nothing to compare with. */
  readonly missing?: string;
  readonly figures: readonly Figure[];
  readonly growth: readonly Growth[];
}

const describeMachine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}`;

function render({ machine, missing, figures, growth }: Report): string {
  const parts = [`api-server on ${machine}`];
  if (missing !== undefined) parts.push(`NO REAL CONTROL PLANE to compare with: ${missing}`);
  if (figures.length > 0) parts.push(renderFigures(figures));
  if (growth.length > 0) parts.push(renderGrowth(growth));
  return `\n${parts.join('\n\n')}\n`;
}

function renderGrowth(growth: readonly Growth[]): string {
  const head = ['writes', 'file', 'WAL', 'RSS', 'rate', 'p99', 'slowest'];
  const rows = growth.map(row => [
    row.writes.toLocaleString('en'),
    ...[row.fileMb, row.walMb, row.residentMb].map(mb => `${mb.toFixed(1)} MB`),
    `${Math.round(row.perSecond).toLocaleString('en')} /s`,
    ...[row.p99Ms, row.mostMs].map(ms => `${ms.toFixed(1)} ms`),
  ]);
  return `${alignRows([head, ...rows])}\nthe log is ${isBounded(growth) ? '' : 'NOT '}bounded`;
}

async function main(): Promise<boolean> {
  const context = await BenchContext.start(flags.quick, flags.profile);
  try {
    const report = await measureAll(context);
    process.stdout.write(
      flags.json ? `${JSON.stringify({ benchmark: 'api-server', ...report }, null, 2)}\n` : render(report),
    );
    return report.figures.every(isMet) && (report.growth.length === 0 || isBounded(report.growth));
  } finally {
    await context.stop();
  }
}

main().then(
  isGood => process.exit(isGood ? 0 : 1),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
