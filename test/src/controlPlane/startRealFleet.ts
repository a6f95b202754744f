import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from './ControlPlane';
import { ensureKubeAssets } from './ensureKubeAssets';
import { pickFreePorts } from './pickFreePorts';
import {
  renderEtcd,
  signingKeyPath,
  verifyingKeyPath,
  type ControlPlaneLayout,
  type FleetLayout,
} from './programs';
import { renderKubeconfig } from './renderKubeconfig';
import { startControlPlane, type FleetUser } from './startControlPlane';
import { Supervisor, type RunningProgram } from './Supervisor';
import { PortTakenError, untilReady } from './untilReady';

/** What fleet to start. */
export interface RealFleetOptions {
  /** Names of the members, for instance `['member-1', 'member-2']`. The hub is always named `hub`. */
  readonly members: readonly string[];
  /** More users besides the administrator; they may do what RBAC objects of the caller allow them. */
  readonly users?: readonly FleetUser[];
  /** Nodes of each member. */
  readonly nodes?: readonly string[];
  /** Where the fleet's own folder is made. It goes when the fleet stops. Default: the system's temporary folder. */
  readonly dataDir?: string;
  /** For measurements: etcd forces every write to the disk and no audit log is written, as where speed is compared. */
  readonly isMeasured?: boolean;
  /** Time for all of it to become ready, once the programs are built. */
  readonly timeoutMs?: number;
}

/** A hub and its members as real processes. */
export interface RealFleet {
  readonly hub: ControlPlane;
  readonly members: readonly ControlPlane[];
  /** Contexts `hub` and the members' names, each as administrator; `hub` is current. */
  readonly kubeconfigPath: string;
  /** Every process of it but the supervisor. */
  readonly programs: readonly RunningProgram[];
  /** Ends all processes and removes all files. */
  stop(): Promise<void>;
}

/** Three tries: a port can be taken between its check and the server's start, but hardly thrice. */
const PORT_TRIES = 3;

/**
 * Starts a hub and its members side by side and returns when all of them work: nodes are ready, a pod would get
 * a node. The hub stores and garbage-collects, and runs nothing. Programs that are missing are built first,
 * which takes about ten minutes once; give the calling hook time for it (`REAL_FLEET_HOOK_MS`).
 *
 * Whatever ends the calling process ends the fleet too, with all its files.
 */
export async function startRealFleet(options: RealFleetOptions): Promise<RealFleet> {
  const assets = await ensureKubeAssets();
  if (options.dataDir !== undefined) await mkdir(options.dataDir, { recursive: true });
  for (let tried = 1; ; tried++) {
    const supervisor = await Supervisor.start(options.dataDir);
    try {
      return await startUnder(supervisor, assets, options);
    } catch (error) {
      await supervisor.stop();
      if (!(error instanceof PortTakenError) || tried === PORT_TRIES) throw error;
    }
  }
}

/** Enough for a hook that may have to build the programs first. */
export const REAL_FLEET_HOOK_MS = 30 * 60_000;

async function startUnder(
  supervisor: Supervisor,
  assets: string,
  options: RealFleetOptions,
): Promise<RealFleet> {
  const { members, users = [], nodes = ['node-1', 'node-2'], timeoutMs = 180_000 } = options;
  const deadlineAt = Date.now() + timeoutMs;
  const { folder } = supervisor;
  const [etcdPort, etcdPeerPort, ...ports] = await pickFreePorts(members.length + 3);
  const { isMeasured = false } = options;
  const fleet: FleetLayout = { assets, folder, etcdPort, etcdPeerPort, isMeasured };
  await saveServiceAccountKeys(fleet);
  const etcd = await startEtcd(supervisor, fleet, deadlineAt);

  const kubeconfigPath = join(folder, 'kubeconfig');
  const context = { fleet, supervisor, users, nodes, kubeconfigPath, deadlineAt };
  const planes = ['hub', ...members].map((name, index): ControlPlaneLayout => ({
    name,
    kind: index === 0 ? 'hub' : 'member',
    folder: join(folder, name),
    port: ports[index],
  }));
  const [hub, ...rest] = await Promise.all(planes.map(plane => startControlPlane(context, plane)));
  const entries = [hub, ...rest].map(({ name, url, caPem, adminToken }) => ({
    name,
    url,
    caPem,
    token: adminToken,
  }));
  await writeFile(kubeconfigPath, renderKubeconfig(entries), { mode: 0o600 });
  return {
    hub,
    members: rest,
    kubeconfigPath,
    programs: [etcd, ...[hub, ...rest].flatMap(plane => plane.programs)],
    stop: () => supervisor.stop(),
  };
}

async function startEtcd(
  supervisor: Supervisor,
  fleet: FleetLayout,
  deadlineAt: number,
): Promise<RunningProgram> {
  const etcd = await supervisor.run(renderEtcd(fleet));
  await untilReady({
    description: 'etcd is healthy',
    programs: [etcd],
    deadlineAt,
    probe: async () => {
      const answer = await fetch(`http://127.0.0.1:${fleet.etcdPort}/health`);
      if (!answer.ok) throw new Error(`etcd answers ${answer.status}`);
    },
  });
  return etcd;
}

async function saveServiceAccountKeys(fleet: FleetLayout): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(signingKeyPath(fleet), privateKey, { mode: 0o600 });
  await writeFile(verifyingKeyPath(fleet), publicKey);
}
