import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoPath } from '../crds/repoPath';
import type { FleetUser } from '../controlPlane/startControlPlane';
import { createAgentAccount, hubUserOf } from './agentAccount';
import { bundleAgent, startAgent, type AgentProcess } from './startAgent';
import type { Fleet, FleetCluster } from './startFleet';

/** The agent of a member that pulls: a process that a story may end and start again. */
export interface MemberAgent {
  /** Name of its member. */
  readonly member: string;
  /** Starts it again, with the state that it kept. */
  start(): void;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and wait until it has ended. */
  stop(): Promise<void>;
  /** The end of what it logged since it was started last. */
  logs(): string;
}

const VARIABLE = 'MEMBERS';
/** Which members pull, by their place in the fleet. */
const PULLS: Readonly<Record<string, (index: number) => boolean>> = {
  push: () => false,
  pull: () => true,
  mixed: index => index % 2 === 0,
};
const ACCOUNT_SPACE = 'fleetstage-agent';
/** As the API server of a member names its agent. */
export const AGENT_USER = `system:serviceaccount:${ACCOUNT_SPACE}:member-agent`;

/** Tokens without dates, for stories in which clocks are wrong. */
export interface TimelessTokens {
  /** For the server to know. */
  readonly users: readonly FleetUser[];
  readonly hub: (member: string) => string;
  readonly own: string;
}

/** Of the accounts of agents; a server takes both for the same user. */
export function timelessTokens(members: readonly string[]): TimelessTokens {
  const own = randomUUID();
  const tokens = new Map(members.map(member => [member, randomUUID()]));
  const hub = (member: string) => tokens.get(member) ?? '';
  const users = members.map(member => ({ name: hubUserOf(member), token: hub(member) }));
  return { users: [...users, { name: AGENT_USER, token: own }], hub, own };
}

/**
 * Gives those members an agent that the environment variable `MEMBERS` names: none with `push`, the default; each with `pull`;
 * every other one, from the first, with `mixed`. The agents start before their members are declared, and end with the fleet.
 */
export async function withAgents<F extends Fleet>(
  fleet: F,
  tokens?: TimelessTokens,
): Promise<F & { readonly agents: readonly MemberAgent[] }> {
  const wanted = process.env[VARIABLE] ?? 'push';
  const pulls = PULLS[wanted];
  if (!pulls) throw new Error(`${VARIABLE}=${wanted}: say ${Object.keys(PULLS).join(', ')}`);
  const members = fleet.members.filter((_, index) => pulls(index));
  if (members.length === 0) return { ...fleet, agents: [] };
  bundleAgent();
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-agents-'));
  const agents: MemberAgent[] = [];
  const stop = async () => {
    await Promise.all(agents.map(agent => agent.stop()));
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (const member of members) agents.push(await startMemberAgent(fleet.hub, member, { folder, tokens }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...fleet, agents, stop };
}

/** Names of the members to which the backend has credentials. */
export const pushMembers = ({ members, agents = [] }: Pick<Fleet, 'agents'> & WithMembers): string[] =>
  members.map(({ name }) => name).filter(name => !agents.some(({ member }) => member === name));

const EVERY_VERB = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];

/** Gives the agents what the example does not: the resources, by API group, that a story places besides (docs/member-agent.md). */
export async function letAgentsPlace(
  { members, agents = [] }: Pick<Fleet, 'agents' | 'members'>,
  further: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const metadata = { name: 'further-kinds' };
  const apiGroup = 'rbac.authorization.k8s.io';
  const objects = [
    {
      ...{ apiVersion: `${apiGroup}/v1`, kind: 'ClusterRole', metadata },
      rules: Object.entries(further).map(([group, resources]) => ({
        ...{ apiGroups: [group], resources, verbs: EVERY_VERB },
      })),
    },
    {
      ...{ apiVersion: `${apiGroup}/v1`, kind: 'ClusterRoleBinding', metadata },
      roleRef: { apiGroup, kind: 'ClusterRole', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: 'member-agent', namespace: ACCOUNT_SPACE }],
    },
  ];
  const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  for (const plane of members)
    if (agents.some(({ member }) => member === plane.name))
      await plane.kubectl(['apply', '-f', '-'], { stdin });
}

interface WithMembers {
  readonly members: readonly { readonly name: string }[];
}

export interface MemberAgentOptions {
  /** Of its files. */
  readonly folder: string;
  /** Absent: tokens of service accounts. */
  readonly tokens?: TimelessTokens;
}

/** Starts the agent of a member, which waits until the hub lets it in. */
export async function startMemberAgent(
  hub: FleetCluster,
  member: FleetCluster,
  { folder, tokens }: MemberAgentOptions,
): Promise<MemberAgent> {
  const fileOf = (name: string, text: string) => {
    const file = path.join(folder, `${member.name}-${name}`);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const hubToken = tokens?.hub(member.name) ?? (await createAgentAccount(hub, member.name));
  const flags = {
    'member': member.name,
    'hub-url': hub.url,
    'hub-ca': fileOf('hub.crt', hub.caPem),
    'hub-token-file': fileOf('hub.token', hubToken),
    'kubeconfig': fileOf('own.yaml', await ownKubeconfig(member, tokens?.own)),
    'state-dir': path.join(folder, `${member.name}-state`),
  };
  let agent: AgentProcess = startAgent({ flags });
  return {
    member: member.name,
    start: () => {
      agent = startAgent({ flags });
    },
    kill: () => agent.kill(),
    stop: () => agent.stop(),
    logs: () => agent.logs(),
  };
}

/** With the rights of the example, and no more. */
async function ownKubeconfig(member: FleetCluster, timeless: string | undefined): Promise<string> {
  const rights = readFileSync(repoPath('examples/member-agent.yaml'), 'utf8')
    .split(/^---$/m)
    .filter(document => !/^kind: Deployment$/m.test(document));
  await member.kubectl(['apply', '-f', '-'], { stdin: rights.join('---') });
  const create = ['create', 'token', 'member-agent', '-n', ACCOUNT_SPACE, '--duration=2h'];
  const token = timeless ?? (await member.kubectl(create)).stdout.trim();
  const ca = Buffer.from(member.caPem).toString('base64');
  return JSON.stringify({
    'current-context': 'own',
    'clusters': [{ name: 'own', cluster: { 'server': member.url, 'certificate-authority-data': ca } }],
    'users': [{ name: 'own', user: { token } }],
    'contexts': [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
  });
}
