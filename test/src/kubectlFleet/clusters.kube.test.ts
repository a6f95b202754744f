import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { buildFleetCommand, type FleetCommand } from './buildFleetCommand';

const MEMBERS = ['member-1', 'member-2', 'member-3'];

const placementYaml = (name: string, policy: object) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: ${JSON.stringify(policy)}
---
`;
const budgetYaml = (name: string, minAvailable: number) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: ${name} }
spec: { minAvailable: ${minAvailable} }
---
`;
const pickN = (numberOfClusters: number) => ({ placementType: 'PickN', numberOfClusters });
const CORDON = { key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' };
const OWN = { key: 'disk', value: 'slow', effect: 'NoSchedule' };

jest.setTimeout(180_000);

describe('kubectl fleet and clusters', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let command: FleetCommand;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    command = buildFleetCommand(() => fleet);
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, memberYaml('member-1') + memberYaml('member-2'));
    await apply(fleet.hub, workloadYaml('web', 'registry.example/web:v1') + placementYaml('web', pickN(2)));
    await placedOn('web', ['member-1', 'member-2']);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    command?.remove();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const placedOn = (name: string, clusters: readonly string[]) =>
    soon(`${name} is available on ${clusters}`, async () => {
      const { status } = await read(fleet.hub, 'crp', name);
      const there = (status?.placementStatuses ?? []) as { clusterName: string }[];
      expect(there.map(({ clusterName }) => clusterName).sort()).toEqual(clusters);
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  const taintsOf = async (name: string) => (await read(fleet.hub, 'membercluster', name)).spec.taints ?? [];

  it('what-if: tries a number, clusters and a file, and writes nothing', async () => {
    const { resourceVersion } = (await read(fleet.hub, 'crp', 'web')).metadata;
    const more = await command.fleet('what-if', 'web', '--number-of-clusters', '3');
    expect(more).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing changes: ') });
    const joined = await command.fleet('what-if', 'web', '--number-of-clusters', '3', '--add', 'member-3');
    expect(joined).toMatchObject({ exitCode: 2, stdout: expect.stringMatching(/\n {2}member-3 {2}gains: /) });
    const left = await command.fleet('what-if', 'web', '--remove', 'member-1', '-o', 'json');
    expect(JSON.parse(left.stdout)).toMatchObject({
      counts: { loses: 1, stays: 1 },
      clusters: [{ cluster: 'member-1', effect: 'loses' }],
    });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'what-if-')), 'new.yaml');
    writeFileSync(file, placementYaml('new', pickN(1)));
    expect(await command.fleet('what-if', 'new', '-f', file)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(
        /^today {2}The placement does not exist yet\.\n.*\n {2}member-\d {2}gains: /,
      ),
    });
    expect(await command.fleet('what-if', 'other', '-f', file)).toMatchObject({
      exitCode: 1,
      stderr: `kubectl fleet: -f ${file} has no placement "other"; name the file that has it\n`,
    });
    expect(await command.fleet('what-if', 'web')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('say what to try: -f FILE, --number-of-clusters, '),
    });
    expect((await read(fleet.hub, 'crp', 'web')).metadata.resourceVersion).toBe(resourceVersion);
  });

  it('join: makes a member, says what comes next, and waits until it has joined', async () => {
    expect(await command.fleet('join', 'member-3', '--user', 'x', '--service-account', 'y/z')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('name two identities; leave one out'),
    });
    const joined = await command.fleet(
      ...['join', 'member-3', '--user', 'member-3-agent', '--label', 'environment=production'],
      ...['--taint', 'disk=slow', '--heartbeat-seconds', '5', '--wait'],
    );
    expect(joined).toMatchObject({ exitCode: 0, stdout: 'cluster "member-3" has joined\n' });
    expect(await read(fleet.hub, 'membercluster', 'member-3')).toMatchObject({
      metadata: { labels: { environment: 'production' } },
      spec: { identity: { kind: 'User', name: 'member-3-agent' }, taints: [OWN], heartbeatPeriodSeconds: 5 },
    });
    expect(await command.fleet('join', 'member-3', '--user', 'x')).toMatchObject({
      exitCode: 1,
      stderr: 'kubectl fleet: cluster "member-3" is a member of hub "hub" already\n',
    });
    const agent = await command.fleet('join', 'edge-1', '--service-account', 'fleet-agents/edge-1');
    expect(agent).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('npx @fleetstage/member-agent --member edge-1 '),
    });
    await fleet.hub.kubectl(['delete', 'membercluster', 'edge-1', '--wait=false']);
  });

  it('C/DR-003, DR-006, DR-012, GX-005: drains within budgets, says what blocks and what stays', async () => {
    await apply(
      fleet.hub,
      workloadYaml('held', 'registry.example/web:v1') +
        placementYaml('held', pickN(2)) +
        workloadYaml('fixed', 'registry.example/web:v1') +
        placementYaml('fixed', { placementType: 'PickFixed', clusterNames: ['member-1'] }) +
        budgetYaml('held', 2) +
        budgetYaml('web', 1),
    );
    await placedOn('held', ['member-1', 'member-2']);
    await placedOn('fixed', ['member-1']);
    await fleet.hub.kubectl([
      'patch',
      'membercluster',
      'member-3',
      '--type=merge',
      '-p',
      '{"spec":{"taints":[]}}',
    ]);
    await fleet.hub.kubectl([
      ...['patch', 'membercluster', 'member-1', '--type=merge', '-p'],
      JSON.stringify({ spec: { taints: [OWN] } }),
    ]);
    // Bindings are published a moment after the placement's own status.
    const plan = await soon('the hub shows that all is available', async () => {
      const tried = await command.fleet('drain', 'member-1', '--dry-run');
      expect(tried.stderr).toContain('"held" is blocked');
      return tried;
    });
    expect(plan).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('(nothing is written)') });
    expect(plan.stderr.trim().split('\n')).toEqual([
      'evicts "web"; moves to member-3',
      '"held" is blocked: the budget needs 2 of 2 available, 2 are: blocked; moves to member-3',
      'leaves placement "fixed": the policy names its clusters; take the cluster out of spec.policy.clusterNames instead',
    ]);
    expect(await taintsOf('member-1')).toEqual([OWN]);
    const blocked = await command.fleet(
      ...['draincluster', '--hub-cluster-context', 'hub', '--cluster-name', 'member-1'],
      ...['--reason', 'new kernel', '--timeout', '20s', '-o', 'json'],
    );
    expect(blocked.exitCode).toBe(2);
    expect(JSON.parse(blocked.stdout)).toMatchObject({
      ...{ cluster: 'member-1', state: 'blocked', evicted: 1, total: 2, blocked: 1, stays: 1 },
      sentence: expect.stringContaining('held is blocked'),
    });
    expect(await taintsOf('member-1')).toEqual([OWN, CORDON]);
    const { metadata } = await read(fleet.hub, 'membercluster', 'member-1');
    expect(metadata.annotations).toMatchObject({ 'fleetstage.io/drain': 'new kernel' });
    const { items } = JSON.parse((await fleet.hub.kubectl(['get', 'crpe', '-o', 'json'])).stdout);
    expect(items.map((one: { metadata: { name: string } }) => one.metadata.name)).toEqual([
      expect.stringMatching(/^drain-eviction-web-member-1-[0-9a-f]{8}$/),
    ]);
    await placedOn('web', ['member-2', 'member-3']);
  });

  it('goes on when the budget allows it, and is over when nothing is left', async () => {
    await apply(fleet.hub, budgetYaml('held', 1));
    const drained = await command.fleet('drain', 'member-1');
    expect(drained).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^cluster "member-1": Drained: 2 placements evicted; fixed stays\.\n$/),
    });
    await placedOn('held', ['member-2', 'member-3']);
    await placedOn('fixed', ['member-1']);
  });

  it('C/DR-015: uncordon takes the drain back, and leaves other taints', async () => {
    const open = await command.viaKubectl('fleet', 'uncordoncluster', '--cluster-name', 'member-1');
    expect(open).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is open to placements again'),
    });
    const { spec, metadata } = await read(fleet.hub, 'membercluster', 'member-1');
    expect(spec.taints).toEqual([OWN]);
    expect(Object.keys(metadata.annotations ?? {}).filter(key => key.includes('drain'))).toEqual([]);
    expect((await command.fleet('uncordon', 'member-1')).stdout).toBe('cluster "member-1" is not cordoned\n');
    expect(await command.fleet('drain', 'member-9')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('cluster "member-9" is no member of hub "hub"'),
    });
  });

  it('C/MC-060: leave asks for the name, and what runs there stays', async () => {
    expect(await command.fleet('leave', 'member-3')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /leaves the fleet: 2 placements let go of it \(held, web\); what runs there stays\n.*or give --yes\n$/,
      ),
    });
    expect(await command.fleet('leave', 'member-3', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: 'cluster "member-3" has left the fleet\n',
    });
    await read(fleet.members[2], 'deployment', 'web', 'web');
  });

  it('render and completion ask no hub; kubectl finds the completion', async () => {
    const rendered = await command.fleetAs('wrong', 'render', '-f', 'does-not-exist');
    expect(rendered).toMatchObject({ exitCode: 1, stderr: 'fleetstage: does-not-exist does not exist\n' });
    const completed = await command.viaKubectl('__complete', 'fleet', 'unc');
    expect(completed.stdout).toMatch(/^uncordon\n/);
    expect((await command.fleet('completion', 'bash')).stdout).toContain('complete -o default');
  });

  it('GX-005: on a hub where nobody carries a drain out, the evictions are made from here', async () => {
    await fleet.hub.kubectl(['delete', 'crpdb', 'web', 'held']);
    await engine.stop();
    const { exitCode, stdout } = await command.fleet('drain', 'member-2', '--timeout', '8s', '-o', 'json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ cluster: 'member-2', state: 'draining', evicted: 0 });
    const { items } = JSON.parse((await fleet.hub.kubectl(['get', 'crpe', '-o', 'json'])).stdout);
    expect(
      items.filter((one: { spec: { clusterName: string } }) => one.spec.clusterName === 'member-2'),
    ).not.toHaveLength(0);
  });

  it('C/DR-016, DR-018: approves the request of a namespace', async () => {
    await apply(
      fleet.hub,
      `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateRun
metadata: { name: web-1, namespace: web }
spec: { placementName: web, stagedRolloutStrategyName: gated, state: Run }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ApprovalRequest
metadata: { name: web-1-canary, namespace: web }
spec: { parentStageRollout: web-1, targetStage: canary }
`,
    );
    const approved = await command.fleet('approve', 'areq', 'web-1-canary', '-n', 'web');
    expect(approved).toEqual({
      ...{ exitCode: 0, stderr: '' },
      stdout: 'the approval after stage "canary" of run "web/web-1" is given\n',
    });
    const { status } = await read(fleet.hub, 'approvalrequest', 'web-1-canary', 'web');
    expect(status.conditions).toMatchObject([
      { type: 'Approved', reason: 'ApprovalRequestApproved', message: 'ApprovalRequest has been approved' },
    ]);
    expect(await command.fleet('approve', 'web-1-canary')).toMatchObject({ exitCode: 1 });
    const stopped = await command.fleet('stop', 'sur/web-1', '-n', 'web', '--no-wait');
    expect(stopped).toMatchObject({ exitCode: 0, stdout: 'run "web/web-1" is asked to stop\n' });
    expect((await read(fleet.hub, 'stagedupdaterun', 'web-1', 'web')).spec.state).toBe('Stop');
  });
});
