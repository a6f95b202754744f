/* eslint-disable jest/no-export, jest/valid-title -- what each target's file plays; the title is its name */
import { allSuites } from './allSuites';
import { Api } from './Api';
import { differences, readRecorded, writeRecorded } from './golden';
import type { ContractCase, ContractSuite } from './suite';
import { startTarget, type Target, type TargetName } from './targets';
import { REAL_FLEET_HOOK_MS } from '../../controlPlane';

/** `npm run record:contract`: what the real server answers becomes what is expected. */
const isRecording = process.env.CONTRACT_RECORD === '1';
const wanted = new RegExp(`^(${process.env.CONTRACT_SUITES ?? ''})`);
const hasKubectl = process.env.CONTRACT_WITHOUT_KUBECTL === undefined;
const suites = allSuites.filter(({ name, usesKubectl }) => wanted.test(name) && (hasKubectl || !usesKubectl));
/** Of how many cases a real server plays one; recording plays all. What it answered before changes with its version only. */
const REAL_SAMPLE = isRecording ? 1 : Number(process.env.CONTRACT_REAL_SAMPLE ?? 1);
const CASE_MS = 120_000;

/** Of as many, each in a file and with a fleet of its own: a real server mostly waits. */
interface Share {
  readonly part: number;
  readonly of: number;
}

/** Defines the tests of a target; a file for each lets them run side by side. */
export function playContract(targetName: TargetName, { part, of }: Share = { part: 1, of: 1 }): void {
  const sample = targetName === 'real' ? REAL_SAMPLE : 1;
  const mine = suites
    .map((suite, number) => ({
      ...suite,
      cases: suite.cases.filter((_, index) => (number + index) % sample === 0),
    }))
    .filter(({ cases }, index) => index % of === part - 1 && cases.length > 0);
  // A file without a test would be a failure; of a few suites that were asked for a share may have none.
  describe(targetName, () => {
    if (mine.length > 0) defineSuites(targetName, mine);
    else
      it(`part ${part} has none of what was asked for`, () =>
        expect(process.env.CONTRACT_SUITES).toBeTruthy());
  });
}

function defineSuites(targetName: TargetName, mine: readonly ContractSuite[]): void {
  let target: Target | undefined;
  // A real server lists some things in the order of Go's maps, and others when its caches are filled.
  if (targetName === 'real') jest.retryTimes(2);
  const clusterOf = ({ cluster }: ContractSuite) => {
    if (!target) throw new Error(`${targetName} did not start`);
    return target[cluster];
  };

  beforeAll(async () => {
    if (isRecording && targetName !== 'real') throw new Error('only what the real server says is recorded');
    target = await startTarget(targetName);
  }, REAL_FLEET_HOOK_MS);
  afterAll(() => target?.stop(), CASE_MS);

  describe.each(mine)('$name', suite => {
    const recorded = readRecorded(suite.name);

    beforeAll(async () => {
      if (!suite.prepare) return;
      const api = new Api(clusterOf(suite), suite.name);
      await api.begin();
      await suite.prepare(api);
    }, CASE_MS);

    afterAll(() => {
      const names = suite.cases.map(({ name }) => name);
      if (isRecording) writeRecorded(suite.name, names, recorded);
    });

    it.each(suite.cases)(
      '$name',
      async contractCase => {
        const api = new Api(clusterOf(suite), `${suite.name} ${contractCase.name}`);
        await play(api, contractCase);
        const { exchanges } = api.transcript;
        if (isRecording) recorded.set(contractCase.name, exchanges);
        expect(exchanges.length).toBeGreaterThan(0);
        // Through JSON, as the recorded ones went: what is undefined is absent.
        const here = JSON.parse(JSON.stringify(exchanges));
        expect(differences(recorded.get(contractCase.name) ?? [], here).join('\n')).toBe('');
      },
      CASE_MS,
    );
  });
}

async function play(api: Api, { play: playCase }: ContractCase): Promise<void> {
  await api.begin();
  try {
    await playCase(api);
  } finally {
    await api.end();
  }
}
