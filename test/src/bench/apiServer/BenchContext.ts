import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { explainMissingKubeAssets, startRealFleet, type RealFleet } from '../../controlPlane';
import { startFleetProgram, type FleetProgram } from '../startFleetProgram';
import { createNamespace } from './configMaps';
import { connectLoad } from './connectLoad';
import type { LoadTarget, MeasuredServer } from './LoadConnection';
import { startLoadProgram, type LoadProgram } from './startLoadProgram';

export interface FleetSetup {
  readonly members?: readonly string[];
  /** Absent: in memory. */
  readonly kept?: 'process' | 'power-loss';
  /** Of the data; absent: a new one. */
  readonly folder?: string;
}

/** What all measurements share: the clients, the real server (started once), and what is to be cleaned up. */
export class BenchContext {
  /** Why there is no real server to compare with. */
  readonly missing = explainMissingKubeAssets();
  private readonly folders: string[] = [];
  private real: Promise<RealFleet> | undefined;
  private targets = 0;

  private constructor(
    readonly load: LoadProgram,
    readonly isQuick: boolean,
    private readonly profileDir: string | undefined,
  ) {}

  static async start(isQuick: boolean, profileDir: string | undefined): Promise<BenchContext> {
    return new BenchContext(await startLoadProgram(), isQuick, profileDir);
  }

  /** Progress, for people. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Of objects that no load used before. */
  nextPrefix(): string {
    this.targets += 1;
    return `l${this.targets}`;
  }

  createFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-bench-'));
    this.folders.push(folder);
    return folder;
  }

  /** The embedded server without workloads, as they would add objects of their own. @throws Error when it keeps less */
  async startFleet({ members = ['member-1'], kept, folder }: FleetSetup): Promise<FleetProgram> {
    const fleet = await startFleetProgram({
      folder: folder ?? this.createFolder(),
      members,
      isKept: kept !== undefined,
      pace: 1,
      flags: ['--no-workloads', ...(kept === 'power-loss' ? ['--durable'] : [])],
      ...(this.profileDir && { profileDir: this.profileDir }),
    });
    if (fleet.durability === kept) return fleet;
    await fleet.stop();
    throw new Error(`the fleet was to keep writes over ${kept}, and says ${fleet.durability}`);
  }

  /** `undefined`: there is none on this machine. */
  async realServer(): Promise<MeasuredServer | undefined> {
    if (this.missing !== undefined) return undefined;
    this.real ??= startRealFleet({ members: [], isMeasured: true });
    const { hub, programs } = await this.real;
    const [etcd] = programs;
    const [apiServer] = hub.programs;
    const target = { url: hub.url, caPem: hub.caPem, token: hub.adminToken };
    return { target, pids: [etcd.pid, apiServer.pid] };
  }

  async stop(): Promise<void> {
    this.load.stop();
    await (await this.real)?.stop();
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }
}

export function hubOf(fleet: FleetProgram): LoadTarget {
  const { url, caPem = '', token } = fleet.endpoint('hub');
  return { url, caPem, token };
}

/** The namespace of the loads; it may be there. */
export async function prepareTarget(target: LoadTarget): Promise<void> {
  const connection = await connectLoad(target, 'HTTP/1.1');
  await new Promise(done => connection.send(createNamespace(), done));
  connection.close();
}
