import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { buildFleetCommand, type FleetCommand } from './buildFleetCommand';

const MEMBERS = ['member-1', 'member-2', 'member-3'];

const placementYaml = (name: string, policy: object, strategy: object = { type: 'RollingUpdate' }) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: ${JSON.stringify(policy)}
  strategy: ${JSON.stringify(strategy)}
---
`;
const inProduction = (numberOfClusters: number) => ({
  ...{ placementType: 'PickN', numberOfClusters },
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { environment: 'production' } } }],
      },
    },
  },
});

jest.setTimeout(180_000);

describe('kubectl fleet and placements', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let command: FleetCommand;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    command = buildFleetCommand(() => fleet);
    engine = await startEngine(engineOn(fleet));
    await apply(
      fleet.hub,
      memberYaml('member-1', { environment: 'staging' }) +
        memberYaml('member-2', { environment: 'production' }) +
        memberYaml('member-3', { environment: 'production' }),
    );
    await apply(
      fleet.hub,
      workloadYaml('web', 'registry.example/web:v1') +
        placementYaml('web', inProduction(2)) +
        workloadYaml('bad', 'registry.example/web:bad-1') +
        placementYaml('bad', { placementType: 'PickFixed', clusterNames: ['member-1'] }),
    );
    await available('web');
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    command?.remove();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const available = (name: string) =>
    soon(`${name} is available`, async () => {
      const { status } = await read(fleet.hub, 'crp', name);
      expect(status?.placementStatuses).toHaveLength(2);
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });

  it('why: says that all is well, cluster by cluster', async () => {
    expect(await command.fleet('why', 'web')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^placement "web"\n {2}all is well: .*\nclusters\n {2}member-2 {2}available, snapshot 0\n {2}member-3 {2}available, snapshot 0\n$/,
      ),
    });
  });

  it('why: says why a cluster is not picked, and what would have it picked', async () => {
    const { stdout, exitCode } = await command.fleet('why', 'web', 'member-1', '-o', 'json');
    expect(exitCode).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ placement: 'web', cluster: 'member-1', isPicked: false });
    expect(answer.filters).toHaveLength(1);
    expect(answer.ways.join()).toContain('environment');
    expect((await command.fleet('why', 'crp/web', 'member-2')).stdout).toContain(
      'placement "web" and cluster "member-2": picked.',
    );
    expect(await command.fleet('why', 'web', 'member-9')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('cluster "member-9" is not in the fleet'),
    });
    expect(await command.fleet('why', 'nothing')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('placement "nothing" does not exist on hub "hub"'),
    });
  });

  it('why: knows placements of namespaces', async () => {
    await apply(
      fleet.hub,
      `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: settings, namespace: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy: { placementType: PickFixed, clusterNames: [member-1, member-9] }
`,
    );
    await soon('why says that a cluster is missing', async () => {
      const { stdout, exitCode } = await command.fleet('why', 'settings', '-n', 'web');
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(/^placement "web\/settings"\n {2}Scheduled False, /),
      ]);
    });
    expect((await command.fleet('why', 'rp', 'settings', 'member-2', '-n', 'web')).stdout).toContain(
      'not picked',
    );
    expect(await command.fleet('evict', 'settings', 'member-1', '-n', 'web')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is in a namespace, and only cluster-wide placements can be evicted'),
    });
  });

  it('why: names what fails on a cluster', async () => {
    await soon('why names the deployment', async () => {
      const { stdout } = await command.fleet('why', 'bad');
      expect(stdout).toMatch(/Available False, /);
      expect(stdout).toMatch(/member-1 {2}Available False, .*Deployment bad\/web: /);
    });
  });

  it('C/EV-009, EV-026, EV-033: evicts within the budget, and says what blocks', async () => {
    expect(await command.fleet('evict', 'bad', 'member-1')).toMatchObject({
      exitCode: 1,
      stderr:
        'kubectl fleet: placement "bad" cannot be evicted from cluster "member-1": the policy names its clusters; take the cluster out of spec.policy.clusterNames instead\n',
    });
    expect((await command.fleet('evict', 'web', 'member-1')).stderr).toContain(
      'the placement is not on the cluster',
    );
    await apply(
      fleet.hub,
      `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: web }
spec: { minAvailable: 2 }
`,
    );
    const blocked = await command.fleet('evict', 'web', 'member-2', '--reason', 'disk');
    expect(blocked).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(
        /^eviction of placement "web" from cluster "member-2" is blocked: Eviction is blocked by specified /,
      ),
    });
    expect((await command.fleet('why', 'web')).stdout).toMatch(
      /evictions\n {2}web-member-2-\w{8} from member-2: /,
    );
    await fleet.hub.kubectl(['delete', 'crpdb', 'web']);
    const done = await command.fleet('evict', 'web', 'member-2', '--reason', 'disk', '-o', 'json');
    expect(done).toMatchObject({ exitCode: 0 });
    const { eviction, state } = JSON.parse(done.stdout);
    expect(state).toBe('executed');
    expect((await read(fleet.hub, 'crpe', eviction)).metadata.annotations).toEqual({
      'fleetstage.io/reason': 'disk',
    });
    await available('web');
  });

  it('says clearly who may not, and where no hub is', async () => {
    expect(await command.fleet('why', 'web', '--context', 'member-1')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is this a hub? Choose it with --context'),
    });
    expect(await command.fleet('why', 'web', '--context', 'nowhere')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('there is no context "nowhere"; it has hub, '),
    });
    await fleet.hub.kubectl(['create', 'serviceaccount', 'reader', '-n', 'default']);
    const { stdout: token } = await fleet.hub.kubectl(['create', 'token', 'reader', '-n', 'default']);
    expect(await command.fleetAs(token.trim(), 'why', 'web')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^kubectl fleet: the hub does not let you: .*"system:serviceaccount:default:reader"/,
      ),
    });
    expect(await command.fleetAs('wrong', 'why', 'web')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^kubectl fleet: the hub does not know you /),
    });
  });
});
