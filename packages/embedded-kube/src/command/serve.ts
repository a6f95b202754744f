import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUsers, type FleetUser } from '../access/usersFile';
import { parseFaultText } from '../faults/parseFaults';
import { startEmbeddedFleet, type EmbeddedFleet, type FleetLog } from '../fleet';
import { startWorkloads } from '../workloads/startWorkloads';
import { describeReady } from './describeReady';
import { UsageError, type ServeArguments } from './options';
import { writeKubeconfig } from './writeKubeconfig';

/** Runs a fleet until SIGTERM, Ctrl-C or the end of the parent. */
export async function serve(wanted: ServeArguments): Promise<void> {
  const log = wanted.isForPrograms ? jsonLog : plainLog;
  const plan = wanted.faultsFile === undefined ? undefined : readFaults(wanted.faultsFile);
  const fleet = await startEmbeddedFleet({
    ...wanted,
    log,
    onFatal: () => process.exit(1),
    faults: plan?.clusters,
    users: wanted.usersFile === undefined ? [] : readUsers(wanted.usersFile),
    seed: wanted.seed ?? plan?.seed,
  });
  if (plan) log.info('Faults are set', { file: wanted.faultsFile, seed: fleet.faultReport().seed });
  const place = placeKubeconfig(wanted);
  const endWorkloads = wanted.withWorkloads ? playWorkloads(fleet, wanted.pace, log) : () => undefined;
  const end = async () => {
    endWorkloads();
    await fleet.stop();
    place.remove();
  };
  try {
    for (const target of place.targets) writeKubeconfig(fleet.kubeconfig, target);
  } catch (error) {
    await end();
    throw error;
  }
  const { url, clusters, durability } = fleet;
  process.stdout.write(
    wanted.isForPrograms
      ? `${JSON.stringify({ ready: true, url, members: clusters.length - 1, durability })}\n`
      : describeReady({ fleet, kubeconfig: place.targets[0].file, dataDir: wanted.dataDir }),
  );
  if (wanted.withParent) takeOrders(fleet, log);
  untilEnded(wanted.withParent, { end, log });
}

/** @throws UsageError, FaultError */
function readFaults(file: string) {
  try {
    return parseFaultText(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--faults ${file}: ${code ? `cannot be read: ${code}` : message}`);
  }
}

/** @throws UsageError */
function readUsers(file: string): readonly FleetUser[] {
  try {
    return parseUsers(readFileSync(file, 'utf8'), `--users ${file}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code ? `--users ${file}: cannot be read: ${code}` : message);
  }
}

/** Where the kubeconfig is wanted; people need one in any case. */
function placeKubeconfig({ kubeconfig, mergesKubeconfig, dataDir, isForPrograms }: ServeArguments) {
  const asked = kubeconfig === undefined ? [] : [{ file: kubeconfig, isMerged: mergesKubeconfig }];
  const kept = dataDir === undefined ? [] : [{ file: join(dataDir, 'kubeconfig'), isMerged: false }];
  const targets = [...asked, ...kept];
  if (targets.length > 0 || isForPrograms) return { targets, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'embedded-kube-'));
  return {
    targets: [{ file: join(folder, 'kubeconfig'), isMerged: false }],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function playWorkloads(fleet: EmbeddedFleet, pace: number, log: FleetLog): () => void {
  return startWorkloads(fleet, {
    pace,
    onFailure: (about, error) => log.error('A workload could not be played', { about, error: String(error) }),
  });
}

/** Lines of JSON on standard input. */
function takeOrders(fleet: EmbeddedFleet, log: FleetLog): void {
  createInterface({ input: process.stdin }).on('line', line => {
    try {
      fleet.order(JSON.parse(line));
    } catch (error) {
      log.error('An order was not understood', { line, error: String(error) });
    }
  });
}

interface Ending {
  readonly log: FleetLog;
  end(): Promise<void>;
}

function untilEnded(withParent: boolean, { end, log }: Ending): void {
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

type Facts = Readonly<Record<string, unknown>>;

/** On standard error; standard output has what was asked for only. */
const jsonLog: FleetLog = {
  info: (message, facts) => writeLine(JSON.stringify({ level: 'info', message, ...facts })),
  error: (message, facts) => writeLine(JSON.stringify({ level: 'error', message, ...facts })),
};

const plainLog: FleetLog = {
  info: (message, facts) => writeLine(plain(message, facts)),
  error: (message, facts) => writeLine(`error: ${plain(message, facts)}`),
};

function plain(message: string, facts: Facts = {}): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${String(value)}`);
  return [message, ...lines].join('\n  ');
}

const writeLine = (line: string) => void process.stderr.write(`${line}\n`);
