import type { CommandEntry, OptionEntry } from './command';
import { evict } from './placements/evict';
import { why } from './placements/why';
import { approve, reject } from './runs/decide';
import { end } from './runs/end';
import { rollBack } from './runs/rollBack';
import { resume, stop } from './runs/setState';

const NO_WAIT: OptionEntry = { flags: '--no-wait', text: 'do not wait for what comes of it' };
const RUN = '[KIND] RUN';
const PLACEMENT = '[KIND] PLACEMENT';

/** Every command, in the order of help and README. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'approve',
    words: '[KIND] REQUEST',
    summary: 'approve a stage of a run',
    options: [
      { flags: '--name <request>', text: 'the request, where only its kind is a word' },
      { flags: '--comment <text>', text: 'stays on the request' },
    ],
    examples: [
      'kubectl fleet approve web-1-canary --comment "looks good"',
      'kubectl fleet approve clusterapprovalrequest --name web-1-canary',
      'kubectl fleet approve areq web-1-canary -n shop',
    ],
    run: approve,
  },
  {
    name: 'reject',
    words: '[KIND] REQUEST',
    summary: 'say no to a stage: the run is stopped, and the request shows who and why',
    options: [
      { flags: '--name <request>', text: 'the request, where only its kind is a word' },
      { flags: '--reason <text>', text: 'why; needed' },
    ],
    examples: ['kubectl fleet reject web-1-canary --reason "latency has doubled"'],
    run: reject,
  },
  {
    name: 'stop',
    words: RUN,
    summary: 'stop a run, and wait until it is stopped',
    options: [NO_WAIT],
    examples: ['kubectl fleet stop web-1', 'kubectl fleet stop stagedupdaterun web-1 -n shop'],
    run: stop,
  },
  {
    name: 'resume',
    words: RUN,
    summary: 'start a run, or have a stopped one go on',
    options: [NO_WAIT],
    examples: ['kubectl fleet resume web-1'],
    run: resume,
  },
  {
    name: 'end',
    words: RUN,
    summary: 'end a run for good: its clusters stay as they are, and the next run goes on',
    options: [{ flags: '--reason <text>', text: 'why; needed, and stays on the run' }, NO_WAIT],
    examples: ['kubectl fleet end web-1 --reason "the image does not exist"'],
    run: end,
  },
  {
    name: 'rollback',
    words: RUN,
    summary: 'create a run to the snapshot that was available before; an unfinished run is ended first',
    options: [
      { flags: '--to <index>', text: 'another snapshot than the one that was available last' },
      { flags: '--new-name <name>', text: 'of the new run; default: the next free number' },
      { flags: '--reason <text>', text: 'why the unfinished run ends' },
      { flags: '--dry-run', text: 'say what would be done' },
    ],
    examples: ['kubectl fleet rollback web-2 --dry-run', 'kubectl fleet rollback web-2 --to 3'],
    run: rollBack,
  },
  {
    name: 'why',
    words: `${PLACEMENT} [CLUSTER]`,
    summary: 'say what holds a placement, or why a cluster is picked or not and how it does there',
    examples: ['kubectl fleet why web', 'kubectl fleet why web member-4', 'kubectl fleet why web -n shop'],
    run: why,
  },
  {
    name: 'evict',
    words: `${PLACEMENT} CLUSTER`,
    summary: 'remove a placement from one cluster, once, within its disruption budget',
    options: [{ flags: '--reason <text>', text: 'stays on the eviction' }, NO_WAIT],
    examples: ['kubectl fleet evict web member-2 --reason "disk is failing"'],
    run: evict,
  },
];
