import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { buildFleetCommand, type FleetCommand } from './buildFleetCommand';

const MEMBERS = ['member-1', 'member-2'];

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: gated }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: Approval }]
    - name: production
      labelSelector: { matchLabels: { environment: production } }
      afterStageTasks: [{ type: Approval }]
`;

const runYaml = (name: string, state = 'Run') => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: shop, stagedRolloutStrategyName: gated, state: ${state} }
`;

jest.setTimeout(180_000);

describe('kubectl fleet and the runs of a placement', () => {
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
        memberYaml('member-2', { environment: 'production' }),
    );
    await apply(fleet.hub, workloadYaml('shop', 'registry.example/web:v1') + PLACEMENT);
    await soon('both clusters are picked', async () =>
      expect((await read(fleet.hub, 'crp', 'shop')).status?.placementStatuses).toHaveLength(2),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    command?.remove();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const conditions = async (kind: string, name: string) =>
    conditionsOf((await read(fleet.hub, kind, name)).status);
  const asked = (request: string) => soon(`${request} is there`, () => read(fleet.hub, 'careq', request));
  const moved = (run: string, stage: number) =>
    soon(`${run} is in stage ${stage}`, async () => {
      const { status } = await read(fleet.hub, 'csur', run);
      expect(status.stagesStatus[stage].startTime).toBeDefined();
    });

  it('C/DR-016, DR-017, DR-019: approves as KubeFleet would, and once is enough', async () => {
    await apply(fleet.hub, runYaml('web-1'));
    await asked('web-1-staging');
    const named = ['approve', 'clusterapprovalrequest', '--name', 'web-1-staging'] as const;
    expect(await command.fleet(...named, '--hub-cluster-context', 'hub')).toEqual({
      exitCode: 0,
      stdout: 'the approval after stage "staging" of run "web-1" is given\n',
      stderr: '',
    });
    const { status } = await read(fleet.hub, 'careq', 'web-1-staging');
    expect(status.conditions.find(({ type }: { type: string }) => type === 'Approved')).toMatchObject({
      ...{ status: 'True', observedGeneration: 1 },
      reason: 'ClusterApprovalRequestApproved',
      message: 'ClusterApprovalRequest has been approved',
    });
    expect(await command.fleet(...named)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is given already'),
    });
    await moved('web-1', 1);
  });

  it('C/DR-016: refuses a namespace, a missing one, and names what is open', async () => {
    const refused = async (...args: string[]) => {
      const { exitCode, stderr } = await command.fleet('approve', ...args);
      expect(exitCode).toBe(1);
      return stderr;
    };
    expect(await refused('careq', 'web-1-staging', '-n', 'shop')).toBe(
      'kubectl fleet: clusterapprovalrequest is cluster-scoped and does not accept a namespace\n',
    );
    expect(await refused('approvalrequest', '--name', 'web-1-staging')).toBe(
      'kubectl fleet: namespace is required for approvalrequest (use --namespace or -n flag)\n',
    );
    await asked('web-1-production');
    expect(await refused('web-1')).toBe(
      'kubectl fleet: "web-1" is a run, and what is approved is its request: web-1-production\n',
    );
    expect(await refused('web-9-staging')).toContain(
      'approval request "web-9-staging" does not exist on hub "hub"; there are ',
    );
  });

  it('finds the command by the plugin lookup of kubectl', async () => {
    const found = await command.viaKubectl(
      'fleet',
      'approve',
      'web-1-production',
      '--comment',
      'fine',
      '-o',
      'json',
    );
    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(found.stdout)).toMatchObject({
      ...{ kind: 'ClusterApprovalRequest', request: 'web-1-production', run: 'web-1' },
      ...{ stage: 'production', verdict: 'approved' },
    });
    await soon('web-1 has succeeded', async () =>
      expect((await conditions('csur', 'web-1')).Succeeded).toBe('True/UpdateRunSucceeded'),
    );
    const over = await command.viaKubectl('fleet', 'stop', 'web-1');
    expect(over).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('run "web-1" has succeeded; nothing about it can change any more'),
    });
  });

  it('stops, refuses an approval meanwhile, and goes on', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'registry.example/web:v2') + runYaml('web-2', 'Initialize'));
    await soon('web-2 is planned', async () =>
      expect((await conditions('csur', 'web-2')).Initialized).toMatch(/^True/),
    );
    const early = await command.fleet('stop', 'web-2');
    expect(early).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('nothing to stop; start it'),
    });
    const started = await command.fleet('resume', 'web-2');
    expect(started).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('run "web-2" is started') });
    await asked('web-2-staging');
    const stopped = await command.fleet('stop', 'csur/web-2', '-o', 'yaml');
    expect(stopped).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('state: Stop') });
    expect(await conditions('csur', 'web-2')).toMatchObject({ Progressing: 'False/UpdateRunStopped' });
    expect(await command.fleet('approve', 'web-2-staging')).toMatchObject({
      exitCode: 1,
      stderr: 'kubectl fleet: run "web-2" was stopped; resume it first\n',
    });
    expect(await command.fleet('resume', 'web-2')).toMatchObject({
      exitCode: 0,
      stdout: 'run "web-2" goes on, 1 of 2 clusters updated\n',
    });
  });

  it('says no: the run is stopped, the request shows who and why, and resume clears it', async () => {
    expect(await command.fleet('reject', 'web-2-staging')).toMatchObject({
      exitCode: 1,
      stderr: 'kubectl fleet: --reason is missing: say why; it stays on the request\n',
    });
    const no = await command.fleet('reject', 'web-2-staging', '--reason', 'latency has doubled');
    expect(no).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('and the run is stopped') });
    const rejection = async () =>
      (await read(fleet.hub, 'careq', 'web-2-staging')).status.conditions.find(
        ({ type }: { type: string }) => type === 'FleetstageRejected',
      );
    expect(await rejection()).toMatchObject({
      status: 'True',
      message: expect.stringMatching(/^\S+ said no with kubectl and stopped the run: latency has doubled$/),
    });
    expect((await command.fleet('approve', 'web-2-staging')).stderr).toMatch(
      /run "web-2" was stopped when \S+ said no; resume it first/,
    );
    expect(await command.fleet('resume', 'web-2')).toMatchObject({ exitCode: 0 });
    expect(await rejection()).toMatchObject({ status: 'False' });
    expect(await command.fleet('approve', 'web-2-staging')).toMatchObject({ exitCode: 0 });
    await moved('web-2', 1);
    expect((await command.fleet('reject', 'web-2-staging', '--reason', 'late')).stderr).toContain(
      'was given; stop the run instead',
    );
  });

  it('RUL 49: ends a run and says what stays', async () => {
    expect(await command.fleet('end', 'web-2', '--reason', 'wrong day')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^run "web-2" is ended by .*: wrong day; [12] of 2 clusters updated/),
    });
    expect(await conditions('csur', 'web-2')).toMatchObject({ Succeeded: 'False/FleetstageEnded' });
    expect(await command.fleet('end', 'web-2', '--reason', 'again')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('run "web-2" was ended; nothing about it can change any more'),
    });
    expect(await command.fleet('end', 'web-9', '--reason', 'x')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('run "web-9" does not exist on hub "hub"'),
    });
  });

  it('rolls back to what was available last, as the page does', async () => {
    const before = ['get', 'csur', '-o', 'name'];
    const { stdout: names } = await fleet.hub.kubectl(before);
    const plan = await command.fleet('rollback', 'web-2', '--dry-run', '-o', 'json');
    expect(plan).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(plan.stdout)).toMatchObject({
      ...{ run: 'web-2', from: '1', to: '0', ends: false, newRun: 'shop-1', verified: 2 },
    });
    expect((await fleet.hub.kubectl(before)).stdout).toBe(names);
    expect((await command.fleet('rollback', 'web-2', '--to', '7')).stderr).toContain(
      '--to 7 is no snapshot of placement "shop" that is there; there are 0, 1',
    );
    expect(await command.fleet('rollback', 'web-2')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^run "shop-1" brings snapshot 0 back, which was available on 2 of the 2 clusters/,
      ),
    });
    for (const stage of ['staging', 'production']) {
      await asked(`shop-1-${stage}`);
      await command.fleet('approve', `shop-1-${stage}`);
    }
    await soon('the first image is everywhere again', async () => {
      expect((await conditions('csur', 'shop-1')).Succeeded).toBe('True/UpdateRunSucceeded');
      for (const member of fleet.members)
        expect((await read(member, 'deployment', 'web', 'shop')).spec.template.spec.containers[0].image).toBe(
          'registry.example/web:v1',
        );
    });
  });
});
