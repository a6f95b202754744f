/**
 * The main job: a new placement on all members until it is available everywhere, and a staged run through 20, 30 and
 * 50 % of them. On a real hub with stub members, and on the embedded fleet, which is a separate process. Beside each
 * is its floor: the same requests and the same writes without the engine (`playFloor.ts`). Memory of the programs
 * follows.
 *
 *   npm run bench -- main-job [--fleet all|real|embedded|embedded-sqlite] [--members 100,1000] [--repeat N]
 *     [--database pg] [--settle-ms 0] [--pace 0.001] [--only placement|run] [--profile DIR] [--json]
 *
 * Without `--members`: 100 beside a real hub, and 100 and 1,000 embedded; without `--repeat`: 5, or 3 with many members.
 * `--settle-ms` delays the Deployments of stub members, `--pace` is the factor on the delays of embedded workloads.
 * `--database pg` takes the server that BACKSTAGE_TEST_DATABASE_POSTGRES<n>_CONNECTION_STRING names.
 */
import { parseArgs } from 'node:util';
import { FLEETS, startBenchFleet, type BenchOptions, type FleetKind } from './benchFleet';
import { readProgramMemory, renderFleetReport, toFleetReport, type FleetReport } from './fleetReport';
import { toReport, type JobReport } from './mainJobReport';
import { measurePlacements, measureRuns } from './measureJobs';
import { readServer } from './readServer';

const { values: flags } = parseArgs({
  options: {
    'fleet': { type: 'string', default: 'all' },
    'members': { type: 'string' },
    'repeat': { type: 'string' },
    'database': { type: 'string', default: 'sqlite' },
    'settle-ms': { type: 'string', default: '0' },
    'pace': { type: 'string', default: '0.001' },
    'only': { type: 'string' },
    'profile': { type: 'string' },
    'json': { type: 'boolean', default: false },
  },
});

/** A repetition takes a minute then. */
const MANY = 300;

const say = (text: string) => process.stderr.write(`${text}\n`);

/** What is measured, one after the other. */
function readOptions(): readonly BenchOptions[] {
  const postgres = flags.database === 'pg' ? readServer() : undefined;
  const common = {
    settleMs: Number(flags['settle-ms']),
    pace: readNumber('pace', flags.pace),
    ...(postgres && { postgres }),
    ...(flags.profile && { profileDir: flags.profile }),
  };
  return readFleets().flatMap(fleet =>
    readMembers(fleet).map(memberCount => ({
      ...common,
      fleet,
      memberCount,
      repetitions: readNumber('repeat', flags.repeat ?? (memberCount > MANY ? '3' : '5')),
    })),
  );
}

function readFleets(): readonly FleetKind[] {
  if (flags.fleet === 'all') return ['real', 'embedded'];
  const fleet = FLEETS.find(kind => kind === flags.fleet);
  if (!fleet) throw new Error(`--fleet ${flags.fleet}: give all, ${FLEETS.join(' or ')}`);
  return [fleet];
}

function readMembers(fleet: FleetKind): readonly number[] {
  const text = flags.members ?? (fleet === 'real' ? '100' : '100,1000');
  return text.split(',').map(count => readNumber('members', count));
}

function readNumber(flag: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--${flag} ${text}: give a number above 0`);
}

async function measureFleet(options: BenchOptions): Promise<FleetReport> {
  say(`starting ${options.fleet} clusters and the engine: ${options.memberCount} members`);
  const fleet = await startBenchFleet(options);
  const afterJoining = readProgramMemory(fleet);
  const reports: JobReport[] = [];
  try {
    if (flags.only !== 'run') {
      say('measuring new placements');
      reports.push(toReport('new placement', fleet, await measurePlacements(fleet)));
    }
    if (flags.only !== 'placement') {
      say('measuring staged runs');
      reports.push(
        toReport(
          'staged run, 20/30/50 % of the members, half of a stage at a time',
          fleet,
          await measureRuns(fleet),
        ),
      );
    }
    return toFleetReport(fleet, reports, { afterJoining, afterJobs: readProgramMemory(fleet) });
  } finally {
    await fleet.stop();
  }
}

async function main(): Promise<void> {
  const fleets: FleetReport[] = [];
  for (const options of readOptions()) {
    const report = await measureFleet(options);
    if (!flags.json) process.stdout.write(`\n${renderFleetReport(report)}\n`);
    fleets.push(report);
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ benchmark: 'main-job', fleets }, null, 2)}\n`);
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
