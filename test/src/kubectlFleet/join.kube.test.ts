import { memberObjects, pullMemberOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureKubeAssets } from '../controlPlane/ensureKubeAssets';
import { repoPath } from '../crds/repoPath';
import { apply, conditionsOf, engineOn, list, memberYaml, namesOf, read, soonWith } from '../engine/fleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { bundleAgent, startAgent, type AgentProcess } from '../story/startAgent';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { buildFleetCommand, type FleetCommand } from './buildFleetCommand';

const SPACE = 'fleet-member-edge';
/** A person who may join clusters, and nothing else. */
const joiner = (name: string, role: string) => `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: ${name} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role} }
subjects: [{ kind: ServiceAccount, name: ${name}, namespace: default }]
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: ${name}, namespace: default }
---`;

jest.setTimeout(180_000);

describe('kubectl fleet join, with the role of the examples', () => {
  let fleet: Fleet;
  let member: FleetCluster;
  let engine: EngineProcess;
  let command: FleetCommand;
  let agent: AgentProcess | undefined;
  let folder: string;
  let token: string;

  beforeAll(async () => {
    bundleAgent();
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-join-'));
    fleet = await startFleet({ members: ['member-1'] });
    [member] = fleet.members;
    command = buildFleetCommand(() => fleet);
    // The cluster joins as `edge`, of which the backend has no credentials; `member-1` is the same cluster with them.
    engine = await startEngine(engineOn(fleet));
    await apply(member, readFileSync(repoPath('examples/member-agent.yaml'), 'utf8'));
    await apply(fleet.hub, readFileSync(repoPath('examples/rbac/people.yaml'), 'utf8'));
    await apply(fleet.hub, joiner('joiner', 'fleetstage-joiner') + joiner('viewer', 'fleetstage-viewer'));
    token = await tokenOf('joiner');
    await soon('the hub has the definitions', () => list(fleet.hub, 'memberclusters'));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await agent?.stop();
    await engine?.stop();
    command?.remove();
    await fleet?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const tokenOf = async (account: string) =>
    (await fleet.hub.kubectl(['create', 'token', account, '-n', 'default'])).stdout.trim();
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  /** Kubeconfig of the cluster itself, with its context as the current one. */
  const ofMember = () => {
    const ca = Buffer.from(member.caPem).toString('base64');
    return fileOf(
      'member.yaml',
      JSON.stringify({
        'current-context': 'own',
        'clusters': [{ name: 'own', cluster: { 'server': member.url, 'certificate-authority-data': ca } }],
        'users': [{ name: 'own', user: { token: member.adminToken } }],
        'contexts': [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
      }),
    );
  };
  /** As a person pastes it into a shell on the cluster. */
  async function paste(commands: string): Promise<void> {
    const bin = await ensureKubeAssets();
    // Without a home kubectl keeps its cache below the folder that it runs in.
    const env = {
      ...{ PATH: [bin, process.env.PATH].join(path.delimiter), KUBECONFIG: ofMember(), HOME: folder },
    };
    await promisify(execFile)('bash', ['-euc', commands], { env });
  }
  /** With what the pasted command has put into the Secret. */
  async function start(): Promise<AgentProcess> {
    const { data } = await read(member, 'secret', 'hub', 'fleetstage-agent');
    const text = (key: string) => Buffer.from(data[key], 'base64').toString('utf8');
    return startAgent({
      flags: {
        'member': text('member'),
        'hub-url': text('url'),
        'hub-ca': fileOf('ca.crt', text('ca.crt')),
        'hub-join-token-file': fileOf('join-token', text('join-token')),
        'kubeconfig': ofMember(),
        'state-dir': path.join(folder, `state-${text('member')}`),
      },
    });
  }
  /** The command for the cluster among what was printed. */
  const secretIn = (text: string): string => {
    const [, secret] = /what the agent needs:\n\n([^]*?)\n\ninstall/.exec(text) ?? [];
    expect(secret).toContain('kubectl create secret generic hub');
    return secret;
  };
  const joinAccounts = async (space: string) => {
    const names = await namesOf(fleet.hub, 'sa', { namespace: space });
    return names.filter(name => name.includes('fleetstage-join'));
  };

  it('says which rights lack, before anything is written', async () => {
    const refused = await command.fleetAs(await tokenOf('viewer'), 'join', 'edge');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        `you may not create memberclusters, get internalmemberclusters in ${SPACE}, patch internalmemberclusters in ${SPACE}, ` +
          `create serviceaccounts in ${SPACE}, create serviceaccounts/token "fleetstage-agent" in ${SPACE}`,
      ),
    });
    expect((await fleet.hub.kubectl(['get', 'memberclusters', '-o', 'name'])).stdout).toBe('');
    expect((await command.fleetAs(token, 'join', 'edge.example')).stderr).toContain('and no "."');
  });

  it('C/MC-001: prints the commands of the page, which make the Secret of the agent', async () => {
    const joined = await command.fleetAs(
      ...([token, 'join', 'edge', '--label', 'tier=edge', '--heartbeat-seconds', '2'] as const),
      ...['-o', 'json'],
    );
    expect(joined).toMatchObject({ exitCode: 0, stderr: '' });
    const { commands, ...said } = JSON.parse(joined.stdout);
    expect(said).toMatchObject({ cluster: 'edge', joined: false, hubUrl: fleet.hub.url });
    expect(Date.parse(said.expiresAt) - Date.now()).toBeGreaterThan(28 * 60_000);
    expect(await read(fleet.hub, 'membercluster', 'edge')).toMatchObject({
      metadata: { labels: { tier: 'edge' } },
      spec: { identity: { kind: 'ServiceAccount', name: 'fleetstage-agent', namespace: SPACE } },
    });
    expect(commands.helm).toContain('helm upgrade --install member-agent charts/member-agent');
    await paste(commands.secret);
    agent = await start();
    await soon('it has joined', async () => {
      const { status } = await read(fleet.hub, 'membercluster', 'edge');
      expect(conditionsOf(status).Joined).toBe('True/MemberClusterJoined');
    });
    await soon('the token cannot be used again', async () => expect(await joinAccounts(SPACE)).toEqual([]));
  });

  it('refuses what is there, and issues a new token that revokes what the agent has', async () => {
    expect(await command.fleetAs(token, 'join', 'edge')).toMatchObject({
      exitCode: 1,
      stderr:
        'kubectl fleet: cluster "edge" is a member of hub "hub" already; for a new join token of its agent: kubectl fleet join edge --new-token\n',
    });
    const waiting = command.beginAs(token, 'join', 'edge', '--new-token', '--wait');
    const secret = await soon('it has printed the commands', async () => secretIn(waiting.stderr()));
    expect(waiting.stderr()).toMatch(
      /^revoking the tokens .*\nthe join token of cluster "edge" holds until .* and can be used once;/,
    );
    await agent?.stop();
    await paste(secret);
    agent = await start();
    expect(await waiting.done).toMatchObject({
      ...{ exitCode: 0, stdout: 'cluster "edge" has joined\n' },
      stderr: expect.stringContaining('\nwaiting for the first heartbeat of the agent\n'),
    });
    expect(await joinAccounts(SPACE)).toEqual([]);
  });

  it('a cluster that Fleetstage connects to needs no token, and one that is missing is named', async () => {
    expect(await command.fleetAs(token, 'join', 'member-1')).toMatchObject({
      exitCode: 0,
      stdout:
        'cluster "member-1" has joined: Fleetstage has credentials for it and connects to it; it needs no agent\n',
    });
    expect(await command.fleetAs(token, 'join', 'nobody', '--new-token')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('cluster "nobody" is no member of hub "hub"'),
    });
    await apply(fleet.hub, memberYaml('own'));
    expect(await command.fleetAs(token, 'join', 'own', '--new-token')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        'the identity of cluster "own" is not one that join tokens are made of',
      ),
    });
  });

  it('on a hub without Fleetstage it makes what the token is made of, waits, and ends the token itself', async () => {
    await agent?.stop();
    await engine.stop();
    const admin = fleet.hub.adminToken;
    const joining = command.beginAs(admin, 'join', 'plain', '--heartbeat-seconds', '2', '--wait');
    const object = await soon('the member is created', () => read(fleet.hub, 'membercluster', 'plain'));
    await playKubeFleet(object);
    await paste(await soon('it has printed the commands', async () => secretIn(joining.stderr())));
    expect(joining.stderr()).toContain('and this hub does not end it with its first use: --wait does');
    agent = await start();
    await soon('the agent reports', async () => {
      const { status } = await read(fleet.hub, 'internalmembercluster', 'plain', 'fleet-member-plain');
      expect(status.agentStatus[0].lastReceivedHeartbeat).toEqual(expect.any(String));
    });
    expect(await joinAccounts('fleet-member-plain')).toHaveLength(1);
    await setConditions('plain', [{ type: 'Joined', reason: 'MemberClusterJoined' }]);
    expect(await joining.done).toMatchObject({ exitCode: 0, stdout: 'cluster "plain" has joined\n' });
    expect(await joinAccounts('fleet-member-plain')).toEqual([]);
    const { subjects } = await read(
      fleet.hub,
      ...(['rolebinding', 'fleetstage-agent-token', 'fleet-member-plain'] as const),
    );
    expect(subjects.map(({ name }: { name: string }) => name)).toEqual(['fleetstage-agent']);
  });

  /** KubeFleet makes these, and says so. */
  async function playKubeFleet(object: Parameters<typeof pullMemberOf>[0]): Promise<void> {
    const items = Object.values(memberObjects(pullMemberOf(object)));
    for (const one of items) await apply(fleet.hub, JSON.stringify(one));
    await setConditions('plain', [{ type: 'ReadyToJoin', reason: 'MemberClusterReadyToJoin' }]);
  }

  async function setConditions(name: string, conditions: readonly { type: string; reason: string }[]) {
    const lastTransitionTime = new Date().toISOString();
    const status = {
      conditions: conditions.map(one => ({ ...one, status: 'True', message: '', lastTransitionTime })),
    };
    await fleet.hub.kubectl([
      ...['patch', 'membercluster', name, '--subresource=status', '--type=merge', '-p'],
      JSON.stringify({ status }),
    ]);
  }
});
