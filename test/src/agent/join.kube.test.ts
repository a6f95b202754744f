import {
  composeEngine,
  parseSettings,
  systemPorts,
  type Engine,
} from '@fleetstage/backstage-plugin-fleetstage-backend';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import knexFactory, { type Knex } from 'knex';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { besideSources } from '../controlPlane/besideSources';
import { repoPath } from '../crds/repoPath';
import { apply, conditionsOf, find, namesOf, read, workloadYaml } from '../engine/fleet';
import { eventually } from '../eventually';
import { BIND_PULL, bindAccounts } from '../security/hardenedFleet';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { bundleAgent, startAgent, type AgentProcess } from '../story/startAgent';

const MEMBER = 'edge';
const SPACE = `fleet-member-${MEMBER}`;
const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;

type Viewer = Parameters<Engine['commands']['joinCluster']>[0];
const ADA = { ref: 'user:default/ada', mayJoinCluster: () => ({ isAllowed: true }) } as unknown as Viewer;

jest.setTimeout(180_000);

describe('a cluster that joins by a join token, with the rights of the examples on both sides', () => {
  let fleet: Fleet;
  let member: FleetCluster;
  let knex: Knex;
  let engine: Engine;
  let agent: AgentProcess;
  let folder: string;
  let joinToken = '';
  const lines: string[] = [];
  const tokens = new Set<string>();

  beforeAll(async () => {
    bundleAgent();
    fleet = await startFleet({ members: ['member-1'] });
    [member] = fleet.members;
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-join-'));
    const kubeconfig = await bindAccounts(fleet);
    await apply(fleet.hub, BIND_PULL);
    await apply(member, readFileSync(repoPath('examples/member-agent.yaml'), 'utf8'));
    knex = knexFactory({
      client: 'better-sqlite3',
      connection: { filename: path.join(folder, 'fleetstage.sqlite') },
      useNullAsDefault: true,
      pool: { min: 1, max: 1 },
    });
    const say = (level: string) => (message: string, fields?: object) =>
      void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
    engine = await composeEngine({
      knex,
      settings: parseSettings(
        { hubs: [{ name: 'hub', kubeconfig, context: 'hub' }], members: { kubeconfig } },
        folder,
      ),
      ports: systemPorts,
      log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
      crdsDir: besideSources('../../../plugins/fleetstage-backend/crds'),
    });
    await engine.start();
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await agent?.stop();
    await engine?.stop();
    await knex?.destroy();
    await fleet?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const soon = <T>(what: string, probe: () => Promise<T>) =>
    eventually(what, probe, { timeoutMs: 60_000 }).catch(error => {
      const logs = `--- agent:\n${agent?.logs().slice(-3000)}\n--- engine:\n${lines.slice(-30).join('\n')}`;
      throw new Error(`${error.message}\n${logs}`);
    });
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const conditions = async () => conditionsOf((await read(fleet.hub, 'membercluster', MEMBER)).status);
  const heartbeat = async (): Promise<string> => {
    const { status } = await read(fleet.hub, 'internalmembercluster', MEMBER, SPACE);
    return status.agentStatus[0].lastReceivedHeartbeat;
  };
  /** Waits for a heartbeat that is later than all before. */
  const beats = async () => {
    const before = await heartbeat();
    await soon('the next heartbeat', async () => expect(await heartbeat()).not.toBe(before));
  };
  const issue = () => engine.commands.issueJoinToken(ADA, { name: MEMBER });
  /** The token that the agent keeps on its cluster. */
  async function keptToken(): Promise<string> {
    const { data } = await read(member, 'secret', 'hub-token', 'fleetstage-agent');
    const { token } = JSON.parse(Buffer.from(data['hub-token'], 'base64').toString('utf8'));
    tokens.add(token);
    return token;
  }
  /** Who the hub says that the token is; throws when it says nobody. */
  async function ask(token: string): Promise<unknown> {
    const credentials = fixedCredentials({ authorization: `Bearer ${token}` });
    const client = new KubeClient({ server: fleet.hub.url, ca: fleet.hub.caPem, credentials });
    try {
      return await client.requestToken({ namespace: SPACE, name: 'fleetstage-agent' }, { seconds: 600 });
    } finally {
      await client.close();
    }
  }
  const isRefused = (token: string) =>
    soon('the hub refuses the token', () =>
      expect(ask(token)).rejects.toMatchObject({
        name: expect.stringMatching(/^(Unauthorized|Forbidden)Error$/),
      }),
    );

  /** With the rights of the example, and no more. */
  async function ownKubeconfig(): Promise<string> {
    const { stdout } = await member.kubectl(['create', 'token', 'member-agent', '-n', 'fleetstage-agent']);
    const ca = Buffer.from(member.caPem).toString('base64');
    return JSON.stringify({
      'current-context': 'own',
      'clusters': [{ name: 'own', cluster: { 'server': member.url, 'certificate-authority-data': ca } }],
      'users': [{ name: 'own', user: { token: stdout.trim() } }],
      'contexts': [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
    });
  }

  async function start(flags: Record<string, string> = {}): Promise<AgentProcess> {
    return startAgent({
      flags: {
        'member': MEMBER,
        'hub-url': fleet.hub.url,
        'hub-ca': fileOf('ca.crt', fleet.hub.caPem),
        'hub-join-token-file': fileOf('join-token', joinToken),
        'hub-token-secret': 'fleetstage-agent/hub-token',
        'kubeconfig': fileOf('own.yaml', await ownKubeconfig()),
        'state-dir': path.join(folder, 'state'),
        'log-level': 'debug',
        ...flags,
      },
    });
  }

  it('C/MC-014…019: is created, and a join token is issued once all that it needs is there', async () => {
    const asked = { name: MEMBER, labels: { tier: 'edge' }, heartbeatPeriodSeconds: 2 };
    await soon('it is created', async () => engine.commands.joinCluster(ADA, { ...asked, carrier: 'pull' }));
    await expect(engine.commands.joinCluster(ADA, { ...asked, carrier: 'pull' })).rejects.toMatchObject({
      name: 'ConflictError',
    });
    await expect(engine.commands.joinCluster(ADA, { name: 'other', carrier: 'push' })).rejects.toThrow(
      'Fleetstage has no credentials for cluster "other"',
    );
    const issued = await soon('a token is issued', issue);
    expect(issued).toMatchObject({ hubUrl: fleet.hub.url, hubCa: fleet.hub.caPem });
    const leftMs = Date.parse(issued.expiresAt) - Date.now();
    expect(leftMs / 60_000).toBeGreaterThan(28);
    expect(leftMs / 60_000).toBeLessThan(31);
    joinToken = issued.token;
    tokens.add(joinToken);
    await soon('the member says so', async () =>
      expect((await conditions()).ReadyToJoin).toBe('True/MemberClusterReadyToJoin'),
    );
  });

  it('the join token may ask for a token of the agent, and nothing else', async () => {
    const credentials = fixedCredentials({ authorization: `Bearer ${joinToken}` });
    const client = new KubeClient({ server: fleet.hub.url, ca: fleet.hub.caPem, credentials });
    const forbidden = { name: 'ForbiddenError' };
    try {
      const of = (plural: string, kind: string, group = '') => ({
        ...{ group, version: group === '' ? 'v1' : 'v1beta1', kind, plural, namespaced: true },
      });
      const own = { namespace: SPACE, name: MEMBER };
      const imc = of('internalmemberclusters', 'InternalMemberCluster', 'cluster.kubernetes-fleet.io');
      await expect(client.get(imc, own)).rejects.toMatchObject(forbidden);
      const works = of('works', 'Work', 'placement.kubernetes-fleet.io');
      await expect(client.list(works, { namespace: SPACE })).rejects.toMatchObject(forbidden);
      await expect(client.list(of('secrets', 'Secret'), { namespace: SPACE })).rejects.toMatchObject(
        forbidden,
      );
      for (const account of ['fleetstage-join', 'default'])
        await expect(
          client.requestToken({ namespace: SPACE, name: account }, { seconds: 600 }),
        ).rejects.toMatchObject(forbidden);
    } finally {
      await client.close();
    }
  });

  it('C/MC-026, TR-101: the agent joins with it, and the first placement arrives', async () => {
    agent = await start();
    await soon('it has joined', async () =>
      expect((await conditions()).Joined).toBe('True/MemberClusterJoined'),
    );
    await apply(fleet.hub, workloadYaml('shop', 'web:1') + PLACEMENT);
    await soon('the placement is there', async () =>
      expect((await read(member, 'configmap', 'settings', 'shop')).data).toEqual({ image: 'web:1' }),
    );
    expect(agent.logs()).toContain('The join token was exchanged for a token of the agent');
  });

  it('a join token that was used is refused, and its account is gone', async () => {
    await soon('its account is gone', async () => {
      const accounts = await namesOf(fleet.hub, 'sa', { namespace: SPACE });
      expect(accounts).toContain('fleetstage-agent');
      expect(accounts.join(' ')).not.toContain('fleetstage-join');
    });
    const { metadata } = await read(fleet.hub, 'internalmembercluster', MEMBER, SPACE);
    expect(metadata.annotations ?? {}).not.toHaveProperty(['fleetstage.io/join-token-after']);
    await isRefused(joinToken);
    const second = startAgent({
      flags: {
        'member': MEMBER,
        'hub-url': fleet.hub.url,
        'hub-ca': path.join(folder, 'ca.crt'),
        'hub-join-token-file': path.join(folder, 'join-token'),
        'kubeconfig': path.join(folder, 'own.yaml'),
        'state-dir': path.join(folder, 'second'),
      },
    });
    await soon('a second agent is told what to do', async () =>
      expect(second.logs()).toContain(
        'The hub refuses the join token: it was used, has expired or was replaced by a newer one: get a new join token',
      ),
    );
    await second.stop();
  });

  it('the agent goes on with its own token after a restart', async () => {
    await agent.kill();
    // Of another pod: only the Secret is left.
    rmSync(path.join(folder, 'state'), { recursive: true });
    agent = await start({ 'hub-token-renew-seconds': '3' });
    await beats();
    expect(agent.logs()).not.toContain('The join token');
  });

  it('renews its token, and keeps the new one', async () => {
    const before = await keptToken();
    await soon('it is renewed', async () => expect(await keptToken()).not.toBe(before));
    expect(agent.logs()).toContain('The token for the hub was renewed');
    await beats();
  });

  it('a new join token revokes all that the agent has had, and the agent joins again with it', async () => {
    const before = await keptToken();
    const issuing = issue();
    // An API server remembers whom a token named: until it has forgotten, no account is there that it could be taken for.
    const stolen: string[] = [];
    const steal = async () => {
      const { token } = (await ask(before).catch(() => ({ token: '' }))) as { token: string };
      if (token !== '') stolen.push(token);
    };
    const thief = setInterval(steal, 100);
    const issued = await issuing.finally(() => clearInterval(thief));
    tokens.add(issued.token);
    await isRefused(before);
    for (const token of stolen) await isRefused(token);
    await soon('the agent says what to do', async () =>
      expect(agent.logs()).toContain('The hub refuses the join token'),
    );
    joinToken = issued.token;
    fileOf('join-token', joinToken);
    await soon('it has another token', async () => {
      expect(await keptToken()).not.toBe(before);
      await ask(await keptToken());
    });
    await beats();
    await isRefused(joinToken);
  });

  it('C/MC-056…060, UR-134: leaves, and its tokens are worth nothing; what it runs stays', async () => {
    const last = await keptToken();
    await fleet.hub.kubectl(['delete', 'membercluster', MEMBER, '--wait=false']);
    await soon('it is gone', async () => {
      expect(await find(fleet.hub, 'membercluster', MEMBER)).toBeUndefined();
    });
    await isRefused(last);
    expect((await read(member, 'configmap', 'settings', 'shop')).data).toEqual({ image: 'web:1' });
  });

  it('no token is in a log', () => {
    const all = `${lines.join('\n')}\n${agent.logs()}`;
    expect(tokens.size).toBeGreaterThan(3);
    for (const token of tokens) expect(all).not.toContain(token.split('.')[2]);
  });
});
