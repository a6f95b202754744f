import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { besideSources } from '../controlPlane/besideSources';
import { pickFreePorts } from '../controlPlane/pickFreePorts';
import { runBuildScript } from '../controlPlane/runBuildScript';
import { startRealFleet, type RealFleet } from '../controlPlane/startRealFleet';
import { Supervisor, type RunningProgram } from '../controlPlane/Supervisor';
import { untilReady } from '../controlPlane/untilReady';
import type { FleetUser } from '../controlPlane/startControlPlane';

const BUILD_SCRIPT = besideSources('../../cluster-api/build.mjs');
const CLASS = besideSources('../clusterApi/manifests/class.yaml');
const READY_MS = 300_000;
/** Of the API servers of simulated clusters; each takes one. */
const CLUSTER_PORTS = 40;

/** A hub on which Cluster API is at work, with machines that exist in memory only. */
export interface ClusterApi {
  readonly fleet: RealFleet;
  /** The class `in-memory` in the namespace `default` with the worker class `worker` is there and ready. */
  stop(): Promise<void>;
}

/**
 * Starts a real control plane, installs Cluster API's definitions, and starts its managers as plain processes. Programs that
 * are missing are built first, which takes about ten minutes once (`REAL_FLEET_HOOK_MS`).
 */
export async function startClusterApi({
  users,
}: { readonly users?: readonly FleetUser[] } = {}): Promise<ClusterApi> {
  const assets = await runBuildScript(BUILD_SCRIPT);
  const fleet = await startRealFleet({ members: [], users });
  const supervisor = await Supervisor.start();
  const stop = async () => {
    await supervisor.stop();
    await fleet.stop();
  };
  try {
    await installUnder(supervisor, assets, fleet);
    return { fleet, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Manager {
  readonly name: string;
  readonly webhooks: number;
  readonly health: number;
}

async function installUnder(supervisor: Supervisor, assets: string, fleet: RealFleet): Promise<void> {
  const { hub } = fleet;
  const { folder } = supervisor;
  const ports = await pickFreePorts(10);
  const managers = ['core', 'bootstrap', 'control-plane', 'infrastructure'].map((name, index): Manager => ({
    name,
    webhooks: ports[2 * index],
    health: ports[2 * index + 1],
  }));
  await runProgram(join(assets, 'prepare'), [
    join(assets, 'manifests'),
    folder,
    ...managers.map(({ name, webhooks }) => `${name}=${webhooks}`),
  ]);
  await hub.kubectl(['apply', '--server-side', '-f', join(folder, 'crds.yaml')]);
  await hub.kubectl([
    'wait',
    '-f',
    join(folder, 'crds.yaml'),
    '--for=condition=Established',
    '--timeout=120s',
  ]);
  const deadlineAt = Date.now() + READY_MS;
  // A manager that misses a kind ends, and discovery lags behind.
  await untilReady({
    description: 'the kinds of Cluster API are served',
    programs: hub.programs,
    deadlineAt,
    probe: () => hub.kubectl(['get', 'devmachines,clusters.cluster.x-k8s.io']),
  });
  const programs = await startManagers(
    supervisor,
    { assets, managers, debug: ports[8], first: ports[9] },
    fleet,
  );
  await untilReady({
    description: "Cluster API's managers are ready",
    programs,
    deadlineAt,
    probe: () => Promise.all(managers.map(({ health }) => askReady(health))),
  });
  await hub.kubectl(['apply', '--server-side', '-f', join(folder, 'webhooks.yaml')]);
  await untilReady({
    description: 'the class is accepted',
    programs,
    deadlineAt,
    probe: () => hub.kubectl(['apply', '-f', CLASS]),
  });
  await hub.kubectl(['wait', 'clusterclass/in-memory', '--for=condition=VariablesReady', '--timeout=120s']);
}

async function startManagers(
  supervisor: Supervisor,
  {
    assets,
    managers,
    debug,
    first,
  }: {
    readonly assets: string;
    readonly managers: readonly Manager[];
    readonly debug: number;
    readonly first: number;
  },
  { kubeconfigPath }: RealFleet,
): Promise<readonly RunningProgram[]> {
  const certificates = `--webhook-cert-dir=${join(supervisor.folder, 'certs')}`;
  return Promise.all(
    managers.map(({ name, webhooks, health }) => {
      const isOurs = name === 'infrastructure';
      return supervisor.run({
        id: `cluster-api/${name}`,
        command: join(assets, isOurs ? 'in-memory' : name),
        logPath: join(supervisor.folder, `${name}.log`),
        env: { ...process.env, KUBECONFIG: kubeconfigPath },
        args: [
          certificates,
          `--webhook-port=${webhooks}`,
          ...(isOurs
            ? [
                `--health-port=${health}`,
                `--debug-port=${debug}`,
                `--first-port=${first}`,
                `--last-port=${first + CLUSTER_PORTS}`,
              ]
            : [`--health-addr=127.0.0.1:${health}`, '--diagnostics-address=0']),
          // The bootstrap provider has no part in classes, and knows no such gate.
          ...(name === 'core' || name === 'control-plane' ? ['--feature-gates=ClusterTopology=true'] : []),
        ],
      });
    }),
  );
}

async function askReady(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (!answer.ok) throw new Error(`port ${port} answers ${answer.status}: ${await answer.text()}`);
}

function runProgram(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk;
    });
    child.on('error', fail);
    child.on('close', code => (code === 0 ? done() : fail(new Error(`${command}: ${stderr.trim()}`))));
  });
}
