import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { buildFleetCommand, type FleetCommand } from './buildFleetCommand';

const MEMBERS = ['member-1', 'member-2'];
const STAGES = ['staging', 'production'];

const NAMESPACE = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---`;

const settings = (color: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data: { color: ${color} }
---`;

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateStrategy
metadata: { name: gated, namespace: shop }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: Approval }]
    - name: production
      labelSelector: { matchLabels: { environment: production } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---`;

const runYaml = (name: string, state = 'Run') => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateRun
metadata: { name: ${name}, namespace: shop }
spec: { placementName: web, stagedRolloutStrategyName: gated, state: ${state} }
---`;

/** What the team may do that owns the namespace, and nowhere else. */
const TEAM = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: team }
rules:
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: ['*']
    verbs: [get, list, watch]
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: [stagedupdateruns]
    verbs: [create, patch]
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: [approvalrequests/status]
    verbs: [patch]
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: dev, namespace: shop }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: team, namespace: shop }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: team }
subjects: [{ kind: ServiceAccount, name: dev, namespace: shop }]
---`;

const IN = ['-n', 'shop'];

jest.setTimeout(180_000);

describe('kubectl fleet and the runs of a namespace, by somebody who may write there alone', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let command: FleetCommand;
  let token: string;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    command = buildFleetCommand(() => fleet);
    engine = await startEngine(engineOn(fleet));
    const labelled = MEMBERS.map((name, i) => memberYaml(name, { environment: STAGES[i] }));
    await apply(fleet.hub, labelled.join('') + NAMESPACE);
    for (const member of fleet.members) await apply(member, NAMESPACE);
    await apply(fleet.hub, settings('blue') + PLACEMENT + TEAM);
    token = (await fleet.hub.kubectl(['create', 'token', 'dev', ...IN])).stdout.trim();
    await soon('both clusters are picked', async () =>
      expect((await read(fleet.hub, 'rp', 'web', 'shop')).status?.placementStatuses).toHaveLength(2),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    command?.remove();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const dev = (...args: readonly string[]) => command.fleetAs(token, ...args);
  const conditions = async (name: string) =>
    conditionsOf((await read(fleet.hub, 'sur', name, 'shop')).status);
  const asked = (request: string) =>
    soon(`${request} is there`, () => read(fleet.hub, 'areq', request, 'shop'));
  const succeeded = (name: string) =>
    soon(`${name} has succeeded`, async () =>
      expect((await conditions(name)).Succeeded).toBe('True/UpdateRunSucceeded'),
    );
  const colors = () =>
    Promise.all(
      fleet.members.map(async member => (await read(member, 'configmap', 'settings', 'shop')).data.color),
    );

  it('C/UR-006: resume starts a run of the namespace, and its approval has it go on', async () => {
    await apply(fleet.hub, runYaml('web-1', 'Initialize'));
    await soon('web-1 is planned', async () =>
      expect((await conditions('web-1')).Initialized).toMatch(/^True/),
    );
    expect(await dev('resume', 'web-1', ...IN)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('run "shop/web-1" is started'),
    });
    await asked('web-1-staging');
    expect(await dev('approve', 'web-1-staging', ...IN)).toMatchObject({ exitCode: 0 });
    await succeeded('web-1');
    expect(await colors()).toEqual(['blue', 'blue']);
  });

  it('reject stops it, the request says who and why, and resume clears it', async () => {
    await apply(fleet.hub, settings('green'));
    await apply(fleet.hub, runYaml('web-2'));
    await asked('web-2-staging');
    const no = await dev('reject', 'areq/web-2-staging', '--reason', 'latency has doubled', ...IN);
    expect(no).toEqual({
      ...{ exitCode: 0, stderr: '' },
      stdout:
        'the approval after stage "staging" of run "shop/web-2" is refused, and the run is stopped; ' +
        'go on with: kubectl fleet resume web-2 -n shop\n',
    });
    const rejection = async () =>
      (await read(fleet.hub, 'areq', 'web-2-staging', 'shop')).status.conditions.find(
        ({ type }: { type: string }) => type === 'FleetstageRejected',
      );
    expect(await rejection()).toMatchObject({
      status: 'True',
      message: 'system:serviceaccount:shop:dev said no with kubectl and stopped the run: latency has doubled',
    });
    await soon('it is stopped', async () =>
      expect((await conditions('web-2')).Progressing).toBe('False/UpdateRunStopped'),
    );
    expect(await dev('resume', 'web-2', ...IN)).toMatchObject({
      exitCode: 0,
      stdout: 'run "shop/web-2" goes on, 1 of 2 clusters updated\n',
    });
    expect(await rejection()).toMatchObject({ status: 'False' });
  });

  it('RUL 49: end needs a reason, ends the run, and its clusters stay as they are', async () => {
    expect((await dev('end', 'web-2', ...IN)).stderr).toContain('--reason is missing');
    expect(await dev('end', 'sur/web-2', '--reason', 'wrong day', ...IN)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^run "shop\/web-2" is ended by .*: wrong day; 1 of 2 clusters updated/),
    });
    expect(await colors()).toEqual(['green', 'blue']);
    expect(await dev('resume', 'web-2', ...IN)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('run "shop/web-2" was ended'),
    });
  });

  it('rollback finds the snapshot that was available last, and makes a run in the namespace', async () => {
    const plan = await dev('rollback', 'web-2', '--dry-run', '-o', 'json', ...IN);
    expect(plan).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(plan.stdout)).toMatchObject({
      ...{ run: 'shop/web-2', from: '1', to: '0', ends: false, newRun: 'shop/web-3' },
    });
    const back = await dev('rollback', 'web-2', ...IN);
    expect(back).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('follow it with: kubectl get stagedupdateruns web-3 -n shop -w'),
    });
    await asked('web-3-staging');
    expect(await dev('approve', 'web-3-staging', ...IN)).toMatchObject({ exitCode: 0 });
    await succeeded('web-3');
    expect(await colors()).toEqual(['blue', 'blue']);
  });

  it('names what to type next, with the namespace', async () => {
    expect((await dev('resume', 'web-9', ...IN)).stderr).toContain(
      'see kubectl get stagedupdateruns -n shop',
    );
    await apply(fleet.hub, settings('red') + runYaml('web-4'));
    await asked('web-4-staging');
    expect((await dev('why', 'web', ...IN)).stdout).toContain(
      'approve with: kubectl fleet approve web-4-staging -n shop',
    );
    expect(await dev('stop', 'web-4', ...IN)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('go on with: kubectl fleet resume web-4 -n shop'),
    });
  });

  it('nothing of it reaches cluster-wide objects', async () => {
    expect(await dev('resume', 'web-2')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^kubectl fleet: the hub does not let you: /),
    });
  });
});
