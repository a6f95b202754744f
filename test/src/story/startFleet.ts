import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane } from '../controlPlane/ControlPlane';
import { REAL_FLEET_HOOK_MS, startRealFleet } from '../controlPlane/startRealFleet';
import { startEmbedded } from '../embedded/startEmbedded';
import { withAgents, type MemberAgent } from './memberAgents';

/** A cluster as the stories use it, whatever serves it. */
export type FleetCluster = Pick<
  ControlPlane,
  'name' | 'url' | 'caPem' | 'adminToken' | 'auditLogPath' | 'kubectl' | 'freeze' | 'thaw' | 'logs'
>;

/** A hub and its members, real or embedded. */
export interface Fleet {
  readonly hub: FleetCluster;
  readonly members: readonly FleetCluster[];
  /** Contexts `hub` and the members' names, each as administrator; `hub` is current. */
  readonly kubeconfigPath: string;
  /** Of the members that pull; the others are reached with credentials. Absent: all are. */
  readonly agents?: readonly MemberAgent[];
  /** Ends all processes and removes all files. */
  stop(): Promise<void>;
}

export interface FleetOptions {
  /** Names of the members. The hub is always named `hub`. */
  readonly members: readonly string[];
}

type StartFleet = (options: FleetOptions) => Promise<Fleet>;

const VARIABLE = 'FLEETSTAGE_TEST_FLEET';
const KINDS: Readonly<Record<string, StartFleet>> = {
  real: startRealFleet,
  embedded: startEmbeddedFleet,
};

/** Enough for the hook that starts a fleet, on whichever it may be. */
export const FLEET_HOOK_MS = REAL_FLEET_HOOK_MS;

/**
 * Starts real control planes, or what the environment variable `FLEETSTAGE_TEST_FLEET` names, with the agents that `MEMBERS`
 * asks for.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const wanted = process.env[VARIABLE] ?? 'real';
  const start = KINDS[wanted];
  if (start) return withAgents(await start(options));
  throw new Error(`${VARIABLE}=${wanted}: there is no such fleet; say ${Object.keys(KINDS).join(' or ')}`);
}

/** On disk, as `npm start` has it. */
async function startEmbeddedFleet({ members }: FleetOptions): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetstage-embedded-data-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const fleet = await startEmbedded({ members, dataDir });
    return { ...fleet, stop: () => fleet.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
