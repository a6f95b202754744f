// Adds the jest reports of one CI run up to the closing line; a failed stage that is no test counts as one failure.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './toolchain.mjs';

const failedStages = Number(process.argv[2] ?? 0);
let [passed, failed, skipped] = [0, 0, 0];
for (const name of [
  'unit',
  'contract',
  'fuzz',
  'kube',
  'embedded',
  'carriers',
  'e2e',
  'pictures',
  'install',
]) {
  const file = path.join(root, `.fleetstage/test-results/${name}.json`);
  if (!existsSync(file)) continue;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
  skipped += report.numPendingTests + report.numTodoTests;
}
if (failedStages > 0 && failed === 0) failed = failedStages;
if (passed === 0 && failed === 0) failed = 1;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || failedStages > 0 ? 1 : 0;
