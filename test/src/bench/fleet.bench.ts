/**
 * The hot path as a user meets it: a program apart from the engine creates namespace, ConfigMap, Deployment and placement (or a
 * run), and asks for the status every 100 ms; engine and fleet in processes of their own, pods ready at once. Beside each
 * row is its floor: the same requests and rows without the engine (`playFloor.ts`), and whether its budgets are held.
 * The engine is measured without a recorder; the floor's recording is a separate repetition.
 *
 *   npm run bench -- fleet [--rows place-100,place-1000,placements,run,runs,drift,override,pull-200,idle-1000] [--repeat N]
 *     [--members N] [--idle 600] [--no-floor] [--database pg] [--pace 0.001] [--profile DIR] [--json]
 *
 * `--idle`: seconds for which a row that is about nothing counts; the resync compares everything once in ten minutes. `--members`
 * is another size of fleet than the row's, to try a row that places on all clusters.
 *
 * `--profile` writes a processor profile of the engine for each row, of its own repetition, and prints where it was.
 * `--database pg` takes the server that BACKSTAGE_TEST_DATABASE_POSTGRES<n>_CONNECTION_STRING names.
 */
import { mkdirSync, renameSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startBenchFleet, type BenchFleet } from './benchFleet';
import { measureRow, playRow, profileRow, type Attempt } from './fleet/measureRow';
import { measureIdle, renderIdle, type IdleReport } from './fleet/measureIdle';
import { measurePulled, renderPulled, type PullReport } from './fleet/pulled';
import { renderRow, toRowReport, type RowReport } from './fleet/rowReport';
import { ROWS, type Row } from './fleet/rows';
import { readServer } from './readServer';
import { topSelfTimes, type SelfTimes } from './topSelfTimes';

const { values: flags } = parseArgs({
  options: {
    'rows': { type: 'string' },
    'repeat': { type: 'string' },
    'members': { type: 'string' },
    'idle': { type: 'string', default: '600' },
    'no-floor': { type: 'boolean', default: false },
    'database': { type: 'string', default: 'sqlite' },
    'pace': { type: 'string', default: '0.001' },
    'profile': { type: 'string' },
    'json': { type: 'boolean', default: false },
  },
});

const TOP = 25;
const say = (text: string) => process.stderr.write(`${text}\n`);

function readRows(): readonly Row[] {
  const names = flags.rows?.split(',') ?? ROWS.map(({ name }) => name);
  return names.map(name => {
    const row = ROWS.find(one => one.name === name);
    if (!row) throw new Error(`--rows ${name}: give some of ${ROWS.map(one => one.name).join()}`);
    return {
      ...row,
      ...(flags.repeat !== undefined && { repetitions: Number(flags.repeat) }),
      ...(flags.members !== undefined && resize(row, Number(flags.members))),
    };
  });
}

/** A row that places on all clusters has as many pairs. */
const resize = ({ memberCount, pairs }: Row, members: number) => ({
  memberCount: members,
  ...(pairs === memberCount && { pairs: members }),
});

let profiles = 0;

async function takeProfile(fleet: BenchFleet, row: Row, folder: string) {
  await profileRow(fleet, row);
  profiles += 1;
  const file = path.join(folder, `${row.name}.cpuprofile`);
  renameSync(path.join(folder, `job-${profiles}.cpuprofile`), file);
  return topSelfTimes(file, TOP);
}

interface Measured {
  readonly row: Row;
  readonly attempts: readonly Attempt[];
  readonly profile?: SelfTimes;
}

type Report = RowReport | IdleReport | PullReport;

/** Rows of one size of fleet share it. */
async function measureFleet(memberCount: number, rows: readonly Row[]): Promise<readonly Report[]> {
  say(`starting ${memberCount} clusters and the engine`);
  profiles = 0;
  const postgres = flags.database === 'pg' ? readServer() : undefined;
  const fleet = await startBenchFleet({
    fleet: 'embedded',
    memberCount,
    repetitions: 1,
    settleMs: 0,
    pace: Number(flags.pace),
    arePulled: rows.some(({ arePulled }) => arePulled),
    ...(postgres && { postgres }),
    ...(flags.profile && { profileDir: flags.profile }),
  });
  const measured: Measured[] = [];
  const reports: Report[] = [];
  try {
    for (const row of rows.filter(one => !one.isIdle)) {
      say(`measuring ${row.title}`);
      const attempts = await measureRow(fleet, row);
      const profile = flags.profile === undefined ? undefined : await takeProfile(fleet, row, flags.profile);
      measured.push({ row, attempts, ...(profile && { profile }) });
    }
    // The engine is paused meanwhile, and on a slow machine finds its members away afterwards.
    for (const { row, attempts, profile } of measured) {
      // What is edited on members is no request of the engine's.
      const hasFloor = !flags['no-floor'] && row.driftBudgetMs === undefined && !row.arePulled;
      const floor = hasFloor ? await playRow(fleet, row) : undefined;
      const report = toRowReport(row, attempts, { ...(floor && { floor }), ...(profile && { profile }) });
      if (!flags.json) process.stdout.write(`\n${renderRow(report)}\n`);
      reports.push(report);
      const pulled = await measurePulled(fleet, row, attempts);
      if (pulled && !flags.json) process.stdout.write(`${renderPulled(pulled)}\n`);
      if (pulled) reports.push(pulled);
    }
    // Last: the others need not carry what it places.
    for (const row of rows.filter(one => one.isIdle)) {
      say(`measuring ${row.title}`);
      const report = await measureIdle(fleet, row, 1000 * Number(flags.idle));
      if (!flags.json) process.stdout.write(`\n${renderIdle(report)}\n`);
      reports.push(report);
    }
  } finally {
    await fleet.stop();
  }
  return reports;
}

async function main(): Promise<void> {
  if (flags.profile) mkdirSync(flags.profile, { recursive: true });
  const rows = readRows();
  if (!flags.json) process.stdout.write(`load ${loadavg()[0].toFixed(1)} before it began\n`);
  const reports: Report[] = [];
  const fleetOf = ({ memberCount, arePulled }: Row) => `${memberCount} ${arePulled === true}`;
  for (const fleet of new Set(rows.map(fleetOf))) {
    const ofFleet = rows.filter(row => fleetOf(row) === fleet);
    reports.push(...(await measureFleet(ofFleet[0].memberCount, ofFleet)));
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ benchmark: 'fleet', rows: reports }, null, 2)}\n`);
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
