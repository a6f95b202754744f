import { openWrites, planIssue, pullMemberOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { pullMemberYaml, TestAgent } from '../engine/testAgent.testing';
import { createAgentAccount } from '../story/agentAccount';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { BIND_PULL, bindAccounts } from './hardenedFleet';
import { BRANCH, JOIN_TOKEN_ACTS, type Account } from './joinTokenActs';
import { OTHER, OWN, TOKEN_ACTS, type TokenAct } from './memberTokenActs';

const PAGE = path.resolve(__dirname, '../../../docs/member-tokens.md');
const isUpdating = process.env.UPDATE_GOLDEN === '1' && !process.env.CI;

const WORKS = [OWN, OTHER]
  .map(
    namespace => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: Work
metadata: { name: shop-work, namespace: ${namespace} }
spec: { workload: { manifests: [] } }
---`,
  )
  .join('');
/** A way round by what its role does let it write: an envelope, and a placement of it on all clusters. */
const SMUGGLED = [
  {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'smuggled' },
    data: {
      'c.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'smuggled', namespace: OWN } },
    },
  },
  {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourcePlacement',
    metadata: { name: 'smuggled' },
    spec: {
      resourceSelectors: [
        {
          group: 'placement.kubernetes-fleet.io',
          version: 'v1beta1',
          kind: 'ResourceEnvelope',
          name: 'smuggled',
        },
      ],
      policy: { placementType: 'PickAll' },
    },
  },
];

/** Its identity is the account that Fleetstage makes (RUL 39). */
const BRANCH_SPACE = `fleet-member-${BRANCH}`;
const BRANCH_YAML = `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata: { name: ${BRANCH} }
spec: { identity: { kind: ServiceAccount, name: fleetstage-agent, namespace: ${BRANCH_SPACE} } }
---`;
const ACCOUNTS: readonly Account[] = ['fleetstage-join', 'fleetstage-agent'];

jest.setTimeout(180_000);

describe('the token of a member with an agent', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let token: string;
  let rival: TestAgent;
  const agents = new Map<FleetCluster, Agent>();

  const soon = soonWith(() => engine, 60_000);

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    const kubeconfig = await bindAccounts(fleet);
    await apply(fleet.hub, BIND_PULL);
    engine = await startEngine(
      engineOn(
        { ...fleet, kubeconfigPath: kubeconfig },
        { members: [{ name: 'member-1', kubeconfig, context: 'member-1' }] },
      ),
    );
    token = await createAgentAccount(fleet.hub, 'edge');
    rival = await TestAgent.start(fleet.hub, 'rival');
    await apply(
      fleet.hub,
      pullMemberYaml('edge') +
        pullMemberYaml('rival') +
        BRANCH_YAML +
        memberYaml('member-1') +
        workloadYaml('shop', 'web:1'),
    );
    for (const member of ['edge', 'rival', BRANCH])
      await soon(`${member} is ready to join`, async () => {
        const { status } = await read(fleet.hub, 'membercluster', member);
        expect(conditionsOf(status).ReadyToJoin).toBe('True/MemberClusterReadyToJoin');
      });
    await apply(fleet.hub, WORKS);
    await rival.report();
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await rival?.stop();
    agents.forEach(agent => agent.destroy());
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  function send(
    { method, path: at, body, headers = {} }: Omit<TokenAct, 'says' | 'isAllowed'>,
    bearer = token,
  ): Promise<number> {
    const { hub } = fleet;
    const agent = agents.get(hub) ?? new Agent({ ca: hub.caPem, keepAlive: true, maxSockets: 2 });
    agents.set(hub, agent);
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return new Promise((done, fail) => {
      const call = request(`${hub.url}${at}`, {
        ...{ method, agent, timeout: 10_000 },
        headers: { 'authorization': `Bearer ${bearer}`, 'content-type': type, ...headers },
      });
      call.on('response', response => {
        response.resume().on('end', () => done(response.statusCode ?? 0));
      });
      call.on('error', fail).end(body && JSON.stringify(body));
    });
  }

  it('C/GR-035, GR-048a, GR-063, TE-032: reaches its own namespace, and nothing of another member or of the hub', async () => {
    const answered: string[] = [];
    const expected: string[] = [];
    for (const act of TOKEN_ACTS) {
      const status = await send(act);
      const says = status === 403 ? 'refused' : status < 300 ? 'allowed' : String(status);
      answered.push(`${act.says}: ${says}`);
      expected.push(`${act.says}: ${act.isAllowed ? 'allowed' : 'refused'}`);
    }
    expect(answered).toEqual(expected);
    expect(TOKEN_ACTS.length).toBeGreaterThanOrEqual(60);
  });

  it('of the accounts that Fleetstage makes becomes the agent by them, and nobody else (C/GR-055)', async () => {
    // What issuing a join token writes, by its own plan; `join.kube.test.ts` issues one.
    const live = () => read(fleet.hub, 'internalmembercluster', BRANCH, BRANCH_SPACE);
    const member = pullMemberOf(await read(fleet.hub, 'membercluster', BRANCH));
    for (const { object } of planIssue(member, await live()).create)
      await apply(fleet.hub, JSON.stringify(object));
    const writes = openWrites(member, await live());
    expect(writes.map(({ of }) => of)).toEqual(['internalMember', 'tokenBinding']);
    for (const { object, patch } of writes)
      await fleet.hub.kubectl([
        ...['patch', object.kind, object.metadata.name, '-n', BRANCH_SPACE],
        ...['--type=merge', '-p', JSON.stringify(patch)],
      ]);
    for (const account of ACCOUNTS) {
      const create = ['create', 'token', account, '-n', BRANCH_SPACE, '--duration=1h'];
      const bearer = (await fleet.hub.kubectl(create)).stdout.trim();
      const answered: string[] = [];
      for (const act of JOIN_TOKEN_ACTS) {
        const status = await send(act, bearer);
        answered.push(`${act.says}: ${status === 403 ? 'refused' : status < 300 ? 'allowed' : status}`);
      }
      expect({ account, answered }).toEqual({
        account,
        answered: JOIN_TOKEN_ACTS.map(
          ({ says, may }) => `${says}: ${may.includes(account) ? 'allowed' : 'refused'}`,
        ),
      });
    }
  });

  it('is described by the page of the documentation', () => {
    const said = ({ says, method, path: at, headers }: Omit<TokenAct, 'isAllowed'>) =>
      `| ${says} | \`${method} ${at}\`${headers ? `, ${Object.keys(headers).join(', ')}` : ''} |`;
    const yes = (isAllowed: boolean) => ` ${isAllowed ? 'yes' : 'no'} |`;
    const lines = TOKEN_ACTS.map(act => `${said(act)}${yes(act.isAllowed)}`);
    const ofAccounts = JOIN_TOKEN_ACTS.map(
      act => `${said(act)}${ACCOUNTS.map(account => yes(act.may.includes(account))).join('')}`,
    );
    const head = `| the agent of \`${BRANCH}\` | request | with the join token | with a token of the agent |`;
    const page = readFileSync(PAGE, 'utf8');
    const [before] = page.split('<!-- acts -->');
    const next = `${before}<!-- acts -->\n<!-- prettier-ignore -->\n| the agent of \`edge\` | request | may |\n| - | - | - |\n${lines.join('\n')}\n\n<!-- prettier-ignore -->\n${head}\n| - | - | - | - |\n${ofAccounts.join('\n')}\n`;
    if (isUpdating) writeFileSync(PAGE, next);
    else expect(page).toBe(next);
  });

  it('places nothing on other members by what it may write in its namespace', async () => {
    for (const [i, plural] of ['resourceenvelopes', 'resourceplacements'].entries())
      expect(
        await send({
          method: 'POST',
          path: `/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/${OWN}/${plural}`,
          body: SMUGGLED[i],
        }),
      ).toBe(201);
    // So that it would be placed where member-1 had the namespace.
    await fleet.members[0].kubectl(['create', 'namespace', OWN]);
    await soon('the placement is judged', async () => {
      const { status } = await read(fleet.hub, 'rp', 'smuggled', OWN);
      expect(conditionsOf(status).ResourcePlacementScheduled).toBeDefined();
      expect(status.selectedResources ?? []).toEqual([]);
    });
    const { stdout } = await fleet.members[0].kubectl(['get', 'configmaps', '-n', OWN, '-o', 'name']);
    expect(stdout).not.toContain('smuggled');
  });

  it('leaves the other member as it was, and what it changed of its own is corrected', async () => {
    await soon('rival is joined', async () => {
      const { status } = await read(fleet.hub, 'membercluster', 'rival');
      expect(conditionsOf(status).Joined).toBe('True/MemberClusterJoined');
    });
    await soon('its state is Join again', async () => {
      const { spec } = await read(fleet.hub, 'internalmembercluster', 'edge', OWN);
      expect(spec.state).toBe('Join');
    });
  });
});
