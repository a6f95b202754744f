// Run by scripts/supplyChain.mjs: FLEETSTAGE_YARN is the yarn.js of the tool-chain, the argument the root.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FeedAnswer, checkSupplyChain } from './checkSupplyChain';

const FEED_TIMEOUT_MS = 120_000;

/** Asks the registry through Yarn. It ends with 1 both for hits and where it is refused; only hits have a `value`. */
function askFeed(root: string, yarn: string): FeedAnswer {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    [yarn, 'npm', 'audit', '--all', '--recursive', '--no-deprecations', '--json'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: FEED_TIMEOUT_MS,
      maxBuffer: 1 << 28,
      env: { ...process.env, YARN_HTTP_RETRY: '0', YARN_ENABLE_COLORS: '0' },
    },
  );
  if (status === 0 || (status === 1 && /^\{"value":/m.test(stdout))) return { output: stdout };
  const words = `${stdout}\n${stderr}`;
  const why =
    /Response code:? \d+(?: \([\w ]+\))?/i.exec(words)?.[0] ??
    error?.message ??
    /\b(?:E[A-Z]{4,}|YN\d{4}: .*)/.exec(words)?.[0] ??
    `yarn npm audit ended with ${status}`;
  return { skipped: `it does not answer (${why})` };
}

const root = process.argv[2];
const print = (line: string) => process.stdout.write(`${line}\n`);
const today = new Date().toISOString().slice(0, 10);
const report = checkSupplyChain(root, askFeed(root, process.env.FLEETSTAGE_YARN!), today);
const file = '.fleetstage/sbom.cdx.json';
mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
writeFileSync(path.join(root, file), `${JSON.stringify(report.sbom, undefined, 2)}\n`);
report.lines.forEach(print);
report.failures.forEach(failure => print(`FAILED: ${failure}`));
print(
  report.failures.length === 0
    ? `supply chain: ok, the bill of materials is ${file}`
    : `supply chain: ${report.failures.length} failed`,
);
process.exitCode = report.failures.length === 0 ? 0 : 1;
