import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { besideSources } from '../controlPlane/besideSources';
import { bundleAgent, startAgent } from '../story/startAgent';
import type { BenchHub } from './benchHub';
import { agentUser } from './benchObjects';
import { startAskableChild } from './childProcess';

/** Tokens that the hub knows, by member. */
export type AgentTokens = ReadonlyMap<string, string>;

/** The agents of all members: the first in a process alone, as it is deployed, the others in one. */
export interface BenchAgents {
  readonly alonePid: number;
  /** Of the process of all others, and how many they are. */
  readonly others: { readonly pid: number; readonly count: number };
  stop(): Promise<void>;
}

export interface BenchAgentsOptions {
  readonly folder: string;
  readonly hub: Pick<BenchHub, 'url' | 'caPem'>;
  readonly tokens: AgentTokens;
  /** With a context for each member. */
  readonly kubeconfig: string;
}

/** Writes the file of users that the embedded fleet reads. */
export function saveAgentTokens(file: string, members: readonly string[]): AgentTokens {
  const tokens = new Map(members.map(name => [name, randomUUID()]));
  const lines = [...tokens].map(([name, token]) => `${token},${agentUser(name)},${agentUser(name)},""\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return tokens;
}

/** They wait until the hub lets them in. */
export async function startBenchAgents(options: BenchAgentsOptions): Promise<BenchAgents> {
  bundleAgent();
  const folder = path.join(options.folder, 'agents');
  mkdirSync(folder);
  const [first, ...rest] = readFlags(options, folder);
  const file = path.join(folder, 'flags.json');
  const args = rest.map(flags => Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]));
  writeFileSync(file, JSON.stringify(args), { mode: 0o600 });
  const host = await startAskableChild<never, string>(besideSources('../bench/agentHost.ts'), [file]);
  const alone = startAgent({ flags: first });
  return {
    alonePid: alone.pid,
    others: { pid: host.pid, count: rest.length },
    async stop() {
      host.kill('SIGTERM');
      await Promise.all([alone.stop(), host.gone]);
    },
  };
}

interface Kubeconfig {
  readonly clusters: readonly { readonly name: string }[];
  readonly users: readonly { readonly name: string }[];
  readonly contexts: readonly {
    readonly name: string;
    readonly context: { readonly cluster: string; readonly user: string };
  }[];
}

/** Each has a kubeconfig of its cluster alone: two hundred agents would read the long one two hundred times. */
function readFlags({ hub, tokens, kubeconfig }: BenchAgentsOptions, folder: string) {
  const { clusters, users, contexts } = parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const ca = fileOf('hub.crt', hub.caPem);
  return contexts.flatMap(entry => {
    const { name, context } = entry;
    const token = tokens.get(name);
    if (token === undefined) return [];
    const own = {
      'current-context': name,
      'contexts': [entry],
      'clusters': clusters.filter(cluster => cluster.name === context.cluster),
      'users': users.filter(user => user.name === context.user),
    };
    return {
      'member': name,
      'hub-url': hub.url,
      'hub-ca': ca,
      'hub-token-file': fileOf(`${name}.token`, token),
      'kubeconfig': fileOf(`${name}.yaml`, JSON.stringify(own)),
      'state-dir': path.join(folder, name),
      'log-level': 'warn',
    };
  });
}
