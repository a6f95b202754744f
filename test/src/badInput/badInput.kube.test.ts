import { readFile, writeFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import {
  applyYaml,
  exists,
  expectCondition,
  joinMembers,
  paths,
  read,
  waitForCondition,
  waitForRun,
  workloadYaml,
} from '../story/hub';

jest.setTimeout(120_000);

let fleet: Fleet;
let engine: BackendProcess;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: ['member-1', 'member-2'] });
  hub = fleet.hub;
  engine = await startBackend({ fleet });
  await joinMembers(hub, [
    { name: 'member-1', labels: { environment: 'staging', order: '1' } },
    { name: 'member-2', labels: { environment: 'production', order: 'first' } },
  ]);
  await applyYaml(hub, workloadYaml('bad-input'));
  await applyYaml(hub, placement('external', { strategy: { type: 'External' } }));
  await applyYaml(hub, strategy('two-stages', [stage('staging'), stage('production')]));
  await eventually('snapshot 0 is there', async () =>
    expect(await exists(hub, `${paths.resourceSnapshots()}/external-0-snapshot`)).toBe(true),
  );
}, FLEET_HOOK_MS);

afterAll(async () => {
  await engine?.stop();
  await fleet?.stop();
}, 60_000);

const API = 'placement.kubernetes-fleet.io/v1beta1';

const placement = (name: string, spec: object) =>
  JSON.stringify({
    apiVersion: API,
    kind: 'ClusterResourcePlacement',
    metadata: { name },
    spec: {
      resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name: 'bad-input' }],
      ...spec,
    },
  });

const stage = (environment: string, more: object = {}) => ({
  name: environment,
  labelSelector: { matchLabels: { environment } },
  ...more,
});

const strategy = (name: string, stages: readonly object[]) =>
  JSON.stringify({
    apiVersion: API,
    kind: 'ClusterStagedUpdateStrategy',
    metadata: { name },
    spec: { stages },
  });

const run = (name: string, spec: object) =>
  JSON.stringify({
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name },
    spec: {
      placementName: 'external',
      stagedRolloutStrategyName: 'two-stages',
      resourceSnapshotIndex: '0',
      ...spec,
    },
  });

/** A 5 MB ConfigMap: more than an API server takes. */
const hugeObject = () =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'huge', namespace: 'bad-input' },
    data: { text: 'x'.repeat(5 * 1024 * 1024) },
  });

describe('refused at admission, with the field and the fix (RUL 44)', () => {
  it.each([
    {
      input: 'doubled stage names',
      yaml: () => strategy('bad', [stage('staging'), stage('staging')]),
      says: [/spec\.stages/, /name/, /unique/i],
    },
    {
      input: 'a wait time on an Approval',
      yaml: () =>
        strategy('bad', [stage('staging', { afterStageTasks: [{ type: 'Approval', waitTime: '1h' }] })]),
      says: [/afterStageTasks/, /waitTime/, /Approval/],
    },
    {
      input: 'three tasks in a stage',
      yaml: () =>
        strategy('bad', [
          stage('staging', {
            afterStageTasks: [
              { type: 'Approval' },
              { type: 'TimedWait', waitTime: '1h' },
              { type: 'TimedWait', waitTime: '2h' },
            ],
          }),
        ]),
      says: [/afterStageTasks/, /2/],
    },
    {
      input: 'maxUnavailable: 0',
      yaml: () => placement('bad', { strategy: { rollingUpdate: { maxUnavailable: 0 } } }),
      says: [/maxUnavailable/, /1/],
    },
    {
      input: 'maxUnavailable: "0%"',
      yaml: () => placement('bad', { strategy: { rollingUpdate: { maxUnavailable: '0%' } } }),
      says: [/maxUnavailable/, /1/],
    },
    {
      input: 'PickN without numberOfClusters',
      yaml: () => placement('bad', { policy: { placementType: 'PickN' } }),
      says: [/numberOfClusters/, /PickN/],
    },
    { input: 'a 5 MB object', yaml: hugeObject, says: [/too large|limit/i] },
  ])('$input', async ({ yaml, says }) => {
    const { exitCode, stderr } = await hub.kubectl(['create', '-f', '-'], {
      stdin: yaml(),
      allowFailure: true,
    });
    expect(exitCode).not.toBe(0);
    for (const words of says) expect(stderr).toMatch(words);
    expect(await exists(hub, paths.placement('bad'))).toBe(false);
  });
});

