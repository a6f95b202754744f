import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import {
  applyYaml,
  expectCondition,
  exists,
  joinMembers,
  paths,
  read,
  waitForCondition,
  waitForRun,
  workloadYaml,
} from '../story/hub';
import { asPrinted, parseDescribedStatus, withoutIgnored, type DescribedItem } from './describeOutput';
import { ignoredInDescribe } from './ignored';

jest.setTimeout(120_000);

const fixture = (name: string) =>
  readFileSync(path.resolve(__dirname, '../../fixtures/requirement000', name), 'utf8');

/** The document's manifest, under another name or with other values where the story needs it. */
const manifest = (name: string, ...edits: readonly (readonly [string | RegExp, string])[]) =>
  edits.reduce((text, [from, to]) => text.replace(from, to), fixture(name));

/** `waitTime: 1h` of the document, shortened. */
const SHORT_WAIT = '2s';

/** The strategy that the document's describe output shows (it differs from the one it prints as YAML). */
const describedStrategy = (name: string, wait = SHORT_WAIT) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: ${name}
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: Approval }, { type: TimedWait, waitTime: ${wait} }]
    - name: canary
      labelSelector: { matchLabels: { environment: canary } }
      sortingLabelKey: name
      afterStageTasks: [{ type: Approval }]
    - name: production
      labelSelector: { matchLabels: { environment: production } }
      sortingLabelKey: order
      afterStageTasks: [{ type: TimedWait, waitTime: ${wait} }, { type: Approval }]
