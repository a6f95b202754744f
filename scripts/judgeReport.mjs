/**
 * Counts a report of jest.
 * `isPart`: tests were chosen by name, and jest reports the others as skipped.
 * `targets`: the outermost titles that must each have a test that ran.
 * A run without a single test fails: its pattern matches nothing any more.
 */
export function judgeReport(report, { allowedSkips = [], isPart = false, targets = [] } = {}) {
  const tests = report.testResults.flatMap(suite => suite.assertionResults);
  const allowed = new Set(allowedSkips);
  const skipped = isPart
    ? []
    : tests.filter(({ status }) => status === 'pending' || status === 'todo').map(test => test.fullName);
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const lines = skipped.map(name => `skipped${allowed.has(name) ? ' (allowed)' : ''}: ${name}`);
  const problems = [];
  if (skipped.some(name => !allowed.has(name)))
    problems.push('a skip that test/allowed-skips.txt does not list fails the run');
  if (report.numPassedTests + failed === 0) problems.push('no test ran: the pattern matches none');
  for (const target of targets) {
    const count = status =>
      tests.filter(test => test.ancestorTitles[0] === target && test.status === status).length;
    const counts = { passed: count('passed'), failed: count('failed') };
    lines.push(`${target}: ${counts.passed} passed, ${counts.failed} failed`);
    if (counts.passed + counts.failed === 0) problems.push(`${target}: no test ran`);
  }
  lines.push(...problems, `${report.numPassedTests} passed, ${failed} failed, ${skipped.length} skipped`);
  return { lines, code: failed > 0 || problems.length > 0 || !report.success ? 1 : 0 };
}