describe('refused as a condition of the run, with the object and the fix (RUL 44)', () => {
  it.each([
    {
      input: 'an unknown placement',
      name: 'no-placement',
      spec: { placementName: 'nowhere' },
      says: [/nowhere/, /placement/i],
    },
    {
      input: 'an unknown strategy',
      name: 'no-strategy',
      spec: { stagedRolloutStrategyName: 'nothing' },
      says: [/nothing/, /strategy/i],
    },
    {
      input: 'an index that does not exist',
      name: 'no-index',
      spec: { resourceSnapshotIndex: '99' },
      says: [/99/, /snapshot/i],
    },
    {
      input: 'a sortingLabelKey that is no integer',
      name: 'no-integer',
      spec: { stagedRolloutStrategyName: 'sorted' },
      says: [/member-2/, /order/, /first/],
    },
  ])('$input', async ({ name, spec, says }) => {
    await applyYaml(
      hub,
      strategy('sorted', [stage('staging'), stage('production', { sortingLabelKey: 'order' })]),
    );
    await applyYaml(hub, run(name, spec));
    const failed = await waitForCondition(hub, paths.run(name), {
      type: 'Initialized',
      status: 'False',
      reason: 'UpdateRunInitializedFailed',
    });
    const { message } = expectCondition(failed, 'Initialized', 'False');
    for (const words of says) expect(message).toMatch(words);
    for (const member of fleet.members)
      expect(await exists(member, paths.namespace('bad-input'))).toBe(false);
  });
});

it('ignores an approval of an older generation, and says so (C/AP-013)', async () => {
  await applyYaml(
    hub,
    strategy('gated', [stage('staging', { afterStageTasks: [{ type: 'Approval' }] }), stage('production')]),
  );
  await applyYaml(hub, run('stale-approval', { stagedRolloutStrategyName: 'gated' }));
  const request = 'stale-approval-staging';
  await eventually('the request is there', () => read(hub, paths.approval(request)));
  const approve = (observedGeneration: number) => {
    const approved = {
      type: 'Approved',
      status: 'True',
      reason: 'lgtm',
      message: 'lgtm',
      lastTransitionTime: new Date().toISOString().replace(/\.\d+Z/, 'Z'),
      observedGeneration,
    };
    return hub.kubectl([
      ...['patch', 'careq', request, '--type=merge', '--subresource=status'],
      ...['-p', JSON.stringify({ status: { conditions: [approved] } })],
    ]);
  };
  await approve(0);
  await eventually('the run says why it still waits', async () => {
    const { status } = await read(hub, paths.run('stale-approval'));
    expect(JSON.stringify(status)).toMatch(/generation/);
  });
  expect(await exists(fleet.members[1], paths.namespace('bad-input'))).toBe(false);
  await approve(1);
  await waitForRun(hub, 'stale-approval');
}, 60_000);

it('says on the MemberCluster that its credentials are refused, and serves the others', async () => {
  await engine.stop();
  const kubeconfig = fleet.kubeconfigPath;
  engine = await startBackend({
    fleet: { kubeconfigPath: kubeconfig, members: [{ name: 'member-1' }] },
    settings: {
      members: [
        { name: 'member-1', kubeconfig, context: 'member-1' },
        { name: 'member-2', kubeconfig: await kubeconfigWithWrongToken(), context: 'member-2' },
      ],
    },
  });
  await eventually(
    'member-2 is reported to be refused',
    async () =>
      expect(JSON.stringify((await read(hub, paths.member('member-2'))).status)).toMatch(
        /credential|[Uu]nauthorized|401/,
      ),
    { timeoutMs: 90_000 },
  );
  await applyYaml(hub, workloadYaml('still-served'));
  await applyYaml(
    hub,
    JSON.stringify({
      apiVersion: API,
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'still-served' },
      spec: {
        resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name: 'still-served' }],
        policy: { placementType: 'PickAll' },
      },
    }),
  );
  await eventually('member-1 has it', async () => {
    expect(await exists(fleet.members[0], paths.deployment('still-served', 'web'))).toBe(true);
  });
}, 180_000);

/** The fleet's kubeconfig with a token that no API server knows. */
async function kubeconfigWithWrongToken(): Promise<string> {
  const kubeconfig = parse(await readFile(fleet.kubeconfigPath, 'utf8'));
  for (const { user } of kubeconfig.users) user.token = 'nobody-knows-this';
  const file = `${fleet.kubeconfigPath}.wrong`;
  await writeFile(file, stringify(kubeconfig));
  return file;
}
