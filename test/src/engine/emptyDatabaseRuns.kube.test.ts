import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, find, memberYaml, read, soonWith } from './fleet';

const STAGES = ['staging', 'production'];
/** Each a placement of namespace shop, with a run of its name. */
const RUNS = ['asking', 'approved', 'stopped', 'ended'] as const;
type Run = (typeof RUNS)[number];

const strategyYaml = (name: string, after: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateStrategy
metadata: { name: ${name}, namespace: shop }
spec:
  stages:
    - { name: staging, labelSelector: { matchLabels: { environment: staging } }, afterStageTasks: ${after} }
    - { name: production, labelSelector: { matchLabels: { environment: production } } }
---`;
const STRATEGIES =
  strategyYaml('careful', '[{ type: Approval }]') +
  strategyYaml('slow', '[{ type: TimedWait, waitTime: 2h }, { type: Approval }]');

const namespaceYaml = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---`;
const placementYaml = (name: Run) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: shop }
data: { a: b }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: ${name}, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: ${name} }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---`;
const runYaml = (name: Run) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: StagedUpdateRun
metadata: { name: ${name}, namespace: shop }
spec: { placementName: ${name}, stagedRolloutStrategyName: ${name === 'approved' ? 'slow' : 'careful'}, state: Run }
---`;

const IN_SHOP = ['-n', 'shop'];
const approve = (run: Run) => [
  ...['patch', 'areq', `${run}-staging`, ...IN_SHOP, '--subresource=status', '--type=merge', '-p'],
  JSON.stringify({
    status: {
      conditions: [
        {
          ...{ type: 'Approved', status: 'True', reason: 'lgtm', message: 'lgtm', observedGeneration: 1 },
          lastTransitionTime: new Date().toISOString(),
        },
      ],
    },
  }),
];
const patch = (run: Run, body: object) => [
  ...['patch', 'sur', run, ...IN_SHOP, '--type=merge', '-p', JSON.stringify(body)],
];

jest.setTimeout(180_000);

describe('an engine whose database is lost in the middle of runs of a namespace (C/UR-008, decision 0028)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    engine = await startEngine(engineOn(fleet));
    for (const member of fleet.members) await apply(member, namespaceYaml);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const statusOf = async (run: Run) => (await read(fleet.hub, 'sur', run, 'shop')).status;
  const uidOf = async (run: Run) => (await read(fleet.hub, 'areq', `${run}-staging`, 'shop')).metadata.uid;
  /** The clusters that have what the placement places. */
  const holders = async (run: Run) => {
    const found = await Promise.all(
      fleet.members.map(async member => {
        return (await find(member, 'configmap', run, 'shop')) ? [member.name] : [];
      }),
    );
    return found.flat();
  };
  const progressOf = async (run: Run) => conditionsOf(await statusOf(run)).Progressing;
  const hasSucceeded = (run: Run) =>
    soon(`${run} has succeeded`, async () => {
      expect(conditionsOf(await statusOf(run)).Succeeded).toBe('True/UpdateRunSucceeded');
      expect(await holders(run)).toEqual(['member-1', 'member-2']);
    });

  /** Of the requests, by run. */
  const uids = new Map<Run, string>();
  let ended: unknown;
  const asksAgain = (run: Run) =>
    soon(`${run} asks again`, async () => {
      const { metadata, status } = await read(fleet.hub, 'areq', `${run}-staging`, 'shop');
      expect(metadata.uid).not.toBe(uids.get(run));
      expect(status?.conditions ?? []).toEqual([]);
    });
  const nothingHasMoved = async () => {
    for (const run of RUNS) expect([run, await holders(run)]).toEqual([run, ['member-1']]);
  };

  it('has one that asks, one that was approved and waits, one that was stopped and one that was ended', async () => {
    const members = STAGES.map((environment, i) => memberYaml(`member-${i + 1}`, { environment }));
    await apply(fleet.hub, members.join('') + namespaceYaml);
    await apply(fleet.hub, STRATEGIES + RUNS.map(placementYaml).join(''));
    for (const run of RUNS)
      await soon(`${run} is scheduled`, async () => {
        const { placementStatuses, observedResourceIndex } = (await read(fleet.hub, 'rp', run, 'shop'))
          .status;
        expect([placementStatuses?.length, observedResourceIndex]).toEqual([2, '0']);
      });
    await apply(fleet.hub, RUNS.map(runYaml).join(''));
    for (const run of RUNS)
      await soon(`${run} asks`, () => read(fleet.hub, 'areq', `${run}-staging`, 'shop'));
    await fleet.hub.kubectl(approve('approved'));
    await fleet.hub.kubectl(patch('stopped', { spec: { state: 'Stop' } }));
    const end = { metadata: { annotations: { 'fleetstage.io/end': 'wrong day' } } };
    await fleet.hub.kubectl(patch('ended', end));
    await soon('each is where it should be', async () => {
      const [, task] = (await statusOf('approved')).stagesStatus[0].afterStageTaskStatus;
      expect(conditionsOf(task)).toMatchObject({ ApprovalRequestApproved: expect.stringMatching(/^True/) });
      expect(await progressOf('stopped')).toBe('False/UpdateRunStopped');
      expect(await progressOf('ended')).toBe('False/FleetstageEnded');
    });
    for (const run of RUNS) uids.set(run, await uidOf(run));
    ended = await statusOf('ended');
  });

  it('plans them anew, asks for their approvals again, and moves nothing', async () => {
    await engine.stop();
    engine = await startEngine(engineOn(fleet));
    for (const run of ['asking', 'approved'] as const) await asksAgain(run);
    await soon('the stopped one is stopped', async () => {
      const { stagesStatus, conditions } = await statusOf('stopped');
      expect(conditionsOf({ conditions })).toMatchObject({
        Initialized: 'True/UpdateRunInitializedSuccessfully',
        Progressing: 'False/UpdateRunStopped',
      });
      // What it knew of the clusters is gone: this is the new plan.
      expect(stagesStatus[0].clusters).toEqual([{ clusterName: 'member-1' }]);
    });
    // The request is on the hub before the status of its run says so.
    await soon('the approved one says that it asks again', async () => {
      const [, task] = (await statusOf('approved')).stagesStatus[0].afterStageTaskStatus;
      expect(conditionsOf(task)).toEqual({
        ApprovalRequestCreated: 'True/AfterStageTaskApprovalRequestCreated',
      });
    });
    expect(await statusOf('ended')).toEqual(ended);
    await nothingHasMoved();
  });

  it('goes on with a new approval, and with a resume; what was ended stays so, and holds no later run', async () => {
    await fleet.hub.kubectl(approve('asking'));
    await hasSucceeded('asking');
    await fleet.hub.kubectl(patch('stopped', { spec: { state: 'Run' } }));
    await asksAgain('stopped');
    await fleet.hub.kubectl(approve('stopped'));
    await hasSucceeded('stopped');
    await apply(fleet.hub, runYaml('ended').replace('{ name: ended,', '{ name: next,'));
    await soon('the next one asks', () => read(fleet.hub, 'areq', 'next-staging', 'shop'));
    expect(await statusOf('ended')).toEqual(ended);
    for (const run of ['ended', 'approved'] as const) expect(await holders(run)).toEqual(['member-1']);
  });
});
