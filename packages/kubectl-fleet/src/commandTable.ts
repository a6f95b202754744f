import type { CommandEntry, OptionEntry } from './command';
import { approve, reject } from './runs/decide';
import { end } from './runs/end';
import { resume, stop } from './runs/setState';

const NO_WAIT: OptionEntry = { flags: '--no-wait', text: 'do not wait for what comes of it' };
const RUN = '[KIND] RUN';

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
];
