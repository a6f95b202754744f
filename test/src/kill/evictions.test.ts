import fc from 'fast-check';
import { kill, sequence } from './evictions/drawSequence';
import { playRound, type Played, type Round } from './evictions/playRound';

jest.setTimeout(7_200_000);

/** `npm run test:evictions` plays a thousand. */
const SEQUENCES = Number(process.env.EVICTION_SEQUENCES ?? 20);
/** So many placements go through their sequences beside each other. */
const AT_ONCE = 40;
const KILLS_PER_ROUND = Number(process.env.EVICTION_KILLS ?? 3);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 100_000);

function drawRounds(): Round[] {
  const sequences = fc.sample(sequence, { seed, numRuns: SEQUENCES });
  const count = Math.ceil(SEQUENCES / AT_ONCE);
  const kills = fc.sample(kill, { seed, numRuns: count * KILLS_PER_ROUND });
  return Array.from({ length: count }, (_, number) => ({
    number,
    sequences: sequences.slice(number * AT_ONCE, (number + 1) * AT_ONCE),
    kills: kills.slice(number * KILLS_PER_ROUND, (number + 1) * KILLS_PER_ROUND),
  }));
}

/** Evictions by verdict: a trial in which none is executed, or none is blocked, shows nothing. */
function countVerdicts(played: readonly Played[]): Record<string, number> {
  const counts: Record<string, number> = { executed: 0, blocked: 0, invalid: 0 };
  for (const { verdicts } of played.flatMap(({ history }) => history.evictions)) {
    const executed = verdicts.at(-1)?.executed;
    if (executed === undefined) counts.invalid += 1;
    else counts[executed === 'True' ? 'executed' : 'blocked'] += 1;
  }
  return counts;
}

describe(`${SEQUENCES} random sequences of evictions, edits of budgets and placements, and kills (seed ${seed})`, () => {
  it('C/DB-022, EV-011, EV-012, EV-017: no eviction goes below a budget, and each is executed once at most', async () => {
    const played: Played[] = [];
    for (const round of drawRounds()) {
      const ended = await playRound(round);
      const broken = ended.filter(one => one.broken.length > 0);
      expect(broken.map(({ name, broken: why, sequence: of }) => ({ name, why, of }))).toEqual([]);
      played.push(...ended);
      process.stdout.write(`${played.length} sequences: ${JSON.stringify(countVerdicts(played))}\n`);
    }
    const { executed, blocked } = countVerdicts(played);
    expect(Math.min(executed, blocked)).toBeGreaterThan(0);
  });
});
