/**
 * Version sequences: one decision over 10,000 clusters in 12 stages with at least five rollouts under way, beside a loop that
 * reads the same once. A budget that is missed is marked, and fails it.
 *
 *   npm run bench -- sequence [--clusters 10000] [--json]
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { alignColumns } from './mainJobReport';
import { measureSequence, type SequenceFigure } from './sequence/measureSequence';

const { values: flags } = parseArgs({
  options: { clusters: { type: 'string', default: '10000' }, json: { type: 'boolean', default: false } },
});

const say = (text: string) => process.stderr.write(`${text}\n`);

setFlagsFromString('--expose-gc');
global.gc = runInNewContext('gc') as typeof global.gc;

function render(figure: SequenceFigure): string {
  const mark = figure.worstMs <= figure.budgetMs ? '' : '  ← MISSED';
  return alignColumns([
    ['', 'engine', 'one loop', 'ratio', 'budget'],
    [
      `one decision, ${figure.clusters} clusters, ${figure.stages} stages, ${figure.inFlight} rollouts (median of ${figure.passes})`,
      `${figure.decideMs.toFixed(0)} ms`,
      `${figure.loopMs.toFixed(1)} ms`,
      figure.ratio.toFixed(0),
    ],
    ['the slowest of them', `${figure.worstMs.toFixed(0)} ms`, '', '', `≤ ${figure.budgetMs} ms${mark}`],
    ['what is known of the sequence', `${figure.stateMb.toFixed(0)} MB`],
    ['heap that one decision takes, at most', `${figure.peakMb.toFixed(0)} MB`],
  ]).join('\n');
}

const figure = measureSequence(Number(flags.clusters), say);
process.stdout.write(`${flags.json ? JSON.stringify(figure, undefined, 2) : render(figure)}\n`);
process.exitCode = figure.worstMs <= figure.budgetMs ? 0 : 1;
