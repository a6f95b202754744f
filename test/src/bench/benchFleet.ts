import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngineDatabase, type EngineDatabase } from './benchDatabase';
import { startBenchHub, untilObject, type BenchHub } from './benchHub';
import { STAGES, isTrue, memberCluster, memberNames, stageOf } from './benchObjects';
import { startEngineHost, type EngineHost } from './startEngineHost';
import { startStubMembers, type StubMembers } from './startStubMembers';

export interface BenchOptions {
  readonly memberCount: number;
  readonly repetitions: number;
  /** URL of a PostgreSQL server; absent: SQLite. */
  readonly postgres?: string;
  /** A Deployment is available so long after its write; 0: with the answer. */
  readonly settleMs: number;
  readonly profileDir?: string;
}

/** Everything that runs during a benchmark. */
export interface BenchFleet {
  readonly options: BenchOptions;
  readonly hub: BenchHub;
  readonly members: StubMembers;
  readonly database: EngineDatabase;
  readonly engine: EngineHost;
  stop(): Promise<void>;
}

/** A real hub, stub members and the engine, all members joined; nothing is placed yet. */
export async function startBenchFleet(options: BenchOptions): Promise<BenchFleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-bench-'));
  const endings: (() => Promise<unknown> | unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const end of endings.reverse()) await end();
  };
  try {
    const names = memberNames(options.memberCount);
    const hub = await startBenchHub();
    endings.push(hub.stop);
    const members = await startStubMembers(names, options.settleMs);
    endings.push(members.stop);
    const database = await createEngineDatabase(folder, options.postgres);
    endings.push(database.close);
    const kubeconfig = path.join(folder, 'kubeconfig');
    hub.saveKubeconfig(
      kubeconfig,
      names.map(name => ({ name, url: members.urlOf(name) })),
    );
    const engine = await startEngineHost({
      folder,
      database: database.config,
      hubUrl: hub.url,
      fleetstage: { hubs: [{ name: 'hub', kubeconfig, context: 'hub' }], members: { kubeconfig } },
      ...(options.profileDir && { profileDir: options.profileDir }),
    });
    endings.push(engine.stop);
    await engine.untilQuiet();
    await joinMembers(hub, names);
    await engine.untilQuiet();
    return { options, hub, members, database, engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function joinMembers({ client }: BenchHub, names: readonly string[]): Promise<void> {
  for (const [i, name] of names.entries()) {
    await client.create(memberCluster(name, STAGES[stageOf(i, names.length)].name));
  }
  const kind = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };
  for (const name of names)
    await untilObject(client, { ...kind, name }, ({ status }) => isTrue(status, 'Joined'));
}
