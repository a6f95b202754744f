/**
 * Plays mutated requests from a terminal: main.ts [--count N] [--seed N] [--from N] [--show N]
 *
 * `--show N` prints the request of that number instead.
 */
import { parseArgs } from 'node:util';
import { playFuzz } from './playFuzz';
import { requestAt } from './requests';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    show: { type: 'string' },
  },
});
const seed = Number(values.seed);
const print = (text = '') => void process.stdout.write(`${text}\n`);

/** The first of those that differ by no more than what they are about. */
function oncePerKind(texts: readonly string[]): string[] {
  const kinds = new Map<string, string>();
  for (const text of texts) {
    const kind = text.replace(/^#.*?: |"what":"[^"]*"|\d+/g, '').slice(0, 260);
    if (!kinds.has(kind)) kinds.set(kind, text);
  }
  return [...kinds.values()];
}

async function main(): Promise<void> {
  if (values.show !== undefined) {
    const { body, ...rest } = requestAt(seed, Number(values.show));
    print(JSON.stringify(rest, undefined, 2));
    print(body?.toString('utf8').slice(0, 3_000));
    return;
  }
  const startedAt = Date.now();
  const { problems, codes, healths, slowest, complaints } = await playFuzz({
    seed,
    count: Number(values.count),
    from: Number(values.from),
  });
  print(`seed ${seed}: ${values.count} requests in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  print(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([code, count]) => `${code}: ${count}`)
      .join(', '),
  );
  for (const health of healths) print(JSON.stringify(health));
  for (const problem of oncePerKind(problems)) print(problem.slice(0, 700));
  for (const complaint of oncePerKind(complaints)) print(`complaint: ${complaint.slice(0, 1_200)}`);
  if (slowest.length > 0) print(`slowest: ${JSON.stringify(slowest)}`);
  process.exitCode = problems.length === 0 && complaints.length === 0 ? 0 : 1;
}

main().catch(error => {
  print(String(error.stack));
  process.exitCode = 1;
});
