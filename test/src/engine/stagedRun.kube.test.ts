import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import {
  apply,
  conditionsOf,
  engineOn,
  find,
  memberYaml,
  namesOf,
  read,
  soonWith,
  workloadYaml,
} from './fleet';

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: example-placement }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: staged }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: example-strategy }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: TimedWait, waitTime: 2s }]
    - name: canary
      labelSelector: { matchLabels: { environment: canary } }
      afterStageTasks: [{ type: Approval }]
`;

const RUN = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: example-run }
spec:
  placementName: example-placement
  resourceSnapshotIndex: "0"
  stagedRolloutStrategyName: example-strategy
`;

const approve = (request: string) => [
  ...['patch', 'clusterapprovalrequests', request, '--subresource=status', '--type=merge', '-p'],
  JSON.stringify({
    status: {
      conditions: [
        {
          type: 'Approved',
          status: 'True',
          reason: 'lgtm',
          message: 'lgtm',
          observedGeneration: 1,
          lastTransitionTime: '2026-11-21T00:00:00Z',
        },
      ],
    },
  }),
];

jest.setTimeout(120_000);

describe('a staged run on a hub and two members (C/TE-016)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const hasNamespace = async (index: number) =>
    (await find(fleet.members[index], 'ns', 'staged')) !== undefined;

  it('schedules and captures, and rolls nothing out by itself', async () => {
    await apply(
      fleet.hub,
      memberYaml('member-1', { environment: 'staging' }) + memberYaml('member-2', { environment: 'canary' }),
    );
    await apply(fleet.hub, workloadYaml('staged', 'web:1') + PLACEMENT);
    await soon('two clusters are scheduled', async () => {
      const { status } = await read(fleet.hub, 'crp', 'example-placement');
      expect(conditionsOf(status)).toMatchObject({
        ClusterResourcePlacementScheduled: 'True/SchedulingPolicyFulfilled',
        ClusterResourcePlacementRolloutStarted: 'Unknown/RolloutStartedUnknown',
      });
      expect(status.placementStatuses).toHaveLength(2);
      expect(status.observedResourceIndex).toBe('0');
    });
    expect([await hasNamespace(0), await hasNamespace(1)]).toEqual([false, false]);
  });

  it('moves through the stages, and stops at the approval', async () => {
    await apply(fleet.hub, RUN);
    await soon('the request for canary is there', () => read(fleet.hub, 'careq', 'example-run-canary'));
    const request = await read(fleet.hub, 'careq', 'example-run-canary');
    expect(request.spec).toEqual({ parentStageRollout: 'example-run', targetStage: 'canary' });
    expect(request.metadata.labels).toMatchObject({
      'kubernetes-fleet.io/targetupdaterun': 'example-run',
      'kubernetes-fleet.io/targetUpdatingStage': 'canary',
      'kubernetes-fleet.io/isLatestUpdateRunApproval': 'true',
    });
    expect([await hasNamespace(0), await hasNamespace(1)]).toEqual([true, true]);
    const { status } = await read(fleet.hub, 'csur', 'example-run');
    expect(conditionsOf(status).Succeeded).toBeUndefined();
  });

  it('succeeds after kubectl has approved', async () => {
    await fleet.hub.kubectl(approve('example-run-canary'));
    await soon('the run has succeeded', async () => {
      const { status } = await read(fleet.hub, 'csur', 'example-run');
      expect(conditionsOf(status)).toEqual({
        Initialized: 'True/UpdateRunInitializedSuccessfully',
        Progressing: 'True/UpdateRunStarted',
        Succeeded: 'True/UpdateRunSucceeded',
      });
    });
    const request = await read(fleet.hub, 'careq', 'example-run-canary');
    expect(conditionsOf(request.status)).toMatchObject({
      Approved: 'True/lgtm',
      ApprovalAccepted: 'True/ApprovalRequestApprovalAccepted',
    });
    await soon('the placement says so', async () => {
      const placement = await read(fleet.hub, 'crp', 'example-placement');
      expect(conditionsOf(placement.status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  });

  it('takes its requests along when the run is deleted', async () => {
    await fleet.hub.kubectl(['delete', 'csur', 'example-run', '--timeout=20s']);
    expect(await namesOf(fleet.hub, 'careq')).toEqual([]);
  });
});
