import { writeFileSync } from 'node:fs';
import { repoPath } from '../../crds/repoPath';
import { REAL_FLEET_HOOK_MS } from '../../controlPlane';
import { startTarget, type Target } from '../apiServer/targets';
import { compareSequences, prepare, type Disagreement } from './compareSequences';

const from = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const count = Number(process.env.DIFFERENTIAL_SEQUENCES ?? 5000);
const HOUR_MS = 3_600_000;
/** More would say the same again. */
const MOST = Number(process.env.DIFFERENTIAL_MOST ?? 5);

describe('differential', () => {
  let targets: readonly Target[] = [];

  beforeAll(async () => {
    targets = await Promise.all([startTarget('real'), startTarget('embedded')]);
  }, REAL_FLEET_HOOK_MS);
  afterAll(() => Promise.all(targets.map(target => target.stop())), 60_000);

  it(
    `the real server and the embedded one answer ${count} random sequences of requests alike`,
    async () => {
      const [real, embedded] = targets.map(({ hub }) => hub);
      await prepare({ real, embedded });
      const compared = await compareSequences({ real, embedded }, { from, count, most: MOST });
      const { disagreements, answers } = compared;
      const file = repoPath('.fleetstage/test-results/differential.json');
      writeFileSync(file, JSON.stringify(disagreements, null, 1));
      expect(disagreements.map(explain).join('\n\n')).toBe('');
      // Of each kind at least one in fifty sequences, or they would prove little.
      for (const status of [200, 201, 400, 404, 409, 422, 500])
        expect([status, (answers.get(status) ?? 0) >= count / 50]).toEqual([status, true]);
    },
    HOUR_MS,
  );
});

const explain = ({ seed, steps, texts }: Disagreement) =>
  [
    `sequence ${seed} (DIFFERENTIAL_SEED=${seed} DIFFERENTIAL_SEQUENCES=1):`,
    ...steps.map(step => `  ${JSON.stringify(step)}`),
    ...texts,
  ].join('\n');
