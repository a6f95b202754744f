import { readFileSync } from 'node:fs';
import { besideSources } from '../besideSources';
import { FaultError } from '../faults/parseFaults';
import { FAULTS_USAGE, runFaultsCommand } from './faultsCommand';
import { describeOptions, readServeArguments, UsageError } from './options';
import { serve } from './serve';

const USAGE = `usage: embedded-kube [OPTION…]
       embedded-kube faults --help

Starts a Kubernetes-compatible API server: a hub and members in one process, each with its own address.

${describeOptions()}

With --with-parent it takes orders, lines of JSON on standard input: {"freeze":"member-1"} hangs a cluster,
{"cut":"member-1"} breaks its connections, {"thaw":"member-1"} mends it; the README describes the others.`;

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'faults') {
    print(argv.length === 1 ? FAULTS_USAGE : await runFaultsCommand(argv.slice(1)));
    return;
  }
  const wanted = readServeArguments(argv);
  if (wanted === 'help') print(USAGE);
  else if (wanted === 'version') print(readVersion());
  else await serve(wanted);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(besideSources('..', 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}

/**
 * The command `embedded-kube`; `--help` shows what it takes.
 *
 * Sets the exit code of the process: 2 where what was typed makes no sense, 1 where it does and cannot be done.
 */
export async function runCommand(argv: readonly string[]): Promise<void> {
  try {
    await main(argv);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof FaultError;
    process.stderr.write(`embedded-kube: ${error instanceof Error ? error.message : error}\n`);
    if (isUsage) process.stderr.write('embedded-kube --help lists what there is\n');
    process.exitCode = isUsage ? 2 : 1;
  }
}
