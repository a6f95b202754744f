/**
 * Starts an embedded fleet and runs until SIGTERM or Ctrl-C:
 *
 *   cli.ts (--data DIR | --memory) [--port P] [--members N|NAME,NAME…] [--kubeconfig FILE] [--pace F] [--no-workloads]
 *     [--audit DIR] [--with-parent]
 *
 * Prints one line of JSON when it answers: {"ready":true,"url":…,"members":N}. With a parent it takes orders, lines of
 * JSON on standard input: {"freeze":CLUSTER} hangs it, {"cut":CLUSTER} breaks its connections, {"thaw":CLUSTER} mends it.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Cluster } from './cluster/Cluster';
import { startEmbeddedFleet, type EmbeddedFleet, type FleetLog } from './fleet';
import { startWorkloads } from './workloads/startWorkloads';

const OPTIONS = {
  'data': { type: 'string' },
  'memory': { type: 'boolean' },
  'port': { type: 'string' },
  'members': { type: 'string' },
  'kubeconfig': { type: 'string' },
  /** Factor on the delays of workloads. */
  'pace': { type: 'string' },
  'no-workloads': { type: 'boolean' },
  /** Folder of a log of all writes. */
  'audit': { type: 'string' },
  /** End when the parent does: when standard input, or the channel to the parent, closes. */
  'with-parent': { type: 'boolean' },
} as const;

const USAGE =
  'usage: (--data DIR | --memory) [--port P] [--members N|NAME,NAME…] [--kubeconfig FILE] [--pace F] [--no-workloads] [--audit DIR] [--with-parent]';

interface Arguments {
  readonly dataDir?: string;
  readonly port: number;
  readonly members: number | readonly string[];
  readonly kubeconfig?: string;
  readonly auditDir?: string;
  readonly pace: number;
  readonly withWorkloads: boolean;
  readonly withParent: boolean;
}

function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  if ((values.data === undefined) === !values.memory)
    throw new Error(`give either --data or --memory\n${USAGE}`);
  return {
    dataDir: values.data,
    port: readNumber('port', values.port ?? '0', 65_535),
    members: readMembers(values.members ?? '6'),
    kubeconfig: values.kubeconfig,
    auditDir: values.audit,
    pace: readFactor(values.pace ?? '1'),
    withWorkloads: !values['no-workloads'],
    withParent: values['with-parent'] ?? false,
  };
}

const readMembers = (text: string) =>
  /^\d*$/.test(text) ? readNumber('members', text, 10_000) : text.split(',');

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new Error(`--${name} ${text}: give a whole number from 0 to ${most}`);
}

function readFactor(text: string): number {
  const factor = Number(text);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new Error(`--pace ${text}: give a number above 0; 0.1 is ten times as fast`);
}

/** One line of JSON each on standard error; standard output has the ready line only. */
const log: FleetLog = {
  info: (message, facts) => writeLog('info', message, facts),
  error: (message, facts) => writeLog('error', message, facts),
};

function writeLog(level: string, message: string, facts: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...facts })}\n`);
}

async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2));
  const fleet = await startEmbeddedFleet({ ...wanted, log, onFatal: () => process.exit(1) });
  if (wanted.kubeconfig !== undefined) writeFileSync(wanted.kubeconfig, fleet.kubeconfig, { mode: 0o600 });
  const endWorkloads = wanted.withWorkloads ? playWorkloads(fleet, wanted.pace) : () => undefined;
  const { url, clusters } = fleet;
  process.stdout.write(`${JSON.stringify({ ready: true, url, members: clusters.length - 1 })}\n`);
  if (wanted.withParent) takeOrders(fleet);
  untilToldToEnd(wanted.withParent, async () => {
    endWorkloads();
    await fleet.stop();
  });
}

function playWorkloads(fleet: EmbeddedFleet, pace: number): () => void {
  return startWorkloads(fleet, {
    pace,
    onFailure: (about, error) => log.error('A workload could not be played', { about, error: String(error) }),
  });
}

/** What a demonstration or a test does to a cluster from outside. */
function takeOrders(fleet: EmbeddedFleet): void {
  createInterface({ input: process.stdin }).on('line', line => {
    try {
      const order = JSON.parse(line) as Readonly<Record<string, string>>;
      for (const [what, cluster] of Object.entries(order)) carryOut(what, fleet.cluster(cluster));
    } catch (error) {
      log.error('An order was not understood', { line, error: String(error) });
    }
  });
}

function carryOut(order: string, cluster: Cluster): void {
  if (order === 'freeze') cluster.reach.freeze();
  else if (order === 'cut') cluster.cut();
  else if (order === 'thaw') cluster.reach.thaw();
  else throw new Error(`${order} is none of freeze, cut, thaw`);
}

function untilToldToEnd(withParent: boolean, end: () => Promise<void>): void {
  let isEnding = false;
  const endOnce = () => {
    if (isEnding) return;
    isEnding = true;
    end().then(
      () => process.exit(0),
      error => {
        log.error('The fleet did not end in order', { error: String(error) });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, endOnce);
  if (!withParent) return;
  if (process.send) process.on('disconnect', endOnce);
  else process.stdin.on('end', endOnce).on('error', endOnce).resume();
}

main().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
