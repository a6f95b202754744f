import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KubeClient, readKubeconfig } from '@fleetstage/kube-client';
import { memberCluster } from '../../bench/benchObjects';
import { startEmbedded, type EmbeddedProcess } from '../../embedded/startEmbedded';
import { eventually } from '../../eventually';
import { CLUSTERS, type Kill, type Sequence } from './drawSequence';
import type { History } from './history';
import { judgeHistory } from './judgeHistory';
import { SequencePlayer } from './playSequence';
import { readHistories } from './readHistory';
import { KilledEngine } from './KilledEngine';

export interface Round {
  readonly number: number;
  readonly sequences: readonly Sequence[];
  readonly kills: readonly Kill[];
}

export interface Played {
  readonly name: string;
  readonly sequence: Sequence;
  readonly history: History;
  /** Promises that were not kept. */
  readonly broken: readonly string[];
}

const MEMBER_CLUSTER = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };

/** Plays sequences beside each other on a fleet and a database of their own, while the engine is killed. */
export async function playRound(round: Round): Promise<readonly Played[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-evictions-'));
  const fleet = await startEmbedded({ members: CLUSTERS, pace: 0.05 });
  const { kubeconfigPath: kubeconfig } = fleet;
  const hub = new KubeClient(await readKubeconfig(kubeconfig, 'hub'));
  const engine = new KilledEngine({
    database: {
      client: 'better-sqlite3',
      connection: { filename: path.join(folder, 'fleetstage.sqlite') },
    },
    fleetstage: {
      hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
      members: { kubeconfig, contexts: ['*'] },
    },
  });
  try {
    await engine.start();
    await join(hub);
    return await playOn({ fleet, hub, engine }, round);
  } catch (error) {
    throw new Error(`round ${round.number}: ${error}\n--- engine:\n${engine.logs().slice(-8_000)}`);
  } finally {
    await engine.stop();
    await hub.close();
    await fleet.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function join(hub: KubeClient): Promise<void> {
  for (const name of CLUSTERS) {
    const patch = { type: 'apply', body: memberCluster(name, 'production'), force: true } as const;
    await eventually('the hub knows MemberClusters', () =>
      hub.patch(MEMBER_CLUSTER, { name }, { patch, fieldManager: 'people' }),
    );
  }
}

interface World {
  readonly fleet: EmbeddedProcess;
  readonly hub: KubeClient;
  readonly engine: KilledEngine;
}

async function playOn({ fleet, hub, engine }: World, { number, sequences, kills }: Round) {
  const players = sequences.map((one, i) => new SequencePlayer(hub, `s${number}-${i}`, one));
  const all = (act: (player: SequencePlayer) => Promise<void>) => Promise.all(players.map(act));
  await all(player => player.begin());
  const killing = async () => {
    for (const one of kills) await engine.killAt(one);
  };
  await Promise.all([killing(), all(player => player.play())]);
  await all(player => player.untilDecided());
  await all(player => player.untilWhole());
  const names = players.map(({ name }) => name);
  const judge = async () => {
    const histories = [...(await readHistories(fleet, names)).values()];
    return histories.map((history, i) => ({
      name: names[i],
      sequence: sequences[i],
      history,
      broken: judgeHistory(history),
    }));
  };
  // The last writes come into the logs moments after their answers; what is broken stays so.
  await eventually(
    'the logs are complete',
    async () => {
      const written = (await judge()).flatMap(({ history }) => history.evictions);
      const missing = written.filter(({ verdicts }) => verdicts.length === 0).map(({ name }) => name);
      if (missing.length > 0) throw new Error(`no verdict: ${missing.join()}`);
    },
    { timeoutMs: 10_000, intervalMs: 500 },
  );
  return judge();
}
