import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = pathToFileURL(path.resolve(__dirname, '../../../scripts/judgeReport.mjs')).href;

interface Test {
  readonly status: 'passed' | 'failed' | 'pending' | 'todo';
  readonly fullName?: string;
  readonly target?: string;
}

/** What `scripts/test.mjs` makes of a report of jest with these tests. */
function judge(tests: readonly Test[], options: object = {}): { lines: string[]; code: number } {
  const count = (status: string) => tests.filter(test => test.status === status).length;
  const report = {
    success: count('failed') === 0,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        assertionResults: tests.map(({ status, fullName = 'a', target }) => ({
          status,
          fullName,
          ancestorTitles: target === undefined ? [] : [target],
        })),
      },
    ],
  };
  const code = `import { judgeReport } from ${JSON.stringify(script)};
    console.log(JSON.stringify(judgeReport(...${JSON.stringify([report, options])})));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

const passed: Test = { status: 'passed' };

describe('a run of tests', () => {
  it('passes when all pass', () => {
    expect(judge([passed, passed])).toEqual({ lines: ['2 passed, 0 failed, 0 skipped'], code: 0 });
  });

  it('fails without a single test, which is what a pattern without a match gives', () => {
    const none = {
      lines: ['no test ran: the pattern matches none', '0 passed, 0 failed, 0 skipped'],
      code: 1,
    };
    expect(judge([])).toEqual(none);
    expect(judge([{ status: 'pending' }], { isPart: true })).toEqual(none);
  });

  it('fails with a skip that is not listed', () => {
    const skip: Test = { status: 'pending', fullName: 'later' };
    expect(judge([passed, skip])).toMatchObject({
      code: 1,
      lines: expect.arrayContaining(['skipped: later']),
    });
    expect(judge([passed, skip], { allowedSkips: ['later'] })).toMatchObject({ code: 0 });
  });

  it('fails when one of the API servers has no test', () => {
    const options = { targets: ['embedded', 'real'] };
    const real: Test = { status: 'passed', target: 'real' };
    expect(judge([{ status: 'passed', target: 'embedded' }, real], options).code).toBe(0);
    expect(judge([real], options)).toEqual({
      lines: [
        'embedded: 0 passed, 0 failed',
        'real: 1 passed, 0 failed',
        'embedded: no test ran',
        '1 passed, 0 failed, 0 skipped',
      ],
      code: 1,
    });
  });

  it('fails when a test fails', () => {
    expect(judge([passed, { status: 'failed' }])).toEqual({
      lines: ['1 passed, 1 failed, 0 skipped'],
      code: 1,
    });
  });
});
