import { runCommand as runFleetstage } from 'fleetstage';
import { drain, uncordon } from './clusters/drain';
import { join } from './clusters/join';
import { leave } from './clusters/leave';
import type { CommandEntry, OptionEntry, Result } from './command';
import { printScript } from './completion';
import { evict } from './placements/evict';
import { tryChange } from './placements/whatIf';
import { why } from './placements/why';
import { approve, reject } from './runs/decide';
import { end } from './runs/end';
import { rollBack } from './runs/rollBack';
import { resume, stop } from './runs/setState';

const NO_WAIT: OptionEntry = { flags: '--no-wait', text: 'do not wait for what comes of it' };
const CLUSTER_NAME: OptionEntry = { flags: '--cluster-name <name>', text: 'the cluster, as in KubeFleet' };
const RUN = '[KIND] RUN';
const PLACEMENT = '[KIND] PLACEMENT';

/** Of commands that ask no hub. */
const runNothing = (): Promise<Result> => Promise.resolve({ text: '', data: {} });

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
  {
    name: 'what-if',
    words: PLACEMENT,
    summary: 'try a change by the scheduler, on the clusters of the hub; nothing is written',
    options: [
      {
        flags: '-f, --filename <path>',
        text: 'a manifest with the placement as it would be; - reads from stdin',
      },
      { flags: '--number-of-clusters <n>', text: 'of a policy of type PickN' },
      { flags: '--label <change>', text: 'CLUSTER:KEY=VALUE, or CLUSTER:KEY- to take it away', isMany: true },
      { flags: '--taint <change>', text: 'CLUSTER:KEY=VALUE, or CLUSTER:KEY- to take it away', isMany: true },
      { flags: '--add <cluster>', text: 'a cluster that joins', isMany: true },
      { flags: '--remove <cluster>', text: 'a cluster that leaves', isMany: true },
    ],
    examples: [
      'kubectl fleet what-if web --number-of-clusters 4',
      'kubectl fleet what-if web -f web.yaml',
      'kubectl fleet what-if web --taint member-2:maintenance=yes --label member-4:environment=production',
    ],
    run: tryChange,
  },
  {
    name: 'render',
    words: '-f FILE [options]',
    summary: 'render what each cluster gets of files, without a hub; its own --help has the options',
    examples: ['kubectl fleet render -f fleet/ --against main/ --markdown'],
    run: runNothing,
    runAlone: (args, output) => runFleetstage(['render', ...args], output) as 0 | 1 | 2,
  },
  {
    name: 'join',
    words: 'CLUSTER',
    summary: 'make a cluster a member of the fleet, and print the commands by which its agent joins',
    options: [
      { flags: '--label <pair>', text: 'KEY=VALUE', isMany: true },
      { flags: '--taint <pair>', text: 'KEY=VALUE, of the effect NoSchedule', isMany: true },
      { flags: '--heartbeat-seconds <n>', text: 'from 1 to 600; default: 60' },
      { flags: '--wait', text: 'until it has joined' },
      { flags: '--new-token', text: 'of a member: another join token; what its agent has is revoked' },
      { flags: '--hub-url <url>', text: 'the hub as the agent reaches it; default: as you do' },
      { flags: '--hub-ca <file>', text: 'the authority of the certificate there' },
      {
        flags: '--service-account <name>',
        text: 'NAMESPACE/NAME that the agent is on the hub, without a join token',
      },
      { flags: '--user <name>', text: 'or a user name' },
      CLUSTER_NAME,
    ],
    examples: [
      'kubectl fleet join edge-1 --label environment=production --wait',
      'kubectl fleet join edge-1 --new-token --hub-url https://hub.example.com:6443',
      'kubectl fleet join edge-1 --service-account fleet-agents/edge-1',
    ],
    run: join,
  },
  {
    name: 'leave',
    words: 'CLUSTER',
    summary: 'take a cluster out of the fleet; what runs there stays',
    options: [{ flags: '--yes', text: 'do not ask for the name' }, CLUSTER_NAME, NO_WAIT],
    examples: ['kubectl fleet leave edge-1'],
    run: leave,
  },
  {
    name: 'drain',
    aliases: ['draincluster'],
    words: 'CLUSTER',
    summary: 'cordon a cluster and evict its placements within their budgets; wait until it is drained',
    options: [
      { flags: '--reason <text>', text: 'stays on the cluster' },
      { flags: '--dry-run', text: 'say what would be evicted, what blocks and what stays' },
      CLUSTER_NAME,
      NO_WAIT,
    ],
    examples: [
      'kubectl fleet drain member-2 --reason "new kernel" --timeout 30m',
      'kubectl fleet draincluster --hub-cluster-context hub --cluster-name member-2',
    ],
    run: drain,
  },
  {
    name: 'uncordon',
    aliases: ['uncordoncluster'],
    words: 'CLUSTER',
    summary: 'open a cluster to placements again, and take its drain back',
    options: [CLUSTER_NAME],
    examples: ['kubectl fleet uncordon member-2'],
    run: uncordon,
  },
  {
    name: 'completion',
    words: 'bash|zsh|fish',
    summary: 'print the completion script of a shell',
    examples: ['source <(kubectl fleet completion bash)'],
    run: runNothing,
    runAlone: printScript,
  },
];
