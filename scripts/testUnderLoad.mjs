// `npm run test:load -- PATTERN … [--runs 20]`: the suites whose path matches, so many times, while a program beside them burns
// every core; prints for each run what has failed. Finds what depends on time. Not a stage of CI.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, runMain, say, SetupError } from './toolchain.mjs';

const logs = path.join(root, '.fleetstage/test-results');

/** A process per core that does nothing, as fast as it can; returns how to end them. */
function burnCores() {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => burners.forEach(burner => burner.kill('SIGKILL'));
}

/** Resolves to the exit code and everything that was printed. */
function runOnce(patterns) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), ...patterns], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk;
      });
    child.once('error', reject);
    child.once('close', code => resolve({ code, output }));
  });
}

/** As jest heads the failures, each once, and what it says of workers that it had to end. */
const failuresIn = output =>
  new Set(output.split('\n').filter(line => /^\s+● \S/.test(line) || /failed to exit gracefully/.test(line)));

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '20' } },
    allowPositionals: true,
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new SetupError(`--runs: "${values.runs}" is no number of runs.`);
  if (positionals.length === 0)
    throw new SetupError('name what to run, e.g. npm run test:load -- packages/kube-client --runs 5');
  mkdirSync(logs, { recursive: true });
  const stopBurning = burnCores();
  process.once('exit', stopBurning);
  let failed = 0;
  for (let run = 1; run <= runs; run++) {
    const startedAt = Date.now();
    const { code, output } = await runOnce(positionals);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const log = path.join(logs, `load-${run}.log`);
    writeFileSync(log, output);
    say(`run ${run} of ${runs}: ${code === 0 ? 'passed' : `failed, see ${log}`} (${seconds} s)`);
    for (const line of failuresIn(output)) process.stdout.write(`${line}\n`);
    if (code !== 0) failed++;
  }
  say(`${failed} of ${runs} runs failed`);
  return failed === 0 ? 0 : 1;
});
