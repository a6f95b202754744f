import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngineDatabase, type EngineDatabase } from './benchDatabase';
import { saveAgentTokens, startBenchAgents, type BenchAgents } from './benchAgents';
import type { BenchHub } from './benchHub';
import { STAGES, isTrue, memberCluster, memberNames as memberNamesOf, stageOf } from './benchObjects';
import type { BenchSite } from './benchSite';
import { limitTo } from './floorOrder';
import { preciseNow } from './recording';
import { startEmbeddedSite } from './startEmbeddedSite';
import { startEngineHost, type EngineHost } from './startEngineHost';
import { startRealSite } from './startRealSite';

export const FLEETS = ['real', 'embedded', 'embedded-sqlite'] as const;
export type FleetKind = (typeof FLEETS)[number];

export interface BenchOptions {
  /** `real`: a real hub and stub members; `embedded`: all of them embedded, in memory; `embedded-sqlite`: kept in a file. */
  readonly fleet: FleetKind;
  readonly memberCount: number;
  readonly repetitions: number;
  /** URL of a PostgreSQL server; absent: SQLite. */
  readonly postgres?: string;
  /** On stub members a Deployment is available so long after its write; 0: with the answer. */
  readonly settleMs: number;
  /** Factor on the delays of workloads in an embedded fleet. */
  readonly pace: number;
  readonly profileDir?: string;
  /** How often the engine resyncs; its own default where it is left out. */
  readonly resyncEveryMs?: number;
  /** Of an embedded fleet: the engine has no credentials of members, and each has an agent. */
  readonly arePulled?: boolean;
}

/** Everything that runs during a benchmark. */
export interface BenchFleet {
  readonly options: BenchOptions;
  readonly site: BenchSite;
  readonly database: EngineDatabase;
  readonly engine: EngineHost;
  /** From the first MemberCluster until the hub said of all that they have joined. */
  readonly joinMs: number;
  /** Where the members pull. */
  readonly agents?: BenchAgents;
  stop(): Promise<void>;
}

/** A hub, members and the engine, all members joined; nothing is placed yet. */
export async function startBenchFleet(options: BenchOptions): Promise<BenchFleet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-bench-'));
  const endings: (() => Promise<unknown> | unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const end of endings.reverse()) await end();
  };
  try {
    const usersFile = path.join(folder, 'users.csv');
    const tokens = options.arePulled
      ? saveAgentTokens(usersFile, memberNamesOf(options.memberCount))
      : undefined;
    const site = await startSite(options, folder, tokens ? ['--users', usersFile] : []);
    endings.push(site.stop);
    const database = await createEngineDatabase(folder, options.postgres);
    endings.push(database.close);
    const { hub, kubeconfig, memberNames } = site;
    const engine = await startEngineHost({
      folder,
      database: database.config,
      hubUrl: hub.url,
      fleetstage: {
        hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
        members: tokens ? [] : { kubeconfig },
        ...(options.resyncEveryMs !== undefined && { resyncEveryMs: options.resyncEveryMs }),
      },
      ...(options.profileDir && { profileDir: options.profileDir }),
    });
    endings.push(engine.stop);
    await engine.untilQuiet();
    const agents = tokens && (await startBenchAgents({ folder, hub, tokens, kubeconfig }));
    if (agents) endings.push(agents.stop);
    const startedAt = preciseNow();
    await joinMembers(hub, memberNames);
    const joinMs = preciseNow() - startedAt;
    await engine.untilQuiet();
    return { options, site, database, engine, joinMs, ...(agents && { agents }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startSite(options: BenchOptions, folder: string, flags: readonly string[]): Promise<BenchSite> {
  if (options.fleet === 'real') return startRealSite({ ...options, folder });
  return startEmbeddedSite({ ...options, folder, flags, isKept: options.fleet === 'embedded-sqlite' });
}

const WRITES_AT_ONCE = 16;
const LOOK_MS = 250;
const PATIENCE_MS = 400_000;
const MEMBER_CLUSTER = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };

/** Ten regions of five zones. */
const placeOf = (index: number) => ({
  'region': `region-${index % 10}`,
  'topology.example.com/zone': `zone-${index % 50}`,
});

async function joinMembers({ client }: BenchHub, names: readonly string[]): Promise<void> {
  const manifests = names.map((name, i) =>
    memberCluster(name, STAGES[stageOf(i, names.length)].name, placeOf(i)),
  );
  await limitTo(WRITES_AT_ONCE, manifests, async manifest => void (await client.create(manifest)));
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { items } = await client.list(MEMBER_CLUSTER);
    const joined = items.filter(({ status }) => isTrue(status, 'Joined')).length;
    if (joined === names.length) return;
    if (Date.now() > deadline)
      throw new Error(`${joined} of ${names.length} members joined within ${PATIENCE_MS / 1000} s`);
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
}
