// `npm test`: set-up, then every test that needs nothing but npm (and PostgreSQL, where it is installed).
// `npm run test:kube`: the suites that need real control planes; they are built into a cache if Go is there.
// Further arguments go to jest: `npm test -- rollout`, `npm run test:kube -- requirement000`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SetupError, ensureInstalled, ensureToolchain, root, run, runMain, say } from './toolchain.mjs';
import { startPostgres } from './postgres.mjs';

const KUBE = '\\.kube\\.test\\.ts$';
const results = path.join(root, '.fleetstage/test-results');

function allowedSkips() {
  return readFileSync(path.join(root, 'test/allowed-skips.txt'), 'utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line && !line.startsWith('#'));
}

/** Counts jest's report, names what was skipped, and tells whether that is allowed. */
function summarize(file) {
  if (!existsSync(file)) throw new SetupError('jest ended without a report; its words are above.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const allowed = new Set(allowedSkips());
  const skipped = report.testResults.flatMap(suite =>
    suite.assertionResults
      .filter(test => test.status === 'pending' || test.status === 'todo')
      .map(test => test.fullName),
  );
  const unexpected = skipped.filter(name => !allowed.has(name));
  for (const name of skipped) say(`skipped${allowed.has(name) ? ' (allowed)' : ''}: ${name}`);
  if (unexpected.length > 0) say('a skip that test/allowed-skips.txt does not list fails the run');
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  say(`${report.numPassedTests} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed > 0 || unexpected.length > 0 || !report.success ? 1 : 0;
}

function tellWhatIsLeftOut(kube, postgres) {
  if (!postgres) {
    say(
      "not run: the PostgreSQL half of the database suites (install Debian's postgresql package to have it)",
    );
  }
  if (kube) return;
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.kube.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout;
  say(
    `not run: ${files.split('\n').filter(Boolean).length} suites on real control planes (npm run test:kube; builds them with Go, about 10 minutes once)`,
  );
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const kube = args[0] === '--kube';
  const patterns = kube ? args.slice(1) : args;
  const toolchain = ensureToolchain();
  await ensureInstalled(toolchain);
  const env = { NODE_ENV: 'test', NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings`.trim() };
  if (kube) {
    const { ensureKubeAssets } = await import('../test/kube-assets/build.mjs');
    env.KUBEBUILDER_ASSETS = await ensureKubeAssets();
  }
  const postgres = await startPostgres();
  mkdirSync(results, { recursive: true });
  const report = path.join(results, `${kube ? 'kube' : 'unit'}.json`);
  // Else a run that is killed would be counted by the report of the one before.
  rmSync(report, { force: true });
  const selection = kube
    ? ['--testPathPatterns', patterns.length > 0 ? `(${patterns.join('|')}).*${KUBE}` : KUBE, '--runInBand']
    : ['--testPathIgnorePatterns', KUBE, '--maxWorkers=2', ...patterns];
  const code = await run(
    toolchain,
    [
      path.join(root, 'node_modules/@backstage/cli/bin/backstage-cli'),
      ...['repo', 'test', '--watchAll=false', '--passWithNoTests', '--json', `--outputFile=${report}`],
      ...selection,
    ],
    { env: { ...env, ...postgres?.env } },
  );
  postgres?.stop();
  tellWhatIsLeftOut(kube, postgres);
  return Math.max(summarize(report), code);
});