`;

const run = (name: string, index: string, strategy = 'described-strategy') =>
  manifest(
    'run.yaml',
    ['name: example-run', `name: ${name}`],
    [/resourceSnapshotIndex: .*/, `resourceSnapshotIndex: "${index}"`],
    [/stagedRolloutStrategyName: .*/, `stagedRolloutStrategyName: ${strategy}`],
  );

let fleet: Fleet;
let engine: BackendProcess;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: ['member1', 'member2', 'member3'] });
  hub = fleet.hub;
  engine = await startBackend({ fleet });
  // member3 is tainted with something the document's placement does not tolerate: two clusters are picked.
  await joinMembers(hub, [
    {
      name: 'member1',
      labels: { environment: 'staging' },
      taints: [{ key: 'gpu-workload', effect: 'NoSchedule' }],
    },
    { name: 'member2', labels: { environment: 'canary', name: '2' } },
    {
      name: 'member3',
      labels: { environment: 'production' },
      taints: [{ key: 'other', effect: 'NoSchedule' }],
    },
  ]);
  await applyYaml(hub, workloadYaml('test-namespace', { image: 'registry.example/web:v0' }));
  await applyYaml(hub, fixture('placement.yaml'));
  await applyYaml(hub, describedStrategy('described-strategy'));
}, FLEET_HOOK_MS);

afterAll(async () => {
  await engine?.stop();
  await fleet?.stop();
}, 60_000);

/** The document's own command, for another request. */
async function approveAsPrinted(request: string): Promise<void> {
  await eventually(`${request} is there`, () => read(hub, paths.approval(request)));
  const [, patch] = /-p '(.*)' --subresource=status/s.exec(fixture('approve.sh')) ?? [];
  const now = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  const filled = patch.replace(/'\$\(date[^)]*\)'/, now);
  await hub.kubectl([
    'patch',
    'clusterapprovalrequests',
    request,
    '--type=merge',
    '-p',
    filled,
    '--subresource=status',
  ]);
}

async function approveAll(runName: string): Promise<void> {
  for (const stage of ['staging', 'canary', 'production']) await approveAsPrinted(`${runName}-${stage}`);
}

async function describe1(kind: string, name: string): Promise<DescribedItem> {
  return parseDescribedStatus((await hub.kubectl(['describe', kind, name])).stdout);
}

async function expectDescribed(kind: string, name: string, document: string): Promise<void> {
  const printed = parseDescribedStatus(document);
  const ours = await describe1(kind, name);
  expect(withoutIgnored(asPrinted(ours, printed), ignoredInDescribe)).toEqual(
    withoutIgnored(printed, ignoredInDescribe),
  );
}

/** Changes the image on the hub and waits until that content is the newest snapshot, with this index. */
async function changeImage(tag: string, index: string): Promise<void> {
  await applyYaml(hub, workloadYaml('test-namespace', { image: `registry.example/web:${tag}` }));
  await eventually(`snapshot ${index} holds ${tag}`, async () => {
    const { items } = await read(hub, paths.resourceSnapshots());
    const latest = items.find(
      (item: any) => item.metadata.labels['kubernetes-fleet.io/is-latest-snapshot'] === 'true',
    );
    expect(latest.metadata.labels['kubernetes-fleet.io/resource-index']).toBe(index);
    expect(JSON.stringify(latest.spec)).toContain(`web:${tag}`);
  });
}

const imageOn = async (member: FleetCluster) =>
  (await read(member, paths.deployment('test-namespace', 'web'))).spec.template.spec.containers[0].image;

const expectImages = (...tags: readonly string[]) =>
  Promise.all(
    tags.map((tag, i) =>
      eventually(`${fleet.members[i].name} runs ${tag}`, async () =>
        expect(await imageOn(fleet.members[i])).toBe(`registry.example/web:${tag}`),
      ),
    ),
  );

describe('requirement 000, on a hub and its members', () => {
  it('does nothing before a run: scheduled, nothing deployed, snapshot 0 captured (RUL 27, 29, C/PL-001)', async () => {
    await waitForCondition(hub, paths.placement('example-placement'), {
      type: 'ClusterResourcePlacementRolloutStarted',
      status: 'Unknown',
      reason: 'RolloutStartedUnknown',
    });
    await expect(exists(fleet.members[0], paths.namespace('test-namespace'))).resolves.toBe(false);
    for (const n of [1, 2, 3, 4, 5]) await changeImage(`v${n}`, String(n));
  });

  it('prints the run in progress and the placement in progress as the document does', async () => {
    await applyYaml(hub, run('example-run', '5'));
    await eventually(
      'the wait of staging is over and its approval is missing',
      async () => {
        const object = await read(hub, paths.run('example-run'));
        const [staging] = object.status.stagesStatus;
        expectCondition({ status: staging.afterStageTaskStatus[1] }, 'WaitTimeElapsed', 'True');
      },
      { timeoutMs: 60_000 },
    );
    await expectDescribed('csur', 'example-run', fixture('run-in-progress.describe.txt'));
    await expectDescribed('crp', 'example-placement', fixture('placement-in-progress.describe.txt'));
    await expectImages('v5');
    await expect(exists(fleet.members[1], paths.namespace('test-namespace'))).resolves.toBe(false);
  }, 120_000);

  it('creates approval requests with the labels that the document prints (C/UR-015…018, DX-003)', async () => {
    const request = await read(hub, paths.approval('example-run-staging'));
    expect(request.spec).toEqual({ parentStageRollout: 'example-run', targetStage: 'staging' });
    expect(request.metadata.labels).toMatchObject({
      'kubernetes-fleet.io/targetupdaterun': 'example-run',
      'kubernetes-fleet.io/targetUpdatingStage': 'staging',
      'kubernetes-fleet.io/isLatestUpdateRunApproval': 'true',
    });
  });

  it('prints the finished run as the document does, approved with its kubectl patch', async () => {
    await approveAll('example-run');
    await waitForRun(hub, 'example-run');
    await expectDescribed('csur', 'example-run', fixture('finished-run.describe.txt'));
    await expectImages('v5', 'v5');
    await waitForCondition(hub, paths.placement('example-placement'), {
      type: 'ClusterResourcePlacementAvailable',
      status: 'True',
    });
    await expect(exists(fleet.members[2], paths.namespace('test-namespace'))).resolves.toBe(false);
  }, 120_000);

  it("passes every gate again for a new snapshot, with the strategy of the document's YAML", async () => {
    await applyYaml(
      hub,
      manifest(
        'strategy.yaml',
        [/waitTime: 1h/g, `waitTime: ${SHORT_WAIT}`],
        [/ *sortingLabelKey: order\n/, ''],
      ),
    );
    await changeImage('v6', '6');
    await applyYaml(hub, run('second-run', '6', 'example-strategy'));
    await approveAsPrinted('second-run-canary');
    await approveAsPrinted('second-run-production');
    await waitForRun(hub, 'second-run');
    await expectImages('v6', 'v6');
  }, 120_000);

  it('rolls back with a run that names the old index', async () => {
    await applyYaml(hub, run('rollback-run', '5'));
    await approveAll('rollback-run');
    await waitForRun(hub, 'rollback-run');
    await expectImages('v5', 'v5');
  }, 120_000);

  it('pipelines two runs with one strategy: the later one enters a stage when the earlier one has left it', async () => {
    await applyYaml(hub, run('first-of-two', '4'));
    await eventually('the first has reached its gate', () =>
      read(hub, paths.approval('first-of-two-staging')),
    );
    await applyYaml(hub, run('second-of-two', '6'));
    const waiting = await waitForCondition(hub, paths.run('second-of-two'), {
      type: 'Initialized',
      status: 'True',
    });
    expect(JSON.stringify(waiting.status.stagesStatus[0].clusters)).not.toContain('Started');
    await approveAsPrinted('first-of-two-staging');
    await eventually(
      'the second updates staging while the first is in canary',
      async () => {
        const second = await read(hub, paths.run('second-of-two'));
        expectCondition({ status: second.status.stagesStatus[0].clusters[0] }, 'Succeeded', 'True');
        const first = await read(hub, paths.run('first-of-two'));
        expect(first.status.conditions.find((c: any) => c.type === 'Succeeded')).toBeUndefined();
      },
      { timeoutMs: 60_000 },
    );
    await expectImages('v6', 'v4');
    await approveAsPrinted('first-of-two-canary');
    await approveAsPrinted('first-of-two-production');
    await approveAll('second-of-two');
    await waitForRun(hub, 'first-of-two');
    await waitForRun(hub, 'second-of-two');
    await expectImages('v6', 'v6');
  }, 180_000);

  it('fails a concurrent run with another strategy at initialization, and says why (RUL 4)', async () => {
    await applyYaml(hub, run('running', '5'));
    await eventually('it has reached its gate', () => read(hub, paths.approval('running-staging')));
    await applyYaml(hub, describedStrategy('other-strategy', '7s'));
    await applyYaml(hub, run('other', '6', 'other-strategy'));
    const failed = await waitForCondition(hub, paths.run('other'), {
      type: 'Initialized',
      status: 'False',
      reason: 'UpdateRunInitializedFailed',
    });
    const { message } = expectCondition(failed, 'Initialized', 'False');
    expect(message).toContain('running');
    expect(message).toContain('strateg');
    await approveAll('running');
    await waitForRun(hub, 'running');
  }, 120_000);

  it('cleans up when run and placement are deleted', async () => {
    await hub.kubectl(['delete', 'csur', 'example-run', 'second-run', 'rollback-run', '--timeout=30s']);
    await eventually('its approval requests are gone', async () => {
      await expect(exists(hub, paths.approval('example-run-staging'))).resolves.toBe(false);
    });
    await hub.kubectl(['delete', 'crp', 'example-placement', '--timeout=60s']);
    await eventually('the members are clean', async () => {
      for (const member of fleet.members)
        await expect(exists(member, paths.namespace('test-namespace'))).resolves.toBe(false);
    });
  }, 120_000);
});
