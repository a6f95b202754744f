import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { pullMemberYaml, TestAgent } from '../engine/testAgent.testing';
import { createAgentAccount } from '../story/agentAccount';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { BIND_PULL, bindAccounts } from './hardenedFleet';
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
        memberYaml('member-1') +
        workloadYaml('shop', 'web:1'),
    );
    for (const member of ['edge', 'rival'])
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

  function send({
    method,
    path: at,
    body,
    headers = {},
  }: Omit<TokenAct, 'says' | 'isAllowed'>): Promise<number> {
    const { hub } = fleet;
    const agent = agents.get(hub) ?? new Agent({ ca: hub.caPem, keepAlive: true, maxSockets: 2 });
    agents.set(hub, agent);
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return new Promise((done, fail) => {
      const call = request(`${hub.url}${at}`, {
        ...{ method, agent, timeout: 10_000 },
        headers: { 'authorization': `Bearer ${token}`, 'content-type': type, ...headers },
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

  it('is described by the page of the documentation', () => {
    const lines = TOKEN_ACTS.map(
      ({ says, method, path: at, headers, isAllowed }) =>
        `| ${says} | \`${method} ${at}\`${headers ? `, ${Object.keys(headers).join(', ')}` : ''} | ${isAllowed ? 'yes' : 'no'} |`,
    );
    const page = readFileSync(PAGE, 'utf8');
    const [before] = page.split('<!-- acts -->');
    const next = `${before}<!-- acts -->\n<!-- prettier-ignore -->\n| the agent of \`edge\` | request | may |\n| - | - | - |\n${lines.join('\n')}\n`;
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
