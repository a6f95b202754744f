/**
 * The main job: a new placement on all members until it is available everywhere, and a staged run through 20, 30 and
 * 50 % of them. The hub is a real one, the members hold their state in memory. Beside each stands its floor: the same
 * requests and the same writes without the engine (`playFloor.ts`).
 *
 *   npm run bench -- main-job [--members 100] [--repeat 5] [--database pg] [--settle-ms 0] [--profile DIR] [--json]
 *
 * `--database pg` takes the server that BACKSTAGE_TEST_DATABASE_POSTGRES<n>_CONNECTION_STRING names.
 */
import { parseArgs } from 'node:util';
import { startBenchFleet, type BenchOptions } from './benchFleet';
import { measurePlacements, measureRuns } from './measureJobs';
import { renderReport, toReport, type JobReport } from './mainJobReport';

const { values: flags } = parseArgs({
  options: {
    'members': { type: 'string', default: '100' },
    'repeat': { type: 'string', default: '5' },
    'database': { type: 'string', default: 'sqlite' },
    'settle-ms': { type: 'string', default: '0' },
    'only': { type: 'string' },
    'profile': { type: 'string' },
    'json': { type: 'boolean', default: false },
  },
});

const SERVER = /^BACKSTAGE_TEST_DATABASE_POSTGRES\d+_CONNECTION_STRING$/;

function readOptions(): BenchOptions {
  const [, postgres] = Object.entries(process.env).find(([name]) => SERVER.test(name)) ?? [];
  if (flags.database === 'pg' && postgres === undefined) {
    throw new Error(
      '--database pg needs BACKSTAGE_TEST_DATABASE_POSTGRES16_CONNECTION_STRING (or another version)',
    );
  }
  return {
    memberCount: Number(flags.members),
    repetitions: Number(flags.repeat),
    settleMs: Number(flags['settle-ms']),
    ...(flags.database === 'pg' && { postgres }),
    ...(flags.profile && { profileDir: flags.profile }),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  say(`starting a real hub and ${options.memberCount} stub members`);
  const fleet = await startBenchFleet(options);
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
  } finally {
    await fleet.stop();
  }
  const { memberCount, repetitions } = options;
  const database = options.postgres ? 'PostgreSQL' : 'SQLite';
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ benchmark: 'main-job', memberCount, repetitions, database, reports }, null, 2)}\n`,
    );
    return;
  }
  process.stdout.write(
    `\nmain-job: ${memberCount} members, ${database}\n\n${reports.map(renderReport).join('\n\n')}\n`,
  );
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
